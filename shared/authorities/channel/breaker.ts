/** Subjects that fail, with no healthy call in between, until the breaker opens. */
export const FAILURES_TO_OPEN = 5;
/** Seconds for which it is open when the authority announces no time. */
export const OPEN_SECONDS = 15;
/** Longest announced time for which it is open, in seconds. */
export const MAX_OPEN_SECONDS = 15 * 60;

/**
 * What a call shows about the health of the authority. `healthy`: it answered; a refusal is an answer. `failing`: an
 * error page, no connection or no answer. `inconclusive`: the cause may lie with the caller, such as its
 * certificate. `unavailable`: the authority announces it, with the number of seconds if it gives one.
 */
export type Health = 'healthy' | 'failing' | 'inconclusive' | { unavailable: number | undefined };

/** Seconds for which it stays open: the announced time within bounds, or `OPEN_SECONDS` without one. */
export const openSeconds = (announced: number | undefined): number =>
  Math.min(Math.max(announced || OPEN_SECONDS, 1), MAX_OPEN_SECONDS);

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
 * Closed until calls about `FAILURES_TO_OPEN` subjects fail with no healthy call in between, or the authority announces
 * that it is unavailable. Open for `OPEN_SECONDS` or the announced time. Then half open: one trial call is sent while
 * others are still stopped, and its outcome closes or opens the breaker.
 *
 * A subject is counted once, because the authority may answer with an error for it alone. If the trial call of a counted
 * subject fails, only that subject waits again.
 *
 * Not a library's breaker, because those have no inconclusive outcome (to them it closes the circuit), do not give the
 * remaining time, let callers wait for the trial call, and count calls.
 */
export class Breaker {
  /** The subjects that failed, and until when each of them waits while the breaker is open, in epoch milliseconds. */
  readonly #failed = new Map<unknown, number>();
  #open = false;
  /** Epoch milliseconds; meaningful while open. */
  #openUntil = 0;
  #trialRunning = false;
  /** It is open because others found the authority down. */
  #follows = false;

  /**
   * Takes over the shared state of all processes.
   * @param openUntil while the authority counts as down for all: end of the time without calls, in epoch
   * milliseconds; one call tries then. Otherwise `undefined`
   */
  follow(openUntil: number | undefined): void {
    if (openUntil !== undefined) {
      if (!this.#open) this.#follows = true;
      this.#openUntil = this.#open ? Math.max(this.#openUntil, openUntil) : openUntil;
      this.#open = true;
    } else if (this.#follows) this.close();
  }

  /**
   * Lets a call begin. `leave` must be called once when the call has ended, with its observation.
   * @param subject subject of the call, compared by identity
   * @returns whether this is the trial call, and `leave`, which tells whether it opened a breaker that was closed
   * @throws CircuitOpen
   */
  enter(subject: unknown): { isTrial: boolean; leave: (shown: Health) => 'opened' | undefined } {
    const isTrial = this.#open;
    if (isTrial) {
      const remaining = Math.max(this.#openUntil, this.#failed.get(subject) ?? 0) - Date.now();
      if (remaining > 0 || this.#trialRunning)
        throw new CircuitOpen(Math.max(1, Math.ceil(remaining / 1000)));
      this.#trialRunning = true;
    }
    const leave = (shown: Health) => {
      if (isTrial) this.#trialRunning = false;
      const wasOpen = this.#open;
      this.#record(subject, shown);
      return this.#open && !wasOpen ? 'opened' : undefined;
    };
    return { isTrial, leave };
  }

  /** Calls are stopped, or one of them is tried. */
  get isOpen(): boolean {
    return this.#open;
  }

  /** A call that did not ask the breaker was answered. */
  close(): void {
    this.#open = false;
    this.#follows = false;
    this.#failed.clear();
  }

  #record(subject: unknown, health: Health): void {
    if (health === 'inconclusive') return;
    if (health === 'healthy') this.close();
    else if (health === 'failing') this.#fail(subject);
    else this.#openFor(openSeconds(health.unavailable));
  }

  #fail(subject: unknown): void {
    const counted = this.#failed.has(subject);
    this.#failed.set(subject, Date.now() + OPEN_SECONDS * 1000);
    if (!counted && (this.#open || this.#failed.size >= FAILURES_TO_OPEN)) this.#openFor(OPEN_SECONDS);
  }

  #openFor(seconds: number): void {
    this.#open = true;
    this.#openUntil = Date.now() + seconds * 1000;
  }
}
