type Fields = Record<string, unknown>;

/** A request that succeeds. */
export interface Succeeding {
  request: Fields;
  /** Calls that must come first, by name. */
  after?: [name: string, request: Fields][];
}
