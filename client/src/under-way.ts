import type { BatchProgress } from './types.ts';

/** Addresses of trámites and of batches. */
export const FILINGS = '/api/v4/tramites';
export const BATCHES = '/api/v4/batches';

/** States of a trámite that end by themselves. */
export const UNDER_WAY = ['queued', 'claimed', 'committing', 'preparing'];

/** Whether a batch goes on by itself: also a cancelled one, until the rows that had begun have ended. */
export const isUnderWay = ({ state, ended_at }: Pick<BatchProgress, 'state' | 'ended_at'>): boolean =>
  state === 'previewing' || state === 'filing' || (state === 'cancelled' && ended_at === null);

/** Longest time for which something is taken to be under way of which no end is heard, in milliseconds. */
const LONGEST_MS = 20 * 60_000;

/** What was answered that may say what goes on. */
interface Answered {
  path: string;
  status: number;
  filingId: string | null;
  data: unknown;
}

/** What this client has asked for that is still being made: trámites that were asked for later, and batches. */
export class UnderWay {
  /** Since when, by id. */
  readonly #since = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  /** Whether there is anything. */
  isAny(): boolean {
    for (const [id, since] of this.#since) if (Date.now() - since > LONGEST_MS) this.#since.delete(id);
    return this.#since.size > 0;
  }

  /** Notes what an answer says of it. */
  note({ path, status, filingId, data }: Answered): void {
    const { batch, id, state } = (data ?? {}) as { batch?: BatchProgress; id?: string; state?: string };
    if (status === 202 && filingId) this.#begin(filingId);
    else if (path === `${FILINGS}/{id}` && id && state && !UNDER_WAY.includes(state)) this.end(id);
    else if (path.startsWith(BATCHES) && batch)
      if (isUnderWay(batch)) this.#begin(batch.id);
      else this.end(batch.id);
  }

  /** Something has ended, or an event says what became of it. */
  end(id: string): void {
    this.#since.delete(id);
  }

  /** Has something called when the next thing begins. @returns how to have it no longer called */
  onBegin(call: () => void): () => void {
    this.#waiting.add(call);
    return () => this.#waiting.delete(call);
  }

  #begin(id: string): void {
    this.#since.set(id, this.#since.get(id) ?? Date.now());
    for (const call of this.#waiting) call();
  }
}
