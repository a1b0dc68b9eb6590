import { randomUUID } from 'node:crypto';
import { logger } from '../../kernel/log.ts';
import { metrics } from '../../metrics/emit.ts';
import { stores } from '../../stores/stores.ts';

/** What every deployed function serves with. */
export const parts = {
  stores,
  now: () => new Date(),
  newId: randomUUID as () => string,
  log: logger,
  metrics,
};
