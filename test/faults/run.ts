/**
 * `npm run faults`: lets everything go wrong that can between the service, AWS and the authorities, and holds what was
 * filed against what callers were answered. The result is in `.local/faults.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { awsVariables } from '../../local/aws.ts';
import { LOCAL } from '../../local/run-folder.ts';
import { useEmulator } from '../support/emulator.ts';
import { runTrials } from './run-trials.ts';
import { failuresOf, summaryOf, tableOf, withTable } from './summary.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1100' },
    minutes: { type: 'string', default: '11' },
    lanes: { type: 'string', default: '6' },
    // Of so many submissions.
    submissions: { type: 'string' },
    only: { type: 'string' },
    // Without the trials that take longest: 100 at once, and files of 1,000 contracts.
    short: { type: 'boolean', default: false },
    // Also puts the result into docs/faults.md.
    write: { type: 'boolean', default: false },
  },
});

const { endpoint, stop } = await useEmulator();
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
// Its processes end with it, however it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stop().finally(() => process.exit(1)));
try {
  Object.assign(process.env, awsVariables(endpoint));
  const begun = performance.now();
  const { only, short, submissions } = values;
  const verdicts = await runTrials({
    endpoint,
    seed: Number(values.seed),
    count: Number(values.count),
    lanes: Number(values.lanes),
    seconds: Number(values.minutes) * 60,
    ...(submissions && { submissions: Number(submissions) }),
    ...((only || short) && {
      only: (trial) =>
        JSON.stringify(trial).includes(only ?? '') && !(short && (trial.atOnce || trial.contracts)),
    }),
    report: (verdict, done, of) => {
      if (failuresOf(verdict).length > 0) process.stderr.write(`\n${JSON.stringify(verdict)}\n`);
      if (done % 25 === 0) process.stderr.write(`${done} of ${of}\n`);
    },
  });
  const summary = summaryOf(verdicts);
  const report = {
    seed: Number(values.seed),
    seconds: Math.round((performance.now() - begun) / 1000),
    ...summary,
  };
  writeFileSync(join(LOCAL, 'faults.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  process.stdout.write(
    `${tableOf(verdicts)}\n${JSON.stringify({ ...report, failures: undefined }, undefined, 2)}\n`,
  );
  if (values.write) {
    const file = join(import.meta.dirname, '..', '..', 'docs', 'faults.md');
    const { runs, failures } = summary;
    const many = (of: 'later' | 'loggedIn') => verdicts.filter(({ trial }) => trial[of]).length;
    const counts =
      `${runs} trials with seed ${report.seed}, in ${report.seconds} seconds, ${many('later')} of them asked for later ` +
      `and ${many('loggedIn')} with a kept log-in; ${failures.length || 'none'} failed.`;
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), `${counts}\n\n${tableOf(verdicts)}`));
  }
  if (summary.failures.length > 0) process.exitCode = 1;
} finally {
  await stop();
}
