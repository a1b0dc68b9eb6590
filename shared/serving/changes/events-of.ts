import type { EventType, GatewayEvent } from '../../kernel/events.ts';
import { roleOf } from '../../kernel/roles.ts';
import type { Batch } from '../../stores/batches/batch.ts';
import { eventIdOf } from '../../stores/events/event-keys.ts';
import type { Change, ChangedCertificate, ChangedFiling, ChangedUser } from '../../stores/events/stream.ts';
import { shownState } from '../../stores/filings/shown-state.ts';
import type { KeptObligation } from '../../stores/obligations/obligation-row.ts';
import type { Webhook } from '../../stores/webhooks/webhook.ts';
import { filingEvent } from './filing-events.ts';
import { obligationEvent } from './obligation-events.ts';

/** An event of an account. */
export interface AccountEvent {
  accountId: string;
  event: GatewayEvent;
}

/** What a change of a row says: an event, or none. The same change always says the same, under the same id. */
export const eventsOf = (change: Change): AccountEvent[] => {
  switch (change.kind) {
    case 'filing':
      return change.after ? ofFiling(change, change.before, change.after) : [];
    case 'batch':
      return change.after ? ofBatch(change, change.before, change.after) : [];
    case 'certificate':
      return ofCertificate(change, change.before, change.after);
    case 'user':
      return ofUser(change, change.before, change.after);
    case 'obligation':
      return change.after ? ofObligation(change, change.before, change.after) : [];
    case 'webhook':
      return ofWebhook(change, change.before, change.after);
    case 'event':
    case 'seen':
      return [];
  }
};

type Made = Pick<Change, 'id' | 'at'>;

const event = (
  { id, at }: Made,
  type: EventType,
  facts: Pick<GatewayEvent, 'subject'> & Partial<GatewayEvent>,
): GatewayEvent => ({ id: eventIdOf(id, type), type, at: at.toISOString(), ...facts });

/** The client company that may see it; 0 is the account itself. */
const seenBy = (clientId: number | undefined) => (clientId ? { clientId } : {});

const ofFiling = (made: Made, before: ChangedFiling | undefined, after: ChangedFiling): AccountEvent[] => {
  const type = filingEvent(before, after);
  if (!type) return [];
  const { id, accountId, clientId, companyId, stated, endedAt } = after;
  const at = type === 'tramite.declared' ? stated?.at : endedAt;
  return [
    {
      accountId,
      event: event(made, type, {
        ...(at && { at }),
        ...seenBy(clientId),
        ...(companyId !== undefined && { companyId }),
        subject: { kind: 'tramite', id },
        detail: { state: shownState(after) },
      }),
    },
  ];
};

const ofBatch = (made: Made, before: Batch | undefined, after: Batch): AccountEvent[] => {
  const { id, accountId, clientId, previewedAt, endedAt } = after;
  const ended = (type: EventType, at: string) => [
    { accountId, event: event(made, type, { at, ...seenBy(clientId), subject: { kind: 'batch', id } }) },
  ];
  if (endedAt !== undefined) return before?.endedAt === undefined ? ended('batch.ended', endedAt) : [];
  const isPreviewed = previewedAt !== undefined && before?.previewedAt === undefined;
  return isPreviewed ? ended('batch.previewed', previewedAt) : [];
};

const ofObligation = (
  made: Made,
  before: KeptObligation | undefined,
  after: KeptObligation,
): AccountEvent[] => {
  const type = obligationEvent(before, after, made.at);
  if (!type) return [];
  const { id, accountId, companyId } = after;
  const of = companyId === undefined ? {} : { clientId: companyId, companyId };
  return [{ accountId, event: event(made, type, { ...of, subject: { kind: 'obligation', id } }) }];
};

const ofCertificate = (
  made: Made,
  before: ChangedCertificate | undefined,
  after: ChangedCertificate | undefined,
): AccountEvent[] => {
  const row = after ?? before;
  if (!row) return [];
  const { id, accountId, clientId } = row;
  const one = (type: EventType, more: Partial<GatewayEvent> = {}) => [
    {
      accountId,
      event: event(made, type, { ...seenBy(clientId), subject: { kind: 'certificate', id }, ...more }),
    },
  ];
  if (!before) return one('certificate.uploaded');
  if (!after) return one('certificate.deleted');
  const { refusedAt, refusedBy } = after;
  if (!refusedAt || refusedAt === before.refusedAt) return [];
  return one('certificate.refused_by_authority', { at: refusedAt, detail: { authority: refusedBy } });
};

const ofUser = (
  made: Made,
  before: ChangedUser | undefined,
  after: ChangedUser | undefined,
): AccountEvent[] => {
  const row = after ?? before;
  const type = row && userEvent(before, after);
  if (!row || !type) return [];
  const { id, accountId, clientId } = row;
  return [{ accountId, event: event(made, type, { ...seenBy(clientId), subject: { kind: 'user', id } }) }];
};

const ofWebhook = (made: Made, before: Webhook | undefined, after: Webhook | undefined): AccountEvent[] => {
  if (!after?.disabledAt || after.disabledAt === before?.disabledAt) return [];
  const { id, accountId, disabledAt } = after;
  const facts = { at: disabledAt, subject: { kind: 'webhook', id } } as const;
  return [{ accountId, event: event(made, 'webhook.disabled', facts) }];
};

const userEvent = (
  before: ChangedUser | undefined,
  after: ChangedUser | undefined,
): EventType | undefined => {
  if (!before) return after?.removedAt ? undefined : 'user.invited';
  if (before.removedAt) return undefined;
  if (!after || after.removedAt) return 'user.removed';
  // The rows of those who had a password before this was noted have another generation than a new user's.
  if (after.joinedAt && !before.joinedAt && before.generation === 0) return 'user.joined';
  const isSame =
    before.name === after.name &&
    roleOf(before) === roleOf(after) &&
    before.hasSecondFactor === after.hasSecondFactor;
  return isSame ? undefined : 'user.changed';
};
