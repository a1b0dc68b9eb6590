import createFetchClient from 'openapi-fetch';
import { type Failure, PasarelaError } from './errors.ts';
import { Session } from './session.ts';
import { UnderWay } from './under-way.ts';

/** How to reach the gateway, and as whom. */
export type Config = {
  /** Address of the interface, such as `https://pasarela.example.com/api/v4`. */
  baseUrl: string;
  /** `cert_secret` of the certificate to act with before authorities. */
  certificate?: string;
  /** Headers of every request. */
  headers?: Record<string, string>;
  /**
   * Whether a submission that certainly was not sent to its authority (429, or 503 with `Retry-After`) is sent again by
   * itself, with the same key; `false` by default.
   */
  retryUnsent?: boolean;
  /** Longest time, in seconds, that a reading waits in all because a `Retry-After` says so; 120 by default. With `retryUnsent` a submission, too. */
  maxWaitSeconds?: number;
  /** Longest time for a request and its answer, in seconds; 60 by default. The gateway answers within 30. */
  timeoutSeconds?: number;
  /** In place of the `fetch` of the platform. */
  fetch?: (request: Request) => Promise<Response>;
} & ({ email: string; password: string } | { token: string });

/** A request, before it has a token. */
export interface Wanted {
  method: string;
  /** As in the reference, with parameters in braces. */
  path: string;
  fields: Record<string, unknown>;
  headers: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Gets the headers of an answer that is no failure. */
  seen?: (headers: Headers) => void;
}

/** What came back: the members of the envelope, and headers. */
export interface Received {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A request that was sent, and of which nothing came back that can be read. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

type Send = (
  method: string,
  path: string,
  init: Record<string, unknown>,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const VERSION_PATH = '/api/v4';

/** Sends requests: with a token, a time limit, and again where that is safe. */
export class Transport {
  /** What was asked for through it and is still being made. */
  readonly underWay = new UnderWay();
  readonly #send: Send;
  readonly #session: Session;
  readonly #maxWait: number;
  readonly #timeout: number;
  readonly #retryUnsent: boolean;

  constructor(config: Config) {
    const { baseUrl, headers, fetch } = config;
    const address = baseUrl.replace(/\/+$/, '');
    if (!address.endsWith(VERSION_PATH)) throw new TypeError(`baseUrl debe terminar en ${VERSION_PATH}`);
    const client = createFetchClient({
      baseUrl: address.slice(0, -VERSION_PATH.length),
      // The gateway never redirects; a submission must not be sent to another place, nor the secret of a certificate.
      redirect: 'error',
      ...(headers && { headers }),
      ...(fetch && { fetch }),
    });
    this.#send = client.request as unknown as Send;
    this.#maxWait = config.maxWaitSeconds ?? 120;
    this.#timeout = config.timeoutSeconds ?? 60;
    this.#retryUnsent = config.retryUnsent ?? false;
    this.#session = new Session(
      'token' in config ? { token: config.token } : { signIn: () => this.#signIn(config) },
    );
  }

  /**
   * The answer, whatever its status. A reading waits and asks again where the answer says when, and so does a submission
   * with `retryUnsent`; nothing else is sent twice, but for a request that was refused because its token had ended.
   * @throws NoAnswer if none came, or one that cannot be read; PasarelaError where signing in failed
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
      // Not an unknown outcome of what was to be sent afterwards.
      throw new PasarelaError({ message: cause.message, cause });
    });
    if (answer.status !== 200) throw new PasarelaError(failureOf(answer));
    return (answer.body.data as { access_token: string }).access_token;
  }

  async #once({ method, path, fields, headers, signal }: Wanted, token?: string): Promise<Received> {
    const limit = AbortSignal.timeout(this.#timeout * 1000);
    const [inPath, rest] = apart(path, fields);
    const isInQuery = method === 'GET' || method === 'DELETE';
    try {
      const { data, error, response } = await this.#send(method.toLowerCase(), path, {
        params: { path: inPath, ...(isInQuery && { query: rest }) },
        ...(!isInQuery && { body: bodyOf(rest) }),
        headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      });
      const body = (data ?? error) as Record<string, unknown> | undefined;
      if (typeof body?.success !== 'boolean')
        throw new TypeError(`HTTP ${response.status}: no es una respuesta de pasarela`);
      return { status: response.status, headers: response.headers, body };
    } catch (cause) {
      throw new NoAnswer(`No se ha recibido respuesta: ${cause}`, { cause });
    }
  }
}

/** The service itself says that it asked no authority; a 503 of something before it says nothing. */
const wasUnsent = ({ status, headers }: Received): boolean =>
  status === 429 || (status === 503 && headers.has('X-Request-Id'));

/** Only a submission has a key. */
const isSubmission = ({ headers }: Wanted): boolean => 'idempotency-key' in headers;

/** What a failure carries. */
export const failureOf = ({ status, headers, body }: Received): Failure & { status: number } => ({
  status,
  message: String(body.message),
  errors: body.errors as Record<string, string[]> | undefined,
  maintenance: body.maintenance === true,
  filingId: headers.get('X-Tramite-Id') ?? undefined,
  requestId: headers.get('X-Request-Id') ?? undefined,
  retryAfter: retryAfterOf(headers),
});

/** Seconds, from a number or from a date; one at least. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const text = headers.get('Retry-After');
  if (text === null) return undefined;
  const seconds = Number(text);
  const left = Number.isNaN(seconds) ? (Date.parse(text) - Date.now()) / 1000 : seconds;
  // At least one second: who asks without a pause asks without an end.
  return Number.isNaN(left) ? undefined : Math.max(1, left);
};

/** @throws what the signal says, if it is aborted before */
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

/** The fields that are in the path, and the others. */
const apart = (path: string, fields: Record<string, unknown>) => {
  const inPath: Record<string, unknown> = {};
  const rest = { ...fields };
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    inPath[name] = rest[name];
    delete rest[name];
  }
  return [inPath, rest] as const;
};

/** A form where there is a file, else JSON. */
const bodyOf = (fields: Record<string, unknown>) => {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (!sent.some(([, value]) => value instanceof Blob)) return fields;
  const form = new FormData();
  for (const [name, value] of sent) form.set(name, value instanceof Blob ? value : String(value));
  return form;
};
