import type { BatchRow } from '../rows/row.ts';
import type { Listed } from '../rows/submissions.ts';
import type { Batch, RowProgress } from '../store/batch.ts';
import { isTried, listedOf } from './row-start.ts';

/** The progress of a row with the step that it begins next; `undefined` if there is none. */
export const withNextStep = (
  batch: Pick<Batch, 'state'>,
  row: BatchRow,
  { progress, all }: { progress: RowProgress | undefined; all: Listed[] },
): RowProgress | undefined =>
  batch.state === 'previewing'
    ? withNextDryRun(row, progress ?? notBegun(row), all)
    : withNextFiling(progress);

const notBegun = ({ number, steps, revision }: BatchRow): RowProgress => ({
  number,
  state: 'waiting',
  step: -1,
  dryRuns: steps.map(() => null),
  filings: steps.map(() => null),
  ...(revision !== undefined && { revision }),
});

const withNextDryRun = (
  { steps }: BatchRow,
  progress: RowProgress,
  all: Listed[],
): RowProgress | undefined => {
  const { state } = progress;
  if (state !== 'waiting' && state !== 'tried') return undefined;
  const next = steps.findIndex((step, place) => place > progress.step && isTried(listedOf(all, step), step));
  if (next >= 0) return { ...progress, state: 'waiting', step: next };
  // None of its steps has a dry run, so there is nothing to pass.
  return state === 'waiting' ? { ...progress, state: 'tried', step: steps.length - 1 } : undefined;
};

const withNextFiling = (progress: RowProgress | undefined): RowProgress | undefined => {
  if (!progress || (progress.state !== 'tried' && progress.state !== 'filed')) return undefined;
  const next = progress.filings.indexOf(null);
  return next < 0 ? undefined : { ...progress, step: next };
};
