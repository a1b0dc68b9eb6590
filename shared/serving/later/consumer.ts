import { once } from '../../kernel/lazy.ts';
import { measureDefect } from '../../metrics/emit.ts';
import type { LazyGroup } from '../../operation/operation.ts';
import { withDeadline } from '../../stores/limits.ts';
import { queueHandler } from '../queue-handler.ts';
import type { Services } from '../services.ts';

/** Milliseconds after which no AWS call of a message goes on: before the function's time is up. */
const CALLS_MS = 295_000;

/** Loaded with the first message: the function that answers requests consists of the same files, and never uses it. */
const loadWork = once(() => import('./work.ts'));

/**
 * The handler of a group's consumer. A message holds the id of a record, which describes the work. It may arrive
 * several times, and only one function begins the work.
 */
export const consumerHandler = (group: LazyGroup, services: Services) =>
  queueHandler(
    (records) =>
      Promise.allSettled(
        records.map(({ body }) =>
          withDeadline(CALLS_MS, async () => (await loadWork()).makeQueued(services, group, body)),
        ),
      ),
    (error, { messageId, body }) => {
      services.log.error('queued work failed', { sqsMessage: messageId, filing: body, error });
      measureDefect(services.metrics);
    },
  );
