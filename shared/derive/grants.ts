import type { Group, Need } from '../operation.ts';

/** What a function may do, in words; infra gives each word the least statements that make it true. */
export type Grant =
  | Need
  | 'records:read'
  | 'windows:write'
  | 'service-key:read'
  | 'certificate-secrets:read'
  | 'documents:read'
  | 'documents:write';

/** To serve any request: tell who calls and count it. */
const SERVE: Grant[] = ['service-key:read', 'records:read', 'windows:write'];

/** To act before an authority: the certificate, and the documents that come back (found again on a retry). */
const ACT_BEFORE_AUTHORITIES: Grant[] = ['certificate-secrets:read', 'documents:read', 'documents:write'];

/** The authorizer reads the account out of the token and looks nothing up. */
export const AUTHORIZER_GRANTS: Grant[] = ['service-key:read'];

/** True where some operation of the group acts before an authority. */
export const actsBeforeAuthorities = (group: Group): boolean =>
  group.operations.some(({ kind }) => kind !== 'resource');

/** What the group's function may do: what follows from its operations, and what the group says it needs beyond. */
export const grantsOf = (group: Group): Grant[] => [
  ...new Set([
    ...SERVE,
    ...(actsBeforeAuthorities(group) ? ACT_BEFORE_AUTHORITIES : []),
    ...(group.needs ?? []),
  ]),
];
