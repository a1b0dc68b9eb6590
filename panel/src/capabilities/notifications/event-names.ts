import type { EventNames } from '../capability.ts';

/** What is said of its events. */
export const eventNames: EventNames = {
  families: { notification: [30, 'Notificaciones'] },
};
