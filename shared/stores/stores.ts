import * as accounts from './accounts.ts';
import * as secrets from './certificate-keys.ts';
import * as certificates from './certificates.ts';
import { documentStore } from './documents.ts';
import * as events from './events/events.ts';
import * as evidence from './evidence/evidence.ts';
import * as timeStamps from './evidence/evidence.ts';
import * as filings from './filings/filings.ts';
import * as health from './health.ts';
import * as apiTokens from './identity/api-tokens.ts';
import { callerStill } from './identity/kept-token.ts';
import { findPasswordHash } from './identity/password-rows.ts';
import * as passwordHashing from './identity/passwords.ts';
import * as sessionRows from './identity/sessions.ts';
import * as tokenKeys from './identity/tokens.ts';
import { readToken } from './identity/tokens.ts';
import * as workQueues from './queues/work.ts';
import * as rateWindows from './rate-windows.ts';
import * as keys from './service-keys.ts';
import * as worlds from './worlds.ts';

type Async = (...args: never[]) => Promise<unknown>;

/** The asynchronous functions of a module. */
type AsyncPart<Module> = {
  [Name in keyof Module as Module[Name] extends Async ? Name : never]: Module[Name];
};

/**
 * A store whose module is loaded when any of its functions is first called: a function that never uses it does not compile it.
 * It has no functions that answer at once, and cannot be spread.
 */
const later = <Module extends object>(load: () => Promise<Module>): AsyncPart<Module> =>
  new Proxy({} as AsyncPart<Module>, {
    get:
      (_, name) =>
      async (...args: never[]) =>
        ((await load())[name as keyof Module] as Async)(...args),
  });

const passwords = { ...passwordHashing, findPasswordHash };

const sessions = { ...sessionRows, readToken, callerStill };

/** All stores: those that operations reach through their ports, and those that only serving uses. */
export const stores = {
  accounts,
  apiTokens,
  batches: later(() => import('./batches/batches.ts')),
  budgets: later(() => import('./budgets.ts')),
  certificates,
  clients: later(() => import('./clients/clients.ts')),
  documents: documentStore(),
  events,
  evidence,
  filings,
  health,
  keys,
  links: later(() => import('./identity/links.ts')),
  mails: later(() => import('./mail/mails.ts')),
  obligations: later(() => import('./obligations/obligations.ts')),
  operator: later(() => import('./operator/operator.ts')),
  passwordLinks: later(() => import('./identity/password-links.ts')),
  passwords,
  rateWindows,
  secondFactors: later(() => import('./identity/second-factor.ts')),
  secrets,
  sessions,
  signIns: later(() => import('./identity/sign-ins.ts')),
  timeStamps,
  tokenKeys,
  users: later(() => import('./users/users.ts')),
  webhooks: later(() => import('./webhooks/webhooks.ts')),
  workQueues,
  worlds,
};

export type AllStores = typeof stores;

/** The stores that operations reach through their ports. */
export type Stores = Pick<
  AllStores,
  | 'accounts'
  | 'apiTokens'
  | 'batches'
  | 'budgets'
  | 'certificates'
  | 'clients'
  | 'events'
  | 'filings'
  | 'health'
  | 'links'
  | 'mails'
  | 'obligations'
  | 'operator'
  | 'passwordLinks'
  | 'passwords'
  | 'secondFactors'
  | 'sessions'
  | 'signIns'
  | 'worlds'
  | 'users'
  | 'webhooks'
>;
