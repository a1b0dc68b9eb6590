/**
 * `npm run bench`: measures an emulator and a stack of its own, prints what it measured, with its goals and why some are
 * missed, and writes it to `.local/bench.json`. Times are told as ratios: by themselves they say more of the machine and
 * of the emulator than of the gateway. They are medians of at least 15 runs that took turns; CPU times where others may use
 * the same processors. Rows and capacity are those of DynamoDB, rounds are calls of AWS that go out together and that the
 * request waits for (`test/support/stores/rounds.ts`).
 *
 * - Log-in kept: a process keeps its log-in at an application of SEPE and goes on with it.
 * - (b): a handler of middy, zod, lib-dynamodb and four clients of AWS, bundled by esbuild's defaults into one file of
 *   CommonJS (`programs/bare.ts`).
 * - Bare: handlers that make the checks and the calls of DynamoDB that the gateway makes, and hold the same dialog.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError } from '../../local/programs/command-error.ts';
import { showError, showProgress } from '../../local/programs/progress.ts';
import { LOCAL, openRunFolder } from '../../local/run-folder.ts';
import { startStack } from '../../local/stack.ts';
import { createResources, useEmulator } from '../support/emulator.ts';
import { benchAuthority } from './authority.ts';
import { benchBatches, benchReading } from './batches.ts';
import { benchClients } from './clients.ts';
import { benchFilings } from './filings.ts';
import { benchGateway } from './gateway.ts';
import { benchHandshakes } from './handshakes.ts';
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

/** What is to be stopped at the end, also if it is starting then. */
const started: Promise<{ stop(): Promise<unknown> }>[] = [];

/** Points the stores of this process at an emulator. A profile or credentials of the developer would win over ours. */
const useVariables = (variables: Record<string, string>): void => {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, variables);
};

const authority = async (): Promise<void> => {
  mkdirSync(LOCAL, { recursive: true });
  // The same prefix as the folders of the tests: a run of the tests removes the folders of runs that were killed.
  const runFolder = openRunFolder(mkdtempSync(join(LOCAL, 'test-bench-')));
  const { signal } = interruption;
  const starting = startStack(runFolder, {
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

/** One for all parts: the clients of AWS keep the address that they were made with. */
let emulator: ReturnType<typeof useEmulator> | undefined;

/** The keys of all parts: this process keeps those that it has read. */
let keys: Record<string, string> | undefined;

/** Makes tables of its own for a part. */
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

/** One account next to another's batch, and the largest batches. */
const batches = async (): Promise<void> => {
  await benchBatches();
  await benchReading();
};

const parts: Record<string, () => Promise<void>> = {
  start: benchStart,
  handshakes: benchHandshakes,
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
// A part that was interrupted may still be measuring.
if (interruption.signal.aborted) process.exit();
