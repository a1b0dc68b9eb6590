import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { aeat } from './aeat/portal.ts';
import { clientOf } from './client-certificate.ts';
import { control } from './control.ts';
import { Counters } from './counters.ts';
import { HOST, listen, shut } from './loopback.ts';
import { errorPage, maintenancePage, noAutorizado, notFoundPage, tooLargePage } from './notices.ts';
import type { SandboxPki } from './pki/folder.ts';
import type { Answer, Call, Environment, Route } from './portal.ts';
import { scenarioOf } from './scenario.ts';
import { type Seed, seed as seedOfToday } from './seed.ts';
import { sepe } from './sepe/portal.ts';
import { tgss } from './tgss/portal.ts';

/** Functions that make the stand-in authorities. A new authority is a line here. */
const PORTALS = [tgss, aeat, sepe];

export interface SandboxOptions {
  pki: SandboxPki;
  /** 0, the default, takes any free port. */
  port?: number;
  controlPort?: number;
  /** The first state. */
  seed?: Seed;
  /** The authorities' clock. */
  now?: () => Date;
  /** Delay of scenario `slow`. */
  slowMilliseconds?: number;
  /** Least size of the next PDF, in bytes; blanks follow its end. */
  nextPdfBytes?: () => number;
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
/** Longer than any client keeps an idle connection, so that the server never closes one first. */
const KEEP_ALIVE = 75_000;

/** Fresh stand-ins: an environment with the state of the seed, and the routes of all portals. */
class StandIns {
  readonly environment: Environment;
  readonly routes = new Map<string, { portal: string; route: Route }>();

  constructor(seed: Seed, now: () => Date) {
    this.environment = { state: structuredClone(seed.state), now, counters: new Counters() };
    for (const make of PORTALS) {
      const portal = make(this.environment);
      for (const [path, route] of Object.entries(portal.routes)) {
        this.routes.set(path, { portal: portal.name, route });
      }
    }
  }
}

/** Starts the stand-in authorities and their control server, both on the loopback address only. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const {
    pki,
    seed = seedOfToday,
    now = () => new Date(),
    slowMilliseconds = 3000,
    nextPdfBytes = () => 0,
  } = options;
  let standIns = new StandIns(seed, now);

  const authorities = createHttpsServer(
    {
      key: pki.server.key,
      cert: pki.server.chain,
      ca: pki.authority.certificate,
      requestCert: true,
      // As at the portals, a client without a valid certificate gets a page that says so.
      rejectUnauthorized: false,
      keepAliveTimeout: KEEP_ALIVE,
    },
    async (request, response) => {
      const scenario = scenarioOf(request.headers['x-sandbox-scenario']);
      const answer = await answerTo(standIns, request).catch((error: unknown) => {
        // The log has only the stack, which names our code, and nothing of the request.
        console.error(JSON.stringify({ level: 'error', stack: error instanceof Error ? error.stack : '' }));
        return errorPage();
      });
      if (scenario === 'slow') await delay(slowMilliseconds);
      if (scenario === 'lost-answer' && answer.committed) {
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
  authorities.on('secureConnection', () => {
    standIns.environment.counters.handshakes += 1;
  });
  const controlServer = createHttpServer(
    control({
      environment: () => standIns.environment,
      reset: () => {
        standIns = new StandIns(seed, now);
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

/** At least so many bytes: blanks after the end of a PDF are no part of it. */
const padded = (pdf: Uint8Array, bytes: number): Uint8Array =>
  bytes <= pdf.byteLength ? pdf : Buffer.concat([pdf, Buffer.alloc(bytes - pdf.byteLength, ' ')]);

async function answerTo(standIns: StandIns, request: IncomingMessage): Promise<Answer> {
  const { counters } = standIns.environment;
  const scenario = scenarioOf(request.headers['x-sandbox-scenario']);
  if (scenario === 'error-page') return errorPage();
  if (scenario === 'maintenance') return maintenancePage();
  // Some clients first send HEAD, without their certificate, to see whether the portal answers.
  if (request.method === 'HEAD') return { ...notFoundPage(), status: 200 };

  const client = clientOf(request.socket as TLSSocket);
  if (client.nif === undefined) {
    counters.forbidden += 1;
    return noAutorizado(client.reason);
  }
  const { path, pathSession, query } = targetOf(request);
  const target = standIns.routes.get(path);
  if (!target) return notFoundPage();
  const body = await bodyOf(request);
  if (!body) return tooLargePage();

  const { method = 'GET', headers } = request;
  const answer = await target.route({ method, path, pathSession, query, headers, body, ...client, scenario });
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
