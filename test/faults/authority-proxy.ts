import { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { Agent } from 'undici';
import { HOST, listen, shut } from '../../sandbox/loopback.ts';
import type { CertificateAuthority, Issued } from '../../sandbox/pki/pki.ts';
import { type Forwarded, forward } from '../support/servers/proxy.ts';

/** A page in place of the authority's answer. */
interface Page {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

const html = (title: string, text: string) =>
  `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`;

/** Answers that do not come from the authority, or do not belong to the request. */
const PAGES = {
  '401': { status: 401, body: '' },
  '403': { status: 403, body: html('403', 'No autorizado') },
  '404': { status: 404, body: html('404', 'No encontrado') },
  '500': { status: 500, body: '' },
  '500-page': { status: 500, body: html('Error', 'Se ha producido un error interno') },
  '502': { status: 502, body: html('502', 'Bad gateway') },
  maintenance: {
    status: 503,
    headers: { 'retry-after': '600' },
    body: html('Aviso', 'Servicio no disponible'),
  },
  redirect: { status: 302, headers: { location: '/acceso/identificacion' }, body: '' },
  'log-in': {
    status: 200,
    body: html('Acceso', '<form action="/acceso" method="post"><input name="clave" type="password"></form>'),
  },
  garbage: { status: 200, body: '\u0000\u0001ÿþ<<%%>>' },
  empty: { status: 200, body: '' },
} satisfies Record<string, Page>;

/**
 * Faults on the way to an authority. Before the request arrives there: `no-connection`, `tls`, `cut-request`, `silent`. After
 * it was carried out: `cut`, `cut-headers`, `cut-body`, `late`, `previous` (the answer to the request before it). `before-` and
 * `after-` with the name of a page send that page in place of the request, or in place of its answer. `kill-before` and
 * `kill-after` end the caller's process. `hold-before` and `hold-after` wait for an action of the test; `hold-effect` does so
 * before the answer to whichever request took effect.
 */
export const AUTHORITY_FAULTS = [
  'no-connection',
  'tls',
  'cut-request',
  'silent',
  'cut',
  'cut-headers',
  'cut-body',
  'late',
  'previous',
  ...(Object.keys(PAGES) as (keyof typeof PAGES)[]).flatMap(
    (page) => [`before-${page}`, `after-${page}`] as const,
  ),
  'kill-before',
  'kill-after',
  'hold-before',
  'hold-after',
  'hold-effect',
] as const;
export type AuthorityFault = (typeof AUTHORITY_FAULTS)[number];

/**
 * A fault, and the number of the request that it hits, counted since the proxy was armed; with `lasting` it also hits all later
 * ones.
 */
export interface ArmedFault {
  at: number;
  kind: AuthorityFault;
  lasting: boolean;
}

interface Meanwhile {
  kill(): void;
  hold(): Promise<void>;
  tookEffect(): Promise<boolean>;
}

/** A proxy between the service and the stand-in authorities, with TLS and client certificates on both sides. */
export class AuthorityProxy {
  /** Requests since the proxy was armed. */
  requests = 0;
  url = '';
  /** Called after each request was carried out, for tests that find out which request takes effect. */
  seen: ((at: number) => Promise<void>) | undefined;
  #fault: (ArmedFault & Meanwhile) | undefined;
  #previous: Forwarded | undefined;
  readonly #hanging = new Set<Socket>();
  /** By fingerprint of the client certificate, which is the same towards the service and towards the authority. */
  readonly #agents: Map<string, Agent>;
  readonly #server;
  readonly #target: string;

  /**
   * @param pki.clients all certificates of the service, because the authority identifies the signer of a message by the
   * certificate of the connection
   */
  constructor(
    target: string,
    { ca, server, clients }: { ca: CertificateAuthority; server: Issued; clients: Issued[] },
  ) {
    this.#target = target;
    this.#agents = new Map(
      clients.map(({ key, chain: cert }) => [
        new X509Certificate(cert).fingerprint256,
        new Agent({ connect: { ca: ca.certificate, key, cert } }),
      ]),
    );
    this.#server = createServer(
      {
        key: server.key,
        cert: server.chain,
        ca: ca.certificate,
        requestCert: true,
        rejectUnauthorized: true,
      },
      (incoming, outgoing) => {
        this.#answer(incoming, outgoing).catch(() => incoming.socket.destroy());
      },
    );
    this.#server.prependListener('connection', (socket: Socket) => {
      const { kind, at = 0 } = this.#fault ?? {};
      if (this.requests <= at) return;
      if (kind === 'no-connection') socket.destroy();
      if (kind === 'tls') socket.end('this is not TLS');
    });
    this.#server.on('tlsClientError', () => {});
  }

  async start(): Promise<void> {
    this.url = `https://${HOST}:${await listen(this.#server)}`;
  }

  /** Counts requests from now on, with a fault at one of them. */
  arm(
    fault?: ArmedFault,
    meanwhile: Meanwhile = { kill: () => {}, hold: async () => {}, tookEffect: async () => false },
  ): void {
    this.disarm();
    this.requests = 0;
    this.#previous = undefined;
    if (fault) this.#fault = { ...fault, ...meanwhile };
  }

  /** Removes the fault, and closes the connections that hang. */
  disarm(): void {
    this.#fault = undefined;
    for (const socket of this.#hanging) socket.destroy();
    this.#hanging.clear();
  }

  async close(): Promise<void> {
    this.disarm();
    await Promise.all([shut(this.#server), ...[...this.#agents.values()].map((agent) => agent.destroy())]);
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const at = this.requests++;
    const fault = this.#fault;
    const kind = fault && (fault.at === at || (fault.lasting && at > fault.at)) ? fault.kind : undefined;
    const { socket } = incoming;
    if (kind === 'no-connection' || kind === 'tls' || kind === 'cut-request') return void socket.destroy();
    const body = await buffer(incoming);
    if (kind === 'silent') return void this.#hanging.add(socket);
    if (kind === 'kill-before') return fault!.kill();
    if (kind === 'hold-before') await fault!.hold();
    const page = kind && /^(before|after)-(.+)$/.exec(kind);
    if (page?.[1] === 'before') return deliver(outgoing, PAGES[page[2] as keyof typeof PAGES]);

    const certificate = (socket as TLSSocket).getPeerX509Certificate()!;
    const real = await forward(incoming, body, {
      to: this.#target,
      dispatcher: this.#agents.get(certificate.fingerprint256)!,
    });
    await this.seen?.(at);
    const previous = this.#previous ?? real;
    this.#previous = real;
    if (page) return deliver(outgoing, PAGES[page[2] as keyof typeof PAGES]);
    if (kind === 'kill-after') return fault!.kill();
    if (kind === 'cut') return void socket.destroy();
    if (kind === 'late') return void this.#hanging.add(socket);
    if (kind === 'cut-headers') return void socket.end('HTTP/1.1 200 OK\r\nContent-Ty');
    if (kind === 'cut-body') {
      outgoing
        .writeHead(real.status, real.headers)
        .write(real.bytes.subarray(0, real.bytes.length / 2), () => socket.destroy());
      return;
    }
    if (kind === 'hold-after' || (kind === 'hold-effect' && (await fault!.tookEffect()))) await fault!.hold();
    const sent = kind === 'previous' ? previous : real;
    outgoing.writeHead(sent.status, sent.headers).end(sent.bytes);
  }
}

const deliver = (outgoing: ServerResponse, { status, headers, body }: Page): void => {
  outgoing
    .writeHead(status, { 'content-type': 'text/html; charset=ISO-8859-1', ...headers })
    .end(Buffer.from(body, 'latin1'));
};
