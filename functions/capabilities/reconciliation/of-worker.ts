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
    (await workforceOf(accountId, mac)).map(({ mac: __, ...row }) => row),
  erase: async (_, { accountId, mac }) => {
    const rows = await workforceOf(accountId, mac);
    await forgetWorkforceOf(accountId, mac);
    return { erased: rows.map(({ company, account }) => `${company}-${account}`), kept: [] };
  },
};

/** Tells whether a document is the worker's. */
type IsOf = (document: string | null | undefined) => boolean;

/** The documents that a comparison has in all its parts. */
const documentsIn = async (reconciliation: Reconciliation): Promise<(string | null | undefined)[]> => {
  const { differences = [], notCompared = [] } = resultIn(reconciliation) ?? {};
  const answers = (await listAnswers(reconciliation)).flatMap((answer) => {
    const content = answerIn(answer);
    // The lists of accounts have one worker in each entry.
    return [answer, ...(Array.isArray(content) ? content : [])] as { document?: string }[];
  });
  return [
    ...[...believedOf(reconciliation), ...answers, ...seenIn(reconciliation), ...notCompared].map(
      ({ document }) => document,
    ),
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
): Promise<{ reconciliation: Reconciliation; isOf: IsOf }[]> => {
  const key = await stores.keys.serviceKey('worker');
  const isWorker: IsOf = (document) =>
    !!document && listMac(accountId, { what: 'worker', value: document }, key) === mac;
  const all = await listReconciliations(accountId);
  const withWorker = await Promise.all(
    all.map(async (reconciliation) =>
      (await documentsIn(reconciliation)).some(isWorker) ? [reconciliation] : [],
    ),
  );
  return withWorker.flat().map((reconciliation) => {
    const { differences = [] } = resultIn(reconciliation) ?? {};
    const same = new Set(
      differences
        .map(documentsOf)
        .filter((both) => both.some(isWorker))
        .flat(),
    );
    return { reconciliation, isOf: (document) => isWorker(document) || (!!document && same.has(document)) };
  });
};

/** The stored content of a comparison, without a worker. */
const without = (
  reconciliation: Reconciliation,
  isOf: IsOf,
): Pick<Reconciliation, 'believed' | 'seen'> & { result: ReconciliationResult } => {
  const others = <Row extends { document: string | null }>(rows: readonly Row[] = []) =>
    rows.filter(({ document }) => !isOf(document));
  const { differences, notCompared } = resultIn(reconciliation) ?? {};
  return {
    believed: packed(others(believedOf(reconciliation))),
    result: { differences: others(differences), notCompared: others(notCompared) },
    ...(reconciliation.seen && { seen: packed(others(seenIn(reconciliation))) }),
  };
};

/**
 * A worker's data in comparisons. An ended comparison is kept without the worker: if it were deleted, the next night would report
 * the differences of other workers again.
 */
export const reconciliationData: WorkerData = {
  show: async (services, worker) =>
    (await reconciliationsWith(services, worker)).map(({ reconciliation, isOf }) => ({
      id: reconciliation.id,
      company: reconciliation.company,
      createdAt: reconciliation.createdAt,
      differences: (resultIn(reconciliation)?.differences ?? []).filter(({ document }) => isOf(document)),
    })),
  erase: async (services, worker) => {
    const erased: string[] = [];
    const kept: KeptOfWorker[] = [];
    for (const { reconciliation, isOf } of await reconciliationsWith(services, worker))
      if (reconciliation.state === 'asking') kept.push({ id: reconciliation.id, because: 'underWay' });
      else {
        const { result, ...facts } = without(reconciliation, isOf);
        await forgetAnswers(reconciliation);
        const open = await openOf(services, reconciliation, result);
        await rewriteReconciliation(reconciliation, { ...facts, result: packed(result), open });
        erased.push(reconciliation.id);
      }
    return { erased, kept };
  },
};
