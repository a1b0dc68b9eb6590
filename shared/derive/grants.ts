import type { Group, Need } from '../operation.ts';

/** Name of a permission of a function; infra gives the function the least IAM statements for it. */
export type Grant =
  | Need
  | 'records:read'
  | 'api-tokens:use'
  | 'revocations:read'
  | 'windows:write'
  | 'health:write'
  | 'service-key:read'
  | 'certificate-key:read'
  | 'token-keys:read'
  | 'certificate-secrets:read'
  | 'documents:read'
  | 'documents:write'
  | 'filings:read'
  | 'filings:write'
  | 'evidence:read'
  | 'evidence:write'
  | 'work-queues:send';

/** Needed for any request: to authenticate the caller, to count the request, and to log it. */
const SERVE: Grant[] = [
  'service-key:read',
  'token-keys:read',
  'records:read',
  'windows:write',
  'api-tokens:use',
];

/**
 * Needed to act before an authority, now or later: the certificate's key, stored documents and answers, the record, and
 * the queue of what is made later.
 */
const ACT_BEFORE_AUTHORITIES: Grant[] = [
  'certificate-secrets:read',
  'documents:read',
  'documents:write',
  'filings:read',
  'filings:write',
  'work-queues:send',
];

/** Needed to file, and to look up what was filed: its evidence. */
const FILE: Grant[] = ['evidence:read', 'evidence:write'];

/** The authorizer reads the account from the token, and whether that was revoked. */
export const AUTHORIZER_GRANTS: Grant[] = ['token-keys:read', 'revocations:read'];

/** The function that looks after due filings: it acts before authorities for no caller of its own. */
export const DUE_FILINGS_GRANTS: Grant[] = [
  'records:read',
  'health:write',
  ...ACT_BEFORE_AUTHORITIES,
  ...FILE,
];

/** Whether any operation of the group acts before an authority. */
export const actsBeforeAuthorities = (group: Group): boolean =>
  group.looksUpFilings === true || group.operations.some(({ kind }) => kind !== 'resource');

/** Whether any operation of the group files, or looks up what was filed. */
const files = (group: Group): boolean =>
  group.looksUpFilings === true || group.operations.some(({ kind }) => kind === 'submission');

/** Whether a caller with a session can do anything in the group, and so with a certificate. */
const hasSessions = (group: Group): boolean =>
  group.operations.some((operation) => operation.kind !== 'resource' || operation.access === 'session');

/** Permissions of the group's function: those that its operations need, and those that the group declares. */
export const grantsOf = (group: Group): Grant[] => [
  ...new Set([
    ...SERVE,
    ...(hasSessions(group) ? (['certificate-key:read'] as const) : []),
    ...(actsBeforeAuthorities(group) ? ACT_BEFORE_AUTHORITIES : []),
    ...(files(group) ? FILE : []),
    ...(group.needs ?? []),
  ]),
];
