/**
 * `npm run bench`: takes measurements on an emulator and on its own stack, prints them with their goals and the reasons why
 * some are missed, and writes them to `.local/bench.json`. Times are reported as ratios, because absolute times say more about
 * the machine and the emulator than about the gateway. They are medians of at least 15 runs that took turns; where other work
 * may use the same processors, they are CPU times. Rows and capacity follow DynamoDB's rules. Round trips are AWS calls that go
 * out together and for which the request waits (`test/support/stores/round-trips.ts`).
 *
 * - Log-in kept: a process keeps its log-in at an application of SEPE and reuses it.
 * - (b): a handler with middy, zod, lib-dynamodb and four AWS clients, bundled by esbuild's defaults into one CommonJS file
 *   (`programs/bare.ts`).
 * - Bare: handlers that make the same checks and DynamoDB calls as the gateway, and have the same dialog with the authority.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { CommandError } from '../../local/programs/command-error.ts';
import { showError, showProgress } from '../../local/programs/progress.ts';
import { startStack } from '../../local/stack.ts';
import { createResources, newRunFolder, useEmulator } from '../support/emulator.ts';
import { benchAuthority } from './authority.ts';
import { benchBatches, benchReading } from './batches.ts';
import { benchClients } from './clients.ts';
import { benchFilings } from './filings.ts';
import { benchGateway } from './gateway.ts';
import { benchHandshakes } from './handshakes.ts';
import { benchPanel } from './panel.ts';
import { writeResults } from './results.ts';
import { benchStart } from './start.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { clients: { type: 'string', default: '10000' } },
});

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => interruption.abort(new CommandError('Interrupted.')));
const interrupted = new Promise<never>((_, reject) => {
  interruption.signal.addEventListener('abort', () => reject(interruption.signal.reason));
});

/** Everything that must be stopped at the end, even if it is still starting then. */
const started: Promise<{ stop(): Promise<unknown> }>[] = [];

/** Points the stores of this process at an emulator. A profile or credentials of the developer would take precedence. */
const useVariables = (variables: Record<string, string>): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, variables);
};

const authority = async (): Promise<void> => {
  const { signal } = interruption;
  const starting = startStack(newRunFolder(), {
    defaultPorts: false,
    ephemeral: true,
    progress: showProgress,
    signal,
  });
  started.push(starting);
  const stack = await starting;
  useVariables(stack.variables);
  await benchAuthority(stack.demo);
};

/** One emulator for all parts, because AWS clients keep the address with which they were created. */
let emulator: ReturnType<typeof useEmulator> | undefined;

/** The keys for all parts, because this process caches the keys that it has read. */
let keys: Record<string, string> | undefined;

/** Creates new tables for a part. */
const useTables = async (): Promise<void> => {
  if (!emulator) {
    emulator = useEmulator();
    started.push(emulator);
  }
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

const clients = async (): Promise<void> => {
  const most = Number(values.clients);
  if (![1_000, 10_000].includes(most)) throw new CommandError('--clients takes 1000 or 10000.');
  await benchClients(most, showProgress);
};

/** Measures one account next to another account's batch, and the largest batches. */
const batches = async (): Promise<void> => {
  await benchBatches();
  await benchReading();
};

const parts: Record<string, () => Promise<void>> = {
  start: benchStart,
  handshakes: benchHandshakes,
  panel: benchPanel,
  gateway: withTables(benchGateway),
  batches: withTables(batches),
  clients: withTables(clients),
  filings: withTables(() => benchFilings(showProgress)),
  authority,
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
  for (const starting of started)
    await starting.then(
      (one) => one.stop(),
      () => {},
    );
}
// A part that was interrupted may still be running.
if (interruption.signal.aborted) process.exit();
