import { type AccountEvent, eventFor, type RowChange, seenBy } from '../events/account-event.ts';
import type { EventType } from '../events/gateway-event.ts';
import { type RowKind, rowKind } from '../events/row-kinds.ts';
import { type Batch, parseBatch } from './store/batch.ts';

declare module '../events/row-kinds.ts' {
  interface RowsOfKinds {
    batch: Batch;
  }
}

const ofBatch = (change: RowChange, before: Batch | undefined, after: Batch | undefined): AccountEvent[] => {
  if (!after) return [];
  const { id, accountId, clientId, previewedAt, endedAt } = after;
  const ended = (type: EventType, at: string) =>
    eventFor(change, type, { accountId, at, ...seenBy(clientId), subject: { kind: 'batch', id } });
  if (endedAt !== undefined) return before?.endedAt === undefined ? ended('batch.ended', endedAt) : [];
  const isPreviewed = previewedAt !== undefined && before?.previewedAt === undefined;
  return isPreviewed ? ended('batch.previewed', previewedAt) : [];
};

/** Rows of batches whose changes are read. */
export const rowKinds: RowKind[] = [
  rowKind({ kind: 'batch', table: 'FILINGS_TABLE', sk: /^batch$/, parse: parseBatch, events: ofBatch }),
];
