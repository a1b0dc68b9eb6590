import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import { plainKey } from '../../kernel/idempotency-key.ts';
import { dynamo } from '../dynamo/dynamo.ts';
import { readKeys } from '../dynamo/read-keys.ts';
import { all, between, type Condition, is, oneOf, type Path, query as queryOf } from '../table.ts';
import { DRY_SECONDS } from './claim.ts';
import type { Filing } from './filing.ts';
import { filingIdOf, filingKey, filingsTable, listKeys } from './filing-keys.ts';
import { parseFiling } from './read.ts';
import { isOpen, type ShownState, shownState } from './shown-state.ts';

/** Filter for a list of an account's filings. */
export interface FilingQuery {
  accountId: string;
  /** Filings with this client company's certificates, or by its user. */
  clientId?: number | undefined;
  /** About this client company. */
  companyId?: number | undefined;
  /** About this worker, and this contribution account: MACs as of `listMac`. */
  worker?: string | undefined;
  ccc?: string | undefined;
  userId?: string | undefined;
  /** Method and address of one of these. */
  operations?: readonly string[] | undefined;
  /** Shown in one of these states. */
  states?: readonly ShownState[] | undefined;
  dry?: boolean | undefined;
  key?: string | undefined;
  requestId?: string | undefined;
  certificateId?: string | undefined;
  /** Instants between which they were claimed. */
  from?: Date | undefined;
  to?: Date | undefined;
  now: Date;
  limit: number;
  /** Id of the last filing of the previous page. */
  after?: string | undefined;
}

/** A page of filings, the latest first, and the id of its last one; the last page has none. */
export interface FilingPage {
  filings: Filing[];
  end?: string | undefined;
}

/** Rows that one page reads at most, whatever few of them match. */
const MAX_READ = 1_000;

/** A day more than a dry run is kept, in milliseconds. */
const DRY_MS = (DRY_SECONDS + 24 * 60 * 60) * 1000;

/** Allowed values of an attribute. */
interface Wanted {
  attribute: Path;
  values: readonly (string | number | boolean)[];
}

/** An index for lists of filings, and the single value of its key. */
interface Index {
  name: string;
  key: string;
  value: string;
  /** The attribute whose condition its key meets; its key itself by default. */
  meets?: string;
  /** It has all attributes of a row; the others have those to filter by. */
  isWhole?: true;
}

/** Indexes that can answer a query, the one with the fewest rows first. */
const indexesFor = (query: FilingQuery): Index[] => {
  const { accountId, clientId, companyId, worker, ccc, userId, operations = [], states = [] } = query;
  const keyOf = <T>(value: T | undefined, key: (accountId: string, value: T) => string) =>
    value === undefined ? undefined : key(accountId, value);
  const keys = new Set(states.map((state) => listKeys.state(accountId, state)));
  const ofState = { name: 'byState', key: 'stateKey', value: keys.size === 1 ? [...keys][0] : undefined };
  const isRare = states.every((state) => isOpen(state) || RARE.has(state));
  const all: (Omit<Index, 'value'> & { value: string | undefined })[] = [
    { name: 'byWorker', key: 'worker', value: worker && listKeys.worker(worker), isWhole: true },
    { name: 'byCcc', key: 'cccKey', value: ccc && listKeys.ccc(ccc) },
    ...(isRare ? [ofState] : []),
    { name: 'byCompany', key: 'companyKey', value: keyOf(companyId, listKeys.company), meets: 'companyId' },
    { name: 'byUser', key: 'userKey', value: keyOf(userId, listKeys.user), meets: 'userId' },
    {
      name: 'byOperation',
      key: 'operationKey',
      value: keyOf(operations.length === 1 ? operations[0] : undefined, listKeys.operation),
      meets: 'operation',
    },
    ofState,
    {
      name: 'byClient',
      key: 'client',
      value: keyOf(clientId, listKeys.client),
      meets: 'clientId',
      isWhole: true,
    },
    { name: 'byAccount', key: 'account', value: listKeys.account(accountId), isWhole: true },
  ];
  return all.filter((index): index is Index => index.value !== undefined);
};

/** States in which few filings of an account ever are. */
const RARE: ReadonlySet<ShownState> = new Set(['unknown', 'declaredFiled', 'declaredNotFiled']);

const equal = (attribute: Path, value: string | number | boolean | undefined): Wanted[] =>
  value === undefined ? [] : [{ attribute, values: [value] }];

