/** Failures in a row that open the breaker. */
export const FAILURES_TO_OPEN = 5;
/** Seconds for which it is open when the authority announces no time. */
export const OPEN_SECONDS = 15;
/** Longest announced time for which it is open, in seconds. */
export const MAX_OPEN_SECONDS = 15 * 60;

/**
 * What a call shows about the authority. `healthy`: it answered; a refusal is an answer. `failing`: an error page, no
 * connection or no answer. `inconclusive`: the cause may be the caller's own, such as its certificate, so that other
 * callers may succeed. `unavailable`: the authority announces it, with the number of seconds if it says how long.
 */
export type Health = 'healthy' | 'failing' | 'inconclusive' | { unavailable: number | undefined };

/** The breaker is open; nothing was sent. */
export class CircuitOpen extends Error {
  /** Seconds until a call is sent again. */
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('circuit open');
    this.name = 'CircuitOpen';
    this.retryAfter = retryAfter;
  }
}

/**
 * Stops calls to an authority that is down, so that callers get their answer at once and the authority gets no load.
 * Closed until `FAILURES_TO_OPEN` calls in a row fail or the authority announces that it is unavailable. Open for
 * `OPEN_SECONDS` or the announced time. Then half open: one trial call is sent while others are still stopped, and its
 * outcome closes or opens the breaker.
 *
 * Not a library's breaker, because those have no inconclusive outcome (to them it closes the circuit), do not give the
 * remaining time, and let callers wait for the trial call.
 */
export class Breaker {
  #failures = 0;
  /** Epoch milliseconds; meaningful when there are enough failures. */
  #openUntil = 0;
  #trialRunning = false;

  /** @throws CircuitOpen, and what `call` throws, which counts as inconclusive */
  async run<T>(call: () => Promise<T>, healthOf: (outcome: T) => Health): Promise<T> {
    const trial = this.#failures >= FAILURES_TO_OPEN;
    if (trial) {
      const remaining = this.#openUntil - Date.now();
      if (remaining > 0 || this.#trialRunning)
        throw new CircuitOpen(Math.max(1, Math.ceil(remaining / 1000)));
      this.#trialRunning = true;
    }
    try {
      const outcome = await call();
      this.#record(healthOf(outcome));
      return outcome;
    } finally {
      if (trial) this.#trialRunning = false;
    }
  }

  /** A call that did not ask the breaker was answered. */
  close(): void {
    this.#failures = 0;
  }

  #record(health: Health): void {
    if (health === 'inconclusive') return;
    if (health === 'healthy') {
      this.close();
      return;
    }
    const announced = typeof health === 'object';
    this.#failures = announced ? FAILURES_TO_OPEN : this.#failures + 1;
    const seconds = (announced && health.unavailable) || OPEN_SECONDS;
    this.#openUntil = Date.now() + Math.min(Math.max(seconds, 1), MAX_OPEN_SECONDS) * 1000;
  }
}
