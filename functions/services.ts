import { authorities, noAuthorities, type Services, surroundings } from '../shared/serving/services.ts';
import { hooks } from './hooks.ts';
import { stores } from './stores.ts';

/** What every deployed function serves with. */
export const parts = { ...surroundings, stores, hooks };

/** The services of a deployed function that acts before authorities. */
export const realServices: Services = {
  ...parts,
  ...authorities,
};

/** The services of a deployed function that acts before no authority: it has nothing that talks with one. */
export const ownServices: Services = {
  ...parts,
  ...noAuthorities,
};
