/** The host of TGSS's portal, and that of its web services. */
const REAL = 'https://w2.seg-social.es';
const SERVICES = 'https://ws.seg-social.gob.es';

/** The origin that serves a path. A stand-in serves all paths from its own origin. */
export const tgssSite = (path: string, configured: string): string =>
  configured === REAL && path.startsWith('/INFRWSCN/') ? SERVICES : configured;

/** The origins that serve all paths. */
export const tgssOrigins = (configured: string): string[] =>
  configured === REAL ? [REAL, SERVICES] : [configured];
