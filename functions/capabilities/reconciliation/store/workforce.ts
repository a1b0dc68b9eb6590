import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, ifConditionHolds, transact } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { atMost, check, either, isNew, put, remove, stillIs } from '../../../../shared/stores/table.ts';
import { fewerThan } from '../workforce.ts';
import {
  parseWorkforceHead,
  parseWorkforceRow,
  type WorkforceHead,
  type WorkforceRow,
  workforceKey,
  workforceTable,
} from './workforce-row.ts';

/** Rows that DynamoDB writes in one transaction. */
const AT_ONCE = 100;

const inParts = async <Row>(
  rows: readonly Row[],
  write: (part: Row[]) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += AT_ONCE) await write(rows.slice(from, from + AT_ONCE));
};

const removal = (key: RowKey) => ({ Delete: remove(workforceTable(), key) });

/** Head row of a company's workforce; `undefined` if it never had a list. */
export const findWorkforce = (accountId: string, company: number): Promise<WorkforceHead | undefined> =>
  readRow(parseWorkforceHead, workforceKey.head(accountId, company), workforceTable());

/** The workers of a company, or of all companies of an account. */
export const listWorkforce = (accountId: string, company?: number): Promise<WorkforceRow[]> =>
  rowsUnder(workforceKey.workers(accountId, company), parseWorkforceRow, workforceTable());

/** One worker of a company and account. */
export const findWorkforceRow = (
  accountId: string,
  whose: Pick<WorkforceRow, 'company' | 'account' | 'mac'>,
): Promise<WorkforceRow | undefined> =>
  readRow(parseWorkforceRow, workforceKey.worker(accountId, whose), workforceTable());

/**
 * Replaces the workforce of a company. If it is interrupted, the written rows stay, and sending the same list again completes it.
 * @param today by the authorities' clock
 */
export const replaceWorkforce = async (
  accountId: string,
  { company, at, by, today }: Pick<WorkforceHead, 'company' | 'at' | 'by'> & { today: string },
  rows: readonly WorkforceRow[],
): Promise<WorkforceHead> => {
  const [last, before] = await Promise.all([
    findWorkforce(accountId, company),
    listWorkforce(accountId, company),
  ]);
  const kept = new Set(rows.map((row) => workforceKey.worker(accountId, row).sk));
  await inParts(rows, (part) =>
    transact(
      part.map((row) => ({
        Put: put(workforceTable(), { ...workforceKey.worker(accountId, row), ...row }),
      })),
    ),
  );
  const gone = before.map((row) => workforceKey.worker(accountId, row)).filter(({ sk }) => !kept.has(sk));
  await inParts(gone, (part) => transact(part.map(removal)));
  const fewer = fewerThan({ rows: last ? before : [], fewer: last?.fewer }, rows, today);
  const head: WorkforceHead = {
    company,
    at,
    workers: rows.length,
    by,
    ...(Object.keys(fewer).length > 0 && { fewer }),
  };
  await dynamo().send(
    new PutCommand(put(workforceTable(), { ...workforceKey.head(accountId, company), ...head })),
  );
  return head;
};

/** A row of an import, and the row that it replaces, whose document may be another one. */
interface ImportedRow {
  row: WorkforceRow;
  replaced: WorkforceRow | undefined;
}

/**
 * Puts rows into the workforce of a company, and creates it if needed. If it is interrupted, the written rows stay.
 * @param before the head row when the workforce was read
 * @returns false if the company has another list by now, or a worker's row is newer; then not all are written
 */
export const importWorkforce = async (
  accountId: string,
  {
    company,
    at,
    importedAt,
    before,
  }: Required<Pick<WorkforceHead, 'company' | 'at' | 'importedAt'>> & { before: WorkforceHead | undefined },
  rows: readonly ImportedRow[],
): Promise<boolean> => {
  const headKey = workforceKey.head(accountId, company);
  const isSame = stillIs('at', before?.at);
  // A list that arrives meanwhile decides which workers there are.
  const rest = { ConditionCheck: check(workforceTable(), headKey, isSame) };
  const isOlder = either(isNew, atMost('at', at));
  const writesOf = ({ row, replaced }: ImportedRow) => {
    const key = workforceKey.worker(accountId, row);
    const earlierKey = replaced && workforceKey.worker(accountId, replaced);
    return [
      { Put: put(workforceTable(), { ...key, ...row }, isOlder) },
      ...(earlierKey && earlierKey.sk !== key.sk
        ? [{ Delete: remove(workforceTable(), earlierKey, isOlder) }]
        : []),
    ];
  };
  // Two writes for a row at most.
  const most = Math.floor((AT_ONCE - 1) / 2);
  for (let from = 0; from < rows.length; from += most) {
    const writes = rows.slice(from, from + most).flatMap(writesOf);
    if ((await transact([...writes, rest])).length > 0) return false;
  }
  const head: WorkforceHead = { company, at: before?.at ?? at, importedAt };
  const written = await ifConditionHolds(
    dynamo().send(new PutCommand(put(workforceTable(), { ...headKey, ...head }, isSame))),
  );
  return written !== undefined;
};

/** Stores a worker, unless the row is newer. */
export const putWorkforceRow = async (accountId: string, row: WorkforceRow): Promise<void> => {
  await ifConditionHolds(
    dynamo().send(
      new PutCommand(
        put(
          workforceTable(),
          { ...workforceKey.worker(accountId, row), ...row },
          either(isNew, atMost('at', row.at)),
        ),
      ),
    ),
  );
};

/** Removes a worker, unless the row is newer. */
export const removeWorkforceRow = async (
  accountId: string,
  row: Pick<WorkforceRow, 'company' | 'account' | 'mac' | 'at'>,
): Promise<void> => {
  const key = workforceKey.worker(accountId, row);
  await ifConditionHolds(
    dynamo().send(new DeleteCommand(remove(workforceTable(), key, atMost('at', row.at)))),
  );
};

/** The rows of one worker in all companies, by the MAC of the document. */
export const workforceOf = async (accountId: string, mac: string): Promise<WorkforceRow[]> =>
  (await listWorkforce(accountId)).filter((row) => row.mac === mac);

/** Deletes the rows of one worker. Idempotent. */
export const forgetWorkforceOf = async (accountId: string, mac: string): Promise<void> => {
  const rows = await workforceOf(accountId, mac);
  await inParts(rows, (part) => transact(part.map((row) => removal(workforceKey.worker(accountId, row)))));
};

/** Deletes the workforces of an account that is being erased. */
export const eraseWorkforces = async (accountId: string): Promise<void> => {
  const { pk } = workforceKey.workers(accountId);
  for (const sk of ['worker#', 'company#']) {
    const rows = await rowsUnder({ pk, sk }, (item) => item as RowKey, workforceTable());
    await inParts(rows, (part) => transact(part.map(({ sk }) => removal({ pk, sk }))));
  }
};
