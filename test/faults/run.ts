/**
 * `npm run faults`: injects every possible fault between the service, AWS and the authorities, and compares what was filed with
 * the answers to callers. The result is in `.local/faults.json`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { awsVariables } from '../../local/aws.ts';
import { LOCAL } from '../../local/run-folder.ts';
import { useEmulator } from '../support/emulator.ts';
import { runTrials } from './run-trials.ts';
import { failuresOf, reportOf, storyOf, summaryOf } from './summary.ts';
import type { Verdict } from './trial.ts';

const USAGE = `npm run faults -- [options]

  --seed <number>        which trials: a seed always gives the same ones (1)
  --count <number>       most trials (1100)
  --minutes <number>     no trial begins later than that (11)
  --lanes <number>       how many are made at the same time (6)
  --submissions <number> of so many submissions, which the seed chooses; of all without it
  --only <text>          trials whose description contains this text
  --short                without the trials that take longest: 100 at once, and files of 1,000 contracts
  --help                 this text

The result is printed, and is in .local/faults.json with all that callers of failed trials were answered, also where a
run ends early.

A trial is a submission during which one thing goes wrong (test/faults/plan.ts and the proxies have all):

- On the way to the authority: no connection; a request or an answer that is cut, late, of another request, or replaced
  by an error, a maintenance or log-in page, a redirect, garbage, nothing.
- With a call of AWS, in all attempts of the SDK: refused, throttled, no answer, before or after it was carried out.
- The process ends, before or after any request to the authority or call of AWS.
- Another process has the same request, its clock up to 90 seconds off; 100 equal requests at once; a file of 1,000
  contracts; midnight in Madrid; a kept log-in at SEPE; Prefer: respond-async, in the request and in the consumer.

Every submission meets every fault at each step that may take effect, if there are trials enough, then at other steps.
Then the caller goes on, at once and after a minute: with the same key, another or none, another body, user or
certificate, by a look-up, by declaring what is at the authority, or not at all. At last time passes, the schedule runs,
and what was not filed is sent again. Each submission is first made without faults; where a stand-in is late, up to three
times, and then it is left out and named.
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

/** Writes and prints the results so far. @param because the reason why the run is incomplete */
const tell = (because?: string) => {
  const report = {
    seed: Number(values.seed),
    seconds: Math.round((performance.now() - begun) / 1000),
    story: storyOf({ done: verdicts.length, planned, unmeasured, because }),
    ...summaryOf(verdicts),
  };
  writeFileSync(join(LOCAL, 'faults.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  process.stdout.write(
    `${reportOf(verdicts, report)}\n\n${JSON.stringify({ ...report, failures: undefined }, undefined, 2)}\n${report.story}\n`,
  );
  if (report.failures.length > 0 || because !== undefined || unmeasured?.length) process.exitCode = 1;
};

const { endpoint, stop } = await useEmulator();
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
// Ends the child processes, too, if the run is interrupted.
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
  tell();
} catch (error) {
  tell((error as Error).message);
  throw error;
} finally {
  await stop();
}
