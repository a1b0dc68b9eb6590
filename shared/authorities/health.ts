import { authorityPaused } from '../kernel/authority-errors.ts';
import type { AuthorityName } from '../kernel/errors.ts';
import { Breaker, CircuitOpen, type Health } from './channel/breaker.ts';
import { OutOfTime } from './exchange.ts';
import { healthOf, type PartialRecord } from './outcome.ts';
import type { ScriptRun } from './run-script.ts';

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

/** What all processes know of one authority together, and where they write it. */
export interface SharedHealth {
  /** While it counts as down for all: until when no one asks it, in epoch milliseconds. */
  openUntil(): number | undefined;
  pause(): Pause | undefined;
  /** Tells what a conversation showed. @param slowest milliseconds of its slowest answer */
  saw(health: Health, slowest: number): void;
}

/** What is asked, as far as the health of its authority goes; see `PortOptions`. */
interface Asked {
  authority: AuthorityName;
  baseUrl: string;
  world?: string;
  subject?: string;
  isStaged?: boolean;
  bypassesBreaker?: boolean;
  health?: SharedHealth;
}

/** Breakers by authority, address and world, for the life of the process. */
const breakers = new Map<string, Breaker>();

/** Forgets which authorities were down. For tests, whose authorities come and go at addresses of one process. */
export const closeBreakers = (): void => breakers.clear();

const breakerOf = ({ authority, baseUrl, world = '' }: Asked): Breaker => {
  const name = `${authority} ${baseUrl} ${world}`;
  const breaker = breakers.get(name) ?? new Breaker();
  breakers.set(name, breaker);
  return breaker;
};

/** The authority is known to be down, so that one request at a time shows whether it is back. */
export const isDown = (options: Asked): boolean => {
  const breaker = breakerOf(options);
  breaker.follow(options.health?.openUntil());
  return breaker.isOpen;
};

/**
 * Runs a script unless its authority is paused or known to be down, and takes note of what it shows. A look-up of what is
 * not known runs in any case.
 * @param run is told whether all others are stopped until it ends
 * @throws ServiceError 503 while the authority is paused, and what `run` throws
 */
export const askIfWell = async <Out>(
  options: Asked & { pace: Pace },
  record: PartialRecord,
  run: (isTrial: boolean) => Promise<ScriptRun<Out>>,
): Promise<ScriptRun<Out>> => {
  const { authority, bypassesBreaker, health, isStaged, pace, subject } = options;
  const breaker = breakerOf(options);
  const shown = (scriptRun: ScriptRun<Out>): Health => {
    if (isStaged) return 'inconclusive';
    const seen = healthOf(scriptRun);
    health?.saw(seen, pace.slowest);
    return seen;
  };
  if (bypassesBreaker) {
    const scriptRun = await run(false);
    if (shown(scriptRun) === 'healthy') breaker.close();
    return scriptRun;
  }
  const pause = health?.pause();
  if (pause) {
    record.outcome = 'unavailable';
    throw authorityPaused(authority, pause.message, (pause.until - Date.now()) / 1000);
  }
  breaker.follow(health?.openUntil());
  try {
    return await breaker.run(subject ?? options, run, {
      healthOf: shown,
      opened: () => {
        record.opensBreaker = true;
      },
    });
  } catch (error) {
    if (!(error instanceof CircuitOpen)) throw error;
    return { steps: 0, committed: false, lastAnswer: undefined, end: { error } };
  }
};

/** How fast an authority answers one request of ours, and what there is still time for. */
export class Pace {
  readonly #deadline: Date;
  /** Milliseconds of the slowest answer so far. */
  #slowest = 0;

  /** @param deadline the time by which the last answer must be there */
  constructor(deadline: Date) {
    this.#deadline = deadline;
  }

  get slowest(): number {
    return this.#slowest;
  }

  /** @throws OutOfTime if there is no time for so many answers that are as slow as the slowest so far */
  expect(answers: number): void {
    if (Date.now() + answers * this.#slowest > this.#deadline.getTime()) throw new OutOfTime();
  }

  /** Waits for an answer, and takes its time. One that fails does not count. */
  async take<T>(answer: () => Promise<T>): Promise<T> {
    const began = Date.now();
    const given = await answer();
    this.#slowest = Math.max(this.#slowest, Date.now() - began);
    return given;
  }
}
