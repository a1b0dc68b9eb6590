import type { BatchProgress } from './types.ts';

/** Paths of trámites and of batches. */
export const FILINGS = '/api/v4/tramites';
export const BATCHES = '/api/v4/batches';

/** States of a trámite that will end without further requests. */
export const UNDER_WAY = ['queued', 'claimed', 'committing', 'preparing'];

/** Whether a batch continues by itself; a cancelled one does until its started rows have ended. */
export const isUnderWay = ({ state, ended_at }: Pick<BatchProgress, 'state' | 'ended_at'>): boolean =>
  state === 'previewing' || state === 'filing' || (state === 'cancelled' && ended_at === null);

/** Milliseconds after which something counts as ended although no end was reported. */
const LONGEST_MS = 20 * 60_000;

/** The parts of an answer that say what is under way. */
interface Answered {
  path: string;
  status: number;
  filingId: string | null;
  data: unknown;
}

/** Tracks what this client has requested and is still under way: asynchronous trámites, and batches. */
export class UnderWay {
  /** Start time by id. */
  readonly #since = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  /** Whether anything is under way. */
  isAny(): boolean {
    for (const [id, since] of this.#since) if (Date.now() - since > LONGEST_MS) this.#since.delete(id);
    return this.#since.size > 0;
  }

  /** Updates the state from an answer. */
  note({ path, status, filingId, data }: Answered): void {
    const { batch, id, state } = (data ?? {}) as { batch?: BatchProgress; id?: string; state?: string };
    if (status === 202 && filingId) this.#begin(filingId);
    else if (path === `${FILINGS}/{id}` && id && state && !UNDER_WAY.includes(state)) this.end(id);
    else if (path.startsWith(BATCHES) && batch)
      if (isUnderWay(batch)) this.#begin(batch.id);
      else this.end(batch.id);
  }

  /** Removes an id that has ended. */
  end(id: string): void {
    this.#since.delete(id);
  }

  /**
   * Calls `call` when something begins.
   * @returns a function that removes the listener
   */
  onBegin(call: () => void): () => void {
    this.#waiting.add(call);
    return () => this.#waiting.delete(call);
  }

  #begin(id: string): void {
    this.#since.set(id, this.#since.get(id) ?? Date.now());
    for (const call of this.#waiting) call();
  }
}
