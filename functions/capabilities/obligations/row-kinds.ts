import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { type AccountEvent, eventFor, type RowChange } from '../events/account-event.ts';
import type { EventType } from '../events/gateway-event.ts';
import { type RowKind, rowKind } from '../events/row-kinds.ts';
import { eventOf } from './due.ts';
import { remindersOfObligation, standsObligation } from './reminders.ts';
import { knownOn } from './rules/rule.ts';
import { type KeptObligation, parseObligation, parseSeen } from './store/obligation-row.ts';

declare module '../events/row-kinds.ts' {
  interface RowsOfKinds {
    obligation: ReturnType<typeof parseObligation>;
    seen: ReturnType<typeof parseSeen>;
  }
}

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

const ofObligation = (
  change: RowChange,
  before: KeptObligation | undefined,
  after: KeptObligation | undefined,
): AccountEvent[] => {
  const type = after && obligationEvent(before, after, change.at);
  if (!type) return [];
  const { id, accountId, companyId } = after;
  const of = companyId === undefined ? {} : { clientId: companyId, companyId };
  return eventFor(change, type, { accountId, ...of, subject: { kind: 'obligation', id } });
};

/** Rows of obligations, and of facts that were seen, whose changes are read. */
export const rowKinds: RowKind[] = [
  rowKind({
    kind: 'obligation',
    table: 'OBLIGATIONS_TABLE',
    sk: /^obligation#/,
    parse: parseObligation,
    events: ofObligation,
    reminders: { of: remindersOfObligation, stands: standsObligation },
  }),
  rowKind({ kind: 'seen', table: 'OBLIGATIONS_TABLE', sk: /^seen#/, parse: parseSeen }),
];
