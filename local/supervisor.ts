/**
 * The supervisor of a local stack: a process of its own that starts the emulator and the sandbox authorities, serves the API's
 * address and the panel, and stops all of it when it stops. It does not belong to a terminal. Its parent process sends it messages
 * over Node's IPC channel. If the channel closes without the message `detach`, the parent has ended, for whatever reason, and the
 * supervisor stops everything.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createApiProxy } from './api-proxy.ts';
import { awsEnvironment } from './aws.ts';
import { EMULATOR_ARGS, emulatorEnvironment, emulatorReady } from './emulators/ministack.ts';
import { servePanel } from './panel-server.ts';
import { freePort, LOOPBACK } from './programs/free-ports.ts';
import { emptyLog, tail } from './programs/logs.ts';
import { identify, stopGroup, stopGroupByPid } from './programs/processes.ts';
import {
  createRecord,
  openRunFolder,
  PROJECT,
  type RunRecord,
  removeRunFiles,
  updateRecord,
  writeDemo,
} from './run-folder.ts';

/** The only argument of the supervisor, as JSON. */
export interface SupervisorOptions {
  /** Path of the run folder. */
  folder: string;
  /** Python with the emulator, or the endpoint of an emulator that is already running. */
  emulator: { python: string } | { endpoint: string };
  /** Use the default ports if they are free. */
  defaultPorts: boolean;
  /** Remove the run folder at the end. */
  ephemeral: boolean;
}

/** Addresses that the sandbox authorities print when they are ready. */
export interface AuthorityAddresses {
  url: string;
  controlUrl: string;
}

/** A message from the supervisor to its parent. */
export type FromSupervisor =
  | { kind: 'ready'; endpoint: string; panelUrl: string }
  | { kind: 'authorities-started'; addresses: AuthorityAddresses }
  | { kind: 'proxy-started'; url: string }
  | { kind: 'panel-started' }
  | { kind: 'demo-written' }
  | { kind: 'failed'; message: string; details?: string };

/** A message from the parent to its supervisor. */
export type ToSupervisor =
  /** Start the proxy for the API with this id. */
  | { kind: 'start-proxy'; apiId: string }
  /** Serve the panel that was built into a folder, for the API at an address. */
  | { kind: 'start-panel'; folder: string; api: string }
  /** Start the process of the sandbox authorities, in the world that an account has in a bucket. */
  | { kind: 'start-authorities'; bucket: string; account: string }
  /** At the end, stop this process group too, which the parent has started. */
  | { kind: 'add-group'; pid: number }
  /** Write `demo.json`. */
  | { kind: 'write-demo'; demo: object }
  /** Go on when the parent ends. */
  | { kind: 'detach' };

const EMULATOR_PORT = 4566;
const API_PORT = 4567;
const PANEL_PORT = 4568;
const READY_TIMEOUT = 60_000;

const options: SupervisorOptions = JSON.parse(process.argv[2]!);
const runFolder = openRunFolder(options.folder);
const record: RunRecord = {
  supervisor: identify(process.pid)!,
  groups: [],
  temporary: mkdtempSync(join(tmpdir(), 'pasarela-local-')),
};
// Before anything here can call `stopAll`, which would remove the files of the other stack.
if (!createRecord(runFolder, record)) {
  rmSync(record.temporary, { recursive: true });
  await new Promise((sent) =>
    process.send?.({ kind: 'failed', message: 'Another start is in progress.' }, sent),
  );
  process.exit(1);
}

const children: ChildProcess[] = [];
const panel = createServer();
const stopping = new AbortController();
const startSignal = AbortSignal.any([stopping.signal, AbortSignal.timeout(READY_TIMEOUT)]);
let detached = false;
let endpoint = '';

const send = (message: FromSupervisor): void => {
  if (process.connected) process.send!(message);
};

/** Adds a process group to the record, from which it is stopped at the end, even if the supervisor is killed. */
const addGroup = (pid: number): void => {
  if (stopping.signal.aborted) return void stopGroupByPid(pid);
  const leader = identify(pid);
  if (leader) record.groups.push(leader);
  updateRecord(runFolder, record);
};

