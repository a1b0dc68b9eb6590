import { createHash } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, epochSeconds, transact, updateIf } from '../../../../shared/stores/dynamo/dynamo.ts';
import { queryRows, readRow, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import {
  dueMembersOf,
  dueRows,
  inTurns,
  LEASE_MEMBERS,
  type Lease,
  leaseRow,
  namedIn,
} from '../../../../shared/stores/filings/due-rows.ts';
import { DUE_MEMBERS } from '../../../../shared/stores/filings/filing.ts';
import { filingsTable } from '../../../../shared/stores/filings/filing-keys.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { exists, is, put, query, remove, update } from '../../../../shared/stores/table.ts';
import { PARTS, readLarge, writeLarge } from './large.ts';
import {
  type Answer,
  type ListedReconciliation,
  type PACKED,
  parseAnswer,
  parseListedReconciliation,
  parseReconciliation,
  RECONCILIATION_SECONDS,
  RECONCILIATIONS,
  type Reconciliation,
} from './reconciliation-row.ts';

/** Index key of comparisons that are under way, for the schedule. */
const DUE = 'reconciliation';
/** Prefix of the sort keys of answers. */
const ANSWERS = 'answer#';
/** Rows that DynamoDB deletes in one transaction. */
const AT_ONCE = 100;

/** What the key of a comparison is made of. */
type ReconciliationId = Pick<Reconciliation, 'accountId' | 'id'>;

/** Key of a comparison's row. */
export const keyOf = ({ accountId, id }: ReconciliationId) => ({
  pk: `${RECONCILIATIONS}${accountId}#${id}`,
  sk: 'reconciliation',
});
const answerKey = (reconciliation: ReconciliationId, key: string) => ({
  pk: keyOf(reconciliation).pk,
  sk: `${ANSWERS}${createHash('sha256').update(key).digest('hex')}`,
});
const listKey = (accountId: string) => `reconciliations#${accountId}`;
const listedKey = ({ accountId, id }: ReconciliationId) => ({
  pk: `${RECONCILIATIONS}${accountId}#list`,
  sk: id,
});

const expiresOf = ({ createdAt }: Pick<Reconciliation, 'createdAt'>) =>
  epochSeconds(new Date(createdAt)) + RECONCILIATION_SECONDS;

const dueKeysOf = ({ accountId }: Pick<Reconciliation, 'accountId'>, dueAt: Date) =>
  dueMembersOf(DUE, accountId, dueAt);

/** The rows of a new comparison: its own, which the schedule continues, and its entry in the list. */
export const rowsOfNew = (reconciliation: Reconciliation, now: Date): object[] => {
  const { id, company, accounts, forImport } = reconciliation;
  const listed: ListedReconciliation = { id, company, accounts, ...(forImport && { forImport }) };
  const expires = expiresOf(reconciliation);
  return [
    {
      ...keyOf(reconciliation),
      ...reconciliation,
      ...dueKeysOf(reconciliation, now),
      account: listKey(reconciliation.accountId),
      expires,
    },
    { ...listedKey(reconciliation), ...listed, expires },
  ];
};

/** Writes what does not fit into the row of a comparison. @returns the comparison for its row */
export const writeRestOf = (reconciliation: Reconciliation): Promise<Reconciliation> =>
  writeLarge(reconciliation, { ...keyOf(reconciliation), expires: expiresOf(reconciliation) });

const wholeOf = (reconciliation: Reconciliation): Promise<Reconciliation> =>
  readLarge(reconciliation, keyOf(reconciliation));

/** Stores a new comparison. */
export const createReconciliation = async (reconciliation: Reconciliation, now: Date): Promise<void> => {
  const rows = rowsOfNew(await writeRestOf(reconciliation), now);
  await transact(rows.map((row) => ({ Put: put(filingsTable(), row) })));
};

/** Finds a comparison of an account. */
export const getReconciliation = async (
  accountId: string,
  id: string,
): Promise<Reconciliation | undefined> => {
  const reconciliation = await readRow(parseReconciliation, keyOf({ accountId, id }), filingsTable());
  return reconciliation && wholeOf(reconciliation);
};

/** The stored comparisons of an account, the newest first. */
export const listReconciliations = async (accountId: string): Promise<Reconciliation[]> => {
  const all = await queryRows(parseReconciliation, {
    ...query(filingsTable(), is('account', listKey(accountId))),
    IndexName: 'byAccount',
    ScanIndexForward: false,
  });
  return Promise.all(all.map(wholeOf));
};

/** The list entries of an account's stored comparisons, the newest first. */
export const listedReconciliations = (accountId: string): Promise<ListedReconciliation[]> =>
  queryRows(parseListedReconciliation, {
    ...query(filingsTable(), is('pk', listedKey({ accountId, id: '' }).pk)),
    ConsistentRead: true,
    ScanIndexForward: false,
  });

/** The write of the accounts of a comparison that a person has to look at, into the list. @param open from `openIn` */
const listedWith = (reconciliation: ReconciliationId, open: string[]) =>
  update(filingsTable(), listedKey(reconciliation), { set: { open }, if: exists('pk') });

/** Stores which accounts of an ended comparison a person has to look at. @param open from `openIn` */
export const noteOpen = async (reconciliation: ReconciliationId, open: string[]): Promise<void> => {
  await updateIf(listedWith(reconciliation, open));
};

/** Comparisons that are due for the schedule, in turns by account. */
export const dueReconciliations = async (now: Date): Promise<ReconciliationId[]> =>
  inTurns((await dueRows(DUE, now)).map((row) => ({ ...namedIn(row), dueAt: row.dueAt })));

/** Stops a comparison that is under way: whoever continues it next ends it. Does nothing if it has ended. @param by id of the user */
export const stopReconciliation = async (
  reconciliation: ReconciliationId,
  by: string,
  now: Date,
): Promise<void> => {
  const set = { stoppedBy: by, ...dueKeysOf(reconciliation, now) };
  await updateIf(update(filingsTable(), keyOf(reconciliation), { set, if: is('state', 'asking') }));
};

/** Leases a comparison that is under way; see `leaseRow`. */
export const leaseReconciliation = async (
  reconciliation: ReconciliationId,
  lease: Lease,
): Promise<Reconciliation | undefined> => {
  const leased = await leaseRow(keyOf(reconciliation), lease, is('state', 'asking'));
  return leased === undefined ? undefined : wholeOf(parseReconciliation(leased));
};

/**
 * Stores the progress of a comparison, and ends the lease.
 * @param dueAt when the schedule continues it; `null` for never, `undefined` for no change
 * @returns its new state; `undefined` if it was deleted, or another function has the lease by now
 */
export const noteReconciliation = async (
  reconciliation: Pick<Reconciliation, 'accountId' | 'id' | 'createdAt' | 'rest'>,
  owner: string,
  { dueAt, open, ...all }: Partial<Reconciliation> & { dueAt?: Date | null; open?: string[] },
): Promise<Reconciliation | undefined> => {
  // Written first: another function that ends the comparison writes the same, and after an interruption no end is missing in
  // the list.
  if (open) await updateIf(listedWith(reconciliation, open));
  const { rest, ...facts } = await writeLarge(all, {
    ...keyOf(reconciliation),
    expires: expiresOf(reconciliation),
  });
  const noted = await updateIf({
    ...update(filingsTable(), keyOf(reconciliation), {
      set: {
        ...facts,
        ...(rest && { rest: { ...reconciliation.rest, ...rest } }),
        ...(dueAt && dueKeysOf(reconciliation, dueAt)),
      },
      remove: [...(dueAt === null ? DUE_MEMBERS : []), ...LEASE_MEMBERS],
      if: is('takenBy', owner),
    }),
    ReturnValues: 'ALL_NEW',
  });
  return noted && wholeOf(parseReconciliation(noted.Attributes));
};

/** The asked questions of a comparison, with their answers. */
export const listAnswers = (reconciliation: ReconciliationId): Promise<Answer[]> =>
  rowsUnder({ pk: keyOf(reconciliation).pk, sk: ANSWERS }, parseAnswer, filingsTable());

/** Stores an asked question, or its answer. */
export const putAnswer = async (reconciliation: Reconciliation, answer: Answer): Promise<void> => {
  const row = { ...answerKey(reconciliation, answer.key), ...answer, expires: expiresOf(reconciliation) };
  await dynamo().send(new PutCommand(put(filingsTable(), row)));
};

/** The deletes of a comparison's rows whose sort keys begin with `begin`. */
const withoutRows = async (
  reconciliation: ReconciliationId,
  begin: string,
  isKept = (_sk: string): boolean => false,
) => {
  const { pk } = keyOf(reconciliation);
  const rows = await rowsUnder({ pk, sk: begin }, (item) => item as RowKey, filingsTable());
  return rows.flatMap(({ sk }) => (isKept(sk) ? [] : { Delete: remove(filingsTable(), { pk, sk }) }));
};

/** Deletes a comparison's rows whose sort keys begin with `begin`. */
const removeRows = async (reconciliation: ReconciliationId, begin: string): Promise<void> => {
  const deletes = await withoutRows(reconciliation, begin);
  for (let from = 0; from < deletes.length; from += AT_ONCE)
    await transact(deletes.slice(from, from + AT_ONCE));
};

/**
 * Replaces the rows of workers in an ended comparison. A
 * comparison whose entry in the list has expired is deleted, because its own row expires at any moment. Idempotent. Until its row
 * is replaced, the comparison shows the earlier rows.
 */
export const rewriteReconciliation = async (
  reconciliation: Reconciliation,
  { open, ...facts }: Pick<Reconciliation, (typeof PACKED)[number]> & { open: string[] },
): Promise<void> => {
  const { rest, ...members } = await writeLarge<Partial<Reconciliation>>(facts, {
    pk: keyOf(reconciliation).pk,
    expires: expiresOf(reconciliation),
  });
  const parts = Object.values(rest ?? {}).map(({ name }) => PARTS + name);
  const rejected = await transact([
    {
      Update: update(filingsTable(), keyOf(reconciliation), {
        set: { ...members, rest },
        remove: rest ? [] : ['rest'],
        if: is('state', 'ended'),
      }),
    },
    { Update: listedWith(reconciliation, open) },
    ...(await withoutRows(reconciliation, PARTS, (sk) => parts.some((part) => sk.startsWith(part)))),
  ]);
  if (rejected.length > 0) await removeReconciliation(reconciliation);
};

/** Deletes the answers of an ended comparison, so that nothing more can be imported from it. Idempotent. */
export const forgetAnswers = (reconciliation: ReconciliationId): Promise<void> =>
  removeRows(reconciliation, ANSWERS);

/** Deletes a comparison with all its answers. Idempotent. */
export const removeReconciliation = async (reconciliation: ReconciliationId): Promise<void> => {
  await removeRows(reconciliation, ANSWERS);
  await removeRows(reconciliation, PARTS);
  await dynamo().send(new DeleteCommand(remove(filingsTable(), listedKey(reconciliation))));
  await dynamo().send(new DeleteCommand(remove(filingsTable(), keyOf(reconciliation))));
};

/** Deletes the comparisons of an account that is being erased. */
export const eraseReconciliations = async (accountId: string): Promise<void> => {
  for (const reconciliation of await listReconciliations(accountId))
    await removeReconciliation(reconciliation);
};
