import type { AuthorityName } from '../kernel/errors.ts';
import type { TlsSettings } from './channel/tls.ts';

/**
 * Hosts of the real authorities that have several. A step of a script has only a path, and each path belongs to one host.
 * A deployment configures one address for each authority: `real` means these hosts.
 */
const HOSTS: Partial<
  Record<AuthorityName, { real: string; byPath: [path: string, origin: string][]; others: string }>
> = {
  /** TGSS's portal, and its web services. */
  tgss: {
    real: 'https://w2.seg-social.es',
    byPath: [['/INFRWSCN/', 'https://ws.seg-social.gob.es']],
    others: 'https://w2.seg-social.es',
  },
  sepe: {
    real: 'https://www.sepe.es',
    byPath: [
      ['/ccomunicacto/services/', 'https://www.sepe.es'],
      ['/ccomunicacto/', 'https://www.sepe.es:444'],
      ['/GetAccess/', 'https://isweb.sepe.gob.es'],
      ['/Proxy2', 'https://pasarela.clave.gob.es'],
    ],
    others: 'https://sede.sepe.gob.es',
  },
  aeat: {
    real: 'https://www1.agenciatributaria.gob.es',
    byPath: [['/wlpl/inwinvoc/es.aeat.dit.adu.eeca.', 'https://www2.agenciatributaria.gob.es']],
    others: 'https://www1.agenciatributaria.gob.es',
  },
};

const hostsOf = (authority: AuthorityName, configured: string) => {
  const hosts = HOSTS[authority];
  return hosts?.real === configured ? hosts : { byPath: [], others: configured };
};

/** The origin that serves a path. A stand-in serves all paths from its own origin. @param configured its address */
export const siteOf = (authority: AuthorityName, path: string, configured: string): string => {
  const { byPath, others } = hostsOf(authority, configured);
  return byPath.find(([prefix]) => path.startsWith(prefix))?.[1] ?? others;
};

/** All origins of an authority. @param configured its address */
export const originsOf = (authority: AuthorityName, configured: string): string[] => {
  const { byPath, others } = hostsOf(authority, configured);
  return [...new Set([others, ...byPath.map(([, origin]) => origin)])];
};

/** Settings of TLS that are not the usual ones, by authority. */
export type AuthorityTls = Partial<Record<AuthorityName, TlsSettings>>;

/**
 * Trusted roots and TLS settings of an authority. Stand-ins within the process have a root of their own, and no
 * other root is trusted for them; elsewhere the stage's roots are added to Node's.
 * @param variables the environment of a function
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
