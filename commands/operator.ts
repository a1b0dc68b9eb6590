import { parseArgs } from 'node:util';
import { awsVariables } from '../local/aws.ts';
import { type Outputs, readOutputs, storeVariables } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { LOCAL } from '../local/run-folder.ts';
import { demoRunningIn } from '../local/running-demo.ts';
import { ServiceError } from '../shared/kernel/errors.ts';

/**
 * Shared parts of the operator's commands. They use the AWS account or emulator of the environment, or the stack that
 * runs on this machine; see `meantBy`. Results for programs, such as a password, go to stdout, and messages for
 * people to stderr.
 */

/** The stage that a command works on. */
export interface Meant {
  stage: string;
  /** The option that names this stage to another command: ` --stage production`, or empty. */
  stageOption: string;
}

/** Options of a command by name, and its stage. */
export type Given<Name extends string> = { [Each in Name]?: string } & Meant;

/** Commands by name. Each runs with the stage's settings in the environment, and gets the stack's outputs. */
export type Commands<Name extends string> = Record<
  string,
  (given: Given<Name>, outputs: Outputs) => Promise<void>
>;

/** Printed below every usage text. */
const WHICH_STAGE =
  'Without --stage: the stack that npm run local has started on this machine, if it runs and AWS_ENDPOINT_URL names no\n' +
  'other one; else the stage sandbox. A stage is looked for in the AWS account and region that the environment names.';

/**
 * Finds the stage for a command, and the environment variables for its AWS endpoint where the environment has none.
 * @param named value of `--stage`
 * @param folder of the stack that runs on this machine, if there is one
 */
export const meantBy = (
  named: string | undefined,
  env: NodeJS.ProcessEnv,
  folder: string,
): { meant: Meant; local?: Record<string, string> } => {
  if (named !== undefined) return { meant: { stage: named, stageOption: ` --stage ${named}` } };
  const meant = { stage: 'sandbox', stageOption: '' };
  const endpoint = demoRunningIn(folder, env)?.emulator;
  return endpoint ? { meant, local: awsVariables(endpoint) } : { meant };
};

/** Prints a message for a person. */
export const printMessage = (text: string) => process.stderr.write(`${text}\n`);

/** Prints a tab-separated row for programs. */
export const printRow = (...parts: string[]) => process.stdout.write(`${parts.join('\t')}\n`);

/**
 * Runs the command that the command line names. Prints errors and exits with 1.
 * @param names options besides `stage`
 */
export const runCommands = <Name extends string>(
  usage: string,
  names: readonly Name[],
  commands: Commands<Name>,
): Promise<void> =>
  runCommand(usage, names, ([name = '', ...more]) => (more.length === 0 ? commands[name] : undefined));

/**
 * Runs what the arguments choose. Prints errors and exits with 1.
 * @param names options besides `stage`
 * @param choose returns what to run; `undefined` for invalid arguments
 */
export const runCommand = async <Name extends string>(
  usage: string,
  names: readonly Name[],
  choose: (words: string[]) => Commands<Name>[string] | undefined,
): Promise<void> => {
  try {
    const text = { type: 'string' } as const;
    const options = { ...Object.fromEntries(names.map((name) => [name, text])), stage: text };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const command = choose(positionals);
    if (!command) throw new CommandError(`${usage}\n\n${WHICH_STAGE}`);
    const { meant, local } = meantBy(values.stage as string | undefined, process.env, LOCAL);
    const given = { ...values, ...meant } as Given<Name>;
    if (local) {
      printMessage(`On the stack that runs on this machine, ${local.AWS_ENDPOINT_URL}.`);
      // The operator's profile or credentials would take precedence over the emulator's.
      for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
      Object.assign(process.env, local);
    }
    const outputs = await readOutputs(given.stage);
    Object.assign(process.env, storeVariables(given.stage, outputs));
    await command(given, outputs);
  } catch (error) {
    printMessage(messageOf(error, usage));
    process.exitCode = 1;
  }
};

/** Text of an error: the message if it is expected, otherwise the stack trace. */
const messageOf = (error: unknown, usage: string): string => {
  if (error instanceof ServiceError)
    return [...new Set([error.message, ...Object.values(error.errors).flat()])].join(' ');
  if (error instanceof CommandError) return error.message;
  // parseArgs throws errors with messages for users.
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${usage}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
