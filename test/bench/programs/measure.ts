/** Loads a bundled function in a separate process, and calls it whenever its parent asks. */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A call of a handler, and the status that it must answer with. */
export interface HandlerCall {
  event: unknown;
  status: number;
}

/** Calls that are repeated in parallel loops whose starts are spread over a time. */
export interface Steady {
  loops: HandlerCall[];
  times: number;
  /** Milliseconds over which the starts are spread. */
  over: number;
}

/**
 * A request to the process once its module is loaded: to call the handler once or in loops, or to call the module's export
 * `dialog`.
 */
export type Wanted = HandlerCall | { dialog: true } | Steady;

/** The first request to the process: to load a module, and to call it right after that, as Lambda does. */
export interface Beginning {
  module: string;
  first?: HandlerCall;
}

/** Milliseconds of CPU time and of wall time. */
export interface Cost {
  cpu: number;
  wall: number;
}

/** The costs of some work, and the bytes of memory in use after it. */
export interface Measurement extends Cost {
  memory: number;
  /** The most bytes in use since the process began. */
  most: number;
}

/** The costs of loading a module, and of its first call. */
export interface Begun {
  init: Measurement;
  first?: Measurement;
}

/** The most bytes in use since this program began. `resourceUsage` would also count what its parent used when it started it. */
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
  // The emulator speaks HTTP, and AWS HTTPS. For HTTP the SDK imports a module with which Node loads all of its `fetch`, which
  // does not happen in AWS. So it is loaded before the measurement.
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
// Open connections would keep the process alive.
process.on('disconnect', () => process.exit());
