import { addressOf } from '../../shared/route.ts';
import type { EventNames } from '../capability.ts';

/** What is said of its events. */
export const eventNames: EventNames = {
  subjects: { webhook: (id) => addressOf('desarrolladores', id) },
  families: { webhook: [100, 'Webhooks'] },
};
