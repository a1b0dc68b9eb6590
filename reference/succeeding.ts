type Fields = Record<string, unknown>;

/** A request that succeeds. */
export interface Succeeding {
  request: Fields;
  /** Requests that must be sent before it, by name. */
  after?: [name: string, request: Fields][];
}
