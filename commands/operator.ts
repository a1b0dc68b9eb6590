import { parseArgs } from 'node:util';
import { awsVariables } from '../local/aws.ts';
import { type Outputs, readOutputs, storeVariables } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { LOCAL } from '../local/run-folder.ts';
import { demoRunningIn } from '../local/running-demo.ts';
import { failureText, helpHint, notKnown } from './line/failure.ts';

/**
 * What the commands of an operator have in common. They work in the AWS account or emulator that the environment names, or
 * on the stack that runs on this machine; see `meantBy`. Results that a program may use, such as a password, go to the standard output. Messages for people go to the standard
 * error output.
 */

/** The stage that a command is about. */
export interface Meant {
  stage: string;
  /** What names it again on the command line of another command: ` --stage production`, or nothing. */
  stageOption: string;
}

/** What a command is given: the options of the command line, by name. */
export type Given<Name extends string> = { [Each in Name]?: string } & Meant;

/** Commands by their names. They run with the settings of the stage in the environment, and get its outputs. */
export type Commands<Name extends string> = Record<
  string,
  (given: Given<Name>, outputs: Outputs) => Promise<void>
>;

/** Below every usage. */
const WHICH_STAGE =
  'Without --stage: the stack that npm run local has started on this machine, if it runs and AWS_ENDPOINT_URL names no\n' +
  'other one; else the stage sandbox. A stage is looked for in the AWS account and region that the environment names.';

/**
 * The stage that a command line means, and the variables with which AWS is found where the environment does not name it.
 * @param named by `--stage`
 * @param folder of the stack that runs on this machine, if one does
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

/** Prints a line of a list for a program, with tabs between its parts. */
export const printRow = (...parts: string[]) => process.stdout.write(`${parts.join('\t')}\n`);

/**
 * Runs the command that the command line names; prints what goes wrong, and then exits with 1. `--help` prints the usage.
 * @param names options that the commands take, in addition to `stage`
 */
export const runCommands = <Name extends string>(
  usage: string,
  names: readonly Name[],
  commands: Commands<Name>,
): Promise<void> =>
  runCommand(usage, names, async ([name, ...more]) => {
    if (name === undefined) throw new CommandError(`Say what to do.\n\n${usage}`);
    if (!Object.hasOwn(commands, name))
      throw new CommandError(`${await notKnown('command', name, Object.keys(commands))}\n${helpHint(usage)}`);
    withoutMore(more);
    return commands[name]!;
  });

/** @throws CommandError that names words of a command line which mean nothing */
export const withoutMore = (words: readonly string[]): void => {
  if (words.length > 0) throw new CommandError(`${words.join(' ')} means nothing here.`);
};

/** A word of the command line that is one of these. @throws CommandError that names it and them */
export const wordOf = async <Word extends string>(
  what: string,
  word: string | undefined,
  known: readonly Word[],
): Promise<Word> => {
  if (word === undefined) throw new CommandError(`The ${what} is missing: ${known.join(', ')}.`);
  const found = known.find((one) => one === word);
  if (found === undefined) throw new CommandError(await notKnown(what, word, known));
  return found;
};

/**
 * Runs what the words of the command line choose; prints what goes wrong, and then exits with 1. `--help` prints the usage.
 * @param names options that it takes, in addition to `stage`
 * @param choose what to run; throws `CommandError` where the words say nothing that can be done
 */
export const runCommand = async <Name extends string>(
  usage: string,
  names: readonly Name[],
  choose: (words: string[]) => Commands<Name>[string] | Promise<Commands<Name>[string]>,
): Promise<void> => {
  try {
    const text = { type: 'string' } as const;
    const options = {
      ...Object.fromEntries(names.map((name) => [name, text])),
      ...{ stage: text, help: { type: 'boolean', short: 'h' } as const },
    };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (values.help) {
      process.stdout.write(`${usage}\n\n${WHICH_STAGE}\n`);
      return;
    }
    const command = await choose(positionals);
    const { meant, local } = meantBy(values.stage as string | undefined, process.env, LOCAL);
    const given = { ...values, ...meant } as Given<Name>;
    if (local) {
      printMessage(`On the stack that runs on this machine, ${local.AWS_ENDPOINT_URL}.`);
      // A profile or credentials of the operator would win over those of the emulator.
      for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
      Object.assign(process.env, local);
    }
    const outputs = await readOutputs(given.stage);
    Object.assign(process.env, storeVariables(given.stage, outputs));
    await command(given, outputs);
  } catch (error) {
    printMessage(failureText(error, usage));
    process.exitCode = 1;
  }
};
