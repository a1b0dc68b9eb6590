/** Stores of worlds. */

/** A stored world. */
export interface Kept {
  text: string;
  /** Changes with every write. */
  version: string;
}

/** Stores the world of each account as text, with optimistic locking. */
export interface WorldStore {
  /**
   * The world of an account; `undefined` if there is none.
   * @param known the version that the caller has; if it is still current, the result is `unchanged`
   */
  read(account: string, known?: string): Promise<Kept | 'unchanged' | undefined>;
  /**
   * Writes a world in place of a version, or as a new one.
   * @returns the new version; `undefined` if another version is stored, in which case nothing was written
   */
  write(account: string, text: string, over: string | undefined): Promise<string | undefined>;
}

/** Stores worlds in the memory of the process. */
export const memoryStore = (): WorldStore => {
  const worlds = new Map<string, Kept>();
  let writes = 0;
  return {
    read: async (account, known) => {
      const kept = worlds.get(account);
      return kept && kept.version === known ? 'unchanged' : kept;
    },
    write: async (account, text, over) => {
      if (worlds.get(account)?.version !== over) return undefined;
      writes += 1;
      const version = String(writes);
      worlds.set(account, { text, version });
      return version;
    },
  };
};