/** Starts a process that leads its own process group. If it exits by itself, everything stops. */
const startChild = (
  name: string,
  [program, ...args]: [string, ...string[]],
  { env, stdout }: { env: NodeJS.ProcessEnv; stdout: 'pipe' | 'log' },
): ChildProcess => {
  stopping.signal.throwIfAborted();
  const log = emptyLog(runFolder.log(name));
  const child = spawn(program, args, {
    cwd: record.temporary,
    env,
    detached: true,
    stdio: ['ignore', stdout === 'pipe' ? 'pipe' : log, log],
  });
  children.push(child);
  if (child.pid) addGroup(child.pid);
  const fail = (why: string) => stopAll(`The process of the ${name} ${why}.`, tail(runFolder.log(name)));
  child.once('error', (error) => fail(`could not be started: ${error.message}`));
  child.once('exit', () => fail('exited by itself'));
  return child;
};

const startEmulator = async (python: string): Promise<string> => {
  const port = await freePort(options.defaultPorts ? EMULATOR_PORT : undefined);
  const env = emulatorEnvironment(port, record.temporary);
  startChild('emulator', [python, ...EMULATOR_ARGS], { env, stdout: 'log' });
  const address = `http://${LOOPBACK}:${port}`;
  await emulatorReady(address, startSignal);
  return address;
};

const startAuthorities = async (bucket: string, account: string): Promise<void> => {
  const main = join(PROJECT, 'sandbox', 'main.ts');
  const args = [main, '--port', '0', '--control-port', '0', '--pki', runFolder.pki];
  const world = ['--bucket', bucket, '--account', account];
  const env = awsEnvironment(endpoint);
  const child = startChild('authorities', [process.execPath, ...args, ...world], { env, stdout: 'pipe' });
  // Only the first line is used. The interface keeps reading the others, because with a full pipe the process would wait for
  // ever.
  const [line] = await once(createInterface({ input: child.stdout! }), 'line', { signal: stopping.signal });
  send({ kind: 'authorities-started', addresses: JSON.parse(line) });
};

const startProxy = async (apiId: string): Promise<void> => {
  // The path at which both emulators serve an API without a domain.
  const proxy = createApiProxy(new URL(`${endpoint}/_aws/execute-api/${apiId}`));
  send({ kind: 'proxy-started', url: await listening(proxy, API_PORT) });
};

/** Serves the panel that was built into a folder, where its address has been since the start. */
const startPanel = (folder: string, api: string): void => {
  panel.on('request', servePanel(folder, api));
  send({ kind: 'panel-started' });
};

/** The address of a server, after it has begun to listen. */
const listening = async (server: Server, defaultPort: number): Promise<string> => {
  server.listen(await freePort(options.defaultPorts ? defaultPort : undefined), LOOPBACK);
  await once(server, 'listening');
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
};

/** Stops everything and exits. Only the first call has an effect. */
const stopAll = async (message = 'The stack was stopped from outside.', details?: string): Promise<void> => {
  if (stopping.signal.aborted) return;
  stopping.abort();
  // First, because the failures that follow would hide this cause from the parent.
  send({ kind: 'failed', message, details });
  // The children as well as the groups: a child may have exited while processes that it started still run.
  await Promise.all([
    ...children.map(({ pid }) => pid && stopGroupByPid(pid)),
    ...record.groups.map(stopGroup),
  ]);
  removeRunFiles(runFolder, record.temporary);
  if (options.ephemeral) rmSync(runFolder.path, { recursive: true, force: true });
  process.exit();
};

process.on('message', (message: ToSupervisor) => {
  if (message.kind === 'add-group') return addGroup(message.pid);
  if (stopping.signal.aborted) return;
  if (message.kind === 'start-proxy') void startProxy(message.apiId);
  if (message.kind === 'start-panel') startPanel(message.folder, message.api);
  if (message.kind === 'start-authorities') void startAuthorities(message.bucket, message.account);
  if (message.kind === 'detach') detached = true;
  if (message.kind === 'write-demo') {
    writeDemo(runFolder, message.demo);
    send({ kind: 'demo-written' });
  }
});
process.on('disconnect', () => detached || stopAll());
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => stopAll());
process.on('uncaughtException', (error) => {
  console.error(error);
  void stopAll(error.message, tail(runFolder.log('emulator')));
});

// The parent may have ended before the listener above existed.
if (!process.connected) await stopAll();

const { emulator } = options;
const starting = 'python' in emulator ? startEmulator(emulator.python) : Promise.resolve(emulator.endpoint);
endpoint = await starting.catch((error) => {
  throw startSignal.aborted ? new Error(`Not ready within ${READY_TIMEOUT / 1000} s.`) : error;
});
// Functions that are deployed know it.
const panelUrl = `${await listening(panel, PANEL_PORT)}/`;
send({ kind: 'ready', endpoint, panelUrl });
