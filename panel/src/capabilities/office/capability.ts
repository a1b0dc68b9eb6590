import type { Capability } from '../capability.ts';

const load = () => import('./pages.ts');

/** Companies that an office keeps without an e-mail, one by one or from a sheet. */
export const office: Capability = {
  name: 'office',
  addCompanies: async () => (await load()).ImportCompanies,
  saveCompany: async (...given) => (await load()).saveCompany(...given),
};
