/**
 * `npm run fuzz`: sends generated requests to the service in two ways. Schemathesis, which knows only the reference, calls the
 * deployed stack, and a generator that knows valid requests calls the handlers in separate processes. The results are in
 * `.local/fuzz.json`. The exit code is not zero if an answer was an internal error, or does not match the reference.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showProgress } from '../../local/programs/progress.ts';
import { LOCAL } from '../../local/run-folder.ts';
import { startStack } from '../../local/stack.ts';
import { newRunFolder } from '../support/emulator.ts';
import { runInProcesses } from './in-processes.ts';
import { merged } from './merged.ts';
import type { FuzzReport } from './run-fuzz.ts';
import { runSchemathesis, type SchemathesisReport } from './schemathesis.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string' },
    events: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
});
const usual = values.full ? { requests: 60_000, events: 1_000_000 } : { requests: 6_000, events: 200_000 };
const wanted = {
  seed: Number(values.seed),
  requests: Number(values.requests ?? usual.requests),
  events: Number(values.events ?? usual.events),
};

/** Of the events that are admitted in memory, one in this many is passed on to the emulator. */
const SENT_ON = 200;

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => interruption.abort(new Error('interrupted')));

/** Deploys a new stack, which must be stopped. */
const deploy = () =>
  startStack(newRunFolder(), {
    defaultPorts: false,
    ephemeral: true,
    progress: showProgress,
    signal: interruption.signal,
  });

for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
mkdirSync(LOCAL, { recursive: true });
const begun = performance.now();
const none = { statuses: {}, serverErrors: 0, outsideSchema: 0, failures: [] };
let inProcess: FuzzReport = { ...none, events: 0, onEmulator: 0, notSentOn: 0 };
let deployed: SchemathesisReport = { ...none, requests: 0 };
// Both at once, because requests to the deployed stack mostly wait.
const deploying = wanted.requests ? deploy() : undefined;
const sendRequests = async (): Promise<void> => {
  const stack = await deploying;
  if (!stack) return;
  Object.assign(process.env, stack.variables);
  deployed = await showProgress('Requests', () => runSchemathesis(stack.demo, wanted));
};
const sendEvents = async (): Promise<void> => {
  if (!wanted.events) return;
  const plan = { seed: wanted.seed, count: wanted.events, sentOn: SENT_ON };
  inProcess = await showProgress('Events', () => runInProcesses(plan));
};
try {
  await Promise.all([sendRequests(), sendEvents()]);
} finally {
  await deploying?.then(
    (stack) => stack.stop(),
    () => {},
  );
}

const { serverErrors, outsideSchema, failures } = merged<object>(deployed, inProcess);
const report = {
  seed: wanted.seed,
  seconds: Math.round((performance.now() - begun) / 1000),
  requests: deployed.requests,
  events: inProcess.events,
  serverErrors,
  outsideSchema,
  onEmulator: inProcess.onEmulator,
  notSentOn: inProcess.notSentOn,
  statuses: { requests: deployed.statuses, events: inProcess.statuses },
};
writeFileSync(join(LOCAL, 'fuzz.json'), `${JSON.stringify({ ...report, failures }, undefined, 2)}\n`);
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
for (const failure of failures.slice(0, 5)) process.stdout.write(`${JSON.stringify(failure)}\n`);
if (serverErrors + outsideSchema > 0) process.exitCode = 1;
