import * as z from 'zod';
import { type AccountEvent, eventFor, type RowChange } from '../events/account-event.ts';
import { type RowKind, rowKind } from '../events/row-kinds.ts';
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

/** The event of an act that was done, and of a sign-in that was refused: others that were refused changed nothing. */
const ofAct = (
  change: RowChange,
  before: Act | undefined,
  after: (Act & { accountId: string }) | undefined,
) => {
  if (!after || after.outcome === before?.outcome) return [];
  const { accountId, id, at, kind, outcome } = after;
  const isRefused = outcome === 'refused';
  if (outcome === 'begun' || (isRefused && kind !== 'signIn')) return [];
  return eventFor(change, isRefused ? 'activity.signInRefused' : `activity.${kind}`, {
    accountId,
    at,
    subject: { kind: 'activity', id },
  }) satisfies AccountEvent[];
};

/** Acts, whose ends are read. */
export const rowKinds: RowKind[] = [
  rowKind({ kind: 'act', table: 'EVENTS_TABLE', sk: new RegExp(`^${ACT_BEGINS}`), parse, events: ofAct }),
];
