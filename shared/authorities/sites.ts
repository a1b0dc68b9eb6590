import type { AuthorityName } from '../kernel/errors.ts';
import type { TlsSettings } from './channel/tls.ts';
import { sepeOrigins, sepeSite } from './sepe/sites.ts';
import { tgssOrigins, tgssSite } from './tgss/sites.ts';

/** The origin that serves a path of an authority. A deployment configures one address for each authority. */
type Site = (path: string, configured: string) => string;

const oneOrigin: Site = (_path, configured) => configured;

/** The origins of each authority. */
export const SITES: Record<AuthorityName, Site> = {
  tgss: tgssSite,
  sepe: sepeSite,
  aeat: oneOrigin,
  dehu: oneOrigin,
};

/** All origins of an authority. @param configured its address */
export const originsOf = (authority: AuthorityName, configured: string): string[] => {
  if (authority === 'tgss') return tgssOrigins(configured);
  return authority === 'sepe' ? sepeOrigins(configured) : [configured];
};

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
