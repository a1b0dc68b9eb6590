import * as accounts from './accounts.ts';
import * as budgets from './budgets.ts';
import * as certificates from './certificates.ts';
import * as clients from './clients/clients.ts';
import { documentStore } from './documents.ts';
import * as events from './events/events.ts';
import * as evidence from './evidence/evidence.ts';
import * as timeStamps from './evidence/evidence.ts';
import * as filings from './filings/filings.ts';
import * as health from './health.ts';
import * as apiTokens from './identity/api-tokens.ts';
import { callerStill } from './identity/kept-token.ts';
import * as links from './identity/links.ts';
import * as passwordLinks from './identity/password-links.ts';
import { findPasswordHash } from './identity/password-rows.ts';
import * as passwordHashing from './identity/passwords.ts';
import * as secondFactors from './identity/second-factor.ts';
import * as sessionRows from './identity/sessions.ts';
import * as signIns from './identity/sign-ins.ts';
import * as tokenKeys from './identity/tokens.ts';
import { readToken } from './identity/tokens.ts';
import { later } from './later.ts';
import * as mailChoices from './mail/choices.ts';
import * as mail from './mail/mail.ts';
import * as mailQueue from './mail/queue.ts';
import * as sentMails from './mail/sent.ts';
import * as unsubscribing from './mail/unsubscribe.ts';
import { noteCall } from './operator/calls.ts';
import * as workQueues from './queues/work.ts';
import * as rateWindows from './rate-windows.ts';
import * as secrets from './secrets.ts';
import * as keys from './service-keys.ts';
import * as invitations from './users/invitation.ts';
import * as userRows from './users/users.ts';
import * as worlds from './worlds.ts';

const passwords = { ...passwordHashing, findPasswordHash };

const mails = { ...mailChoices, ...mailQueue, ...mail, ...sentMails, ...unsubscribing };

const users = { ...userRows, ...invitations };

const sessions = { ...sessionRows, readToken, callerStill, noteCall };

/** All stores: those that operations reach through their ports, and those that only serving uses. */
export const stores = {
  accounts,
  apiTokens,
  batches: later(() => import('./batches/batches.ts')),
  budgets,
  certificates,
  clients,
  documents: documentStore(),
  events,
  evidence,
  filings,
  health,
  keys,
  links,
  mails,
  obligations: later(() => import('./obligations/obligations.ts')),
  mail,
  operator: later(() => import('./operator/operator.ts')),
  passwordLinks,
  passwords,
  rateWindows,
  secondFactors,
  secrets,
  sessions,
  signIns,
  timeStamps,
  tokenKeys,
  users,
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
