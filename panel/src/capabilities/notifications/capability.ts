import type { Capability } from '../capability.ts';
import { eventNames } from './event-names.ts';
import { Watches } from './watches.tsx';

/** Where notifications are looked for. */
export const notifications: Capability = {
  name: 'notifications',
  eventNames,
  OfCertificate: Watches,
};
