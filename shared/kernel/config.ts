/**
 * The settings of a function, from its environment. They are all here, so that infra and functions agree on the names.
 * A missing variable fails at first use, with its name.
 */

import type { AuthorityName } from './errors.ts';

/** Names of the environment variables; infra sets each of them. */
export type Variable =
  | CapabilityVariable
  | 'STAGE'
  | 'ACCOUNTS_TABLE'
  | 'PASSWORDS_TABLE'
  | 'WINDOWS_TABLE'
  | 'FILINGS_TABLE'
  | 'OBLIGATIONS_TABLE'
  | 'EVENTS_TABLE'
  | 'DOCUMENTS_BUCKET'
  | 'EVIDENCE_BUCKET'
  | 'SERVICE_KEY_SECRET'
  | 'CERTIFICATE_KEY_SECRET'
  | 'FILING_KEY_SECRET'
  | 'TOKEN_KEYS_SECRET'
  | 'CERTIFICATE_SECRETS_PREFIX'
  | 'ENCRYPTION_KEY'
  | AddressVariable
  | 'AUTHORITY_CA'
  | 'AUTHORITY_TLS'
  | 'STRICT_IDENTIFIERS'
  | 'SWITCHED_ON'
  | 'GIVE_UP_DAYS'
  | 'LIMITS'
  | 'API_SECONDS'
  | 'KEEP_CONVERSATIONS'
  | 'WORK_QUEUES'
  | 'MAIL_SENDER'
  | 'MAIL_REGION'
  | 'PANEL_URL'
  | 'TIME_STAMP_AUTHORITY';

/** The variables of capabilities, by capability; each declares those of its `deploy.ts` there. */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the declarations of capabilities
export interface CapabilityVariables {}

type CapabilityVariable = {
  [Capability in keyof CapabilityVariables]: keyof CapabilityVariables[Capability];
}[keyof CapabilityVariables];

/** @throws Error with the name of the variable if it is not set */
export const setting = (name: Variable): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment variable ${name} is not set`);
  return value;
};

type AddressVariable = `${Uppercase<AuthorityName>}_URL`;

/** The variable with the origin of an authority, such as `TGSS_URL`. */
export const addressVariable = (authority: AuthorityName): AddressVariable =>
  `${authority.toUpperCase() as Uppercase<AuthorityName>}_URL`;

/** Origin of an authority, https. */
export const addressOf = (authority: AuthorityName): string => setting(addressVariable(authority));

/** True where each account has stand-ins of its own, which answer within the function. */
export const hasOwnStandIns = (): boolean => process.env.OWN_STAND_INS === 'true';

/** Whether operators rehearse an outage of this authority: the stand-ins of all accounts are down. Their host says so. */
export const isOutageRehearsed = (authority: AuthorityName): boolean =>
  process.env.REHEARSED_OUTAGE === authority;

/** True on a stage that uses sandbox authorities: callers can choose scenarios there. */
export const isSandbox = () => setting('STAGE') === 'sandbox';

/** The values that callers can choose there in `X-Sandbox-Scenario`. */
export const SCENARIOS = [
  'error-page',
  'maintenance',
  'slow',
  'lost-answer',
  'no-duplicate',
  'no-duplicate-no-ta',
  'refused',
  'large-document',
  'long-report',
  'choose-user',
  'newest-pages',
  'in-debt',
  'never-ready',
] as const;

/** True if identifiers with wrong check digits are refused. */
export const strictIdentifiers = () => setting('STRICT_IDENTIFIERS') === 'true';

/** Days during which an authority is asked again about unknown outcomes. */
export const giveUpDays = () => Number(setting('GIVE_UP_DAYS'));

/** Seconds for which API Gateway waits for a function; 29 unless the stage says otherwise. */
export const apiSeconds = () => Number(process.env.API_SECONDS ?? 29);

/** How many times longer than in AWS its calls may take: more than 1 where tests use an emulator on a busy machine, else 1. */
export const callLimitsFactor = (): number => Number(process.env.CALL_LIMITS_FACTOR ?? 1);

/** How much callers may have, as the stage says. */
export interface Limits {
  /** Client companies of an account. */
  clients: number;
  /** Certificates of an account and its client companies. */
  certificates: number;
  /** P12 files opened, and passwords hashed for client companies, for one user in one hour of the clock. */
  derivationsPerHour: number;
  /** Most queued requests of an account, over all authorities. */
  queued: number;
}

/** The limits of the stage. */
export const limitsOfStage = (): Limits => JSON.parse(setting('LIMITS'));

/** True if conversations with authorities are kept, without personal data, so that its exchange can be checked. */
export const keepsConversations = () => setting('KEEP_CONVERSATIONS') === 'true';

/** Address of the panel for people; `undefined` where the stage has none, or does not know it. */
export const panelUrl = (): string | undefined => process.env.PANEL_URL || undefined;

/** Address of the authority that time-stamps evidence; `undefined` where none does. */
export const timeStampAuthority = (): string | undefined => process.env.TIME_STAMP_AUTHORITY || undefined;

/** Whether the operator has switched on an exchange that is off until seen, by its name. */
export const isSwitchedOn = (exchange: string): boolean => {
  const switchedOn: 'all' | string[] = JSON.parse(setting('SWITCHED_ON'));
  return switchedOn === 'all' || switchedOn.includes(exchange);
};
