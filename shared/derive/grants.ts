import type { Group, Need } from '../operation/operation.ts';

/** Name of a permission of a function; infra gives the function the least IAM statements for it. */
export type Grant =
  | Need
  | 'callers:read'
  | 'api-tokens:use'
  | 'calls:note'
  | 'certificates:get'
  | 'certificates:note'
  | 'revocations:read'
  | 'health:write'
  | 'service-key:read'
  | 'certificate-key:read'
  | 'token-keys:read'
  | 'certificate-secrets:read'
  | 'filings:list'
  | 'filings:due'
  | 'evidence:read'
  | 'evidence:write'
  | 'certificates:list'
  | 'filings:unknown'
  | 'accounts:list'
  | 'users:list'
  | 'users:names';

/** Needed for any request: to log it. */
const SERVE: Grant[] = ['service-key:read'];

/** Needed to authenticate callers, and to count their requests. */
const IDENTIFY: Grant[] = [
  'certificate-key:read',
  'token-keys:read',
  'callers:read',
  'counts:write',
  'api-tokens:use',
  'calls:note',
];

/**
 * Needed to act before an authority, at once or asynchronously: the certificate's key, its row (in case its secret
 * was replaced meanwhile), the note that it was accepted, stored documents and answers, the record, the queue, and
 * the health of the authority.
 */
const ACT_BEFORE_AUTHORITIES: Grant[] = [
  'certificates:get',
  'certificates:note',
  'certificate-secrets:read',
  'documents:read',
  'documents:write',
  'filings:read',
  'filings:write',
  'work-queues:send',
  'health:write',
];

/**
 * Needed to act for a caller who has gone: the row of the certificate has not been read yet, and the seal proves the
 * request.
 */
const ACT_LATER: Grant[] = [...ACT_BEFORE_AUTHORITIES, 'accounts:get', 'health:read', 'filing-key:read'];

/** Needed to file and to look filings up: their evidence, and the names of users in it. */
const FILE: Grant[] = ['evidence:read', 'evidence:write', 'users:get'];

/** Needed to name whom a submission is about: client company, and worker as earlier filings have the name. */
const NAME: Grant[] = ['service-key:read', 'clients:find', 'joined:workerName'];

/** The authorizer reads the account from the token, and whether that was revoked. */
export const AUTHORIZER_GRANTS: Grant[] = ['token-keys:read', 'revocations:read'];

/**
 * The function that looks after due filings: it acts before authorities for no caller of its own. It also does the work of
 * capabilities of each minute.
 */
export const DUE_FILINGS_GRANTS: Grant[] = [
  ...ACT_LATER,
  ...FILE,
  'filings:due',
  // The facts of an answer that an authority prepared, and the client company that they concern.
  'joined:runReading',
  'clients:find',
  'clients:get',
  'service-key:read',
  'joined:scheduled',
];

/** Whether any operation of the group acts before an authority. */
export const actsBeforeAuthorities = (group: Group): boolean =>
  group.looksUpFilings === true || group.operations.some(({ kind }) => kind !== 'resource');

/** Whether any operation of the group files or looks filings up. */
const files = (group: Group): boolean =>
  group.looksUpFilings === true || group.operations.some(({ kind }) => kind === 'submission');

/** Whether any reading of the group emits facts. */
const emitsOnRead = (group: Group): boolean =>
  group.operations.some((operation) => operation.kind === 'reading' && operation.emitsOnRead);

/** Whether any operation of the group is noted in the activity of the account. */
const isNoted = (group: Group): boolean =>
  group.operations.some(
    (operation) => operation.kind === 'resource' && operation.noted && 'kind' in operation.noted,
  );

/**
 * Whether a caller with a session can do anything in the group, also with a certificate. Groups without sessions
 * state their needs.
 */
const hasSessions = (group: Group): boolean =>
  group.operations.some((operation) => operation.kind !== 'resource' || operation.access !== 'anonymous');

/** Permissions of the group's function: those that its operations need, and those that the group declares. */
export const grantsOf = (group: Group): Grant[] => [
  ...new Set([
    ...SERVE,
    ...(hasSessions(group) ? IDENTIFY : []),
    ...(actsBeforeAuthorities(group) ? ACT_BEFORE_AUTHORITIES : []),
    // It seals queued work.
    ...(group.operations.some(({ kind }) => kind !== 'resource') ? (['filing-key:read'] as const) : []),
    ...(group.looksUpFilings ? (['filings:list', 'accounts:get'] as const) : []),
    ...(files(group) ? FILE : []),
    // Its record names the client company that has the contribution account; the record of a dry run names the worker.
    ...(group.operations.some(({ kind }) => kind === 'submission') ? NAME : []),
    ...(emitsOnRead(group) ? (['joined:runReading'] as const) : []),
    ...(isNoted(group) ? (['joined:acts'] as const) : []),
    ...(group.needs ?? []),
  ]),
];

/**
 * Permissions of a group's consumer. It serves no caller, and so reads and counts none; but an answer in parts
 * contains a token for the next part. It checks that the token with which the work was asked for is still valid.
 */
export const consumerGrantsOf = (group: Group): Grant[] => [
  ...new Set<Grant>([
    ...ACT_LATER,
    'tokens:check',
    ...(files(group) ? [...FILE, ...NAME] : []),
    // The client company of a fact: by its contribution account, or by its tax id where the group asks with one.
    ...(emitsOnRead(group) ? (['joined:runReading', 'clients:find'] as const) : []),
    ...(emitsOnRead(group) && group.needs?.includes('clients:get') ? (['clients:get'] as const) : []),
    'token-keys:read',
  ]),
];
