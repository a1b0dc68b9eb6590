import type { KeptOfWorker } from '../../../shared/operation/worker-data.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { WorkerData } from '../../../shared/serving/worker-data.ts';
import { openOf } from './open.ts';
import {
  answerIn,
  believedOf,
  type DifferenceOfAccount,
  packed,
  type Reconciliation,
  type ReconciliationResult,
  resultIn,
  seenIn,
} from './store/reconciliation-row.ts';
import {
  forgetAnswers,
  listAnswers,
  listReconciliations,
  rewriteReconciliation,
} from './store/reconciliations.ts';
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

/** Tells whether a document is the worker's. */
type IsOf = (document: string | null | undefined) => boolean;

/** The documents that a comparison has in all its parts. */
const documentsIn = async (one: Reconciliation): Promise<(string | null | undefined)[]> => {
  const { differences = [], notCompared = [] } = resultIn(one) ?? {};
  const answers = (await listAnswers(one)).flatMap((answer) => {
    const found = answerIn(answer);
    // The lists of accounts have one worker in each entry.
    return [answer, ...(Array.isArray(found) ? found : [])] as { document?: string }[];
  });
  return [
    ...[...believedOf(one), ...answers, ...seenIn(one), ...notCompared].map(({ document }) => document),
    ...differences.flatMap((difference) => documentsOf(difference)),
  ];
};

/** The documents in a difference: one person may have two. */
const documentsOf = ({ kind, document, found }: Pick<DifferenceOfAccount, 'kind' | 'document' | 'found'>) =>
  kind === 'document' ? [document, found] : [document];

/** The comparisons of an account that contain data of a worker. */
const reconciliationsWith = async (
  { stores }: Services,
  { accountId, mac }: { accountId: string; mac: string },
): Promise<{ one: Reconciliation; isOf: IsOf }[]> => {
  const key = await stores.keys.serviceKey('worker');
  const isWorker: IsOf = (document) =>
    !!document && listMac(accountId, { what: 'worker', value: document }, key) === mac;
  const all = await listReconciliations(accountId);
  const found = await Promise.all(
    all.map(async (one) => ((await documentsIn(one)).some(isWorker) ? [one] : [])),
  );
  return found.flat().map((one) => {
    const others = (resultIn(one)?.differences ?? []).map(documentsOf).filter((both) => both.some(isWorker));
    const same = new Set(others.flat());
    return { one, isOf: (document) => isWorker(document) || (!!document && same.has(document)) };
  });
};

/** The stored content of a comparison, without a worker. */
const without = (
  one: Reconciliation,
  isOf: IsOf,
): Pick<Reconciliation, 'believed' | 'seen'> & { result: ReconciliationResult } => {
  const others = <Row extends { document: string | null }>(rows: readonly Row[] = []) =>
    rows.filter(({ document }) => !isOf(document));
  const { differences, notCompared } = resultIn(one) ?? {};
  return {
    believed: packed(others(believedOf(one))),
    result: { differences: others(differences), notCompared: others(notCompared) },
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
        const { result, ...facts } = without(one, isOf);
        await forgetAnswers(one);
        const open = await openOf(services, one, result);
        await rewriteReconciliation(one, { ...facts, result: packed(result), open });
        erased.push(one.id);
      }
    return { erased, kept };
  },
};
