/** Loads a bundled function in a process of its own, and calls it whenever its parent says so. */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A call of a handler, and the status that it must answer with. */
export interface HandlerCall {
  event: unknown;
  status: number;
}

/** Calls that are made so many times one after another, each beginning a part of a time after the one before. */
export interface Steady {
  loops: HandlerCall[];
  times: number;
  /** Milliseconds over which they begin. */
  over: number;
}

/** What is wanted once its module was loaded: to call the handler, once or many times at once, or what the module exports under `dialog`. */
export type Wanted = HandlerCall | { dialog: true } | Steady;

/** What comes first: to load a module, and to call it right after that, as Lambda does. */
export interface Beginning {
  module: string;
  first?: HandlerCall;
}

/** Milliseconds of CPU time and of wall time. */
export interface Cost {
  cpu: number;
  wall: number;
}

/** What it cost, and the bytes of memory in use after it. */
export interface Measurement extends Cost {
  memory: number;
  /** The most that were in use since the process began. */
  most: number;
}

/** What it cost to load a module, and its first call. */
export interface Begun {
  init: Measurement;
  first?: Measurement;
}

/** The most bytes in use since this program began. Those of `resourceUsage` also count what its parent used when it started it. */
const mostInUse = (): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;

const costOf = async (work: () => Promise<unknown>): Promise<Measurement> => {
  const cpu = process.cpuUsage();
  const since = performance.now();
  await work();
  const wall = performance.now() - since;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, wall, memory: process.memoryUsage().rss, most: mostInUse() };
};

// biome-ignore lint/suspicious/noExplicitAny: the handler of any bundle
let loaded: any;

const call = async ({ event, status }: HandlerCall): Promise<void> => {
  const { statusCode, body } = await loaded.handler(event, { awsRequestId: 'bench' });
  if (statusCode !== status) throw new Error(`answered ${statusCode}: ${body}`);
};

const keepUp = ({ loops, times, over }: Steady): Promise<unknown> =>
  Promise.all(
    loops.map(async (one, index) => {
      await sleep((index * over) / loops.length);
      for (let time = 0; time < times; time++) await call(one);
    }),
  );

const called = (one: HandlerCall): Promise<Measurement> => costOf(() => call(one));

const answer = async (wanted: Wanted | Beginning): Promise<Measurement | Begun> => {
  if ('dialog' in wanted) return costOf(loaded.dialog);
  if ('loops' in wanted) return costOf(() => keepUp(wanted));
  if (!('module' in wanted)) return called(wanted);
  const { module, first } = wanted;
  // The emulator speaks HTTP, and AWS HTTPS. For HTTP the SDK imports a module with which Node loads all of its `fetch`:
  // no function in AWS does.
  if (first) await import('node:http');
  const init = await costOf(async () => {
    loaded = await import(module);
  });
  return { init, ...(first && { first: await called(first) }) };
};

process.on('message', (wanted: Wanted | Beginning) =>
  answer(wanted).then(
    (measurement) => process.send!(measurement),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  ),
);
// Connections that are kept would keep it alive.
process.on('disconnect', () => process.exit());
