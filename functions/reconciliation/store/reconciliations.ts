import { createHash } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, epochSeconds, transact, updateIf } from '../../../shared/stores/dynamo/dynamo.ts';
import { queryRows, readRow, rowsUnder } from '../../../shared/stores/dynamo/read-keys.ts';
import { DUE_MEMBERS } from '../../../shared/stores/filings/filing.ts';
import { filingsTable } from '../../../shared/stores/filings/filing-keys.ts';
import type { RowKey } from '../../../shared/stores/keyspace.ts';
import {
  absent,
  all,
  atMost,
  below,
  either,
  exists,
  is,
  put,
  query,
  remove,
  update,
} from '../../../shared/stores/table.ts';
import {
  type Answer,
  type ListedReconciliation,
  parseAnswer,
  parseListedReconciliation,
  parseReconciliation,
  RECONCILIATION_SECONDS,
  RECONCILIATIONS,
  type Reconciliation,
  resultIn,
} from './reconciliation-row.ts';

/** Index key of comparisons that are under way, for the schedule. */
const DUE = 'reconciliation';
/** Rows that DynamoDB deletes in one transaction. */
const AT_ONCE = 100;

type Named = Pick<Reconciliation, 'accountId' | 'id'>;

const keyOf = ({ accountId, id }: Named) => ({
  pk: `${RECONCILIATIONS}${accountId}#${id}`,
  sk: 'reconciliation',
});
const answerKey = (of: Named, key: string) => ({
  pk: keyOf(of).pk,
  sk: `answer#${createHash('sha256').update(key).digest('hex')}`,
});
const listKey = (accountId: string) => `reconciliations#${accountId}`;
const listedKey = ({ accountId, id }: Named) => ({ pk: `${RECONCILIATIONS}${accountId}#list`, sk: id });

const expiresOf = ({ createdAt }: Pick<Reconciliation, 'createdAt'>) =>
  epochSeconds(new Date(createdAt)) + RECONCILIATION_SECONDS;

const dueKeysOf = ({ accountId }: Pick<Reconciliation, 'accountId'>, dueAt: Date) => ({
  due: DUE,
  dueAt: dueAt.toISOString(),
  turn: `${accountId}#${dueAt.toISOString()}`,
});

/** The rows of a new comparison: itself, which the schedule goes on with, and its entry in the list. */
export const rowsOfNew = (one: Reconciliation, now: Date): object[] => {
  const { id, company, accounts, forImport } = one;
  const listed: ListedReconciliation = { id, company, accounts, ...(forImport && { forImport }) };
  const expires = expiresOf(one);
  return [
    { ...keyOf(one), ...one, ...dueKeysOf(one, now), account: listKey(one.accountId), expires },
    { ...listedKey(one), ...listed, expires },
  ];
};

/** Writes a new comparison down. */
export const createReconciliation = async (one: Reconciliation, now: Date): Promise<void> => {
  await transact(rowsOfNew(one, now).map((row) => ({ Put: put(filingsTable(), row) })));
};

/** Finds a comparison of an account. */
export const getReconciliation = (accountId: string, id: string): Promise<Reconciliation | undefined> =>
  readRow(parseReconciliation, keyOf({ accountId, id }), filingsTable());

/** The comparisons of an account that are kept, the newest first. */
export const listReconciliations = (accountId: string): Promise<Reconciliation[]> =>
  queryRows(parseReconciliation, {
    ...query(filingsTable(), is('account', listKey(accountId))),
    IndexName: 'byAccount',
    ScanIndexForward: false,
  });

/** The list of the comparisons of an account that are kept, the newest first. */
export const listedReconciliations = (accountId: string): Promise<ListedReconciliation[]> =>
  queryRows(parseListedReconciliation, {
    ...query(filingsTable(), is('pk', listedKey({ accountId, id: '' }).pk)),
    ConsistentRead: true,
    ScanIndexForward: false,
  });

