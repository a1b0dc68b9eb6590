import type { EventType } from '../../kernel/events.ts';
import type { ChangedFiling } from '../../stores/events/stream.ts';
import { isOpen, type ShownState, shownState } from '../../stores/filings/shown-state.ts';

/** What a filing has come to says, by how it is shown then. A dry run says nothing: nothing came of it. */
const ENDS: Partial<Record<ShownState, EventType>> = {
  accepted: 'tramite.accepted',
  refused: 'tramite.refused',
  notSent: 'tramite.notSent',
  unknown: 'tramite.unknown',
  answered: 'tramite.document_ready',
  failed: 'tramite.failed',
};

/** States in which no one can tell, or only a person has said, what became of it. */
const UNSETTLED: ReadonlySet<ShownState> = new Set(['unknown', 'declaredFiled', 'declaredNotFiled']);

/**
 * What a change of a filing's row says; `undefined` for one that moves nothing that is shown. A row that is new says nothing:
 * no filing begins at its end, but a restored one is put back there.
 */
export const filingEvent = (
  before: ChangedFiling | undefined,
  after: ChangedFiling,
): EventType | undefined => {
  if (!before || after.dry) return undefined;
  const [was, is] = [shownState(before), shownState(after)];
  if (after.stated && after.stated.at !== before.stated?.at) return 'tramite.declared';
  if (was === is) return undefined;
  if (UNSETTLED.has(was) && !UNSETTLED.has(is)) return 'tramite.resolved';
  return isOpen(was) ? ENDS[is] : undefined;
};
