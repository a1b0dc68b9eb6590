import { roleOf } from '../../shared/kernel/roles.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { isOpen, type ShownState, shownState } from '../../shared/stores/filings/shown-state.ts';
import type { Batch } from '../batches/store/batch.ts';
import { eventOf } from '../obligations/due.ts';
import { knownOn } from '../obligations/rules/rule.ts';
import type { KeptObligation } from '../obligations/store/obligation-row.ts';
import type { AcceptedDifference, Nightly } from '../reconciliation/store/reconciliation-row.ts';
import type { WorkforceHead } from '../reconciliation/store/workforce-row.ts';
import type { Webhook } from '../webhooks/store/webhook.ts';
import type { EventType, GatewayEvent } from './gateway-event.ts';
import { eventIdOf } from './store/event-row.ts';
import type {
  Change,
  ChangedCertificate,
  ChangedFiling,
  ChangedReconciliation,
  ChangedUser,
} from './store/stream.ts';

/** The event for the end of a filing, by the state in which it is shown. A dry run has none. */
const ENDS: Partial<Record<ShownState, EventType>> = {
  accepted: 'tramite.accepted',
  refused: 'tramite.refused',
  notSent: 'tramite.notSent',
  unknown: 'tramite.unknown',
  answered: 'tramite.document_ready',
  failed: 'tramite.failed',
};

/** States in which the outcome is unknown, or known only from a person's statement. */
const UNSETTLED: ReadonlySet<ShownState> = new Set(['unknown', 'declaredFiled', 'declaredNotFiled']);

/**
 * The event for a change of a filing's row; `undefined` where the shown state stays. A new row gives no event: no filing
 * begins at its end, but a restored row does.
 */
const filingEvent = (before: ChangedFiling | undefined, after: ChangedFiling): EventType | undefined => {
  if (!before || after.dry || after.silent) return undefined;
  const [was, is] = [shownState(before), shownState(after)];
  if (after.stated && after.stated.at !== before.stated?.at) return 'tramite.declared';
  if (was === is) return undefined;
  if (UNSETTLED.has(was) && !UNSETTLED.has(is)) return 'tramite.resolved';
  return isOpen(was) ? ENDS[is] : undefined;
};

/**
 * The event for a change of an obligation; `undefined` where the shown state stays. A planned obligation gives no event
 * yet: the events opened, near and late come as days pass.
 */
const obligationEvent = (
  before: KeptObligation | undefined,
  { state, opens, by, rule }: KeptObligation,
  at: Date,
): EventType | undefined => {
  if (before?.state === state) return undefined;
  if (state === 'open') {
    // An obligation that is open again may still be only planned. On a sandbox stage its clock may be ahead of ours.
    const ended = before?.withdrawnBy?.at ?? before?.closedBy?.at;
    const days = [knownOn(by), ...(ended ? [knownOn({ at: ended }), madridDay(at)] : [])];
    return days.some((day) => day >= opens) ? eventOf(rule, 'opened') : undefined;
  }
  if (!before) return undefined;
  return state === 'closed' ? 'obligation.closed' : 'obligation.withdrawn';
};

/** An event of an account. */
export interface AccountEvent {
  accountId: string;
  event: GatewayEvent;
}

