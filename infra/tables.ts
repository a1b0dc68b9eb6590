/** A DynamoDB table: its keys, all of them strings, its indexes, and its time-to-live attribute. */
export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  /** Attribute with the expiry, in seconds since the epoch. */
  timeToLive?: string;
  /** Whether a function reads its stream, with old and new images. */
  streamed?: true;
  /** Each projects all attributes, or only `include` and the keys. A row without the index's keys is not in it. */
  indexes?: { name: string; partitionKey: string; sortKey: string; include?: string[] }[];
}

/** Attributes by which lists of filings filter. Few of them change, so the indexes are rarely written. */
const LISTED = ['operation', 'userId', 'companyId', 'clientId', 'dry', 'stateKey'];

/** An index for lists, which leaves out the attribute that is its key. */
const list = (name: string, partitionKey: string) => ({
  name,
  partitionKey,
  sortKey: 'id',
  include: LISTED.filter((attribute) => attribute !== partitionKey),
});

/** Tables of a stage, by the environment variable that holds their name. */
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
