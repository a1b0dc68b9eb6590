/** A DynamoDB table: its keys, all of them text, its indexes, and the attribute by which rows expire. */
export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  /** Seconds since the epoch. */
  timeToLive?: string;
  /** Its changes are read by a function, with each row as it was before and after. */
  streamed?: true;
  /** Each with all attributes, or with `include` and the keys; a row without its keys is not in it. */
  indexes?: { name: string; partitionKey: string; sortKey: string; include?: string[] }[];
}

/** By what lists of filings filter that go by another one of them. Few of these change, so an index is rarely written. */
const LISTED = ['operation', 'userId', 'companyId', 'clientId', 'dry', 'stateKey'];

/** An index for lists, without the attribute that is its key. */
const list = (name: string, partitionKey: string) => ({
  name,
  partitionKey,
  sortKey: 'id',
  include: LISTED.filter((attribute) => attribute !== partitionKey),
});

/** The tables of a stage, by the environment variable in which functions find their names. */
export const TABLES = {
  ACCOUNTS_TABLE: { partitionKey: 'pk', sortKey: 'sk', streamed: true },
  PASSWORDS_TABLE: { partitionKey: 'userId' },
  WINDOWS_TABLE: { partitionKey: 'id', timeToLive: 'expires' },
  EVENTS_TABLE: { partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expires', streamed: true },
  FILINGS_TABLE: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires',
    streamed: true,
    indexes: [
      { name: 'byAccount', partitionKey: 'account', sortKey: 'id' },
      { name: 'byClient', partitionKey: 'client', sortKey: 'id' },
      { name: 'byWorker', partitionKey: 'worker', sortKey: 'id' },
      list('byCompany', 'companyKey'),
      list('byCcc', 'cccKey'),
      list('byUser', 'userKey'),
      list('byOperation', 'operationKey'),
      list('byState', 'stateKey'),
      { name: 'byTurn', partitionKey: 'due', sortKey: 'turn' },
    ],
  },
  OBLIGATIONS_TABLE: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires',
    streamed: true,
    indexes: [
      { name: 'byAccount', partitionKey: 'accountList', sortKey: 'dueKey' },
      { name: 'byCompany', partitionKey: 'companyList', sortKey: 'dueKey' },
      { name: 'byWorker', partitionKey: 'workerList', sortKey: 'dueKey' },
    ],
  },
} satisfies Record<string, TableDefinition>;
