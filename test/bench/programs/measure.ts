/** Loads a bundled function in a process of its own, and calls it whenever its parent says so. */

/** What is wanted: to load a module, which comes first; to call its handler; or what it exports under `dialog`. */
export type Wanted = { module: string } | { event: unknown; status: number } | { dialog: true };

/** Milliseconds of CPU time and of wall time. */
export interface Cost {
  cpu: number;
  wall: number;
}

/** What it cost, and the bytes of memory in use after it. */
export interface Told extends Cost {
  memory: number;
}

const costOf = async (work: () => Promise<unknown>): Promise<Told> => {
  const cpu = process.cpuUsage();
  const since = performance.now();
  await work();
  const wall = performance.now() - since;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, wall, memory: process.memoryUsage().rss };
};

// biome-ignore lint/suspicious/noExplicitAny: the handler of any bundle
let loaded: any;

const answer = async (wanted: Wanted): Promise<Told> => {
  if ('module' in wanted)
    return costOf(async () => {
      loaded = await import(wanted.module);
    });
  if ('dialog' in wanted) return costOf(loaded.dialog);
  const { event, status } = wanted;
  return costOf(async () => {
    const { statusCode, body } = await loaded.handler(event, { awsRequestId: 'bench' });
    if (statusCode !== status) throw new Error(`answered ${statusCode}: ${body}`);
  });
};

process.on('message', (wanted: Wanted) =>
  answer(wanted).then(
    (told) => process.send!(told),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  ),
);
// Connections that are kept would keep it alive.
process.on('disconnect', () => process.exit());
