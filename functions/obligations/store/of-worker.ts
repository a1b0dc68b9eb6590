import type { Fact } from '../../../shared/operation/fact.ts';
import { contractNumberOf } from '../../../shared/operation/fact.ts';
import { transact } from '../../../shared/stores/dynamo/dynamo.ts';
import { queryRows, readKeys, rowsUnder } from '../../../shared/stores/dynamo/read-keys.ts';
import { is, query, remove } from '../../../shared/stores/table.ts';
import {
  beginningOf,
  type KeptObligation,
  obligationKey,
  obligationLists,
  obligationsTable,
  parseObligation,
} from './obligation-row.ts';
import { factsOf } from './obligations.ts';

/** Facts and obligations of one worker of an account. */

/** Rows that are deleted in one transaction. */
const AT_ONCE = 100;

/** The facts of a worker, and the obligations that name the worker. @param mac of the document, from `listMac` */
export const knownOfWorker = async (
  accountId: string,
  mac: string,
): Promise<{ facts: Fact[]; obligations: KeptObligation[] }> => {
  const [facts, listed] = await Promise.all([
    factsOf(accountId, { kind: 'worker', mac }),
    queryRows(parseObligation, {
      ...query(obligationsTable(), is('workerList', obligationLists.worker(accountId, mac))),
      IndexName: 'byWorker',
    }),
  ]);
  const keys = listed.map(({ id }) => obligationKey.obligation(accountId, id));
  const obligations = await readKeys(parseObligation, {
    table: obligationsTable(),
    keys,
    isConsistent: true,
  });
  return { facts, obligations };
};

/** Deletes all facts and obligations of a worker. Idempotent. */
export const forgetWorker = async (accountId: string, mac: string): Promise<void> => {
  const { facts, obligations } = await knownOfWorker(accountId, mac);
  const subject = { kind: 'worker', mac } as const;
  const { pk } = obligationKey.subject(accountId, subject);
  const rows = await rowsUnder(
    { pk, sk: beginningOf(subject) },
    (item) => item as { pk: string; sk: string },
    obligationsTable(),
  );
  const numbers = new Set(facts.flatMap(({ reference }) => (reference ? contractNumberOf(reference) : [])));
  // Facts are deleted last, because a repeated command finds the references by them.
  const keys = [
    ...obligations.map(({ id }) => obligationKey.obligation(accountId, id)),
    ...[...numbers].map((number) => obligationKey.reference(accountId, number)),
    ...rows.map(({ sk }) => ({ pk, sk })),
  ];
  for (let from = 0; from < keys.length; from += AT_ONCE)
    await transact(
      keys.slice(from, from + AT_ONCE).map((key) => ({ Delete: remove(obligationsTable(), key) })),
    );
};
