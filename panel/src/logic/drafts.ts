import type { Filled } from './filled.ts';

/** What was begun and not filed. */
export interface Draft {
  /** The operation, or the trámite that is corrected. */
  key: string;
  title: string;
  /** Where it goes on. */
  address: string;
  filled: Filled;
}

/**
 * What a person began, in memory only: it has data of workers, which no storage of the browser is to keep. It outlives a session
 * that ended by itself, for the same person alone.
 */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  #email: string | undefined;

  /** Begins for who signed in. What another one left is dropped. */
  beginFor(email: string): void {
    if (this.#email !== email) this.#drafts.clear();
    this.#email = email;
  }

  get all(): Draft[] {
    return [...this.#drafts.values()];
  }

  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  keep(draft: Draft): void {
    this.#drafts.set(draft.key, draft);
  }

  drop(key: string): void {
    this.#drafts.delete(key);
  }

  clear(): void {
    this.#drafts.clear();
  }
}
