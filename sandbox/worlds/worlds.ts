import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Counters } from '../counters.ts';
import { StandIns } from '../stand-ins.ts';
import type { State } from '../state.ts';
import type { Kept, WorldStore } from './store.ts';

/** State of the stand-ins for one account, and its counters. */
export interface World {
  state: State;
  counters: Counters;
}

/**
 * Version of the stored format. Change it with every change of `State` after which older states cannot be read; a world in
 * another format starts again.
 */
export const FORMAT = 5;

/** The most runs of a request, if other requests write first each time. */
const MOST_RUNS = 50;
/** The longest wait before the next run, in milliseconds. */
const WAIT_MS = 40;

/** An account's world in this process: the pages of its dialogs, and the last read version. */
interface Place {
  standIns: StandIns;
  kept: Kept | undefined;
  /** The last parsed version, with its world and the text of its state. */
  read: { kept: Kept | undefined; world: World; text: string } | undefined;
  /** Counts since the last write. */
  counted: Counters;
  /** Settles when the last begun work has ended. */
  turn: Promise<unknown>;
}

interface Options {
  store: WorldStore;
  now(): Date;
  /** The first state of a world. */
  firstState(): State;
  /**
   * Whether to write counts with each request, for a process whose counts others read. A function writes them when its call
   * ends, because each write makes concurrent calls run again.
   */
  writesCounts?: boolean;
}

/**
 * A world for each account. Every request starts from the stored world, and its changes are stored before its answer
 * leaves; on a concurrent write it runs again. So any number of processes share one world.
 */
export class Worlds {
  readonly #options: Options;
  readonly #places = new Map<string, Place>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Runs work on the stand-ins of an account. It is repeated if another call wrote first, so all its changes must be
   * in the state.
   */
  enter<T>(account: string, work: (standIns: StandIns) => T | Promise<T>): Promise<T> {
    return this.#inTurn(account, async (place) => {
      for (let run = 1; ; run += 1) {
        const world = await this.#read(account, place);
        const read = place.read!;
        // Changes that were not stored must not be visible to others.
        place.read = undefined;
        const counters = new Counters();
        place.standIns.show(world.state, counters);
        const result = await work(place.standIns);
        const counted = place.counted.plus(counters);
        const isSame = JSON.stringify(world.state) === read.text;
        if (isSame) place.read = read;
        const isChanged = !isSame || (this.#options.writesCounts && !counters.isEmpty);
        if (!isChanged) place.counted = counted;
        const written =
          !isChanged ||
          (await this.#write(account, place, {
            state: world.state,
            counters: world.counters.plus(counted),
          }));
        if (written) return result;
        if (run === MOST_RUNS) throw new Error('other requests wrote to this world before every run');
        await delay(Math.random() * WAIT_MS);
      }
    });
  }

  /** The current world. */
  look(account: string): Promise<World> {
    return this.#inTurn(account, async (place) => {
      const { state, counters } = await this.#read(account, place);
      return { state, counters: counters.plus(place.counted) };
    });
  }

  /** Restarts the world, with all counts zero. */
  reset(account: string): Promise<World> {
    return this.#inTurn(account, async (place) => {
      for (;;) {
        await this.#read(account, place);
        const world = this.#first();
        place.counted = new Counters();
        if (await this.#write(account, place, world)) return world;
      }
    });
  }

  /** Writes the pending counts. */
  async writeCounts(): Promise<void> {
    const writes = [...this.#places].map(([account]) =>
      this.#inTurn(account, async (place) => {
        while (!place.counted.isEmpty) {
          const { state, counters } = await this.#read(account, place);
          await this.#write(account, place, { state, counters: counters.plus(place.counted) });
        }
      }),
    );
    await Promise.all(writes);
  }

  #inTurn<T>(account: string, work: (place: Place) => Promise<T>): Promise<T> {
    const place = this.#places.get(account) ?? {
      standIns: new StandIns(this.#options.now),
      kept: undefined,
      read: undefined,
      counted: new Counters(),
      turn: Promise.resolve(),
    };
    this.#places.set(account, place);
    const done = place.turn.then(() => work(place));
    place.turn = done.catch(() => {});
    return done;
  }

  #first(): World {
    return { state: structuredClone(this.#options.firstState()), counters: new Counters() };
  }

  /** The world of a place. Parsing is slow, so an unchanged version is not parsed again. */
  #parsed(place: Place): World {
    const { kept, read } = place;
    if (read && read.kept === kept) return read.world;
    const world = this.#parse(kept) ?? this.#first();
    place.read = { kept, world, text: JSON.stringify(world.state) };
    return world;
  }

  #parse(kept: Kept | undefined): World | undefined {
    if (!kept) return undefined;
    const { format, state, counters } = JSON.parse(kept.text);
    return format === FORMAT ? { state, counters: new Counters().plus(counters) } : undefined;
  }

  async #read(account: string, place: Place): Promise<World> {
    const found = await this.#options.store.read(account, place.kept?.version);
    if (found !== 'unchanged') place.kept = found;
    return this.#parsed(place);
  }

  /** Writes the world. Returns false if another call wrote first. */
  async #write(account: string, place: Place, { state, counters }: World): Promise<boolean> {
    const { store } = this.#options;
    // `write` makes each write unique.
    const text = JSON.stringify({ format: FORMAT, write: randomUUID(), state, counters });
    const over = place.kept?.version;
    // Unknown until the stored version is read again.
    place.kept = undefined;
    let version = await store.write(account, text, over);
    if (version === undefined) {
      // The client repeats a write whose answer was lost, and the repetition then conflicts with the first one.
      const found = await store.read(account);
      if (found === undefined || found === 'unchanged' || found.text !== text) return false;
      version = found.version;
    }
    place.kept = { text, version };
    place.counted = new Counters();
    return true;
  }
}
