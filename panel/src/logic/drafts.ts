import type { Filled } from './filled.ts';

/** What was begun and not filed. */
export interface Draft {
  /** The operation, or the trámite that is corrected. */
  key: string;
  title: string;
  /** Where it goes on. */
  address: string;
  filled: Filled;
  /** `cert_secret` of the certificate that was chosen. */
  certificate: string;
  /** The refused trámite that it corrects. */
  corrects?: string | undefined;
  /** It was sent, and what became of it is not known here. */
  sent?: Sent | undefined;
}

/** A submission without an answer. Sent again so, it is the same one. */
export interface Sent {
  idempotencyKey: string;
  previewToken?: string | undefined;
  /** Its trámite, where the gateway named it. */
  filingId?: string | undefined;
}

/**
 * What a person began, in memory only: it has data of workers, which no storage of the browser is to keep. It outlives a session
 * that ended by itself, for the same person alone.
 */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  #email: string | undefined;

  /** Begins for who signed in. What another one left is dropped. @returns whether it is the same person */
  beginFor(email: string): boolean {
    const isSame = this.#email === email;
    if (!isSame) this.#drafts.clear();
    this.#email = email;
    return isSame;
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
