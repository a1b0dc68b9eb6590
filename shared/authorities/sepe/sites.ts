/**
 * Addresses of the real SEPE. Its applications are spread over several hosts, while a step of a script names a path
 * only; each path belongs to one of them.
 */
const SITES: [path: string, origin: string][] = [
  ['/ccomunicacto/services/', 'https://www.sepe.es'],
  ['/ccomunicacto/', 'https://www.sepe.es:444'],
  ['/GetAccess/', 'https://isweb.sepe.gob.es'],
  ['/Proxy2', 'https://pasarela.clave.gob.es'],
];

/** What is at none of these. */
const SEDE = 'https://sede.sepe.gob.es';

/** The address under which a deployment says that it speaks to the real SEPE. */
const REAL = 'https://www.sepe.es';

/** The origin that serves a path: of the real SEPE the right one, of a stand-in its own for all of them. */
export const originOf = (path: string, configured: string): string =>
  configured === REAL ? (SITES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? SEDE) : configured;
