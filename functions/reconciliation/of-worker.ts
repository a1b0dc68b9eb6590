import type { KeptOfWorker } from '../../shared/operation/worker-data.ts';
import { listMac } from '../../shared/serving/filing/draft.ts';
import type { Services } from '../../shared/serving/services.ts';
import type { WorkerData } from '../../shared/serving/worker-data.ts';
import {
  believedOf,
  packed,
  type Reconciliation,
  type ReconciliationResult,
  resultIn,
  seenIn,
} from './store/reconciliation-row.ts';
import { listAnswers, listReconciliations, rewriteReconciliation } from './store/reconciliations.ts';
import { forgetWorkforceOf, workforceOf } from './store/workforce.ts';

/** A worker's rows in the workforces of an account. All are erased; a company's next list may bring the worker back. */
export const workforceData: WorkerData = {
  show: async (_, { accountId, mac }) =>
    (await workforceOf(accountId, mac)).map(({ mac: __, ...shown }) => shown),
  erase: async (_, { accountId, mac }) => {
    const rows = await workforceOf(accountId, mac);
    await forgetWorkforceOf(accountId, mac);
    return { erased: rows.map(({ company, account }) => `${company}-${account}`), kept: [] };
  },
};

/** The comparisons of an account that contain data of a worker. */
const reconciliationsWith = async (
  { stores }: Services,
  { accountId, mac }: { accountId: string; mac: string },
): Promise<{ one: Reconciliation; isOf: (document: string | null | undefined) => boolean }[]> => {
  const key = await stores.keys.serviceKey('worker');
  const isOf = (document: string | null | undefined) =>
    !!document && listMac(accountId, { what: 'worker', value: document }, key) === mac;
  const all = await listReconciliations(accountId);
  const found = await Promise.all(
    all.map(async (one) => {
      const documents = (await listAnswers(one)).map(({ document }) => document);
      documents.push(...seenIn(one).map(({ document }) => document));
      const { differences = [], notCompared = [] } = resultIn(one) ?? {};
      documents.push(...[...differences, ...notCompared].flatMap(({ document }) => document ?? []));
      return believedOf(one).some((row) => row.mac === mac) || documents.some(isOf) ? [{ one, isOf }] : [];
    }),
  );
  return found.flat();
};

/** The stored content of a comparison, without a worker. */
const without = (
  one: Reconciliation,
  isOf: (document: string | null | undefined) => boolean,
): Pick<Reconciliation, 'believed' | 'result' | 'seen'> => {
  const others = <Row extends { document: string | null }>(rows: readonly Row[] = []) =>
    rows.filter(({ document }) => !isOf(document));
  const { differences, notCompared } = resultIn(one) ?? {};
  const result: ReconciliationResult = {
    differences: others(differences),
    notCompared: others(notCompared),
  };
  return {
    believed: packed(others(believedOf(one))),
    result: packed(result),
    ...(one.seen && { seen: packed(others(seenIn(one))) }),
  };
};

/**
 * A worker's data in comparisons. An ended comparison is kept without the worker: if it were deleted, the next night would report
 * the differences of other workers again.
 */
export const reconciliationData: WorkerData = {
  show: async (services, of) =>
    (await reconciliationsWith(services, of)).map(({ one, isOf }) => ({
      id: one.id,
      company: one.company,
      createdAt: one.createdAt,
      differences: (resultIn(one)?.differences ?? []).filter(({ document }) => isOf(document)),
    })),
  erase: async (services, of) => {
    const erased: string[] = [];
    const kept: KeptOfWorker[] = [];
    for (const { one, isOf } of await reconciliationsWith(services, of))
      if (one.state === 'asking') kept.push({ id: one.id, because: 'underWay' });
      else {
        await rewriteReconciliation(one, without(one, isOf));
        erased.push(one.id);
      }
    return { erased, kept };
  },
};
