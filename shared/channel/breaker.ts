/** Failures in a row after which nothing is sent for a while. */
export const FAILURES_TO_OPEN = 5;
/** Seconds without sending; then one call tries. */
export const OPEN_SECONDS = 15;
/** Longest absence that is believed when an authority announces it, in seconds. */
export const MAX_OPEN_SECONDS = 15 * 60;

/**
 * What a call told of the authority. `well`: it answered, and be it with a refusal. `failing`: an error page, no
 * connection or no answer. `away`: it announces that it is, and perhaps for how long. `untold`: the matter was the
 * caller's own (its certificate, say), so that others may fare differently.
 */
export type Health = 'well' | 'failing' | 'untold' | { away: number | undefined };

/** The breaker is open; nothing was sent. */
export class CircuitOpen extends Error {
  /** Seconds until a call is let through. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('circuit open');
    this.name = 'CircuitOpen';
    this.retryAfter = retryAfter;
  }
}

/**
 * Stops calls to an authority that is down, so that callers learn it at once and it is left in peace. Closed until
 * `FAILURES_TO_OPEN` calls in a row fail or the authority announces to be away; open for `OPEN_SECONDS` or the time
 * announced; then half open: one call tries while others are still turned away, and its outcome closes or opens.
 *
 * Written out because the libraries' breakers know no untold outcome (to them it closes the circuit), do not tell the
 * time remaining, and let callers wait for the one that tries.
 */
export class Breaker {
  #failures = 0;
  /** Epoch milliseconds; meaningful when there are enough failures. */
  #openUntil = 0;
  #trying = false;

  /** @throws CircuitOpen, and what `call` throws, which is as good as untold */
  async run<T>(call: () => Promise<T>, healthOf: (outcome: T) => Health): Promise<T> {
    const trial = this.#failures >= FAILURES_TO_OPEN;
    if (trial) {
      const remaining = this.#openUntil - Date.now();
      if (remaining > 0 || this.#trying) throw new CircuitOpen(Math.max(1, Math.ceil(remaining / 1000)));
      this.#trying = true;
    }
    try {
      const outcome = await call();
      this.#note(healthOf(outcome));
      return outcome;
    } finally {
      if (trial) this.#trying = false;
    }
  }

  #note(health: Health): void {
    if (health === 'untold') return;
    if (health === 'well') {
      this.#failures = 0;
      return;
    }
    const announced = typeof health === 'object';
    this.#failures = announced ? FAILURES_TO_OPEN : this.#failures + 1;
    const seconds = (announced && health.away) || OPEN_SECONDS;
    this.#openUntil = Date.now() + Math.min(Math.max(seconds, 1), MAX_OPEN_SECONDS) * 1000;
  }
}
