import { authorities, noAuthorities, type Services, surroundings } from '../shared/serving/services.ts';
import { hooks } from './hooks.ts';
import { stores } from './stores.ts';

/** What every deployed function serves with. */
export const parts = { ...surroundings, stores, hooks };

/** Services of deployed functions. Marked as pure, so that a bundle has only what its function uses. */
const servicesWith = (opening: typeof authorities | typeof noAuthorities): Services => ({
  ...parts,
  ...opening,
});

/** The services of a deployed function that acts before authorities. */
export const realServices: Services = /* @__PURE__ */ servicesWith(authorities);

/** The services of a deployed function that acts before no authority: it has nothing that talks with one. */
export const ownServices: Services = /* @__PURE__ */ servicesWith(noAuthorities);
