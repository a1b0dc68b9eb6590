/**
 * `npm run local`: brings everything up on this machine and stays until Ctrl-C; with `--detach` it returns when all is
 * ready. `AWS_ENDPOINT_URL` names an emulator to use instead of one of our own.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { StepError } from './command.ts';
import { isKept, LOCAL, placeAt } from './place.ts';
import { bringUp } from './stack.ts';
import { explain, step } from './steps.ts';
import { summary } from './summary.ts';
import { takeDown } from './take-down.ts';

const { detach } = parseArgs({ options: { detach: { type: 'boolean', default: false } } }).values;

const place = placeAt(LOCAL);
const interruption = new AbortController();
const INTERRUPTED = new StepError('Interrupted.');
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(INTERRUPTED));

const tellOfRunning = async (): Promise<void> => {
  const demo = await readFile(place.demo, 'utf8').catch(() => undefined);
  if (!demo) throw new StepError('Another start is under way; npm run local:stop ends it.');
  console.log(`It runs already; npm run local:stop ends it.\n${summary(place, JSON.parse(demo))}`);
};

const start = async (): Promise<void> => {
  if (await takeDown(place)) console.error('Cleaned up after a start that was ended by force.');
  const stack = await bringUp(place, {
    endpoint: process.env.AWS_ENDPOINT_URL,
    knownPorts: true,
    ephemeral: false,
    step,
    signal: interruption.signal,
  });
  console.log(summary(place, stack.demo));
  if (detach) {
    await stack.leave();
    console.log('npm run local:stop ends it.');
    return;
  }
  console.log('Ctrl-C ends it.');
  if (!stack.signal.aborted) await once(stack.signal, 'abort');
  throw stack.signal.reason;
};

try {
  await (isKept(place) ? tellOfRunning() : start());
} catch (error) {
  explain(error);
  process.exitCode = error === INTERRUPTED ? 130 : 1;
}
