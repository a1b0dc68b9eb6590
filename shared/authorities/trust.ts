import type { AuthorityName } from '../kernel/errors.ts';
import type { TlsSettings } from './channel/tls.ts';

/** Settings of TLS that are not the usual ones, by authority. */
export type AuthorityTls = Partial<Record<AuthorityName, TlsSettings>>;

/**
 * Whom to trust as an authority, and how TLS with it is. Stand-ins within the process have a root of their own, and no one
 * else is trusted there; elsewhere the stage's roots are added to those that Node has.
 * @param variables those of a function
 */
export const trustOf = (
  authority: AuthorityName,
  variables: Record<string, string | undefined> = process.env,
): { ca?: string; tls: TlsSettings } => {
  const { AUTHORITY_CA: ca = '', AUTHORITY_TLS: described = '{}', OWN_STAND_INS } = variables;
  const tls = (JSON.parse(described) as AuthorityTls)[authority] ?? {};
  if (OWN_STAND_INS === 'true') return { ca, tls };
  const roots = [ca, tls.roots ?? ''].filter((pem) => pem !== '').join('\n');
  return { tls: { ...tls, ...(roots && { roots }) } };
};
