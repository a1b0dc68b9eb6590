import { isRecent } from '../../shared/serving/filing/preview.ts';
import type { Batch } from './store/batch.ts';

/** Whether anything of a batch can still be filed. */
export const isOpenBatch = (
  { state, previewedAt, endedAt }: Pick<Batch, 'state' | 'previewedAt' | 'endedAt'>,
  now: Date,
): boolean =>
  state === 'previewing' ||
  state === 'filing' ||
  (state === 'previewed' && previewedAt !== undefined && isRecent(previewedAt, now)) ||
  (state === 'cancelled' && endedAt === undefined);