/** All that a query wants of the attributes of rows. */
const wantedOf = (query: FilingQuery): Wanted[] => {
  const { accountId, clientId, companyId, ccc, userId, operations, states, dry } = query;
  const keys = states && [...new Set(states.map((state) => listKeys.state(accountId, state)))];
  return [
    ...equal('cccKey', ccc && listKeys.ccc(ccc)),
    ...equal('companyId', companyId),
    ...equal('userId', userId),
    ...(operations ? [{ attribute: 'operation', values: operations }] : []),
    ...equal('clientId', clientId),
    ...equal('dry', dry),
    ...(keys ? [{ attribute: 'stateKey', values: keys }] : []),
    ...ofWholeRows(query),
  ];
};

/** Those on attributes that only whole rows have. */
const ofWholeRows = ({ key, requestId, certificateId }: FilingQuery): Wanted[] => [
  ...equal('key', key === undefined ? undefined : plainKey(key)),
  ...equal('requestId', requestId),
  ...equal(['certificate', 'id'], certificateId),
];

/** The first and the last id that a filing of this time may have: ids begin with it. */
const idsOf = ({ from, to, dry, states, now }: FilingQuery): [first: string, last: string] => {
  // Earlier rows have expired, so they need not be read.
  const isDry = dry || states?.every((state) => state === 'dryRun');
  const first = Math.max(from?.getTime() ?? 0, isDry ? now.getTime() - DRY_MS : 0);
  const last = Math.max(to?.getTime() ?? LAST_TIME, 0);
  return [`${encodeTime(first, 10)}${'0'.repeat(16)}`, `${encodeTime(last, 10)}${'Z'.repeat(16)}`];
};

/** Greatest time of an id, in milliseconds. */
const LAST_TIME = 2 ** 48 - 1;

/**
 * A page of the filings of an account: one query, or a few when a key, request or certificate is searched. Pages go
 * back in time, each from the end of the one before, so filings that arrive meanwhile cause no gaps.
 */
export const listFilings = async (query: FilingQuery): Promise<FilingPage> => {
  const { limit, after, accountId, states } = query;
  const needsWhole = ofWholeRows(query).length > 0;
  const index = indexesFor(query).find(({ isWhole }) => isWhole || !needsWhole)!;
  const { name, key, value, meets = key } = index;
  const rest = wantedOf(query)
    .filter(({ attribute }) => attribute !== meets)
    .map(({ attribute, values }): Condition => oneOf(attribute, values));
  const [first, last] = idsOf(query);
  if (first > last) return { filings: [] };
  const rows: { pk: string }[] = [];
  let start = after === undefined ? undefined : { ...filingKey.head(after), [key]: value, id: after };
  let read = 0;
  do {
    const page: QueryCommandOutput = await dynamo().send(
      new QueryCommand({
        ...queryOf(filingsTable(), all(is(key, value), between('id', first, last)), { filter: all(...rest) }),
        IndexName: name,
        ScanIndexForward: false,
        // One more than a page shows whether there is another page.
        Limit: rest.length > 0 ? MAX_READ - read : limit + 1,
        ExclusiveStartKey: start,
      }),
    );
    rows.push(...((page.Items ?? []) as typeof rows));
    read += page.ScannedCount ?? 0;
    start = page.LastEvaluatedKey as typeof start;
    // Filings are looked up by attributes without an index, and a query of whole rows reads few.
  } while (needsWhole && start && rows.length <= limit && read < MAX_READ);
  const taken = rows.slice(0, limit);
  const isMore = rows.length > limit;
  const filings = index.isWhole
    ? taken.map(parseFiling)
    : await readHeads(taken.map(({ pk }) => filingIdOf(pk)));
  return {
    filings: filings.filter(
      (filing) => filing.accountId === accountId && (!states || states.includes(shownState(filing))),
    ),
    end: isMore ? filingIdOf(taken.at(-1)!.pk) : start && filingIdOf(start.pk),
  };
};

/** Whole rows of filings, in the order of their ids; they may be as they were a second ago. */
const readHeads = async (ids: string[]): Promise<Filing[]> => {
  const read = await readKeys(parseFiling, { table: filingsTable(), keys: ids.map(filingKey.head) });
  const byId = new Map(read.map((filing) => [filing.id, filing]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
