import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { type Client, clientAt, clientOf } from './client-certificate.ts';
import { control } from './control.ts';
import { HOST, listen, shut } from './loopback.ts';
import { errorPage, maintenancePage, noAutorizado, notFoundPage, tooLargePage } from './notices.ts';
import type { SandboxPki } from './pki/folder.ts';
import type { Answer, Call } from './portal.ts';
import { type Outage, type Scenario, scenarioOf } from './scenario.ts';
import { type Seed, seed as seedOfToday } from './seed.ts';
import type { StandIns } from './stand-ins.ts';
import { openedIn, publishOpenings } from './worlds/openings.ts';
import { memoryStore, type WorldStore } from './worlds/store.ts';
import { Worlds } from './worlds/worlds.ts';

interface ServerOptions {
  pki: SandboxPki;
  worlds: Worlds;
  /** The account in whose world a request acts. */
  accountOf(request: IncomingMessage): string;
  /** Delay of scenario `slow`. */
  slowMilliseconds?: number;
  /** Least size of the next PDF, in bytes; blanks follow its end. */
  nextPdfBytes?: () => number;
  /** Fault of a request that names no scenario; without a request, of a new connection. */
  outage?: (request?: IncomingMessage) => Outage | undefined;
  /** Receives each request that reached a portal, in the order of their ends. */
  log?: Heard[];
}

/** A request that reached a portal. */
export interface Heard {
  /** Transaction of the answer; empty for a page of an outage or of a refused certificate. */
  transaction: string;
  /** The form or the document that was sent. */
  sent: string;
  /** Whether the client received the whole answer; false if either side closed the connection before. */
  isAnswered: boolean;
}

/** Options of a process with the stand-ins and one world, in memory unless a store is given. */
export interface SandboxOptions
  extends Pick<ServerOptions, 'pki' | 'slowMilliseconds' | 'nextPdfBytes' | 'log'> {
  /** 0, the default, takes any free port. */
  port?: number;
  controlPort?: number;
  /** The first state. */
  seed?: Seed;
  /** The authorities' clock. */
  now?: () => Date;
  /** Where the world is kept, and the account that owns it. */
  kept?: { store: WorldStore; account: string };
}

export interface Sandbox {
  /** Base address of the authorities, without a slash at the end. */
  url: string;
  /** Base address of the control server. */
  controlUrl: string;
  close(): Promise<void>;
}

