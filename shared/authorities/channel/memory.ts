import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Memory for large documents. A process may work on many requests at the same time, whose documents together would be more
 * than it has: what is large is counted, and waits until there is room for it.
 */

/** What one request takes of the memory for large documents. */
export interface OwnMemory {
  /**
   * Takes so many bytes until the request ends. What must not wait is counted, too.
   * @returns `undefined` where there is room at once
   */
  take(bytes: number, mayWait?: boolean): Wait | undefined;
  /** Gives bytes back before. */
  give(bytes: number): void;
}

/** A wait for memory. */
interface Wait {
  /** The bytes are there, or the request has ended. */
  over: Promise<void>;
  /** Gives the wait up: what it waits for is not taken. */
  leave(): void;
}

interface Waiting {
  holder: object;
  bytes: number;
  begin(): void;
}

/** The memory that large documents of all requests of a thread may take together. */
export class MemoryBudget {
  readonly #total: number;
  #used = 0;
  /** Those that have some of it: who has had it longest comes first. */
  readonly #holders = new Map<object, number>();
  #waiting: Waiting[] = [];

  /** @param total bytes */
  constructor(total: number) {
    this.#total = total;
  }

  /** Bytes that are taken. */
  get used(): number {
    return this.#used;
  }

  /** Runs a request, and gives all back that it took. */
  async during<T>(run: (own: OwnMemory) => Promise<T>): Promise<T> {
    const holder = {};
    let hasEnded = false;
    try {
      return await run({
        take: (bytes, mayWait = true) => (hasEnded ? undefined : this.#take(holder, bytes, mayWait)),
        give: (bytes) => this.#add(holder, -bytes),
      });
    } finally {
      hasEnded = true;
      const given = this.#waiting.filter((one) => one.holder === holder);
      this.#waiting = this.#waiting.filter((one) => one.holder !== holder);
      for (const { begin } of given) begin();
      this.#add(holder, -(this.#holders.get(holder) ?? 0));
    }
  }

  #take(holder: object, bytes: number, mayWait: boolean): Wait | undefined {
    if (!mayWait || this.#hasRoom(holder, bytes)) {
      this.#add(holder, bytes);
      return undefined;
    }
    const { promise: over, resolve: begin } = Promise.withResolvers<void>();
    const waiting = { holder, bytes, begin };
    this.#waiting.push(waiting);
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      this.#goOn();
    };
    return { over, leave };
  }

  /** Who has had memory longest gets more in any case, so that no two wait for each other. */
  #hasRoom(holder: object, bytes: number): boolean {
    const [oldest = holder] = this.#holders.keys();
    return this.#used + bytes <= this.#total || oldest === holder;
  }

  #add(holder: object, change: number): void {
    const before = this.#holders.get(holder) ?? 0;
    const bytes = Math.max(change, -before);
    const held = before + bytes;
    this.#used += bytes;
    if (held > 0) this.#holders.set(holder, held);
    else this.#holders.delete(holder);
    if (bytes < 0) this.#goOn();
  }

  /** In their order, so that small ones do not keep a large one waiting for ever. */
  #goOn(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ holder, bytes }, place) =>
        place === 0 ? this.#hasRoom(holder, bytes) : holder === this.#holders.keys().next().value,
      );
      const next = this.#waiting[at];
      if (!next) return;
      this.#waiting.splice(at, 1);
      this.#add(next.holder, next.bytes);
      next.begin();
    }
  }
}

/** Bytes from which on a document is counted. */
export const LARGE = 1024 * 1024;

/** Part of the memory of a function that large documents may take. What is made of them takes as much again, for a while. */
const PART = 1 / 8;

/** Memory of the function in MB; on managed instances several threads of one process share it. */
const { AWS_LAMBDA_FUNCTION_MEMORY_SIZE = '1024', AWS_LAMBDA_NODEJS_WORKER_COUNT = '1' } = process.env;

const budget = new MemoryBudget(
  (Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE) / Number(AWS_LAMBDA_NODEJS_WORKER_COUNT)) * 1024 * 1024 * PART,
);

const own = new AsyncLocalStorage<OwnMemory>();

/** Does work of which large documents are counted, until it has ended. */
export const withOwnMemory = <T>(work: () => Promise<T>): Promise<T> =>
  budget.during((memory) => own.run(memory, work));

/**
 * The memory of the request that goes on here; `undefined` outside of one. What is called by a connection, which requests
 * share, does not know whose it is: ask before.
 */
export const ownMemory = (): OwnMemory | undefined => own.getStore();
