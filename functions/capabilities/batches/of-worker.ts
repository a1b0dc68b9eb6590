import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import type { Services } from '../../../shared/serving/services.ts';
import {
  CONTENT_DAYS,
  documentFinder,
  type WorkerData,
  type WorkerOfAccount,
} from '../../../shared/serving/worker-data.ts';
import { readContent } from './rows/content.ts';
import type { Batch } from './store/batch.ts';

/** The batches of an account whose rows name a worker, with the numbers of these rows in their sheets. */
const batchesWith = async (
  services: Services,
  worker: WorkerOfAccount,
): Promise<{ batch: Batch; rows: number[] }[]> => {
  const { stores, log } = services;
  const names = await documentFinder(services, worker);
  const withWorker: { batch: Batch; rows: number[] }[] = [];
  for (const batch of await stores.batches.listBatches(worker.accountId)) {
    // Content that has expired names nobody.
    const content = await readContent(services, batch).catch((error: Error) => {
      if ('$metadata' in error) throw error;
      log.error('failed to read the rows of a batch', { batch: batch.id, error });
      return { entries: [] };
    });
    const rows = content.entries.filter((row) => names(JSON.stringify(row))).map(({ row }) => row);
    if (rows.length > 0) withWorker.push({ batch, rows });
  }
  return withWorker;
};

/** Rows of batches. No function can delete stored content: it expires, and until then the answer names it. */
export const batchesData: WorkerData = {
  show: async (services, worker) =>
    (await batchesWith(services, worker)).map(({ batch: { id, name, createdAt }, rows }) => ({
      id,
      name,
      createdAt,
      rows,
    })),
  erase: async (services, worker) => ({
    erased: [],
    kept: (await batchesWith(services, worker)).map(({ batch: { id, createdAt } }) => ({
      id,
      because: 'expires',
      until: daysLater(new Date(createdAt), CONTENT_DAYS).toISOString(),
    })),
  }),
};
