import type { WorkerData } from '../../shared/serving/worker-data.ts';
import { forgetWorkforceOf, workforceOf } from './store/workforce.ts';

/** A worker in the workforces of an account. All of it is erased: the lists that companies send have it again, if it is still in them. */
export const workforceData: WorkerData = {
  show: async (_, { accountId, mac }) =>
    (await workforceOf(accountId, mac)).map(({ mac: __, ...shown }) => shown),
  erase: async (_, { accountId, mac }) => {
    const rows = await workforceOf(accountId, mac);
    await forgetWorkforceOf(accountId, mac);
    return { erased: rows.map(({ company, account }) => `${company}-${account}`), kept: [] };
  },
};
