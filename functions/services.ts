import { randomUUID } from 'node:crypto';
import { later, once } from '../shared/kernel/lazy.ts';
import { logger } from '../shared/kernel/log.ts';
import { metrics } from '../shared/metrics/emit.ts';
import type { Services } from '../shared/serving/services.ts';
import { hooks } from './hooks.ts';
import { stores } from './stores.ts';

/** Few operations do anything with a filing. */
const filingPorts: Services['filingPorts'] = (...given) =>
  later(async () => (await import('../shared/serving/filing/for-operations.ts')).filingPorts(...given));

/** The services of every deployed function. */
export const parts = {
  now: () => new Date(),
  newId: randomUUID as () => string,
  log: logger,
  metrics,
  stores,
  hooks,
  filingPorts,
};

/**
 * Code for acting before authorities. It is loaded with the first such operation, while the caller is looked up,
 * because it is most of the code to compile before the first request. None of it is loaded after something was
 * filed.
 */
const loadAuthorities = /* @__PURE__ */ once(async () => {
  const [{ authorityPort }] = await Promise.all([
    import('../shared/authorities/authority-port.ts'),
    import('../shared/serving/before-authority.ts'),
  ]);
  return { authorityPort };
});

/** Services of deployed functions. Marked as pure, so that a bundle has only what its function uses. */
const servicesWith = (opening: Pick<Services, 'loadAuthorities' | 'openAuthority'>): Services => ({
  ...parts,
  ...opening,
});

/** The services of a deployed function that acts before authorities. */
export const realServices: Services = /* @__PURE__ */ servicesWith({
  loadAuthorities,
  openAuthority: async (options) => (await loadAuthorities()).authorityPort(options),
});

/** The services of a deployed function that acts before no authority: it has nothing that talks with one. */
export const ownServices: Services = /* @__PURE__ */ servicesWith({
  openAuthority: () => {
    throw new Error('this function acts before no authority');
  },
});
