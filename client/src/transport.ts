import createFetchClient from 'openapi-fetch';
import { type Failure, PasarelaError } from './errors.ts';
import { Session } from './session.ts';
import { UnderWay } from './under-way.ts';
import { headersOf, NotSent, type SystemError, sendsOnce, unsentBy } from './unsent.ts';

/** Connection settings of a client. */
export type Config = {
  /** Address of the interface, such as `https://pasarela.example.com/api/v4`. */
  baseUrl: string;
  /** `cert_secret` of the certificate to act with before authorities. */
  certificate?: string;
  /** Headers for every request. */
  headers?: Record<string, string>;
  /**
   * Whether to send a submission again, with the same key, that certainly did not reach its authority (429, or 503
   * with `Retry-After`); `false` by default.
   */
  retryUnsent?: boolean;
  /**
   * Longest total time, in seconds, that a reading waits because of `Retry-After`, and a submission with
   * `retryUnsent`; 120 by default.
   */
  maxWaitSeconds?: number;
  /** Timeout of a request, in seconds; 60 by default. The gateway answers within 30. */
  timeoutSeconds?: number;
  /** Replacement for the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
} & ({ email: string; password: string } | { token: string });

/** A request, before it has a token. */
export interface Wanted {
  method: string;
  /** Path as in the reference, with parameters in braces. */
  path: string;
  fields: Record<string, unknown>;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** A parsed answer: the members of the envelope, and the headers. */
export interface Received {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The request was sent, and no readable answer came. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

type Send = (
  method: string,
  path: string,
  init: Record<string, unknown>,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const VERSION_PATH = '/api/v4';

/** Sends requests with a token and a timeout, and retries where that is safe. */
export class Transport {
  /** Asynchronous work that was requested through this transport. */
  readonly underWay = new UnderWay();
  readonly #send: Send;
  readonly #config: Config;
  /** The server, as its address names it. */
  readonly #where: string;
  readonly #session: Session;
  readonly #maxWait: number;
  readonly #timeout: number;
  readonly #retryUnsent: boolean;

  constructor(config: Config) {
    const { baseUrl, headers } = config;
    const address = baseUrl.replace(/\/+$/, '');
    if (!address.endsWith(VERSION_PATH)) throw new TypeError(`baseUrl debe terminar en ${VERSION_PATH}`);
    // Messages name the server by its address.
    if (/^\w+:\/\/[^/]*@/.test(address)) throw new TypeError('baseUrl no lleva usuario ni contraseña');
    const client = createFetchClient({
      baseUrl: address.slice(0, -VERSION_PATH.length),
      // The gateway never redirects, and neither a submission nor a certificate's secret may go to another host.
      redirect: 'error',
      ...(headers && { headers }),
    });
    this.#send = client.request as unknown as Send;
    this.#config = config;
    this.#where = address.replace(/^\w+:\/\/|\/.*$/g, '');
    this.#maxWait = config.maxWaitSeconds ?? 120;
    this.#timeout = config.timeoutSeconds ?? 60;
    this.#retryUnsent = config.retryUnsent ?? false;
    this.#session = new Session(
      'token' in config ? { token: config.token.trim() } : { signIn: () => this.#signIn(config) },
    );
  }

  /**
   * Sends a request and returns the answer, whatever its status. Readings, and submissions with `retryUnsent`, are
   * retried as `Retry-After` says. Nothing else is sent twice, except a request that was refused because its token
   * had expired.
   * @throws NoAnswer if no readable answer came; NotSent if the request never left; PasarelaError if signing in failed
   */
  async exchange(wanted: Wanted): Promise<Received> {
    let mayWait = this.#maxWait;
    let isRenewed = false;
    for (;;) {
      const token = await this.#session.token();
      wanted.signal?.throwIfAborted();
      const answer = await this.#once(wanted, token);
      if (answer.status === 401 && !isRenewed && (await this.#session.replace(token))) {
        isRenewed = true;
        continue;
      }
      const wait = wasUnsent(answer) ? retryAfterOf(answer.headers) : undefined;
      const mayRepeat = wanted.method === 'GET' || (this.#retryUnsent && isSubmission(wanted));
      if (!mayRepeat || wait === undefined || wait > mayWait) return answer;
      mayWait -= wait;
      await sleep(wait, wanted.signal);
    }
  }

  async #signIn({ email, password }: { email: string; password: string }): Promise<string> {
    const wanted = {
      method: 'POST',
      path: `${VERSION_PATH}/auth/login`,
      fields: { email, password },
      headers: {},
    };
    const answer = await this.#once(wanted).catch((cause: Error) => {
      if (cause instanceof NotSent) throw cause;
      // A failed sign-in is not an unknown outcome of the submission after it.
      throw new PasarelaError({ message: cause.message, cause });
    });
    if (answer.status !== 200) throw new PasarelaError(failureOf(answer));
    return (answer.body.data as { access_token: string }).access_token;
  }

  async #once({ method, path, fields, headers, signal }: Wanted, token?: string): Promise<Received> {
    const limit = AbortSignal.timeout(this.#timeout * 1000);
    const [inPath, rest] = splitFields(path, fields);
    const isInQuery = method === 'GET' || method === 'DELETE';
    const authorization = token && `Bearer ${token}`;
    headersOf({ ...this.#config.headers, ...(authorization && { Authorization: authorization }) });
    let isBegun = false;
    try {
      const { data, error, response } = await this.#send(method.toLowerCase(), path, {
        params: { path: inPath, ...(isInQuery && { query: rest }) },
        ...(!isInQuery && { body: bodyOf(rest) }),
        headers: { ...headers, ...(authorization && { Authorization: authorization }) },
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
        fetch: (request: Request) => {
          isBegun = true;
          return (this.#config.fetch ?? fetch)(request);
        },
      });
      const body = (data ?? error) as Record<string, unknown> | undefined;
      if (typeof body?.success !== 'boolean')
        throw new TypeError(`HTTP ${response.status}: no es una respuesta de pasarela`);
      return { status: response.status, headers: response.headers, body };
    } catch (cause) {
      const more = { cause, idempotencyKey: headers['idempotency-key'] };
      if (!isBegun) throw new NotSent('request', `${method} ${path}`, more);
      // A replaced `fetch` may have sent it before it failed.
      const mayKnow = this.#config.fetch === undefined && sendsOnce();
      const reason = mayKnow && unsentBy((cause as { cause?: SystemError }).cause);
      if (reason) throw new NotSent(reason, this.#where, more);
      throw new NoAnswer(`No se ha recibido respuesta: ${cause}`, { cause });
    }
  }
}

/** Whether the service itself says that it called no authority. A 503 from a proxy in front of it proves nothing. */
const wasUnsent = ({ status, headers }: Received): boolean =>
  status === 429 || (status === 503 && headers.has('X-Request-Id'));

/** Whether it is a submission; only those have a key. */
const isSubmission = ({ headers }: Wanted): boolean => 'idempotency-key' in headers;

/** Details of a failed answer. */
export const failureOf = ({ status, headers, body }: Received): Failure & { status: number } => ({
  status,
  message: String(body.message),
  errors: body.errors as Record<string, string[]> | undefined,
  maintenance: body.maintenance === true,
  filingId: headers.get('X-Tramite-Id') ?? undefined,
  repeated: headers.get('X-Repeated') ?? undefined,
  requestId: headers.get('X-Request-Id') ?? undefined,
  retryAfter: retryAfterOf(headers),
});

/** Parses `Retry-After`, a number or a date, into seconds; at least one. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  const seconds = Number(text);
  const left = Number.isNaN(seconds) ? (Date.parse(text) - Date.now()) / 1000 : seconds;
  // At least one second, so that no client retries in a tight loop.
  return Number.isNaN(left) ? undefined : Math.max(1, left);
};

/** @throws the signal's reason if it is aborted */
export const sleep = (seconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
  });

/** Splits fields into path parameters and others. */
const splitFields = (path: string, fields: Record<string, unknown>) => {
  const inPath: Record<string, unknown> = {};
  const rest = { ...fields };
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    inPath[name] = rest[name];
    delete rest[name];
  }
  return [inPath, rest] as const;
};

/** Encodes a form if there is a file, otherwise JSON. */
const bodyOf = (fields: Record<string, unknown>) => {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (!sent.some(([, value]) => value instanceof Blob)) return fields;
  const form = new FormData();
  for (const [name, value] of sent) form.set(name, value instanceof Blob ? value : String(value));
  return form;
};
