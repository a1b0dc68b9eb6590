import type { WorkerData } from '../../../shared/serving/worker-data.ts';
import { forgetPerson, peopleWith } from './store/people.ts';

/**
 * The search entries of a worker. All are erased: the remaining filings are found by their number and in their
 * lists.
 */
export const searchData: WorkerData = {
  show: async (_, { accountId, mac }) =>
    (await peopleWith(accountId, mac)).map(({ document, nss, name, company }) => ({
      document,
      nss,
      name,
      companyId: company || null,
    })),
  erase: async (_, { accountId, mac }) => {
    const people = await peopleWith(accountId, mac);
    await forgetPerson(accountId, mac);
    return { erased: [...new Set(people.map(({ document }) => document))], kept: [] };
  },
};
