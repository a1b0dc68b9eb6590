import type { Filled } from './filled.ts';

/** A form that a person began and has not filed. */
export interface Draft {
  /** Its name in the account: the operation or the trámite from which it started, and a random end. */
  key: string;
  title: string;
  /**
   * The address at which the person continues. Each address has its own draft, so the values that a link fills in for one
   * worker never mix with a draft for another.
   */
  address: string;
  filled: Filled;
  /** `cert_secret` of the chosen certificate. */
  certificate: string;
  /** The refused trámite that it corrects. */
  corrects?: string | undefined;
  /** Set if it was sent and its outcome is not known here. */
  sent?: Sent | undefined;
}

/** A submission without an answer. If it is sent again with these values, the gateway recognises it as the same one. */
export interface Sent {
  idempotencyKey: string;
  previewToken?: string | undefined;
  /** The accepted trámite that it repeats, because a person said so. */
  repeats?: string | undefined;
  /** Its trámite, if the gateway named it. */
  filingId?: string | undefined;
}

/** The store in which drafts outlive the page: the account of the person, which encrypts them. */
export interface Account {
  list(): Promise<Draft[]>;
  keep(draft: Draft): Promise<unknown>;
  drop(key: string): Promise<unknown>;
}

/** Milliseconds without another change after which a draft is saved. */
const QUIET_MS = 2_000;

/** What another tab did with a draft: it wrote it, or filed or discarded it. */
export type Elsewhere = 'kept' | 'dropped';

/** A message between tabs. It names a draft and has nothing of its content. */
interface News {
  email: string;
  key: string;
  did: Elsewhere;
}

/** The tabs of the panel in this browser. */
type Tabs = Pick<BroadcastChannel, 'postMessage'> & {
  addEventListener(type: 'message', hear: (event: { data: News }) => void): void;
};

/**
 * The drafts of a person. They have data of workers, so they are kept in memory and in the account, and never in the browser's
 * storage. They survive the end of a session, but only for the same person.
 */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  /** Names of drafts whose version in the account may be missing, outdated or to be deleted. */
  readonly #unsaved = new Set<string>();
  /** Names of drafts that the account may have. */
  readonly #saved = new Set<string>();
  /** Writes in progress, by name of draft. Writes of one draft run one after the other, because a late one would undo the last. */
  readonly #saving = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #email: string | undefined;
  #account: Account | undefined;
  #listed: Promise<void> | undefined;
  readonly #tabs: Tabs | undefined;
  readonly #listeners = new Map<string, (did: Elsewhere) => void>();

  /** @param tabs without it, other tabs do not learn of changes */
  constructor(tabs?: Tabs) {
    this.#tabs = tabs;
    tabs?.addEventListener('message', ({ data }) => this.#hear(data));
  }

  /** Calls a listener if another tab changes a draft. @returns ends that */
  listen(key: string, listener: (did: Elsewhere) => void): () => void {
    this.#listeners.set(key, listener);
    return () => this.#listeners.delete(key);
  }

  /** What was filed or discarded in another tab does not come back from this one. */
  #hear({ email, key, did }: News): void {
    if (email !== this.#email) return;
    if (did === 'dropped') {
      this.#stop(key);
      this.#drafts.delete(key);
      this.#unsaved.delete(key);
      this.#saved.delete(key);
    }
    this.#listeners.get(key)?.(did);
  }

  #tell(key: string, did: Elsewhere): void {
    if (this.#email !== undefined) this.#tabs?.postMessage({ email: this.#email, key, did } satisfies News);
  }

  /**
   * Begins for the person who signed in, and drops the drafts of any other person.
   * @param account without it, drafts do not outlive the page
   * @returns whether it is the same person as before
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

  /** Reads the drafts of the account once. If there is no answer, only the drafts that were begun here exist. */
  loaded(): Promise<void> {
    const account = this.#account;
    this.#listed ??= (account?.list() ?? Promise.resolve([])).then(
      (drafts) => {
        if (this.#account !== account) return;
        for (const draft of drafts) {
          this.#saved.add(draft.key);
          // A draft that was changed or dropped here in the meantime is newer.
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

  /** The number of changes that would be lost if the page were closed. */
  get unsaved(): number {
    return this.#unsaved.size;
  }

  get(key: string): Draft | undefined {
    return this.#drafts.get(key);
  }

  /**
   * The draft with which a form continues: a submission that got no answer, before anything else of this kind is sent;
   * otherwise the draft of this address.
   * @param kind the beginning of the drafts' names: the operation, or the trámite from which they started
   */
  begun(kind: string, address: string): Draft | undefined {
    return (
      this.all.find(({ key, sent }) => sent && key.startsWith(`${kind}-`)) ??
      this.all.find((draft) => draft.address === address)
    );
  }

  keep(draft: Draft): void {
    const before = this.#drafts.get(draft.key);
    this.#drafts.set(draft.key, draft);
    this.#tell(draft.key, 'kept');
    this.#unsaved.add(draft.key);
    this.#stop(draft.key);
    // Saved at once, so that it is known that it was sent even if the page is closed now.
    if (draft.sent !== before?.sent) void this.#save(draft.key);
    else
      this.#timers.set(
        draft.key,
        setTimeout(() => void this.#save(draft.key), QUIET_MS),
      );
  }

  drop(key: string): void {
    if (this.#drafts.delete(key)) this.#tell(key, 'dropped');
    this.#stop(key);
    this.#unsaved.delete(key);
    if (!this.#saved.has(key)) return;
    this.#unsaved.add(key);
    void this.#save(key);
  }

  /** Forgets all drafts here; the drafts in the account stay. */
  clear(): void {
    for (const key of this.#timers.keys()) this.#stop(key);
    this.#drafts.clear();
    this.#unsaved.clear();
    this.#saved.clear();
  }

  /** Saves everything that is not saved yet. */
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
      // Another person may have signed in meanwhile.
      if (this.#account !== account || !this.#unsaved.has(key)) return;
      const draft = this.#drafts.get(key);
      this.#saved.add(key);
      try {
        await (draft ? account.keep(draft) : account.drop(key));
      } catch {
        // It stays unsaved: the next change tries again, and the browser asks before the page is closed.
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
