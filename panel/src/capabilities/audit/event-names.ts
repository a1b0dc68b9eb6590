import { addressOf } from '../../shared/route.ts';
import type { EventNames } from '../capability.ts';

/** What is said of its events. */
export const eventNames: EventNames = {
  subjects: { activity: () => addressOf('actividad') },
  families: { activity: [95, 'Actividad de la cuenta'] },
};
