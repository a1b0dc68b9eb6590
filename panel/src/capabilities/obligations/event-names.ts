import { addressOf, START } from '../../shared/route.ts';
import type { EventNames } from '../capability.ts';

/** What is said of its events. */
export const eventNames: EventNames = {
  subjects: { obligation: () => addressOf(START) },
  families: { obligation: [20, 'Obligaciones'] },
};