/** Notes in the list how a comparison ended. */
const noteEnd = async (of: Named, { result }: Pick<Reconciliation, 'result'>): Promise<void> => {
  const { differences, notCompared } = resultIn({ result })!;
  const set = { found: differences.length, gaps: notCompared.length };
  await updateIf(update(filingsTable(), listedKey(of), { set, if: exists('pk') }));
};

/** Comparisons that are due for the schedule, the longest overdue first. */
export const dueReconciliations = async (now: Date): Promise<Named[]> => {
  const parse = (item: unknown) => {
    const { pk, dueAt } = item as { pk: string; dueAt: string };
    const [, accountId = '', id = ''] = pk.split('#');
    return { accountId, id, dueAt };
  };
  const due = await queryRows(parse, {
    ...query(filingsTable(), is('due', DUE), {
      filter: atMost('dueAt', now.toISOString()),
      members: ['pk', 'dueAt'],
    }),
    IndexName: 'byTurn',
  });
  return due.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
};

/** Leases a comparison until an instant. @returns it as it is now; `undefined` if another function has the lease, or it has ended */
export const takeReconciliation = async (
  of: Named,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<Reconciliation | undefined> => {
  const taken = await updateIf({
    ...update(filingsTable(), keyOf(of), {
      set: { takenBy: owner, takenUntil: until.toISOString() },
      if: all(
        exists('pk'),
        is('state', 'asking'),
        either(absent('takenUntil'), below('takenUntil', now.toISOString())),
      ),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return taken && parseReconciliation(taken.Attributes);
};

/**
 * Notes how far a comparison is, and ends the lease.
 * @param dueAt when the schedule goes on with it; `null` for never, `undefined` for no change
 * @returns it as it is now; `undefined` where it is gone, or another function has the lease by now
 */
export const noteReconciliation = async (
  of: Named,
  owner: string,
  { dueAt, ...facts }: Partial<Reconciliation> & { dueAt?: Date | null },
): Promise<Reconciliation | undefined> => {
  // First: whoever ends it instead writes the same, and an interruption leaves no end without it.
  if (facts.result) await noteEnd(of, { result: facts.result });
  const noted = await updateIf({
    ...update(filingsTable(), keyOf(of), {
      set: { ...facts, ...(dueAt && dueKeysOf(of, dueAt)) },
      remove: [...(dueAt === null ? DUE_MEMBERS : []), 'takenBy', 'takenUntil'],
      if: is('takenBy', owner),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return noted && parseReconciliation(noted.Attributes);
};

/** The questions of a comparison that were asked, with their answers. */
export const listAnswers = (of: Named): Promise<Answer[]> =>
  rowsUnder({ pk: keyOf(of).pk, sk: 'answer#' }, parseAnswer, filingsTable());

/** Writes down that a question was asked, or its answer. */
export const putAnswer = async (of: Reconciliation, answer: Answer): Promise<void> => {
  const row = { ...answerKey(of, answer.key), ...answer, expires: expiresOf(of) };
  await dynamo().send(new PutCommand(put(filingsTable(), row)));
};

/** Deletes a comparison with all of its answers. It can be repeated. */
export const removeReconciliation = async (of: Named): Promise<void> => {
  const { pk, sk } = keyOf(of);
  const rows = await rowsUnder({ pk, sk: 'answer#' }, (item) => item as RowKey, filingsTable());
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await transact(
      rows.slice(from, from + AT_ONCE).map((row) => ({ Delete: remove(filingsTable(), { pk, sk: row.sk }) })),
    );
  await dynamo().send(new DeleteCommand(remove(filingsTable(), listedKey(of))));
  await dynamo().send(new DeleteCommand(remove(filingsTable(), { pk, sk })));
};

/** Deletes the comparisons of an account: it is erased. */
export const eraseReconciliations = async (accountId: string): Promise<void> => {
  for (const one of await listReconciliations(accountId)) await removeReconciliation(one);
};
