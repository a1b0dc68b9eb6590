/**
 * `npm run bench`: takes the measurements that docs/scale.md shows, prints them with their goals, and writes them to
 * `.local/bench.json`. Times are reported as ratios, because absolute times say more about the machine and the emulator than
 * about the gateway. They are medians of at least 8 runs; where other work may use the same processors, they are CPU times.
 * Rows and capacity follow DynamoDB's rules.
 *
 * - (b): a handler with middy, zod, lib-dynamodb and four AWS clients, bundled by esbuild's defaults into one CommonJS file
 *   (`programs/bare.ts`).
 * - Bare: the same handler, which makes the same checks and DynamoDB calls as the gateway, and has the same dialog with the
 *   authority.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CommandError } from '../../local/programs/command-error.ts';
import { showError, showProgress } from '../../local/programs/progress.ts';
import { createResources, useEmulator } from '../support/emulator.ts';
import { benchBatches, benchReading } from './batches.ts';
import { benchFilings } from './filings.ts';
import { benchGateway } from './gateway.ts';
import { writeResults } from './results.ts';
import { benchStart } from './start.ts';

const { positionals } = parseArgs({ allowPositionals: true });

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(new CommandError('Interrupted.')));
const interrupted = new Promise<never>((_, reject) => {
  interruption.signal.addEventListener('abort', () => reject(interruption.signal.reason));
});

/** Points the stores of this process at an emulator. A profile or credentials of the developer would take precedence. */
const useVariables = (variables: Record<string, string>): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, variables);
};

/** One emulator for all parts, because AWS clients keep the address with which they were created. */
let emulator: ReturnType<typeof useEmulator> | undefined;

/** The keys for all parts, because this process caches the keys that it has read. */
let keys: Record<string, string> | undefined;

/** Creates new tables for a part. */
const useTables = async (): Promise<void> => {
  emulator ??= useEmulator();
  const { endpoint } = await emulator;
  const made = await createResources(endpoint, `-${randomUUID()}`);
  keys ??= Object.fromEntries(Object.entries(made).filter(([name]) => name.endsWith('_SECRET')));
  useVariables({ ...made, ...keys });
};

/** A part that measures on an emulator's tables. */
const withTables = (part: () => Promise<void>) => async (): Promise<void> => {
  await useTables();
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  await part();
};

/** Measures one account next to another account's batch, and the largest batches. */
const batches = async (): Promise<void> => {
  await benchBatches();
  await benchReading();
};

const parts: Record<string, () => Promise<void>> = {
  start: benchStart,
  gateway: withTables(benchGateway),
  batches: withTables(batches),
  filings: withTables(() => benchFilings(showProgress)),
};

try {
  const unknown = positionals.filter((name) => !(name in parts));
  if (unknown.length > 0) throw new CommandError(`There is no ${unknown.join(', ')}: ${Object.keys(parts)}.`);
  for (const [name, part] of Object.entries(parts))
    if (positionals.length === 0 || positionals.includes(name)) await Promise.race([part(), interrupted]);
  writeResults();
} catch (error) {
  showError(error);
  process.exitCode = 1;
} finally {
  await emulator?.then(
    ({ stop }) => stop(),
    () => {},
  );
}
// A part that was interrupted may still be running.
if (interruption.signal.aborted) process.exit();
