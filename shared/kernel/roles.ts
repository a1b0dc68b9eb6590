/** The roles of the users of an account, the most powerful first: each may do what those after it may. */
export const ROLES = ['owner', 'files', 'reads'] as const;
export type Role = (typeof ROLES)[number];

/** The purpose of each role, in Spanish. */
export const ROLE_TEXT: Record<Role, string> = {
  owner: 'gestiona usuarios, tokens, certificados y clientes',
  files: 'presenta trámites',
  reads: 'consulta',
};

/** Whether who has a role may do what needs another one. */
export const covers = (role: Role, needed: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** The less powerful of two roles. */
export const lowerOf = (one: Role, other: Role): Role => (covers(one, other) ? other : one);

/**
 * The role of a user. The user of a client company has none in its row: it may do all that operations do not refuse it for
 * another reason (`admits`).
 */
export const roleOf = ({
  role,
  clientId,
}: {
  role?: Role | undefined;
  clientId?: number | undefined;
}): Role => role ?? (clientId === undefined ? 'reads' : 'owner');

/**
 * Dry runs that an account demands of its users before a submission: none; one; one by another user.
 */
export const PREVIEWS = ['optional', 'required', 'another'] as const;

/** Lifetime of an API token in days, at most. */
export const API_TOKEN_DAYS = 400;
