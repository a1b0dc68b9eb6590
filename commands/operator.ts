import { parseArgs } from 'node:util';
import { awsVariables } from '../local/aws.ts';
import { type Outputs, readOutputs, storeVariables } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { LOCAL } from '../local/run-folder.ts';
import { demoRunningIn } from '../local/running-demo.ts';
import { failureText, helpHint, notKnown } from './line/failure.ts';

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
  'Without --stage, the command uses the running stack of npm run local, unless AWS_ENDPOINT_URL names another one;\n' +
  'otherwise the stage sandbox. A stage is looked up in the AWS account and region of the environment.';

/**
 * Finds the stage for a command, and the environment variables for its AWS endpoint if the environment has none.
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
export const printMessage = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** Prints a tab-separated row for programs. */
export const printRow = (...parts: string[]) => process.stdout.write(`${parts.join('\t')}\n`);

/**
 * Runs the command named on the command line, prints its error if it fails, and exits with 1 then. `--help` prints
 * the usage.
 * @param usage has a line for each command that begins with its name and options, as `optionsOf` reads it
 * @param names options of the commands, in addition to `stage`
 */
export const runCommands = <Name extends string>(
  usage: string,
  names: readonly Name[],
  commands: Commands<Name>,
): Promise<void> =>
  runCommand(usage, names, async ([name, ...more], given) => {
    if (name === undefined) throw new CommandError(`The command is missing.\n\n${usage}`);
    if (!Object.hasOwn(commands, name))
      throw new CommandError(`${await notKnown('command', name, Object.keys(commands))}\n${helpHint(usage)}`);
    withoutMore(more);
    withoutOthers(usage, name, given);
    return commands[name]!;
  });

/**
 * The options that a usage lists for a command: on each line that begins with two spaces and the command's name, the words
 * before the next two spaces.
 */
const optionsOf = (usage: string, name: string): string[] =>
  [...usage.matchAll(/^ {2}(\S+)((?: \S+)*)/gm)]
    .filter(([, command]) => command === name)
    .flatMap(([, , line = '']) => [...line.matchAll(/--([a-z-]+)/g)].map(([, option]) => option!));

/**
 * Refuses options that a command does not take, because they may be meant for another command.
 * @throws CommandError that names them
 */
export const withoutOthers = (usage: string, name: string, given: readonly string[]): void => {
  const known = optionsOf(usage, name);
  const others = given.filter((option) => !known.includes(option)).map((option) => `--${option}`);
  if (others.length > 0) throw new CommandError(`${name} takes no ${others.join(', ')}.\n${helpHint(usage)}`);
};

/** @throws CommandError with the words, if there are any */
export const withoutMore = (words: readonly string[]): void => {
  if (words.length > 0) throw new CommandError(`Unexpected words: ${words.join(' ')}.`);
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
 * Runs a command chosen by the words of the command line, prints its error if it fails, and exits with 1 then.
 * `--help` prints the usage.
 * @param names options of the command, in addition to `stage`
 * @param choose returns the command; gets also the names of the options that were given, but for `stage`; throws
 * `CommandError` for unknown words
 */
export const runCommand = async <Name extends string>(
  usage: string,
  names: readonly Name[],
  choose: (words: string[], given: string[]) => Commands<Name>[string] | Promise<Commands<Name>[string]>,
): Promise<void> => {
  try {
    const text = { type: 'string' } as const;
    const options = {
      ...Object.fromEntries(names.map((name) => [name, text])),
      stage: text,
      help: { type: 'boolean', short: 'h' } as const,
    };
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (values.help) {
      process.stdout.write(`${usage}\n\n${WHICH_STAGE}\n`);
      return;
    }
    const command = await choose(
      positionals,
      Object.keys(values).filter((name) => name !== 'stage'),
    );
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
    printMessage(failureText(error, usage));
    process.exitCode = 1;
  }
};
