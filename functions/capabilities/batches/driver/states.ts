import { namesOthers } from '../../../../shared/serving/filing/draft.ts';
import { type Entry, isHeldBack, type Step } from '../rows/content.ts';
import type { ShownStep } from '../shown.ts';
import { type Batch, type Progress, ROW_STATES, type RowState, type StepState } from '../store/batch.ts';

/** The members of a batch that decide how far its rows are shown to be. */

type Stage = Pick<Batch, 'state' | 'files'>;

/** States of rows that have, or may have, filed something. */
export const MAY_BE_FILED: RowState[] = ['filed', 'filing', 'unknown', 'partial'];

/** The number of rows in each state. A fault of the file is no row. */
export const countRows = (
  entries: Entry[],
  rows: Map<number, Progress>,
  batch?: Stage,
): Record<string, number> => {
  const counts = Object.fromEntries(ROW_STATES.map((state) => [state, 0]));
  for (const entry of entries) if (!entry.ofFile) counts[stateOf(entry, rows, batch)]! += 1;
  return counts;
};

/** Whether the batch files nothing more. */
const isOver = (batch?: Stage): boolean =>
  batch?.files !== undefined && (batch.state === 'cancelled' || batch.state === 'ended');

/** The state of a row, whether or not it has begun. */
export const stateOf = (entry: Entry, rows: Map<number, Progress>, batch?: Stage): RowState => {
  if (entry.leftOut) return 'leftOut';
  if (isHeldBack(entry)) return 'wrong';
  const { number } = entry;
  const row = rows.get(number);
  if (!row) return 'waiting';
  const { state, filings } = row;
  const count = filedSteps(row);
  if (count === 0 || count === filings.length) return state === 'tried' && isOver(batch) ? 'notSent' : state;
  if (state === 'filed' && !isOver(batch)) return 'filing';
  return state === 'filing' || state === 'unknown' ? state : 'partial';
};

/** Messages of a row: the authority's words, the reason why it was not sent, or that it could not be tried. */
export const messagesOf = (entry: Entry, rows: Map<number, Progress>, batch: Batch): string[] => {
  const { messages = [], dryRuns = [] } = rows.get(entry.number) ?? {};
  const isTried = stateOf(entry, rows, batch) === 'tried' && batch.state !== 'previewing';
  // The steps of a workflow say so themselves.
  const isUntried = entry.steps.some(({ name }, place) => name === undefined && dryRuns[place] === null);
  return isTried && isUntried ? [...messages, UNTRIED] : messages;
};

/** Warnings for a person before and after a row is filed, by step. */
export const warningsOf = (
  { number, steps }: Pick<Entry, 'number' | 'steps'>,
  rows: Map<number, Pick<Progress, 'warnings'>>,
  { clientId }: Pick<Batch, 'clientId'>,
): string[] => {
  const { warnings = [] } = rows.get(number) ?? {};
  const all = new Set(steps.flatMap((step, place) => [...(step.warnings ?? []), ...(warnings[place] ?? [])]));
  return [...all].filter((warning) => clientId === 0 || !namesOthers(warning));
};

/** The number of rows with warnings. */
export const countWarned = (
  entries: Entry[],
  rows: Map<number, Progress>,
  batch: Pick<Batch, 'clientId'>,
): number => entries.filter((entry) => warningsOf(entry, rows, batch).length > 0).length;

const UNTRIED = 'Comprobada, sin simulacro: no lo hay para este trámite.';

/** The number of steps of a row that were filed. */
const filedSteps = ({ state, step, filings }: Progress): number =>
  filings.filter((id, place) => id !== null && (place < step || state === 'filed')).length;

/** The states of the steps of a workflow's row; empty for any other row. */
export const stepsOf = (
  { number, steps }: Pick<Entry, 'number' | 'steps'>,
  rows: Map<number, Progress>,
  batch: Stage,
): ShownStep[] =>
  steps.flatMap((step, place) =>
    step.name === undefined
      ? []
      : [
          {
            step: step.name,
            operation: step.operation,
            state: stepState(step, { place, row: rows.get(number), batch }),
            dryRun: rows.get(number)?.dryRuns[place] ?? null,
            filing: rows.get(number)?.filings[place] ?? null,
          },
        ],
  );

const stepState = (
  { isTriedAtFiling }: Step,
  { place, row, batch }: { place: number; row: Progress | undefined; batch: Stage },
): StepState => {
  const ahead = (usual: StepState): StepState => (isTriedAtFiling ? 'untried' : usual);
  if (!row) return ahead('waiting');
  const { state, step, filings } = row;
  const own = state as StepState;
  if (state === 'notSent' || filings.some((id) => id !== null)) {
    if (place === step) return own;
    if (place < step) return 'filed';
    const goesOn = (state === 'filing' || state === 'filed') && !isOver(batch);
    return goesOn ? ahead('tried') : 'notBegun';
  }
  if (state === 'tried' && isOver(batch)) return 'notBegun';
  if (place === step) return ahead(own);
  return ahead(place < step ? 'tried' : 'waiting');
};
