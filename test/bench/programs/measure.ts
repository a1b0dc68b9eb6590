/** Loads a bundled function in a separate process, and calls it whenever its parent asks. Answers with milliseconds of CPU time. */

/** A call of a handler, and the status that it must answer with. */
export interface HandlerCall {
  event: unknown;
  status: number;
}

/** The first request to the process: to load a module, and to call it right after that, as Lambda does. */
export interface Beginning {
  module: string;
  first?: HandlerCall;
}

const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

// biome-ignore lint/suspicious/noExplicitAny: the handler of any bundle
let loaded: any;

const call = async ({ event, status }: HandlerCall): Promise<void> => {
  const { statusCode, body } = await loaded.handler(event, { awsRequestId: 'bench' });
  if (statusCode !== status) throw new Error(`answered ${statusCode}: ${body}`);
};

const answer = async (wanted: HandlerCall | Beginning): Promise<number> => {
  if (!('module' in wanted)) return cpuOf(() => call(wanted));
  const { module, first } = wanted;
  const init = await cpuOf(async () => {
    loaded = await import(module);
  });
  if (first) await call(first);
  return init;
};

process.on('message', (wanted: HandlerCall | Beginning) =>
  answer(wanted).then(
    (cpu) => process.send!(cpu),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  ),
);
// Open connections would keep the process alive.
process.on('disconnect', () => process.exit());
