import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { WorkerData } from '../../../shared/serving/worker-data.ts';
import { forgetSeen, forgetWorker, knownOfWorker } from './store/of-worker.ts';

/**
 * Facts and obligations of a worker, and the worker in answers that were seen in the last days. While an obligation is open,
 * nothing is erased: it must still be fulfilled, and without the facts another obligation would seem open. Facts of contribution
 * accounts name no worker.
 */
export const obligationsData: WorkerData = {
  show: async (_, { accountId, mac }) => {
    const { facts, obligations } = await knownOfWorker(accountId, mac);
    return [...facts, ...obligations.map(({ subject: __, ...shown }) => shown)];
  },
  erase: async ({ stores }, { accountId, mac }) => {
    const { facts, obligations } = await knownOfWorker(accountId, mac);
    const open = obligations.filter(({ state }) => state === 'open');
    if (open.length > 0)
      return { erased: [], kept: open.map(({ id }) => ({ id, because: 'open' as const })) };
    const key = await stores.keys.serviceKey('worker');
    const seen = await forgetSeen(
      accountId,
      (document) => listMac(accountId, { what: 'worker', value: document }, key) === mac,
    );
    await forgetWorker(accountId, mac);
    return { erased: [...seen, ...[...facts, ...obligations].map(({ id }) => id)], kept: [] };
  },
};
