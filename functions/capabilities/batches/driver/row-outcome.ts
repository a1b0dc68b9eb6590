import type { FilingOfRow } from '../../../../shared/stores/filings/filing.ts';
import {
  dryResult,
  isOpen,
  type ShownState,
  shownState,
} from '../../../../shared/stores/filings/shown-state.ts';
import { otherName } from '../rows/other-name.ts';
import type { RowProgress, RowState } from '../store/batch.ts';

/** Reads the outcome of a row from its filing or its dry run. Pure functions. */

/** The state of a row by the shown state of its filing. */
const STATES: Partial<Record<ShownState, RowState>> = {
  accepted: 'filed',
  declaredFiled: 'filed',
  refused: 'refused',
  unknown: 'unknown',
  declaredNotFiled: 'unknown',
  notSent: 'notSent',
};

/** The id of the filing that a row waits for; `undefined` if it waits for none. */
export const awaitedOf = ({ state, step, dryRuns, filings }: RowProgress): string | undefined => {
  if (state === 'trying') return dryRuns[step] ?? undefined;
  return state === 'filing' || state === 'unknown' ? (filings[step] ?? undefined) : undefined;
};

/**
 * The progress of a row after its filing's outcome; the same object if nothing has changed.
 * @param name the worker's name in the row's sheet
 */
export const settled = (before: RowProgress, filing: FilingOfRow | undefined, name?: string): RowProgress => {
  // A dry run is kept for seven days. A batch that takes longer can no longer read its result.
  if (!filing) return before.state === 'trying' ? { ...before, state: 'failed', messages: [GONE] } : before;
  const ended = shownState(filing);
  if (isOpen(ended)) return before;
  const messages = filing.messages ?? (filing.message ? [filing.message] : []);
  const { repeated } = filing;
  const after = {
    ...before,
    ...warningsAfter(before, filing, name),
    ...(repeated !== undefined && { repeated }),
  };
  if (before.state === 'trying')
    return dryResult(filing) === 'passed'
      ? { ...after, state: 'tried', tries: undefined }
      : { ...after, state: 'failed', messages };
  const state = STATES[ended] ?? 'notSent';
  if (state === before.state) return before;
  return { ...after, state, ...(state === 'filed' ? { messages: undefined } : { messages }) };
};

/** The warnings of a row, with the warnings of its step's filing added. Warnings of the dry run stay. */
const warningsAfter = (
  { step, warnings = [] }: RowProgress,
  filing: FilingOfRow,
  name: string | undefined,
): Pick<RowProgress, 'warnings'> => {
  const ofName = otherName(name, filing.about?.name);
  const added = [...(ofName === undefined ? [] : [ofName]), ...(filing.warnings ?? [])];
  if (added.length === 0) return {};
  const bySteps = Array.from(
    { length: Math.max(warnings.length, step + 1) },
    (_, place) => warnings[place] ?? [],
  );
  return { warnings: bySteps.with(step, [...new Set([...bySteps[step]!, ...added])]) };
};

const GONE = 'Su simulacro ya no se conserva. Envíe la fila en otro lote.';
