import { documentFinder, type WorkerData } from '../../../shared/serving/worker-data.ts';

/**
 * Drafts that name a worker, of all users of the account. What others have begun to fill in is not shown to whoever asks for the
 * worker's data, only that it is there.
 */
export const draftsData: WorkerData = {
  show: async (services, of) => {
    const names = await documentFinder(services, of);
    return (await services.stores.drafts.draftsOf(of.accountId, services.now()))
      .filter(({ content }) => names(content))
      .map(({ id, userId, updatedAt }) => ({ id, userId, updatedAt }));
  },
  erase: async (services, of) => {
    const { drafts } = services.stores;
    const names = await documentFinder(services, of);
    const all = await drafts.draftsOf(of.accountId, services.now());
    const named = all.filter(({ content }) => names(content));
    for (const { id, userId } of named) await drafts.dropDraft({ accountId: of.accountId, userId }, id);
    return { erased: named.map(({ id }) => id), kept: [] };
  },
};
