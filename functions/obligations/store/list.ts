import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { contractNumberOf } from '../../../shared/operation/fact.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { readKeys } from '../../../shared/stores/dynamo/read-keys.ts';
import { all, between, is, put, query as queryOf } from '../../../shared/stores/table.ts';
import {
  dueKey,
  type KeptObligation,
  type LocalHoliday,
  obligationKey,
  obligationLists,
  obligationsTable,
  parseCalendar,
  parseObligation,
  parseReference,
} from './obligation-row.ts';

/** Which obligations to list: those of an account in a state, or of a worker in any, that fit all that is given. */
export interface ObligationQuery {
  accountId: string;
  state: KeptObligation['state'];
  companyId?: number | undefined;
  /** MAC as of `listMac`. */
  worker?: string | undefined;
  /** Days between which they are due, `YYYY-MM-DD`, both included. */
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  limit: number;
  /** Where the page before ended. */
  after?: { id: string; dueKey: string } | undefined;
  /** What else it must be; of a page so many may be left out. */
  fits(obligation: KeptObligation): boolean;
}

/** Rows that one page reads at most, whatever few of them fit. */
const MOST_READ = 1_000;

/** A page of obligations, the first that are due first, and where it ended; the last page has no end. */
export const listObligations = async (
  query: ObligationQuery,
): Promise<{ obligations: KeptObligation[]; end?: { id: string; dueKey: string } }> => {
  const { accountId, companyId, worker, state, dueFrom = '0', dueTo = '9999', limit, fits } = query;
  const [index, key, value] = worker
    ? (['byWorker', 'workerList', obligationLists.worker(accountId, worker)] as const)
    : companyId === undefined
      ? (['byAccount', 'accountList', obligationLists.account(accountId, state)] as const)
      : (['byCompany', 'companyList', obligationLists.company(accountId, companyId, state)] as const);
  const found: KeptObligation[] = [];
  const keyOf = ({ id, dueKey }: { id: string; dueKey: string }) => ({
    ...obligationKey.obligation(accountId, id),
    ...{ [key]: value, dueKey },
  });
  let start: Record<string, unknown> | undefined = query.after && keyOf(query.after);
  let read = 0;
  do {
    const { Items = [], LastEvaluatedKey }: { Items?: object[]; LastEvaluatedKey?: object } =
      await dynamo().send(
        new QueryCommand({
          ...queryOf(obligationsTable(), all(is(key, value), between('dueKey', dueFrom, `${dueTo}~`))),
          IndexName: index,
          // One more than a page shows whether there is another page.
          Limit: Math.min(MOST_READ - read, limit + 1),
          ExclusiveStartKey: start,
        }),
      );
    read += Items.length;
    for (const item of Items) {
      const row = parseObligation(item);
      if (row.state !== state || (companyId !== undefined && row.companyId !== companyId) || !fits(row))
        continue;
      found.push(row);
      if (found.length > limit) {
        const last = found[limit - 1]!;
        return { obligations: found.slice(0, limit), end: endOf(last) };
      }
    }
    start = LastEvaluatedKey as typeof start;
  } while (start && read < MOST_READ);
  return {
    obligations: found,
    ...(start && { end: { id: String(start.sk).slice('obligation#'.length), dueKey: String(start.dueKey) } }),
  };
};

const endOf = (one: KeptObligation) => ({ id: one.id, dueKey: dueKey(one) });

/** The obligations of an account with these ids that there are. */
export const getObligations = (accountId: string, ids: string[]): Promise<KeptObligation[]> =>
  readKeys(parseObligation, {
    table: obligationsTable(),
    keys: ids.map((id) => obligationKey.obligation(accountId, id)),
    isConsistent: true,
  });

/** The MAC of the worker of a contract, by the authority's number of it or of what followed, where a fact of that is known. */
export const workerOfReference = async (
  accountId: string,
  reference: string,
): Promise<string | undefined> => {
  const keys = [obligationKey.reference(accountId, contractNumberOf(reference))];
  const [row] = await readKeys(parseReference, { table: obligationsTable(), keys, isConsistent: true });
  return row?.mac;
};

/** The local holidays of an account. */
export const getHolidays = async (accountId: string): Promise<LocalHoliday[]> => {
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: obligationsTable(), Key: obligationKey.calendar(accountId) }),
  );
  return Item ? parseCalendar(Item).holidays : [];
};

/** Replaces the local holidays of an account. */
export const putHolidays = async (accountId: string, holidays: LocalHoliday[]): Promise<void> => {
  await dynamo().send(
    new PutCommand(put(obligationsTable(), { ...obligationKey.calendar(accountId), holidays })),
  );
};