/** The events for a change of a row, one or none. The same change always gives the same event with the same id. */
export const eventsOf = (change: Change): AccountEvent[] => {
  switch (change.kind) {
    case 'filing':
      return change.after ? ofFiling(change, change.before, change.after) : [];
    case 'batch':
      return change.after ? ofBatch(change, change.before, change.after) : [];
    case 'reconciliation':
      return change.after ? ofReconciliation(change, change.before, change.after) : [];
    case 'nightly':
      return ofNightly(change, change.before, change.after);
    case 'accepted':
      return ofAccepted(change, change.before, change.after);
    case 'workforce':
      return ofWorkforce(change, change.before, change.after);
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

/** The event of an account, in a list. */
const said = (
  { id, at }: Made,
  type: EventType,
  { accountId, ...facts }: { accountId: string } & Pick<GatewayEvent, 'subject'> & Partial<GatewayEvent>,
): AccountEvent[] => [
  { accountId, event: { id: eventIdOf(id, type), type, at: at.toISOString(), ...facts } },
];

/** The client company that may see it; 0 is the account itself. */
const seenBy = (clientId: number | undefined) => (clientId ? { clientId } : {});

const ofFiling = (made: Made, before: ChangedFiling | undefined, after: ChangedFiling): AccountEvent[] => {
  const type = filingEvent(before, after);
  if (!type) return [];
  const { id, accountId, clientId, companyId, stated, endedAt } = after;
  const at = type === 'tramite.declared' ? stated?.at : endedAt;
  return said(made, type, {
    accountId,
    ...(at && { at }),
    ...seenBy(clientId),
    ...(companyId !== undefined && { companyId }),
    subject: { kind: 'tramite', id },
    detail: { state: shownState(after) },
  });
};

const ofBatch = (made: Made, before: Batch | undefined, after: Batch): AccountEvent[] => {
  const { id, accountId, clientId, previewedAt, endedAt } = after;
  const ended = (type: EventType, at: string) =>
    said(made, type, { accountId, at, ...seenBy(clientId), subject: { kind: 'batch', id } });
  if (endedAt !== undefined) return before?.endedAt === undefined ? ended('batch.ended', endedAt) : [];
  const isPreviewed = previewedAt !== undefined && before?.previewedAt === undefined;
  return isPreviewed ? ended('batch.previewed', previewedAt) : [];
};

/** A row that is put back gives no event. */
const ofReconciliation = (
  made: Made,
  before: ChangedReconciliation | undefined,
  { id, accountId, company, endedAt, drift }: ChangedReconciliation,
): AccountEvent[] =>
  before && before.drift === undefined && drift
    ? said(made, 'drift.found', {
        accountId,
        clientId: company,
        companyId: company,
        ...(endedAt && { at: endedAt }),
        subject: { kind: 'reconciliation', id },
        detail: { count: drift },
      })
    : [];

/** What a person did to the comparisons of a company, so that less is reported: for the office alone, with who it was. */
const byUser = (
  made: Made,
  type: EventType,
  { accountId, companyId, userId }: { accountId: string; companyId: number; userId: string },
) => said(made, type, { accountId, companyId, subject: { kind: 'user', id: userId } });

const ofNightly = (made: Made, before: Nightly | undefined, after: Nightly | undefined): AccountEvent[] => {
  if (!before?.enabled || !after || after.enabled || !after.offBy) return [];
  const { accountId, company, offBy } = after;
  return byUser(made, 'drift.disabled', { accountId, companyId: company, userId: offBy });
};

/** A row that is put back gives the event again. */
const ofAccepted = (
  made: Made,
  before: AcceptedDifference | undefined,
  after: AcceptedDifference | undefined,
): AccountEvent[] => {
  if (before || !after) return [];
  const { accountId, company, userId } = after;
  return byUser(made, 'drift.accepted', { accountId, companyId: company, userId });
};

const ofWorkforce = (
  made: Made,
  before: WorkforceHead | undefined,
  after: (WorkforceHead & { accountId: string }) | undefined,
): AccountEvent[] => {
  if (!after?.by || after.at === before?.at || (after.workers !== 0 && !after.fewer)) return [];
  return byUser(made, 'workforce.emptied', {
    accountId: after.accountId,
    companyId: after.company,
    userId: after.by,
  });
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
  return said(made, type, { accountId, ...of, subject: { kind: 'obligation', id } });
};

const ofCertificate = (
  made: Made,
  before: ChangedCertificate | undefined,
  after: ChangedCertificate | undefined,
): AccountEvent[] => {
  const row = after ?? before;
  if (!row) return [];
  const { id, accountId, clientId } = row;
  const one = (type: EventType, more: Partial<GatewayEvent> = {}) =>
    said(made, type, { accountId, ...seenBy(clientId), subject: { kind: 'certificate', id }, ...more });
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
  return said(made, type, { accountId, ...seenBy(clientId), subject: { kind: 'user', id } });
};

const ofWebhook = (made: Made, before: Webhook | undefined, after: Webhook | undefined): AccountEvent[] => {
  if (!after?.disabledAt || after.disabledAt === before?.disabledAt) return [];
  const { id, accountId, disabledAt } = after;
  return said(made, 'webhook.disabled', { accountId, at: disabledAt, subject: { kind: 'webhook', id } });
};

const userEvent = (
  before: ChangedUser | undefined,
  after: ChangedUser | undefined,
): EventType | undefined => {
  if (!before) return after?.removedAt ? undefined : 'user.invited';
  if (before.removedAt) return undefined;
  if (!after || after.removedAt) return 'user.removed';
  if (after.joinedAt && !before.joinedAt) return 'user.joined';
  const isSame =
    before.name === after.name &&
    roleOf(before) === roleOf(after) &&
    before.hasSecondFactor === after.hasSecondFactor;
  return isSame ? undefined : 'user.changed';
};
