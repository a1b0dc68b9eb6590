/**
 * The parts of undici that the service uses, in the bundles of functions. Its index would load all of undici, twice as much,
 * before the first request to an authority. Tests and programs that are not bundled use the whole of undici.
 */
export { default as buildConnector } from '../../node_modules/undici/lib/core/connect.js';
export { default as Client } from '../../node_modules/undici/lib/dispatcher/client.js';
export { default as Pool } from '../../node_modules/undici/lib/dispatcher/pool.js';
export { parseCookie } from '../../node_modules/undici/lib/web/cookies/index.js';
