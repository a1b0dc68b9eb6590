import type { EventsOfPart } from '../events/events-of-gateway.ts';

/** Events of batches. */
export const batchEvents = {
  types: {
    'batch.previewed': 'ha terminado su simulacro, y puede presentarse',
    'batch.ended': 'ha terminado, o se ha cancelado',
  },
  subjects: ['batch'],
} as const satisfies EventsOfPart;
