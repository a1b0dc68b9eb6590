import type { Data } from '../../../../client/src/types.ts';
import type { Ask, Counted } from '../../shared/today.ts';
import { nextOf, settledBy, unsettled } from './batch.ts';

/** What Hoy shows of batches. */

type Listed = Data<'listBatches'>['data'][number];

/** Batches that can be filed now, by any person, and those of which rows are left, each with the one that has these rows. */
export interface WhatBatchesNeed {
  waiting: Listed[];
  unfiled: { batch: Listed; next: Listed | undefined }[];
}

/** What batches need. They are of all companies. */
export const batches: Ask<WhatBatchesNeed> = {
  read: async (gateway) => {
    const all = (await gateway.listBatches({})).data.data;
    const unfiled = unsettled(all).map((batch) => ({ batch, next: settledBy(batch, all) }));
    return { waiting: all.filter(isWaiting), unfiled };
  },
  isOfAll: true,
};

/** Whether a batch that was tried can be filed now, by any person. */
const isWaiting = (batch: Parameters<typeof nextOf>[0]): boolean =>
  nextOf(batch, { id: '', preview: '' }, new Date()) === 'commit';

/** The number of batches that wait for a confirmation. */
export const waitingCount = (waiting: readonly unknown[] | undefined): Counted => ({
  place: 40,
  section: 'batches',
  count: waiting?.length,
  texts: ['lote por confirmar', 'lotes por confirmar'],
  tone: 'warn',
});

/** The number of batches with rows that were not filed. */
export const unfiledCount = (unfiled: readonly unknown[] | undefined): Counted => ({
  place: 50,
  section: 'unfiled',
  count: unfiled?.length,
  texts: ['lote con filas sin presentar', 'lotes con filas sin presentar'],
  tone: 'warn',
});
