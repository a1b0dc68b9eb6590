import { createClient, type Gateway } from '../../client/src/index.ts';
import type { Data } from '../../client/src/types.ts';
import { notingLimits } from './gateway/tokens/limits.ts';
import { once } from './shared/once.ts';
import { readRoute, START } from './shared/route.ts';
import { type Ask, type AskToday, beginToday } from './shared/today.ts';

/**
 * The person who signed in, and the client that calls the gateway as that person. It lives in memory. Its token survives a
 * reload, and reaches other tabs, through a cookie that no script can read (`panel/build/session.js`).
 */
export interface Session {
  gateway: Gateway;
  askToday: AskToday;
  /** Id of the user. */
  id: string;
  name: string;
  /** The person's role; `null` for a client company. */
  role: 'owner' | 'files' | 'reads' | null;
  email: string;
  secondFactor: boolean;
  /** The step that the account demands before a submission. */
  preview: Data<'getSession'>['preview'];
  /** Whether the account belongs to the operator of the service. */
  operator: boolean;
}

/** The input of the sign-in page. */
export interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

/** Thrown if the gateway also needs the code of the second factor. */
export class CodeNeeded extends Error {
  override readonly name = 'CodeNeeded';
}

/** Announces the id of a user who signs out to the other tabs of the browser. */
const signOuts = new BroadcastChannel('sign-outs');

/** Calls `work` when the person signs out in another tab. @returns a function that stops listening */
export const onSignOut = ({ id }: Session, work: () => void): (() => void) => {
  const heard = ({ data }: MessageEvent) => data === id && work();
  signOuts.addEventListener('message', heard);
  return () => signOuts.removeEventListener('message', heard);
};

/**
 * Stores the token of a session in the cookie, reads it back or deletes it. Without the cookie a session lasts as long as the
 * tab.
 */
const kept = (method: 'PUT' | 'POST' | 'DELETE', token?: string) =>
  fetch('/session', {
    method,
    headers: { 'X-Panel': '1', ...(token && { Authorization: `Bearer ${token}` }) },
    redirect: 'error',
  });

/** Longest time, in seconds, for which the client repeats a reading by itself if the gateway asks it to wait. */
const MAX_WAIT = 5;

/** Thrown if no readable answer came. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Sends a request without a session. @throws NoAnswer */
export const ask = async (address: string, init?: RequestInit) => {
  try {
    const answer = await fetch(address, init);
    return { answer, body: await answer.json() };
  } catch (cause) {
    throw new NoAnswer(`no answer of ${address}`, { cause });
  }
};

/** Base address of the API, from the configuration that is served next to these files. @throws NoAnswer if it cannot be read */
const baseUrl = once(async () => (await ask('/config.json')).body.baseUrl as string);

/** Address of the OpenAPI document. */
export const documentUrl = async (): Promise<string> => `${await baseUrl()}/openapi.json`;

/** Address of the page for a forgotten password. */
export const forgottenUrl = async (): Promise<string> => `${await baseUrl()}/password`;

/**
 * Sends a link with which a person sets a new password, as the page for forgotten passwords does. @throws an error with
 * `message`
 */
export const sendPasswordLink = async (email: string): Promise<void> => {
  const answer = await fetch(`${await forgottenUrl()}/forgotten`, {
    method: 'POST',
    body: new URLSearchParams({ email }),
    redirect: 'error',
  });
  if (!answer.ok)
    throw Object.assign(new Error('El enlace no se ha enviado. Inténtelo dentro de un momento.'), {
      status: answer.status,
    });
};

/**
 * Signs in.
 * @param asks what Hoy asks for, if it is the first page
 * @throws CodeNeeded if the code is missing or wrong; an error with `status` and `message` for everything else
 */
export const signIn = async (credentials: Credentials, asks: Ask<unknown>[]): Promise<Session> => {
  const address = await baseUrl();
  const { answer, body } = await ask(`${address}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
    redirect: 'error',
  });
  const { message, errors, data } = body;
  if (answer.status === 401 && errors?.code) throw new CodeNeeded(message);
  if (!answer.ok)
    throw Object.assign(new Error(message), {
      status: answer.status,
      errors,
      requestId: answer.headers.get('X-Request-Id') ?? undefined,
      retryAfter: Number(answer.headers.get('Retry-After')) || undefined,
    });
  signIns++;
  // The page does not wait for it.
  kept('PUT', data.access_token).catch(() => {});
  return sessionOf(address, data.access_token, asks);
};

/** The session that was begun before a reload or in another tab; `undefined` if there is none or it has ended. */
export const resumed = async (asks: Ask<unknown>[]): Promise<Session | undefined> => {
  try {
    const [address, answer] = await Promise.all([baseUrl(), kept('POST')]);
    if (answer.status !== 200) return undefined;
    return await sessionOf(address, (await answer.json()).access_token, asks);
  } catch {
    // The sign-in page shows what is wrong.
    return undefined;
  }
};

/** Milliseconds until what has failed of a sign-out is tried again, unless the connection is back before. */
const AGAIN_MS = 5_000;

/** Repeats work until it succeeds. @param onFailure called after each failure */
const untilDone = async (work: () => Promise<boolean>, onFailure: () => void): Promise<void> => {
  while (!(await work().catch(() => false))) {
    onFailure();
    await new Promise<void>((resolve) => {
      setTimeout(resolve, AGAIN_MS);
      addEventListener('online', () => resolve(), { once: true });
    });
  }
};

/** Keeps the browser from leaving the page without asking. */
const holdPage = (event: BeforeUnloadEvent): void => event.preventDefault();

/** How many people have signed in on this page: the cookie of the next one is not deleted. */
let signIns = 0;

/**
 * Ends a session here and in all tabs, and tries until the gateway has ended it and the browser has dropped its cookie.
 * @param onFailure called each time this fails, as without a connection; the session is still open then
 */
export const endSession = async ({ gateway, id }: Session, onFailure: () => void): Promise<void> => {
  const before = signIns;
  signOuts.postMessage(id);
  addEventListener('beforeunload', holdPage);
  const end = () =>
    gateway.signOut().then(
      () => true,
      // A session that has ended already.
      ({ status }: { status?: number }) => status === 401,
    );
  const drop = async () => before !== signIns || (await kept('DELETE')).ok;
  await Promise.all([untilDone(end, onFailure), untilDone(drop, onFailure)]);
  removeEventListener('beforeunload', holdPage);
};

/** @throws an error with `status` and `message` */
const sessionOf = async (address: string, token: string, asks: Ask<unknown>[]): Promise<Session> => {
  const gateway = createClient({
    baseUrl: address,
    token,
    maxWaitSeconds: MAX_WAIT,
    fetch: notingLimits,
  });
  const asked = gateway.getSession();
  const askToday = beginToday(gateway, readRoute(location.hash).page === START ? asks : []);
  const { data: me } = await asked;
  return {
    gateway,
    askToday,
    id: me.id,
    name: me.name,
    role: me.role,
    email: me.email,
    secondFactor: me.second_factor,
    preview: me.preview,
    operator: me.operator,
  };
};
