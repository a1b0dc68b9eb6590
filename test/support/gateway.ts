import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { expect } from 'vitest';

/** A parsed answer. */
export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  body: any;
}

/** The id of the trámite that an answer names. */
export const idOf = ({ headers }: Pick<Answered, 'headers'>): string => headers.get('x-tramite-id')!;

/** A request without its method and path. */
export interface Sent {
  query?: Record<string, string | number>;
  json?: unknown;
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

/** Calls the gateway as an integrator does. The envelope of every answer is checked. */
export class Gateway {
  readonly baseUrl: string;
  protected readonly headers: Record<string, string>;

  /**
   * @param headers of all its calls. Unless they have an address, a random one is added, because anonymous calls are counted by
   * address.
   */
  constructor(baseUrl: string, headers: Record<string, string> = {}) {
    this.baseUrl = baseUrl;
    this.headers = { ...fromElsewhere(), ...headers };
  }

  /** The token of a caller that has signed in. */
  get token(): string {
    return this.headers.Authorization?.replace('Bearer ', '') ?? '';
  }

  /** The same caller, with further headers. */
  with(headers: Record<string, string>): Gateway {
    return new Gateway(this.baseUrl, { ...this.headers, ...headers });
  }

  /** The same caller, at another address of the same service. */
  movedTo(baseUrl: string): Gateway {
    return new Gateway(baseUrl, this.headers);
  }

  /** The same caller, acting with a certificate. */
  acting(secret: string): Gateway {
    return this.with({ 'X-Cert-Secret': secret });
  }

  async call(method: string, path: string, sent: Sent = {}): Promise<Answered> {
    const answered = await this.exchange(method, path, sent);
    if (answered.body && !answered.body.openapi) holdsEnvelope(answered);
    return answered;
  }

  /** Sends a request without checking the envelope of its answer, because API Gateway answers some requests by itself. */
  async exchange(method: string, path: string, { query, json, body, headers }: Sent = {}): Promise<Answered> {
    const url = new URL(this.baseUrl + path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value));
    const all = { ...this.headers, ...headers };
    const {
      status,
      headers: answers,
      text,
    } = await (json === undefined
      ? send(url, { method, headers: all, body })
      : sendJson(url, method, all, json));
    return { status, headers: answers, body: text && JSON.parse(text) };
  }

  get = (path: string, query: Record<string, string | number> = {}) => this.call('GET', path, { query });
  post = (path: string, json: unknown) => this.call('POST', path, { json });
  delete = (path: string) => this.call('DELETE', path);

  /** Stores a P12. The answer has its `cert_secret`. */
  async upload(p12: Uint8Array, fields: Record<string, string>): Promise<Answered> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(p12)]), 'certificado.p12');
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return this.call('POST', '/certificate', { body: form });
  }
}

/**
 * Each call has a separate connection: a server closes an idle connection after some seconds, and a busy process, such as one
 * that makes keys, would notice this only when its next request fails.
 */
const OWN_CONNECTION = { Connection: 'close' };

const send = async (url: URL, init: RequestInit) => {
  const response = await fetch(url, { ...init, headers: { ...init.headers, ...OWN_CONNECTION } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

/** Unlike `fetch`, this sends a body with GET, too, as real integrators do. */
const sendJson = async (url: URL, method: string, headers: Record<string, string>, json: unknown) => {
  const answer = await request(url, {
    method: method as 'GET',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
    reset: true,
  });
  return {
    status: answer.statusCode,
    headers: new Headers(answer.headers as Record<string, string>),
    text: await answer.body.text(),
  };
};

/** Asserts the envelope and the headers of an answer. */
export const holdsEnvelope = ({ status, headers, body }: Answered) => {
  expect(body).toMatchObject({ success: expect.any(Boolean), message: expect.any(String), status });
  expect(body.data).not.toBeNull();
  if (status >= 400) expect(body.success).toBe(false);
  // Clients that only check whether `errors` exists would not show the message if it were empty.
  if (body.errors !== undefined) expect(Object.keys(body.errors)).not.toEqual([]);
  expect(typeof body.maintenance).toBe(body.success ? 'undefined' : 'boolean');
  expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
    expect(headers.get(name), `${name} of ${status}: ${body.message}`).toMatch(/^\d+$/);
};

/**
 * Headers with a random client address, so that anonymous calls do not share one window of 60 a minute. The emulator believes
 * the header; API Gateway does not.
 */
export const fromElsewhere = () => ({
  'X-Forwarded-For': `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`,
});

/**
 * Waits until this minute has enough anonymous calls left. An emulator may see one address for all callers, so that all tests
 * share a window of 60.
 */
export const untilLeft = async (calls: number, baseUrl: string): Promise<void> => {
  for (;;) {
    const { headers } = await new Gateway(baseUrl, fromElsewhere()).get('/auth');
    if (Number(headers.get('x-ratelimit-remaining')) >= calls) return;
    await sleep(Math.max(0, 1000 * Number(headers.get('x-ratelimit-reset')) - Date.now()) + 200);
  }
};

/** Timeout and interval for polling the API: a user may ask 30 times a minute. */
export const ASKED = { timeout: 300_000, interval: 5_000 };

/** A signed-in caller. */
export const signIn = async (
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<Gateway> => {
  const { status, body } = await new Gateway(baseUrl, fromElsewhere()).post('/auth/login', {
    email,
    password,
  });
  expect(status).toBe(200);
  return new Gateway(baseUrl, { Authorization: `Bearer ${body.data.access_token}` });
};

const within = (milliseconds: number) => async (seconds: number) => {
  const left = milliseconds - (Date.now() % milliseconds);
  if (left < seconds * 1000) await sleep(left + 200);
};
/** Waits until enough of the minute is left, so that the following calls fall into one rate window. */
export const withinOneMinute = within(60_000);
/** Waits until enough of the UTC day is left, by which mails are counted. */
export const withinOneDay = within(24 * 60 * 60 * 1000);
