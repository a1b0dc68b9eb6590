import type { WorkerData } from '../../shared/serving/worker-data.ts';
import { forgetWorker, knownOfWorker } from './store/of-worker.ts';

/**
 * Facts and obligations of a worker. While an obligation is open, nothing is erased: it must still be fulfilled, and without
 * the facts another obligation would seem open.
 */
export const obligationsData: WorkerData = {
  show: async (_, { accountId, mac }) => {
    const { facts, obligations } = await knownOfWorker(accountId, mac);
    return [...facts, ...obligations.map(({ subject: __, ...shown }) => shown)];
  },
  erase: async (_, { accountId, mac }) => {
    const { facts, obligations } = await knownOfWorker(accountId, mac);
    const open = obligations.filter(({ state }) => state === 'open');
    if (open.length > 0)
      return { erased: [], kept: open.map(({ id }) => ({ id, because: 'open' as const })) };
    await forgetWorker(accountId, mac);
    return { erased: [...facts, ...obligations].map(({ id }) => id), kept: [] };
  },
};
