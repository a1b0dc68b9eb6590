import { addressOf } from '../../shared/route.ts';
import type { EventNames } from '../capability.ts';

/** What is said of its events. */
export const eventNames: EventNames = {
  subjects: { batch: (id) => addressOf('importar', id) },
  families: { batch: [50, 'Lotes'] },
};
