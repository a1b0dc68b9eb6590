import { type AccountEvent, eventFor, type RowChange } from '../events/account-event.ts';
import { type RowKind, rowKind } from '../events/row-kinds.ts';
import { parseWebhook, type Webhook } from './store/webhook.ts';

declare module '../events/row-kinds.ts' {
  interface RowsOfKinds {
    webhook: Webhook;
  }
}

const ofWebhook = (
  change: RowChange,
  before: Webhook | undefined,
  after: Webhook | undefined,
): AccountEvent[] => {
  if (!after?.disabledAt || after.disabledAt === before?.disabledAt) return [];
  const { id, accountId, disabledAt } = after;
  return eventFor(change, 'webhook.disabled', {
    accountId,
    at: disabledAt,
    subject: { kind: 'webhook', id },
  });
};

/** Rows of webhooks whose changes are read. */
export const rowKinds: RowKind[] = [
  rowKind({
    kind: 'webhook',
    table: 'ACCOUNTS_TABLE',
    sk: /^webhook#/,
    parse: parseWebhook,
    events: ofWebhook,
  }),
];
