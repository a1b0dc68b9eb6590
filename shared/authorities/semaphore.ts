import { MAX_CONNECTIONS } from './channel/connections.ts';

/**
 * Conversations with authorities that a process has at the same time: with one certificate as many as it has connections
 * with it, and these in all. Others wait, as long as they have time.
 */
const MOST = { ofCertificate: MAX_CONNECTIONS, inAll: 128 };

/** No slot became free in time. Nothing was sent. */
export class NoSlot extends Error {
  constructor() {
    super('too many conversations at the same time');
    this.name = 'NoSlot';
  }
}

/** A conversation that wants to begin. */
interface Wanted {
  /** The authority and the certificate. */
  certificate: string;
  /** The request. A waiting conversation of the request with the fewest running ones begins first. */
  of: object;
  /** Epoch milliseconds after which it must not begin. */
  until: number;
}

interface Waiting extends Wanted {
  begin(): void;
}

/** Limits the conversations that run at the same time. */
export class Semaphore {
  readonly #most: typeof MOST;
  /** Conversations by certificate and by request; idle entries are removed. */
  readonly #running = new Map<unknown, number>();
  #inAll = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(most = MOST) {
    this.#most = most;
  }

  /**
   * Waits until a conversation may begin.
   * @returns ends it; must be called once
   * @throws NoSlot
   */
  async acquire(wanted: Wanted): Promise<() => void> {
    if (this.#hasRoom(wanted)) this.#count(wanted, 1);
    else await this.#slotFor(wanted);
    return () => {
      this.#count(wanted, -1);
      this.#next();
    };
  }

  #hasRoom({ certificate }: Wanted): boolean {
    return this.#inAll < this.#most.inAll && this.#runningOf(certificate) < this.#most.ofCertificate;
  }

  #runningOf(name: unknown): number {
    return this.#running.get(name) ?? 0;
  }

  #count({ certificate, of }: Wanted, change: 1 | -1): void {
    this.#inAll += change;
    for (const name of [certificate, of]) {
      const running = this.#runningOf(name) + change;
      if (running > 0) this.#running.set(name, running);
      else this.#running.delete(name);
    }
  }

  #slotFor(wanted: Wanted): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        ...wanted,
        begin: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          this.#count(wanted, 1);
          resolve();
        },
      };
      const timer = setTimeout(
        () => {
          this.#waiting.delete(waiting);
          reject(new NoSlot());
        },
        Math.max(0, wanted.until - Date.now()),
      );
      this.#waiting.add(waiting);
    });
  }

  #next(): void {
    let next: Waiting | undefined;
    for (const one of this.#waiting)
      if (this.#hasRoom(one) && (!next || this.#runningOf(one.of) < this.#runningOf(next.of))) next = one;
    next?.begin();
  }
}