const PDF = 'application/pdf';
/** Size of a document in scenario `large-document`, in bytes. */
const LARGE = 5 * 1024 * 1024;
/** Room for a file of 1,000 contracts in Base64. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** The server of the stand-in authorities; it does not listen yet. */
export function authorityServer(options: ServerOptions): Server {
  const { pki, worlds, accountOf, slowMilliseconds = 3000, nextPdfBytes = () => 0, outage, log } = options;
  const seen = new WeakSet<Socket>();
  const server = createHttpsServer(
    {
      key: pki.server.key,
      cert: pki.server.chain,
      ca: pki.authority.certificate,
      requestCert: true,
      // As at the portals, a client without a valid certificate gets a page that says so.
      rejectUnauthorized: false,
    },
    async (request, response) => {
      const isOut = outage?.(request);
      const scenario = scenarioOf(request.headers['x-sandbox-scenario']) ?? scenarioOf(isOut);
      const isNew = !seen.has(request.socket);
      seen.add(request.socket);
      const { answer, sent } = await answerTo({ worlds, accountOf }, request, {
        scenario,
        isNewConnection: isNew,
      }).catch((error: unknown) => {
        // The log has only the stack, which names our code, and nothing of the request.
        console.error(JSON.stringify({ level: 'error', stack: error instanceof Error ? error.stack : '' }));
        return { answer: errorPage(), sent: '' };
      });
      if (log)
        response.once('close', () => {
          const { transaction = '' } = answer;
          log.push({ transaction, sent, isAnswered: response.writableFinished });
        });
      if (scenario === 'slow') await delay(slowMilliseconds);
      if (isOut === 'cut' || (scenario === 'lost-answer' && answer.committed)) {
        request.socket.destroy();
        return;
      }
      const body =
        answer.type === PDF
          ? padded(answer.body, scenario === 'large-document' ? LARGE : nextPdfBytes())
          : answer.body;
      response.writeHead(answer.status ?? 200, {
        'Content-Type': answer.type,
        'Content-Length': body.byteLength,
        'Cache-Control': 'no-store',
        ...answer.headers,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  );
  server.on('connection', (socket) => {
    if (outage?.() === 'down') socket.destroy();
  });
  return server;
}

/** Starts the stand-in authorities and their control server, both on the loopback address only. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { seed = seedOfToday, now = () => new Date(), kept } = options;
  const account = kept?.account ?? 'process';
  const worlds = new Worlds({
    store: kept?.store ?? memoryStore(),
    now,
    firstState: () => seed.state,
    writesCounts: kept !== undefined,
  });
  let outage: Outage | undefined;
  const authorities = authorityServer({
    ...options,
    worlds,
    accountOf: () => account,
    outage: () => outage,
  });
  const controlServer = createHttpServer(
    control({
      look: () => worlds.look(account),
      change: (change) => worlds.enter(account, ({ environment }) => change(environment.state)),
      reset: () => worlds.reset(account),
      breakDown: (wanted) => {
        outage = wanted;
        if (outage === 'down') authorities.closeAllConnections();
      },
    }),
  );

  const port = await listen(authorities, options.port);
  const controlPort = await listen(controlServer, options.controlPort);
  return {
    url: `https://${HOST}:${port}`,
    controlUrl: `http://${HOST}:${controlPort}`,
    close: async () => {
      await Promise.all([authorities, controlServer].map(shut));
    },
  };
}

/** Pads a PDF to a least number of bytes. Blanks after its end do not change it. */
const padded = (pdf: Uint8Array, bytes: number): Uint8Array =>
  bytes <= pdf.byteLength ? pdf : Buffer.concat([pdf, Buffer.alloc(bytes - pdf.byteLength, ' ')]);

async function answerTo(
  { worlds, accountOf }: Pick<ServerOptions, 'worlds' | 'accountOf'>,
  request: IncomingMessage,
  { scenario, isNewConnection }: { scenario: Scenario | undefined; isNewConnection: boolean },
): Promise<{ answer: Answer; sent: string }> {
  const account = accountOf(request);
  const client = clientOf(request.socket as TLSSocket);
  const body = await bodyOf(request);
  const { method = 'GET', headers } = request;
  const daysAhead = daysAheadOf(request);
  const common = { method, headers, scenario, ...targetOf(request) };
  // Run again if others write to this world first.
  const { answer, opened } = await worlds.enter(account, async (standIns) => {
    standIns.daysAhead = daysAhead;
    if (isNewConnection) standIns.environment.counters.handshakes += 1;
    const { state } = standIns.environment;
    const before = openedIn(state);
    return {
      answer: await answerIn(standIns, { ...common, body }, client),
      opened: openedIn(state) - before,
    };
  });
  if (opened > 0) publishOpenings({ operation: headers['x-sandbox-operation'], opened });
  return { answer, sent: body?.toString('latin1') ?? '' };
}

/** Days by which the world's clock is ahead. The gateway sends them on a sandbox stage if the account has moved the clock. */
function daysAheadOf({ headers }: IncomingMessage): number {
  const sent = headers['x-sandbox-days-ahead'] ?? '0';
  if (typeof sent !== 'string' || !/^\d{1,4}$/.test(sent)) throw new Error('a request names no days');
  return Number(sent);
}

async function answerIn(
  standIns: StandIns,
  {
    body,
    ...common
  }: Omit<Call, 'nif' | 'organisation' | 'fingerprint' | 'body'> & { body: Buffer | undefined },
  connected: Client,
): Promise<Answer> {
  const { counters, now } = standIns.environment;
  if (common.scenario === 'error-page') return errorPage();
  if (common.scenario === 'maintenance') return maintenancePage();
  // Some clients first send HEAD, without their certificate, to see whether the portal answers.
  if (common.method === 'HEAD') return { ...notFoundPage(), status: 200 };
  const anonymous = standIns.anonymous[common.path];
  if (anonymous) return body ? anonymous({ ...common, body }) : tooLargePage();
  const client = clientAt(connected, now());
  if (client.nif === undefined) {
    counters.forbidden += 1;
    return noAutorizado(client.reason);
  }
  const target = standIns.routes.get(common.path);
  if (!target) return notFoundPage();
  if (!body) return tooLargePage();
  const { validTo: _, ...who } = client;
  const answer = await target.route({ ...common, body, ...who });
  if (answer.transaction) counters.countRequest(`${target.portal}.${answer.transaction}`);
  return answer;
}

/** A path may begin with several slashes, which `URL` takes for a host, and may have a session after a semicolon. */
function targetOf(request: IncomingMessage): Pick<Call, 'path' | 'pathSession' | 'query'> {
  const [path = '', query = ''] = (request.url ?? '/').split(/\?(.*)/s);
  return {
    path: path.replace(/^\/+/, '/').replace(/;.*$/, ''),
    pathSession: /;jsessionid=([\w-]+)/i.exec(path)?.[1] ?? '',
    query: new URLSearchParams(query),
  };
}

/** The whole body; undefined if it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= BODY_LIMIT) chunks.push(chunk);
  }
  return length <= BODY_LIMIT ? Buffer.concat(chunks) : undefined;
}
