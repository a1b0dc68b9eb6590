import { createClient, type Gateway } from '../../src/client.ts';
import { Transport } from '../../src/transport.ts';
import type { Answer } from '../../src/types.ts';
import { End, EXIT, Misuse } from './ends.ts';
import { accountInUse, accountsAt, addressOf, keptSessions, type Session } from './store.ts';
import { tell } from './terminal.ts';
import { quoted } from './text.ts';

/** Options of every command that calls the service. */
export interface Reach {
  url?: string;
  account?: string;
  certificate?: string;
  json?: boolean;
  maxWait?: string;
}

/** Key of a chosen certificate that serves all authorities; the others have the number of their type. */
export const ANY = 'any';

/** The service with the session of this user. */
export interface Connection {
  gateway: Gateway;
  /** For requests by their path. */
  transport: Transport;
  url: string;
  /**
   * `cert_secret` for requests that do not belong to one authority. `undefined` if several certificates are chosen, because it is
   * not certain which one is meant.
   */
  certificate: string | undefined;
  /** Whether this command names the certificate, or the environment does. */
  isNamed: boolean;
  /** The certificates that a person has chosen: see `Session`. */
  chosen: NonNullable<Session['certificates']>;
}

/** The session to act with: of the account that is named, else of the one in use. @throws End if there is none */
export const sessionFor = async (
  url: string,
  named: string | undefined,
): Promise<{ account: string; session: Session }> => {
  const account = named ?? accountInUse(url);
  const [session] = account === undefined ? [] : await keptSessions(url, account);
  if (account !== undefined && session) return { account, session };
  const others = accountsAt(url).filter((other) => other !== account);
  const choices = others.map((other) => `\n  pasarela accounts use ${quoted(other)} --url ${url}`).join('');
  throw new End(
    EXIT.notSent,
    `No hay sesión${account === undefined ? '' : ` de ${account}`} en ${url}: pasarela login --url ${url}${choices && `\nLas hay de otras cuentas:${choices}`}`,
  );
};

/** Connects with `PASARELA_TOKEN`, or with the session of an account. @throws End if there is none */
export const connect = async (options: Reach): Promise<Connection> => {
  const url = addressOf(options.url);
  const { PASARELA_TOKEN, PASARELA_CERTIFICATE } = process.env;
  if (PASARELA_TOKEN && options.account !== undefined)
    throw new Misuse('Con PASARELA_TOKEN no se elige cuenta: quite --account o esa variable.');
  const kept: Pick<Session, 'token' | 'certificates'> = PASARELA_TOKEN
    ? { token: PASARELA_TOKEN }
    : (await sessionFor(url, options.account)).session;
  const givenCertificate = options.certificate || PASARELA_CERTIFICATE;
  const { certificates: chosen = {} } = kept;
  const [only, ...others] = Object.values(chosen);
  const certificate = givenCertificate || chosen[ANY] || (others.length === 0 ? only : undefined);
  if (options.maxWait !== undefined && !/^\d{1,6}$/.test(options.maxWait))
    throw new Misuse('--max-wait: debe ser un número de segundos.');
  const config = {
    baseUrl: url,
    token: kept.token,
    onWait: tell,
    ...(options.maxWait !== undefined && { maxWaitSeconds: Number(options.maxWait) }),
  };
  return {
    gateway: createClient({ ...config, ...(certificate && { certificate }) }),
    transport: new Transport(config),
    url,
    certificate,
    isNamed: Boolean(givenCertificate),
    chosen,
  };
};

/** The client's method for an operation. */
export const operationOf = (
  gateway: Gateway,
  name: string,
): ((fields: Record<string, unknown>, options: Record<string, unknown>) => Promise<Answer<unknown>>) =>
  (gateway as unknown as Record<string, ReturnType<typeof operationOf>>)[name]!;
