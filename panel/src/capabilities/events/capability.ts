import type { Capability } from '../capability.ts';

/** Events, as programs receive them. */
export const events: Capability = {
  name: 'events',
  ofDevelopers: async () => ({ OfDevelopers: (await import('./event-list.tsx')).Events }),
};
