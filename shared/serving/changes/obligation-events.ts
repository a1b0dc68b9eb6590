import type { EventType } from '../../kernel/events.ts';
import { madridDay } from '../../kernel/spanish-time.ts';
import { eventOf } from '../../obligations/obligations.ts';
import { knownOn } from '../../obligations/rule.ts';
import type { KeptObligation } from '../../stores/obligations/obligation-row.ts';

/**
 * What a change of an obligation says; `undefined` for one that moves nothing that is shown. One that is only planned says
 * nothing yet: that it opened, that it is near and that it is late come with the days.
 */
export const obligationEvent = (
  before: KeptObligation | undefined,
  { state, opens, by, rule }: KeptObligation,
  at: Date,
): EventType | undefined => {
  if (before?.state === state) return undefined;
  if (state === 'open') {
    // One that was closed, and is open again, may be planned still. On a sandbox stage its clock may be ahead of ours.
    const ended = before?.withdrawnBy?.at ?? before?.closedBy?.at;
    const days = [knownOn(by), ...(ended ? [knownOn({ at: ended }), madridDay(at)] : [])];
    return days.some((day) => day >= opens) ? eventOf(rule, 'opened') : undefined;
  }
  if (!before) return undefined;
  return state === 'closed' ? 'obligation.closed' : 'obligation.withdrawn';
};
