import type { Capability } from '../capability.ts';
import { beginSearch, SearchBox } from './search-box.tsx';

/** The search for workers, companies and trámites. */
export const search: Capability = {
  name: 'search',
  Tool: SearchBox,
  beginSearch,
  findWorkers: async (gateway, text) => (await gateway.search({ q: text })).data.workers,
};
