import type { Capability } from '../capability.ts';
import { eventNames } from './event-names.ts';

/** Addresses to which events are sent. */
export const webhooks: Capability = {
  name: 'webhooks',
  eventNames,
  ofDevelopers: async () => {
    const { Deliveries, Webhooks } = await import('./webhooks.tsx');
    return { OfDevelopers: Webhooks, OfId: Deliveries };
  },
};
