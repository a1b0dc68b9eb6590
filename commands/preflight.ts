/**
 * `npm run preflight`: checks before a deployment whether an AWS account is ready for a stage, and says what to do.
 */
import { parseArgs } from 'node:util';
import { STSClient } from '@aws-sdk/client-sts';
import cdk from '../cdk.json' with { type: 'json' };
import { CommandError } from '../local/programs/command-error.ts';
import { examine, printResults } from './doctor/check.ts';
import { failureText, helpHint, notKnown } from './line/failure.ts';
import { PREFLIGHT } from './preflight/account.ts';

const USAGE = `npm run preflight -- --stage <stage> [-c <key>=<value>]...

  Checks whether the AWS account and region of the environment (AWS_PROFILE, AWS_REGION) are ready for a stage, and prints
  one line for each check, with advice for each problem. Exits with 1 if there is any. It changes nothing. -c works as in
  npx cdk deploy, such as -c mailSender=no-reply@example.com.`;

/** @throws CommandError for an argument that is not `key=value` */
const contextOf = (given: string[]): Record<string, string> =>
  Object.fromEntries(
    given.map((one) => {
      const [, key, value] = /^(\w+)=(.*)$/.exec(one) ?? [];
      if (!key) throw new CommandError(`-c ${one} is not <key>=<value>.\n${helpHint(USAGE)}`);
      return [key, value!];
    }),
  );

const preflight = async (stage: string | undefined, context: string[]): Promise<void> => {
  if (!stage) throw new CommandError(`--stage is missing.\n${helpHint(USAGE)}`);
  const given = contextOf(context);
  const stages = Object.keys(cdk.context.stages);
  if (!stages.includes(stage)) throw new CommandError(await notKnown('stage', stage, stages));
  const region = await new STSClient().config.region().catch(() => {
    throw new CommandError(
      'No region is set. Name the AWS account and region of the stage: AWS_PROFILE, AWS_REGION.',
    );
  });
  // Loading the CDK takes seconds, so arguments are checked first.
  const { templatesOf } = await import('./preflight/templates.ts');
  const templates = templatesOf({ ...given, stage });
  const flight = { stage, templates, region, now: () => new Date() };
  printResults(await examine(flight, PREFLIGHT, 'Check the credentials and the region.'));
};

try {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      context: { type: 'string', short: 'c', multiple: true, default: [] },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else await preflight(values.stage, values.context);
} catch (error) {
  process.stderr.write(`${failureText(error, USAGE)}\n`);
  process.exitCode = 1;
}
