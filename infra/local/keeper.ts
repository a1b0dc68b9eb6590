/**
 * The process that owns a local stack: it starts the emulator and the sandbox authorities, serves the API's address,
 * and ends all of it with itself. It runs apart from the terminal, and hears from its starter over the channel that
 * Node opens between the two: when the channel closes before the word to stay, the starter was ended, however that
 * came about, and everything ends.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { emptyLog, tail } from './command.ts';
import { EMULATOR_ARGS, emulatorEnvironment, emulatorReady } from './emulator.ts';
import { createGateway } from './gateway.ts';
import { claim, PROJECT, placeAt, publish, type RunningRecord, tidy, writeRecord } from './place.ts';
import { freePort, LOOPBACK } from './ports.ts';
import { endGroup, endGroupOf, identify } from './processes.ts';

/** What a keeper is to keep; its one argument, as JSON. */
export interface Plan {
  folder: string;
  /** Python with the emulator, or the endpoint of one that runs already. */
  emulator: { python: string } | { endpoint: string };
  /** Take the ports that people know, where they are free. */
  knownPorts: boolean;
  /** Remove the whole folder at the end. */
  ephemeral: boolean;
}

/** Addresses that the sandbox authorities print when they are ready. */
export interface AuthorityAddresses {
  url: string;
  controlUrl: string;
}

/** What a keeper tells its starter. */
export type FromKeeper =
  | { kind: 'ready'; endpoint: string; authorities: AuthorityAddresses }
  | { kind: 'serving'; url: string }
  | { kind: 'published' }
  | { kind: 'failed'; message: string; details?: string };

/** What a keeper is told. */
export type ToKeeper =
  | { kind: 'serve'; apiId: string }
  /** A group of processes that is to end with the others, although the starter started it. */
  | { kind: 'own'; pid: number }
  /** Content of `demo.json`. */
  | { kind: 'publish'; demo: object }
  | { kind: 'stay' };

const EMULATOR_PORT = 4566;
const API_PORT = 4567;
const READY_WITHIN = 60_000;

const plan: Plan = JSON.parse(process.argv[2]!);
const place = placeAt(plan.folder);
const running: RunningRecord = {
  keeper: identify(process.pid)!,
  groups: [],
  temporary: mkdtempSync(join(tmpdir(), 'pasarela-local-')),
};
// Before anything can end us: what another one claimed must not be tidied away.
if (!claim(place, running)) {
  rmSync(running.temporary, { recursive: true });
  await new Promise((sent) =>
    process.send?.({ kind: 'failed', message: 'Another start is under way.' }, sent),
  );
  process.exit(1);
}

const children: ChildProcess[] = [];
const ending = new AbortController();
const starting = AbortSignal.any([ending.signal, AbortSignal.timeout(READY_WITHIN)]);
let staying = false;
let endpoint = '';

const tell = (message: FromKeeper): void => {
  if (process.connected) process.send!(message);
};

/** Notes a group of processes, for us and for whoever finds us gone. */
const own = (pid: number): void => {
  if (ending.signal.aborted) return void endGroupOf(pid);
  const leader = identify(pid);
  if (leader) running.groups.push(leader);
  writeRecord(place, running);
};

/** Starts a process that leads a group of its own, and ends everything when it ends by itself. */
const keep = (
  name: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stdout: 'pipe' | 'log',
): ChildProcess => {
  ending.signal.throwIfAborted();
  const log = emptyLog(place.log(name));
  const child = spawn(command, args, {
    cwd: running.temporary,
    env,
    detached: true,
    stdio: ['ignore', stdout === 'pipe' ? 'pipe' : log, log],
  });
  children.push(child);
  if (child.pid) own(child.pid);
  const fail = (why: string) => end(`The process of the ${name} ${why}.`, tail(place.log(name)));
  child.once('error', (error) => fail(`could not be started: ${error.message}`));
  child.once('exit', () => fail('ended by itself'));
  return child;
};

const startEmulator = async (python: string): Promise<string> => {
  const port = await freePort(plan.knownPorts ? EMULATOR_PORT : undefined);
  keep('emulator', python, EMULATOR_ARGS, emulatorEnvironment(port, running.temporary), 'log');
  const address = `http://${LOOPBACK}:${port}`;
  await emulatorReady(address, starting);
  return address;
};

const startAuthorities = async (): Promise<AuthorityAddresses> => {
  const main = join(PROJECT, 'functions', 'sandbox', 'main.ts');
  const args = [main, '--port', '0', '--control-port', '0', '--pki', place.pki];
  const child = keep('authorities', process.execPath, args, process.env, 'pipe');
  // Lines after the first are of no interest but must be read, or the pipe fills up and the process waits forever.
  const [line] = await once(createInterface({ input: child.stdout! }), 'line', { signal: starting });
  return JSON.parse(line);
};

const serve = async (apiId: string): Promise<void> => {
  const gateway = createGateway(new URL(`${endpoint}/_aws/execute-api/${apiId}`));
  gateway.listen(await freePort(plan.knownPorts ? API_PORT : undefined), LOOPBACK, () => {
    const { port } = gateway.address() as AddressInfo;
    tell({ kind: 'serving', url: `http://${LOOPBACK}:${port}` });
  });
};

/** Ends everything, once, whatever is under way. */
const end = async (message = 'Everything was ended from elsewhere.', details?: string): Promise<void> => {
  if (ending.signal.aborted) return;
  ending.abort();
  // First, or the starter would take what follows from it for the cause.
  tell({ kind: 'failed', message, details });
  // Children also where the leader is dead already: what it has started may live.
  await Promise.all([...children.map(({ pid }) => pid && endGroupOf(pid)), ...running.groups.map(endGroup)]);
  tidy(place, running.temporary);
  if (plan.ephemeral) rmSync(place.folder, { recursive: true, force: true });
  process.exit();
};

process.on('message', (message: ToKeeper) => {
  if (message.kind === 'own') return own(message.pid);
  if (ending.signal.aborted) return;
  if (message.kind === 'serve') void serve(message.apiId);
  if (message.kind === 'stay') staying = true;
  if (message.kind === 'publish') {
    publish(place, message.demo);
    tell({ kind: 'published' });
  }
});
process.on('disconnect', () => staying || end());
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => end());
process.on('uncaughtException', (error) => {
  console.error(error);
  void end(error.message, tail(place.log('emulator')));
});

// The starter may have been ended before we could hear of it.
if (!process.connected) await end();

const { emulator } = plan;
const [address, authorities] = await Promise.all([
  'python' in emulator ? startEmulator(emulator.python) : emulator.endpoint,
  startAuthorities(),
]).catch((error) => {
  throw starting.aborted ? new Error(`Not ready within ${READY_WITHIN / 1000} s.`) : error;
});
endpoint = address;
tell({ kind: 'ready', endpoint, authorities });
