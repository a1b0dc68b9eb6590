import type { WorkerData } from '../../shared/serving/worker-data.ts';
import { forgetWorker, knownOfWorker } from './store/of-worker.ts';

/**
 * What is known and due of a worker. While anything is due it stays, with the facts that it follows from: what is open must be done,
 * and a fact that is missing would make something else seem due.
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
