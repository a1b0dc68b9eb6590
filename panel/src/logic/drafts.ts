import type { Filled } from './filled.ts';

/** What was begun and not filed. */
export interface Draft {
  /** Its name in the account: the operation, or the trámite that it goes on from, and a random end. */
  key: string;
  title: string;
  /** Where it goes on. There is one draft for each: what a link fills in for a worker never meets what was begun for another one. */
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

/** Where drafts outlive the page: the account of who signed in, which encrypts them. */
export interface Account {
  list(): Promise<Draft[]>;
  keep(draft: Draft): Promise<unknown>;
  drop(key: string): Promise<unknown>;
}

/** Milliseconds without another change until a draft is saved. */
const QUIET_MS = 2_000;

/**
 * What a person began. It has data of workers, which no storage of the browser is to keep: it is in memory, and in the account. It
 * outlives a session that ended by itself, for the same person alone.
 */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  /** Names of drafts that the account may have otherwise, or still, or not yet. */
  readonly #unsaved = new Set<string>();
  /** Names of drafts that the account may have. */
  readonly #saved = new Set<string>();
  /** What is being saved: of one draft one thing after the other, or a late one would undo the last. */
  readonly #saving = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #email: string | undefined;
  #account: Account | undefined;
  #listed: Promise<void> | undefined;

  /**
   * Begins for who signed in. What another one left is dropped here.
   * @param account without it nothing outlives the page
   * @returns whether it is the same person
   */
  beginFor(email: string, account?: Account): boolean {
    const isSame = this.#email === email;
    if (!isSame) this.clear();
    this.#email = email;
    this.#account = account;
    this.#listed = undefined;
    void this.flush();
    return isSame;
  }

  /** Reads once what the account has. Without an answer there is what was begun here. */
  loaded(): Promise<void> {
    const account = this.#account;
    this.#listed ??= (account?.list() ?? Promise.resolve([])).then(
      (found) => {
        if (this.#account !== account) return;
        for (const draft of found) {
          this.#saved.add(draft.key);
          // What was changed or dropped here since is newer.
          if (!this.#unsaved.has(draft.key) && !this.#drafts.has(draft.key))
            this.#drafts.set(draft.key, draft);
        }
      },
      () => {
        this.#listed = undefined;
      },
    );
    return this.#listed;
  }

  get all(): Draft[] {
    return [...this.#drafts.values()];
  }

  /** How many changes would be lost with the page. */
  get unsaved(): number {
    return this.#unsaved.size;
  }

  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  /**
   * What a form goes on with: what was sent without an answer, before anything else of this kind is sent; or what was begun at
   * this address.
   * @param kind how the names of its drafts begin: the operation, or the trámite that it goes on from
   */
  begun(kind: string, address: string): Draft | undefined {
    return (
      this.all.find(({ key, sent }) => sent && key.startsWith(`${kind}-`)) ??
      this.all.find((one) => one.address === address)
    );
  }

  keep(draft: Draft): void {
    const before = this.#drafts.get(draft.key);
    this.#drafts.set(draft.key, draft);
    this.#unsaved.add(draft.key);
    this.#stop(draft.key);
    // That it was sent is known also to who closes the page now.
    if (draft.sent !== before?.sent) void this.#save(draft.key);
    else
      this.#timers.set(
        draft.key,
        setTimeout(() => void this.#save(draft.key), QUIET_MS),
      );
  }

  drop(key: string): void {
    this.#drafts.delete(key);
    this.#stop(key);
    this.#unsaved.delete(key);
    if (!this.#saved.has(key)) return;
    this.#unsaved.add(key);
    void this.#save(key);
  }

  /** Forgets everything here; what the account has stays. */
  clear(): void {
    for (const key of this.#timers.keys()) this.#stop(key);
    this.#drafts.clear();
    this.#unsaved.clear();
    this.#saved.clear();
  }

  /** Saves now what is not saved yet. */
  async flush(): Promise<void> {
    for (const key of this.#timers.keys()) this.#stop(key);
    await Promise.all([...this.#unsaved].map((key) => this.#save(key)));
  }

  #stop(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  #save(key: string): Promise<void> {
    const account = this.#account;
    if (!account) return Promise.resolve();
    const saving = (this.#saving.get(key) ?? Promise.resolve()).then(async () => {
      // Another person may have signed in since.
      if (this.#account !== account || !this.#unsaved.has(key)) return;
      const draft = this.#drafts.get(key);
      this.#saved.add(key);
      try {
        await (draft ? account.keep(draft) : account.drop(key));
      } catch {
        // It stays unsaved: the next change tries again, and closing the page asks.
        return;
      }
      if (this.#account === account && this.#drafts.get(key) === draft) {
        this.#unsaved.delete(key);
        if (!draft) this.#saved.delete(key);
      }
    });
    this.#saving.set(key, saving);
    return saving;
  }
}
