import { namesOthers } from '../../../../shared/serving/filing/draft.ts';
import { type BatchRow, isHeldBack, type RowStep } from '../rows/row.ts';
import type { ShownStep } from '../shown.ts';
import { type Batch, ROW_STATES, type RowProgress, type RowState, type StepState } from '../store/batch.ts';

/** The members of a batch that decide how far its rows are shown to be. */

type Stage = Pick<Batch, 'state' | 'files'>;

/** States of rows that have, or may have, filed something. */
export const MAY_BE_FILED: RowState[] = ['filed', 'filing', 'unknown', 'partial'];

/** The number of rows in each state. A fault of the file is no row. */
export const countRows = (
  rows: BatchRow[],
  progress: Map<number, RowProgress>,
  batch?: Stage,
): Record<string, number> => {
  const counts = Object.fromEntries(ROW_STATES.map((state) => [state, 0]));
  for (const row of rows) if (!row.ofFile) counts[stateOf(row, progress, batch)]! += 1;
  return counts;
};

/** Whether the batch files nothing more. */
const isOver = (batch?: Stage): boolean =>
  batch?.files !== undefined && (batch.state === 'cancelled' || batch.state === 'ended');

/** The state of a row, whether or not it has begun. */
export const stateOf = (row: BatchRow, progress: Map<number, RowProgress>, batch?: Stage): RowState => {
  if (row.leftOut) return 'leftOut';
  if (isHeldBack(row)) return 'wrong';
  const ofRow = progress.get(row.number);
  if (!ofRow) return 'waiting';
  const { state, filings } = ofRow;
  const count = filedSteps(ofRow);
  if (count === 0 || count === filings.length) return state === 'tried' && isOver(batch) ? 'notSent' : state;
  if (state === 'filed' && !isOver(batch)) return 'filing';
  return state === 'filing' || state === 'unknown' ? state : 'partial';
};

/** Messages of a row: the authority's words, the reason why it was not sent, or that it could not be tried. */
export const messagesOf = (row: BatchRow, progress: Map<number, RowProgress>, batch: Batch): string[] => {
  const { messages = [], dryRuns = [] } = progress.get(row.number) ?? {};
  const isTried = stateOf(row, progress, batch) === 'tried' && batch.state !== 'previewing';
  // The steps of a workflow say so themselves.
  const isUntried = row.steps.some(({ name }, place) => name === undefined && dryRuns[place] === null);
  return isTried && isUntried ? [...messages, UNTRIED] : messages;
};

/** Warnings for a person before and after a row is filed, by step. */
export const warningsOf = (
  { number, steps }: Pick<BatchRow, 'number' | 'steps'>,
  progress: Map<number, Pick<RowProgress, 'warnings'>>,
  { clientId }: Pick<Batch, 'clientId'>,
): string[] => {
  const { warnings = [] } = progress.get(number) ?? {};
  const all = new Set(steps.flatMap((step, place) => [...(step.warnings ?? []), ...(warnings[place] ?? [])]));
  return [...all].filter((warning) => clientId === 0 || !namesOthers(warning));
};

/** The number of rows with warnings. */
export const countWarned = (
  rows: BatchRow[],
  progress: Map<number, RowProgress>,
  batch: Pick<Batch, 'clientId'>,
): number => rows.filter((row) => warningsOf(row, progress, batch).length > 0).length;

const UNTRIED = 'Comprobada, sin simulacro: no lo hay para este trámite.';

/** The number of steps of a row that were filed. */
const filedSteps = ({ state, step, filings }: RowProgress): number =>
  filings.filter((id, place) => id !== null && (place < step || state === 'filed')).length;

/** The states of the steps of a workflow's row; empty for any other row. */
export const stepsOf = (
  { number, steps }: Pick<BatchRow, 'number' | 'steps'>,
  progress: Map<number, RowProgress>,
  batch: Stage,
): ShownStep[] => {
  const ofRow = progress.get(number);
  return steps.flatMap((step, place) =>
    step.name === undefined
      ? []
      : [
          {
            step: step.name,
            operation: step.operation,
            state: stepState(step, { place, progress: ofRow, batch }),
            dryRun: ofRow?.dryRuns[place] ?? null,
            filing: ofRow?.filings[place] ?? null,
          },
        ],
  );
};

const stepState = (
  { isTriedAtFiling }: RowStep,
  { place, progress, batch }: { place: number; progress: RowProgress | undefined; batch: Stage },
): StepState => {
  const ahead = (usual: StepState): StepState => (isTriedAtFiling ? 'untried' : usual);
  if (!progress) return ahead('waiting');
  const { state, step, filings } = progress;
  const present = state as StepState;
  if (state === 'notSent' || filings.some((id) => id !== null)) {
    if (place === step) return present;
    if (place < step) return 'filed';
    const goesOn = (state === 'filing' || state === 'filed') && !isOver(batch);
    return goesOn ? ahead('tried') : 'notBegun';
  }
  if (state === 'tried' && isOver(batch)) return 'notBegun';
  if (place === step) return ahead(present);
  return ahead(place < step ? 'tried' : 'waiting');
};
