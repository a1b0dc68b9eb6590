/** A DynamoDB table: its keys, all of them text, its indexes, and the attribute by which rows expire. */
export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  /** Seconds since the epoch. */
  timeToLive?: string;
  /** Each with all attributes; a row without the keys is not in it. */
  indexes?: { name: string; partitionKey: string; sortKey: string }[];
}

/** The tables of a stage, by the environment variable in which functions find their names. */
export const TABLES = {
  ACCOUNTS_TABLE: { partitionKey: 'pk', sortKey: 'sk' },
  PASSWORDS_TABLE: { partitionKey: 'userId' },
  WINDOWS_TABLE: { partitionKey: 'id', timeToLive: 'expires' },
  FILINGS_TABLE: {
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires',
    indexes: [
      { name: 'byAccount', partitionKey: 'account', sortKey: 'id' },
      { name: 'byClient', partitionKey: 'client', sortKey: 'id' },
      { name: 'byWorker', partitionKey: 'worker', sortKey: 'id' },
      { name: 'byTurn', partitionKey: 'due', sortKey: 'turn' },
    ],
  },
} satisfies Record<string, TableDefinition>;
