import * as z from 'zod';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { type AccountEvent, eventFor, type RowChange } from '../events/account-event.ts';
import { type RowKind, rowKind } from '../events/row-kinds.ts';
import { EVENT_DAYS, eventIdOf } from '../events/store/event-row.ts';
import { ACT_BEGINS, type Act, parseAct } from './store/act-row.ts';

declare module '../events/row-kinds.ts' {
  interface RowsOfKinds {
    act: Act & { accountId: string };
  }
}

const parse = (item: unknown): Act & { accountId: string } => ({
  ...parseAct(item),
  accountId: z.object({ pk: z.string() }).parse(item).pk.split('#')[1]!,
});

/**
 * The event of an act that was done, and of a sign-in that was refused: others that were refused changed nothing. An act that is put
 * back from a backup gives the event that it gave before, or none once such an event has expired.
 */
const ofAct = (
  change: RowChange,
  before: Act | undefined,
  after: (Act & { accountId: string }) | undefined,
): AccountEvent[] => {
  if (!after || after.outcome === before?.outcome) return [];
  const { accountId, id, at, kind, outcome } = after;
  const isRefused = outcome === 'refused';
  if (outcome === 'begun' || (isRefused && kind !== 'signIn')) return [];
  if (daysLater(new Date(at), EVENT_DAYS) < change.at) return [];
  const type = isRefused ? 'activity.signInRefused' : (`activity.${kind}` as const);
  return eventFor(change, type, {
    accountId,
    id: eventIdOf('activity', id, type),
    at,
    subject: { kind: 'activity', id },
  });
};

/** Acts, whose ends are read. */
export const rowKinds: RowKind[] = [
  rowKind({
    kind: 'act',
    table: 'OBLIGATIONS_TABLE',
    sk: new RegExp(`^${ACT_BEGINS}`),
    parse,
    events: ofAct,
  }),
];
