import type { AuthorityName } from '../kernel/errors.ts';
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
