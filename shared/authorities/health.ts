import { authorityPaused } from '../kernel/authority-errors.ts';
import type { PartialRecord, PortOptions } from './authority-port.ts';
import { Breaker, type Health } from './channel/breaker.ts';
import { OutOfTime } from './exchange.ts';
import { healthOf, type ScriptRun } from './run-script.ts';

/**
 * Whether an authority is asked at all: what this process saw of it (a breaker), what all processes saw together, and
 * whether the operator has paused it. And how fast it answers.
 */

/** A pause of an authority, by the operator. */
interface Pause {
  /** In Spanish, for callers. */
  message: string;
  /** Epoch milliseconds. */
  until: number;
}

/** The knowledge of all processes about one authority, and the way to add to it. */
export interface SharedHealth {
  /** While it counts as down for all: end of the time without requests, in epoch milliseconds. */
  openUntil(): number | undefined;
  pause(): Pause | undefined;
  /** Reports the observation of a conversation. @param slowest milliseconds of its slowest answer */
  saw(health: Health, slowest: number): void;
}

/** Breakers by authority, address and world, for the life of the process. */
const breakers = new Map<string, Breaker>();

/** Forgets which authorities were down. For tests, whose authorities come and go at addresses of one process. */
export const closeBreakers = (): void => breakers.clear();

const breakerOf = ({ authority, baseUrl, world = '' }: PortOptions): Breaker => {
  const name = `${authority} ${baseUrl} ${world}`;
  const breaker = breakers.get(name) ?? new Breaker();
  breakers.set(name, breaker);
  return breaker;
};

/** The authority is known to be down, so one request at a time tests whether it is back. */
export const isDown = (options: PortOptions): boolean => {
  const breaker = breakerOf(options);
  breaker.follow(options.health?.openUntil());
  return breaker.isOpen;
};

/** A run that may begin. */
interface Admission {
  /** All others are stopped until it ends, to show whether the authority is back. */
  isTrial: boolean;
  /** Records the observation of a run; without a run, that there was none. Must be called once. */
  leave(run?: ScriptRun<unknown>): void;
}

/**
 * Lets a run begin, unless its authority is paused or known to be down. A look-up of an unknown outcome begins in any
 * case.
 * @throws ServiceError 503 while the authority is paused
 * @throws CircuitOpen while it is known to be down
 */
export const admit = (options: PortOptions & { pace: Pace }, record: PartialRecord): Admission => {
  const { authority, bypassesBreaker, health, isStaged, pace, subject } = options;
  const breaker = breakerOf(options);
  const shown = (run: ScriptRun<unknown> | undefined): Health => {
    if (!run || isStaged) return 'inconclusive';
    const seen = healthOf(run);
    health?.saw(seen, pace.slowest);
    return seen;
  };
  if (bypassesBreaker)
    return {
      isTrial: false,
      leave: (run) => {
        if (shown(run) === 'healthy') breaker.close();
      },
    };
  const pause = health?.pause();
  if (pause) {
    record.outcome = 'unavailable';
    throw authorityPaused(authority, pause.message, (pause.until - Date.now()) / 1000);
  }
  breaker.follow(health?.openUntil());
  const { isTrial, leave } = breaker.enter(subject ?? options);
  return {
    isTrial,
    leave: (run) => {
      let seen: Health = 'inconclusive';
      try {
        seen = shown(run);
      } finally {
        if (leave(seen) === 'opened') record.opensBreaker = true;
      }
    },
  };
};

/** Measures how fast an authority answers, and whether the remaining time suffices. */
export class Pace {
  readonly #deadline: Date;
  /** Milliseconds of the slowest answer so far. */
  #slowest = 0;

  /** @param deadline deadline of the last answer */
  constructor(deadline: Date) {
    this.#deadline = deadline;
  }

  get slowest(): number {
    return this.#slowest;
  }

  /** @throws OutOfTime if so many answers, each as slow as the slowest so far, would take too long */
  expect(answers: number): void {
    if (Date.now() + answers * this.#slowest > this.#deadline.getTime()) throw new OutOfTime();
  }

  /** Records the duration of an answer in milliseconds. */
  saw(milliseconds: number): void {
    this.#slowest = Math.max(this.#slowest, milliseconds);
  }
}
