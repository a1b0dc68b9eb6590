import type { DynamoDBStreamEvent } from 'aws-lambda';
import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { withDeadline } from '../../../shared/stores/limits.ts';
import type { AccountEvent } from './account-event.ts';
import type { EventType } from './gateway-event.ts';
import type { Change, RowKind } from './row-kinds.ts';
import { changeOf, type ReadChange } from './store/stream.ts';

/** Milliseconds after which no AWS call of a batch goes on: before the function's time is up. */
const CALLS_MS = 55_000;
/** Accounts whose events are appended at the same time. */
const AT_ONCE = 8;

/** Follows up changes after their events are written. Must be idempotent: a batch that failed is read again whole. */
export type Follow = (services: Services, changes: Change[]) => Promise<void>;

/**
 * The handler of the function that reads the streams of tables: it appends the events that follow from changes. It fails
 * where something could not be written, and gets the same records again until they are a day old.
 * @param loadFollows loads what runs in this order on the changes of a batch, after their events are written. It is loaded
 *   with a batch and not with the function: a module that waits for its own parts at the top never ends loading
 */
export const changesHandler =
  (services: Services, loadFollows: () => Promise<Follow[]>) =>
  ({ Records }: DynamoDBStreamEvent): Promise<void> =>
    withDeadline(CALLS_MS, async () => {
      const kinds = await services.hooks.loadRowKinds();
      const read = Records.flatMap((record) => readChange(services, record, kinds) ?? []);
      const changes = read.map(({ change }) => change);
      const events = Map.groupBy(read.flatMap(eventsOf), ({ accountId }) => accountId);
      for (const [accountId, own] of events) events.set(accountId, await still(services, accountId, own));
      await fewAtOnce(events, AT_ONCE, async ([accountId, own]) => {
        const all = own.map(({ event }) => event);
        await services.stores.events.appendEvents(accountId, all, { now: services.now() });
      });
      for (const follow of await loadFollows()) await follow(services, changes);
      services.log.info('changes', { records: Records.length, changes: changes.length });
    });

/** The events for a change of a row, one or none. */
export const eventsOf = ({ kind, change }: ReadChange): AccountEvent[] =>
  kind.events?.(change, change.before, change.after) ?? [];

/** A row that cannot be read would keep all others of its part of the stream waiting for a day: it is a defect. */
const readChange = (
  { log, metrics }: Services,
  record: DynamoDBStreamEvent['Records'][number],
  kinds: RowKind[],
): ReadChange | undefined => {
  try {
    return changeOf(record, kinds);
  } catch (error) {
    log.error('a change could not be read', { record: record.eventID, error: error as Error });
    measureDefect(metrics);
    return undefined;
  }
};

/** Events that say that something was removed. */
const REMOVALS: ReadonlySet<EventType> = new Set(['certificate.deleted', 'user.removed']);

/**
 * An account that is being erased is disabled, and gets no events about removals, because they would outlive the
 * erasure.
 */
const still = async (
  { stores }: Services,
  accountId: string,
  events: AccountEvent[],
): Promise<AccountEvent[]> => {
  if (!events.some(({ event }) => REMOVALS.has(event.type))) return events;
  const account = await stores.accounts.findAccount(accountId);
  return account && !account.disabled ? events : events.filter(({ event }) => !REMOVALS.has(event.type));
};
