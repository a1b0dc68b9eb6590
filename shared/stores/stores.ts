import { later } from '../kernel/lazy.ts';
import * as accounts from './accounts.ts';
import * as secrets from './certificate-keys.ts';
import * as certificates from './certificates.ts';
import type { NewClient } from './clients/company.ts';
import { documentStore } from './documents.ts';
import * as evidence from './evidence/evidence.ts';
import * as timeStamps from './evidence/evidence.ts';
import * as filingActs from './filings/acts.ts';
import * as filingClaims from './filings/claim.ts';
import * as dueFilings from './filings/due.ts';
import * as filingList from './filings/list.ts';
import * as filingMoves from './filings/move.ts';
import * as filingQueues from './filings/queue.ts';
import * as filingReads from './filings/read.ts';
import * as health from './health.ts';
import * as apiTokens from './identity/api-tokens.ts';
import { callerStill } from './identity/kept-token.ts';
import { findPasswordHash } from './identity/password-rows.ts';
import * as passwordHashing from './identity/passwords.ts';
import * as sessionRows from './identity/sessions.ts';
import * as tokenKeys from './identity/tokens.ts';
import { readToken } from './identity/tokens.ts';
import type { OfUsers } from './identity/users.ts';
import * as workQueues from './queues.ts';
import * as rateWindows from './rate-windows.ts';
import * as keys from './service-keys.ts';
import * as worlds from './worlds.ts';

const passwords = { ...passwordHashing, findPasswordHash };

const filings = {
  getAct: filingActs.getAct,
  ...filingClaims,
  ...dueFilings,
  ...filingList,
  ...filingMoves,
  ...filingQueues,
  ...filingReads,
};

const sessions = { ...sessionRows, readToken, callerStill };

/** Stores that need nothing of capabilities. */
const alone = {
  accounts,
  apiTokens,
  budgets: later(() => import('./budgets.ts')),
  certificates,
  documents: documentStore(),
  evidence,
  filings,
  health,
  keys,
  links: later(() => import('./identity/links.ts')),
  mail: later(() => import('./mail/mail.ts')),
  passwordLinks: later(() => import('./identity/links.ts')),
  passwords,
  rateWindows,
  secondFactors: later(() => import('./identity/second-factor.ts')),
  secrets,
  sessions,
  signIns: later(() => import('./identity/sign-ins.ts')),
  timeStamps,
  tokenKeys,
  workQueues,
  worlds,
};

/**
 * The stores of the gateway: those that operations reach through their ports, and those that only serving uses.
 * @param ofUsers what capabilities keep of users
 */
export const gatewayStores = (ofUsers: OfUsers) => ({
  ...alone,
  clients: later(
    () => import('./clients/clients.ts'),
    async ({ removeClient, saveClient }) => {
      const rowsOfUser = await ofUsers.rows();
      return {
        removeClient: (accountId: string, clientId: number) => removeClient(accountId, clientId, rowsOfUser),
        saveClient: (accountId: string, wanted: NewClient, now: Date) =>
          saveClient(accountId, wanted, { now, rowsOfUser }),
      };
    },
  ),
  users: later(
    () => import('./identity/users.ts'),
    async ({ removeUser }) => {
      const rowsOfUser = await ofUsers.rows();
      return {
        removeUser: (accountId: string, userId: string, now: Date) =>
          removeUser(accountId, userId, { now, rowsOfUser }),
        ownerJoined: ofUsers.ownerJoined,
      };
    },
  ),
});

/** Stores that capabilities bring. Each declares its own in its `capability.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the declarations of capabilities
export interface CapabilityStores {}

export type AllStores = ReturnType<typeof gatewayStores> & CapabilityStores;

/** The stores that operations reach through their ports. */
export type Stores = Pick<
  AllStores,
  | 'accounts'
  | 'apiTokens'
  | 'budgets'
  | 'certificates'
  | 'clients'
  | 'filings'
  | 'health'
  | 'links'
  | 'mail'
  | 'passwordLinks'
  | 'passwords'
  | 'secondFactors'
  | 'sessions'
  | 'signIns'
  | 'worlds'
  | 'users'
> &
  CapabilityStores;
