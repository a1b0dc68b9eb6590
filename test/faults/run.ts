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
import { failuresOf, storyOf, summaryOf, tableOf, withTable } from './summary.ts';
import type { Verdict } from './trial.ts';

const USAGE = `npm run faults -- [options]

  --seed <number>        which trials: a seed always gives the same ones (1)
  --count <number>       most trials (1100)
  --minutes <number>     no trial begins later than that (11)
  --lanes <number>       how many are made at the same time (6)
  --submissions <number> of so many submissions, which the seed chooses; of all without it
  --only <text>          trials whose description contains this text
  --short                without the trials that take longest: 100 at once, and files of 1,000 contracts
  --write                also puts the result into docs/faults.md
  --help                 this text

The result is in .local/faults.json, also where a run ends early. docs/faults.md says what a trial is.
`;

const { values } = (() => {
  try {
    return parseArgs({
      options: {
        seed: { type: 'string', default: '1' },
        count: { type: 'string', default: '1100' },
        minutes: { type: 'string', default: '11' },
        lanes: { type: 'string', default: '6' },
        submissions: { type: 'string' },
        only: { type: 'string' },
        short: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
})();
if (values.help) {
  process.stdout.write(USAGE);
  process.exit();
}

const begun = performance.now();
const verdicts: Verdict[] = [];
let planned: number | undefined;
let unmeasured: string[] | undefined;

/** Writes and prints what was done so far. @param because why that is not all */
const tell = (because?: string) => {
  const report = {
    seed: Number(values.seed),
    seconds: Math.round((performance.now() - begun) / 1000),
    story: storyOf({ done: verdicts.length, planned, unmeasured, because }),
    ...summaryOf(verdicts),
  };
  writeFileSync(join(LOCAL, 'faults.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  process.stdout.write(
    `${tableOf(verdicts)}\n${JSON.stringify({ ...report, failures: undefined }, undefined, 2)}\n${report.story}\n`,
  );
  if (report.failures.length > 0 || because !== undefined || unmeasured?.length) process.exitCode = 1;
  return report;
};

const { endpoint, stop } = await useEmulator();
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
// Its processes end with it, however it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    tell(`it was told to (${signal})`);
    stop().finally(() => process.exit(1));
  });
try {
  Object.assign(process.env, awsVariables(endpoint));
  const { only, short, submissions } = values;
  const ran = await runTrials({
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
      verdicts.push(verdict);
      planned = of;
      if (failuresOf(verdict).length > 0) process.stderr.write(`\n${JSON.stringify(verdict)}\n`);
      if (done % 25 === 0) process.stderr.write(`${done} of ${of}\n`);
    },
  });
  ({ planned, unmeasured } = ran);
  const { runs, failures, seed, seconds } = tell();
  if (values.write) {
    const file = join(import.meta.dirname, '..', '..', 'docs', 'faults.md');
    const many = (of: 'later' | 'loggedIn') => verdicts.filter(({ trial }) => trial[of]).length;
    const counts =
      `${runs} trials with seed ${seed}, in ${seconds} seconds, ${many('later')} of them asked for later ` +
      `and ${many('loggedIn')} with a kept log-in; ${failures.length || 'none'} failed.`;
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), `${counts}\n\n${tableOf(verdicts)}`));
  }
} catch (error) {
  tell((error as Error).message);
  throw error;
} finally {
  await stop();
}
