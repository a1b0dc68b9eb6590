import { createClient, type Gateway } from '../../client/src/index.ts';
import type { Data } from '../../client/src/types.ts';
import { notingLimits } from './limits.ts';
import { once } from './logic/once.ts';
import { readRoute, START } from './logic/route.ts';
import { type AskToday, beginToday } from './parts/asked-today.ts';

/** Who signed in, and the gateway to call as that person. It lives in memory only: reloading asks for the password again. */
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
  const gateway = createClient({
    baseUrl: address,
    token: data.access_token,
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
