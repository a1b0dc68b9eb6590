/**
 * Addresses of the real SEPE. Its applications are on several hosts. A step of a script has only a path, and each path
 * belongs to one host.
 */
const SITES: [path: string, origin: string][] = [
  ['/ccomunicacto/services/', 'https://www.sepe.es'],
  ['/ccomunicacto/', 'https://www.sepe.es:444'],
  ['/GetAccess/', 'https://isweb.sepe.gob.es'],
  ['/Proxy2', 'https://pasarela.clave.gob.es'],
];

/** The host of all other paths. */
const SEDE = 'https://sede.sepe.gob.es';

/** The configured address that means the real SEPE. */
const REAL = 'https://www.sepe.es';

/** The origin that serves a path. A stand-in serves all paths from its own origin. */
export const sepeSite = (path: string, configured: string): string =>
  configured === REAL ? (SITES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? SEDE) : configured;

/** The origins that serve all paths. */
export const sepeOrigins = (configured: string): string[] =>
  configured === REAL ? [...new Set([...SITES.map(([, origin]) => origin), SEDE])] : [configured];
