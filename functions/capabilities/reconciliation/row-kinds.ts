import * as z from 'zod';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { type AccountEvent, eventFor, type RowChange } from '../events/account-event.ts';
import type { EventType } from '../events/gateway-event.ts';
import { type RowKind, rowKind } from '../events/row-kinds.ts';
import {
  type AcceptedDifference,
  type Nightly,
  parseAccepted,
  parseNightly,
  reconciliationRow,
} from './store/reconciliation-row.ts';
import { parseWorkforceHead, type WorkforceHead } from './store/workforce-row.ts';

const parseReconciliation = rowParser('Reconciliation', 'reconciliation', () =>
  reconciliationRow().pick({ id: true, accountId: true, company: true, endedAt: true, drift: true }),
);
export type ChangedReconciliation = ReturnType<typeof parseReconciliation>;

/** The account is in its key alone. */
const parseWorkforce = (item: unknown): WorkforceHead & { accountId: string } => ({
  ...parseWorkforceHead(item),
  accountId: z.object({ pk: z.string() }).parse(item).pk.split('#')[1]!,
});

declare module '../events/row-kinds.ts' {
  interface RowsOfKinds {
    reconciliation: ChangedReconciliation;
    nightly: Nightly;
    accepted: AcceptedDifference;
    workforce: ReturnType<typeof parseWorkforce>;
  }
}

/** A row that is put back gives no event. */
const ofReconciliation = (
  change: RowChange,
  before: ChangedReconciliation | undefined,
  after: ChangedReconciliation | undefined,
): AccountEvent[] => {
  if (!before || before.drift !== undefined || !after?.drift) return [];
  const { id, accountId, company, endedAt, drift } = after;
  return eventFor(change, 'drift.found', {
    accountId,
    clientId: company,
    companyId: company,
    ...(endedAt && { at: endedAt }),
    subject: { kind: 'reconciliation', id },
    detail: { count: drift },
  });
};

/** What a person did to the comparisons of a company, so that less is reported: for the office alone, with who it was. */
const byUser = (
  change: RowChange,
  type: EventType,
  { accountId, companyId, userId }: { accountId: string; companyId: number; userId: string },
) => eventFor(change, type, { accountId, companyId, subject: { kind: 'user', id: userId } });

const ofNightly = (
  change: RowChange,
  before: Nightly | undefined,
  after: Nightly | undefined,
): AccountEvent[] => {
  if (!before?.enabled || !after || after.enabled || !after.offBy) return [];
  const { accountId, company, offBy } = after;
  return byUser(change, 'drift.disabled', { accountId, companyId: company, userId: offBy });
};

/** A row that is put back gives the event again. */
const ofAccepted = (
  change: RowChange,
  before: AcceptedDifference | undefined,
  after: AcceptedDifference | undefined,
): AccountEvent[] => {
  if (before || !after) return [];
  const { accountId, company, userId } = after;
  return byUser(change, 'drift.accepted', { accountId, companyId: company, userId });
};

const ofWorkforce = (
  change: RowChange,
  before: WorkforceHead | undefined,
  after: (WorkforceHead & { accountId: string }) | undefined,
): AccountEvent[] => {
  if (!after?.by || after.at === before?.at || (after.workers !== 0 && !after.fewer)) return [];
  return byUser(change, 'workforce.emptied', {
    accountId: after.accountId,
    companyId: after.company,
    userId: after.by,
  });
};

/** Rows of comparisons and of lists of workers whose changes are read. */
export const rowKinds: RowKind[] = [
  rowKind({
    kind: 'reconciliation',
    table: 'FILINGS_TABLE',
    sk: /^reconciliation$/,
    parse: parseReconciliation,
    events: ofReconciliation,
  }),
  rowKind({
    kind: 'nightly',
    table: 'FILINGS_TABLE',
    sk: /^company#/,
    parse: parseNightly,
    events: ofNightly,
  }),
  rowKind({
    kind: 'accepted',
    table: 'FILINGS_TABLE',
    sk: /^accepted#/,
    parse: parseAccepted,
    events: ofAccepted,
  }),
  rowKind({
    kind: 'workforce',
    table: 'OBLIGATIONS_TABLE',
    sk: /^company#/,
    parse: parseWorkforce,
    events: ofWorkforce,
  }),
];
