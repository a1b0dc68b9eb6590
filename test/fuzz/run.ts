/**
 * `npm run fuzz`: lets Schemathesis, which knows the reference, send generated requests to a deployed stack. The results are in
 * `.local/fuzz.json`. The exit code is not zero if an answer was an internal error, or does not match the reference.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showProgress } from '../../local/programs/progress.ts';
import { LOCAL } from '../../local/run-folder.ts';
import { startStack } from '../../local/stack.ts';
import { newRunFolder } from '../support/emulator.ts';
import { runSchemathesis } from './schemathesis.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string' },
    full: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const requests = Number(values.requests ?? (values.full ? 60_000 : 6_000));

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => interruption.abort(new Error('interrupted')));

for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
mkdirSync(LOCAL, { recursive: true });
const begun = performance.now();
const stack = await startStack(newRunFolder(), {
  defaultPorts: false,
  ephemeral: true,
  progress: showProgress,
  signal: interruption.signal,
});
try {
  Object.assign(process.env, stack.variables);
  const { failures, ...figures } = await showProgress('Requests', () =>
    runSchemathesis(stack.demo, { seed, requests }),
  );
  const report = { seed, seconds: Math.round((performance.now() - begun) / 1000), ...figures };
  writeFileSync(join(LOCAL, 'fuzz.json'), `${JSON.stringify({ ...report, failures }, undefined, 2)}\n`);
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  for (const failure of failures.slice(0, 5)) process.stdout.write(`${JSON.stringify(failure)}\n`);
  if (report.serverErrors + report.outsideSchema > 0) process.exitCode = 1;
} finally {
  await stack.stop();
}
