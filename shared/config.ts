/**
 * What the deployment tells a function, read from its environment. One place, so that infra and functions agree on
 * the names; a variable that is missing fails at first use, with its name.
 */

/** Names of the environment variables; infra sets each of them. */
export type Variable =
  | 'STAGE'
  | 'RECORDS_TABLE'
  | 'WINDOWS_TABLE'
  | 'DOCUMENTS_BUCKET'
  | 'SERVICE_KEY_SECRET'
  | 'CERTIFICATE_SECRETS_PREFIX'
  | 'ENCRYPTION_KEY'
  | 'TGSS_URL'
  | 'SEPE_URL'
  | 'AEAT_URL'
  | 'AUTHORITY_CA'
  | 'STRICT_IDENTIFIERS'
  | 'SWITCHED_ON'
  | 'MAIL_SENDER';

/** @throws Error naming the variable when it is not set */
export const setting = (name: Variable): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`environment variable ${name} is not set`);
  return value;
};

/** True on a stage that speaks to sandbox authorities: scenarios can be chosen there. */
export const isSandbox = () => setting('STAGE') === 'sandbox';

/** True where identifiers with wrong check digits are refused. */
export const strictIdentifiers = () => setting('STRICT_IDENTIFIERS') === 'true';

/** Whether the operator has switched on an exchange that is off until seen, by its name. */
export const isSwitchedOn = (exchange: string): boolean => {
  const switchedOn: 'all' | string[] = JSON.parse(setting('SWITCHED_ON'));
  return switchedOn === 'all' || switchedOn.includes(exchange);
};
