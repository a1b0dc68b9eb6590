/** A DynamoDB table: its keys, which are all text, and the attribute with the time at which a row expires. */
export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  /** Seconds since the epoch. */
  timeToLive?: string;
}

/** The tables of a stage, by the variable from which the functions read the name of the table. */
export const TABLES = {
  RECORDS_TABLE: { partitionKey: 'pk', sortKey: 'sk' },
  WINDOWS_TABLE: { partitionKey: 'id', timeToLive: 'expires' },
} satisfies Record<string, TableDefinition>;
