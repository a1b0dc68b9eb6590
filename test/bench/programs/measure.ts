/** Loads a bundled function in a process of its own, calls it, and tells its parent what that cost. */

/** What is wanted: a module with a handler, and how often it is called after the first call. */
export interface Wanted {
  module: string;
  /** Without it, the module is only loaded. */
  event?: unknown;
  status?: number;
  warm?: number;
  /** Calls what the module exports under `dialog` in turn with its handler. */
  dialog?: boolean;
}

/** Milliseconds of CPU time and of wall time. */
export interface Cost {
  cpu: number;
  wall: number;
}

/** What it cost; `warm` and `dialog` for one call, the median. */
export interface Told {
  init: Cost;
  first?: Cost;
  warm?: Cost;
  dialog?: Cost;
  /** Bytes of memory in use at the end. */
  memory: number;
}

const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const cpu = process.cpuUsage();
  const since = performance.now();
  await work();
  const wall = performance.now() - since;
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / 1000, wall };
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const medianCost = (costs: Cost[]): Cost => ({
  cpu: median(costs.map(({ cpu }) => cpu)),
  wall: median(costs.map(({ wall }) => wall)),
});

const measure = async ({ module, event, status, warm = 0, dialog }: Wanted): Promise<Told> => {
  // biome-ignore lint/suspicious/noExplicitAny: the handler of any bundle
  let loaded: any;
  const init = await costOf(async () => {
    loaded = await import(module);
  });
  const memory = () => process.memoryUsage().rss;
  if (event === undefined) return { init, memory: memory() };
  const call = async () => {
    const answer = await loaded.handler(event, { awsRequestId: 'bench' });
    if (answer.statusCode !== status)
      throw new Error(`${module} answered ${answer.statusCode}: ${answer.body}`);
  };
  const first = await costOf(call);
  const costs: Cost[] = [];
  const dialogs: Cost[] = [];
  for (let round = -3; round < warm; round++) {
    const one = await costOf(call);
    if (round >= 0) costs.push(one);
    if (dialog && round >= 0) dialogs.push(await costOf(loaded.dialog));
  }
  return {
    ...{ init, first, memory: memory() },
    ...(costs.length > 0 && { warm: medianCost(costs) }),
    ...(dialogs.length > 0 && { dialog: medianCost(dialogs) }),
  };
};

process.once('message', (wanted: Wanted) =>
  measure(wanted).then(
    (told) => process.send!(told, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  ),
);
