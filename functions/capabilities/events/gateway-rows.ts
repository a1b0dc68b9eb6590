import * as z from 'zod';
import { roleOf } from '../../../shared/kernel/roles.ts';
import { certificateRow } from '../../../shared/stores/certificate-row.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { filingRow } from '../../../shared/stores/filings/filing.ts';
import { isOpen, type ShownState, shownState } from '../../../shared/stores/filings/shown-state.ts';
import { userRow } from '../../../shared/stores/identity/user-row.ts';
import { type AccountEvent, eventFor, type RowChange, seenBy } from './account-event.ts';
import type { EventType, GatewayEvent } from './gateway-event.ts';
import { remindersOfCertificate, standsCertificate } from './reminders.ts';
import { type RowKind, rowKind } from './row-kinds.ts';
import { type Numbered, parseEvent } from './store/event-row.ts';

/** The attributes of a filing that events are made from. */
const parseFiling = rowParser('Filing', 'head', () =>
  filingRow().pick({
    id: true,
    state: true,
    dry: true,
    reading: true,
    silent: true,
    refusal: true,
    stated: true,
    endedAt: true,
    accountId: true,
    clientId: true,
    companyId: true,
    authority: true,
    operation: true,
    claimedAt: true,
    about: true,
    reference: true,
  }),
);
export type ChangedFiling = ReturnType<typeof parseFiling>;

const parseCertificate = rowParser('CertificateRow', 'certificate', () =>
  certificateRow().pick({
    id: true,
    accountId: true,
    clientId: true,
    notAfter: true,
    refusedBy: true,
    refusedAt: true,
    dni: true,
    givenName: true,
    surname: true,
    name: true,
    type: true,
    createdAt: true,
  }),
);
export type ChangedCertificate = ReturnType<typeof parseCertificate>;

const parseUser = rowParser('User', 'user', () =>
  userRow().omit({ email: true, createdAt: true, updatedAt: true }),
);
export type ChangedUser = ReturnType<typeof parseUser>;

const parseNewEvent = (item: unknown): { owner: string; event: Numbered } => {
  const { expires: _, ...event } = parseEvent(item);
  return { owner: z.object({ pk: z.string() }).parse(item).pk.split('#')[1]!, event };
};

declare module './row-kinds.ts' {
  interface RowsOfKinds {
    filing: ChangedFiling;
    certificate: ChangedCertificate;
    user: ChangedUser;
    event: ReturnType<typeof parseNewEvent>;
  }
}

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

const ofFiling = (
  change: RowChange,
  before: ChangedFiling | undefined,
  after: ChangedFiling | undefined,
): AccountEvent[] => {
  const type = after && filingEvent(before, after);
  if (!type) return [];
  const { id, accountId, clientId, companyId, stated, endedAt } = after;
  const at = type === 'tramite.declared' ? stated?.at : endedAt;
  return eventFor(change, type, {
    accountId,
    ...(at && { at }),
    ...seenBy(clientId),
    ...(companyId !== undefined && { companyId }),
    subject: { kind: 'tramite', id },
    detail: { state: shownState(after) },
  });
};

const ofCertificate = (
  change: RowChange,
  before: ChangedCertificate | undefined,
  after: ChangedCertificate | undefined,
): AccountEvent[] => {
  const row = after ?? before;
  if (!row) return [];
  const { id, accountId, clientId } = row;
  const one = (type: EventType, more: Partial<GatewayEvent> = {}) =>
    eventFor(change, type, { accountId, ...seenBy(clientId), subject: { kind: 'certificate', id }, ...more });
  if (!before) return one('certificate.uploaded');
  if (!after) return one('certificate.deleted');
  const { refusedAt, refusedBy } = after;
  if (!refusedAt || refusedAt === before.refusedAt) return [];
  return one('certificate.refused_by_authority', { at: refusedAt, detail: { authority: refusedBy } });
};

const ofUser = (
  change: RowChange,
  before: ChangedUser | undefined,
  after: ChangedUser | undefined,
): AccountEvent[] => {
  const row = after ?? before;
  const type = row && userEvent(before, after);
  if (!row || !type) return [];
  const { id, accountId, clientId } = row;
  return eventFor(change, type, { accountId, ...seenBy(clientId), subject: { kind: 'user', id } });
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

/** Rows of the gateway itself, and events, whose changes are read. */
export const gatewayRows: RowKind[] = [
  rowKind({ kind: 'filing', table: 'FILINGS_TABLE', sk: /^head$/, parse: parseFiling, events: ofFiling }),
  rowKind({
    kind: 'certificate',
    table: 'ACCOUNTS_TABLE',
    sk: /^certificate#/,
    parse: parseCertificate,
    events: ofCertificate,
    reminders: {
      of: ({ before, after, at }) => (!before && after ? remindersOfCertificate(after, at) : []),
      stands: standsCertificate,
    },
  }),
  rowKind({ kind: 'user', table: 'ACCOUNTS_TABLE', sk: /^user$/, parse: parseUser, events: ofUser }),
  rowKind({ kind: 'event', table: 'EVENTS_TABLE', sk: /^\d+$/, parse: parseNewEvent }),
];
