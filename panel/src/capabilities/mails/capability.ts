import type { Capability } from '../capability.ts';

/** Mails to a person. */
export const mails: Capability = {
  name: 'mails',
  ofSettings: async () => (await import('./mails.tsx')).Mails,
};
