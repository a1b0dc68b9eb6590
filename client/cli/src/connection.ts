import { createClient, type Gateway } from '../../src/client.ts';
import { Transport } from '../../src/transport.ts';
import type { Answer } from '../../src/types.ts';
import { End, EXIT } from './ends.ts';
import { addressOf, keptSession, type Session } from './store.ts';

/** Options of every command that calls the service. */
export interface Reach {
  url?: string;
  certificate?: string;
  json?: boolean;
}

/** The service with the session of this user. */
export interface Connection {
  gateway: Gateway;
  /** For requests by their path. */
  transport: Transport;
  url: string;
  certificate: string | undefined;
}

/** Connects with `PASARELA_TOKEN`, or with the token of the last sign-in. @throws End if there is none */
export const connect = async (options: Reach): Promise<Connection> => {
  const url = addressOf(options.url);
  const { PASARELA_TOKEN, PASARELA_CERTIFICATE } = process.env;
  const kept: Session | undefined = PASARELA_TOKEN ? { token: PASARELA_TOKEN } : await keptSession(url);
  if (!kept) throw new End(EXIT.notSent, `No hay sesión en ${url}: pasarela login --url ${url}`);
  const certificate = options.certificate || PASARELA_CERTIFICATE || kept.certificate;
  const config = { baseUrl: url, token: kept.token };
  return {
    gateway: createClient({ ...config, ...(certificate && { certificate }) }),
    transport: new Transport(config),
    url,
    certificate,
  };
};

/** The client's method for an operation. */
export const operationOf = (
  gateway: Gateway,
  name: string,
): ((fields: Record<string, unknown>, options: Record<string, unknown>) => Promise<Answer<unknown>>) =>
  (gateway as unknown as Record<string, ReturnType<typeof operationOf>>)[name]!;
