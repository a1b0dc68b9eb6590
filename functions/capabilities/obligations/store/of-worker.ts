import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Fact } from '../../../../shared/operation/fact.ts';
import { contractNumberOf } from '../../../../shared/operation/fact.ts';
import { dynamo, ifConditionHolds, transact } from '../../../../shared/stores/dynamo/dynamo.ts';
import { queryRows, readKeys, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { exists, is, put, query, remove } from '../../../../shared/stores/table.ts';
import {
  beginningOf,
  type KeptObligation,
  obligationKey,
  obligationLists,
  obligationsTable,
  parseObligation,
  parseSeen,
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

const parseKey = (item: unknown) => item as { pk: string; sk: string; expires: number };

/**
 * Takes a worker out of the answers that were seen in the last days. Others' facts stay, because they may not have been recorded
 * yet. @returns the ids of the readings
 */
export const forgetSeen = async (
  accountId: string,
  isOf: (document: string) => boolean,
): Promise<string[]> => {
  const begin = obligationKey.seen(accountId, '');
  const rows = await rowsUnder(begin, (item) => item, obligationsTable());
  const isOther = ({ document }: { document?: string | undefined }) => !document || !isOf(document);
  const changed = rows.flatMap((row) => {
    const { facts, people } = parseSeen(row);
    const left = { facts: facts.filter(isOther), people: people.filter(isOther) };
    const isSame = left.facts.length === facts.length && left.people.length === people.length;
    return isSame ? [] : [{ ...(row as object), ...parseKey(row), ...left }];
  });
  for (const { pk, sk, ...row } of changed) {
    const isEmpty = row.facts.length === 0 && row.people.length === 0;
    // A row that has expired meanwhile must not come back.
    await ifConditionHolds(
      isEmpty
        ? dynamo().send(new DeleteCommand(remove(obligationsTable(), { pk, sk })))
        : dynamo().send(new PutCommand(put(obligationsTable(), { pk, sk, ...row }, exists('pk')))),
    );
  }
  return changed.map(({ sk }) => sk.slice(begin.sk.length));
};
