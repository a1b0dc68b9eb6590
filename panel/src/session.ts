import { createClient, type Gateway } from '../../client/src/index.ts';
import type { Data } from '../../client/src/types.ts';
import { notingLimits } from './limits.ts';
import { once } from './logic/once.ts';
import { readRoute, START } from './logic/route.ts';
import { type AskToday, beginToday } from './parts/asked-today.ts';

/**
 * Who signed in, and the gateway to call as that person. It lives in memory; over a reload, and for other tabs, its token is kept
 * where no script reads it (`panel/build/session.js`).
 */
export interface Session {
  gateway: Gateway;
  askToday: AskToday;
  /** Of the user. */
  id: string;
  name: string;
  /** What the person may do; `null` for a client company. */
  role: 'owner' | 'files' | 'reads' | null;
  email: string;
  secondFactor: boolean;
  /** What the account demands before a submission. */
  preview: Data<'getSession'>['preview'];
  /** The account is of who operates the service. */
  operator: boolean;
}

/** What is asked for at sign-in. */
export interface Credentials {
  email: string;
  password: string;
  code?: string | undefined;
}

/** The gateway wants the code of the second factor, too. */
export class CodeNeeded extends Error {
  override readonly name = 'CodeNeeded';
}

/** Tells the other tabs of the browser who signed out: the id of the user. */
const signOuts = new BroadcastChannel('sign-outs');

/** Does something when a person signs out in another tab. @returns what ends that */
export const onSignOut = ({ id }: Session, work: () => void): (() => void) => {
  const heard = ({ data }: MessageEvent) => data === id && work();
  signOuts.addEventListener('message', heard);
  return () => signOuts.removeEventListener('message', heard);
};

/** Keeps the token of a session, gives it back or drops it. Without it a session lasts as long as the tab. */
const kept = (method: 'PUT' | 'POST' | 'DELETE', token?: string) =>
  fetch('/session', {
    method,
    headers: { 'X-Panel': '1', ...(token && { Authorization: `Bearer ${token}` }) },
    redirect: 'error',
  });

/** Longest time, in seconds, that a question waits by itself because the gateway says so. */
const MAX_WAIT = 5;

/** Nothing came that can be read. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Asks without a session. @throws NoAnswer */
export const ask = async (address: string, init?: RequestInit) => {
  try {
    const answer = await fetch(address, init);
    return { answer, body: await answer.json() };
  } catch (cause) {
    throw new NoAnswer(`no answer of ${address}`, { cause });
  }
};

/** Address of the interface, which the place that serves these files knows. @throws NoAnswer if it cannot be read */
const baseUrl = once(async () => (await ask('/config.json')).body.baseUrl as string);

/** Address of the OpenAPI document. */
export const documentUrl = async (): Promise<string> => `${await baseUrl()}/openapi.json`;

/** Address of the page on which who forgot it asks for a password. */
export const forgottenUrl = async (): Promise<string> => `${await baseUrl()}/password`;

/** Sends a link with which a password is made, as the page for forgotten ones does. @throws an error with `message` */
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
 * @throws CodeNeeded if the code is missing or wrong; an error with `status` and `message` for everything else
 */
export const signIn = async (credentials: Credentials): Promise<Session> => {
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
  // What is on the pages does not wait for it.
  kept('PUT', data.access_token).catch(() => {});
  return sessionOf(address, data.access_token);
};

/** The session that was begun before a reload or in another tab; `undefined` without one, or where it has ended. */
export const resumed = async (): Promise<Session | undefined> => {
  try {
    const [address, answer] = await Promise.all([baseUrl(), kept('POST')]);
    if (answer.status !== 200) return undefined;
    return await sessionOf(address, (await answer.json()).access_token);
  } catch {
    // Who signs in is told what is wrong.
    return undefined;
  }
};

/** Ends a session here and in all tabs, whatever the gateway answers. */
export const endSession = ({ gateway, id }: Session): void => {
  gateway.signOut().catch(() => {});
  kept('DELETE').catch(() => {});
  signOuts.postMessage(id);
};

/** @throws an error with `status` and `message` */
const sessionOf = async (address: string, token: string): Promise<Session> => {
  const gateway = createClient({
    baseUrl: address,
    token,
    maxWaitSeconds: MAX_WAIT,
    fetch: notingLimits,
  });
  const asked = gateway.getSession();
  const askToday = beginToday(gateway, readRoute(location.hash).page === START);
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
