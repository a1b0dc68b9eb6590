import { parseArgs } from 'node:util';
import { ServiceError } from '../../shared/errors.ts';
import { CommandError } from './command-error.ts';
import { type Outputs, readOutputs, storeVariables } from './deployment.ts';

/**
 * What the commands of an operator have in common. They work in the AWS account or emulator that the environment names.
 * Results that a program may use, such as a password, go to the standard output. Messages for people go to the standard
 * error output.
 */

/** What a command is given: the options that were said, by name. */
export type Given<Name extends string> = { [Each in Name]?: string } & { stage: string };

/** Commands by their names. They run with the settings of the stage in the environment, and get its outputs. */
export type Commands<Name extends string> = Record<
  string,
  (given: Given<Name>, outputs: Outputs) => Promise<void>
>;

/** Tells a person something. */
export const printMessage = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Runs the command that the command line names; tells what goes wrong, and then exits with 1.
 * @param names options that the commands take, beside `stage`
 */
export const runCommands = <Name extends string>(
  usage: string,
  names: readonly Name[],
  commands: Commands<Name>,
): Promise<void> =>
  runCommand(usage, names, ([name = '', ...more]) => (more.length === 0 ? commands[name] : undefined));

/**
 * Runs what the words of the command line choose; tells what goes wrong, and then exits with 1.
 * @param names options that it takes, beside `stage`
 * @param choose what to run; `undefined` where the words say nothing that can be done
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
    const given = { stage: 'sandbox', ...values } as Given<Name>;
    const command = choose(positionals);
    if (!command) throw new CommandError(usage);
    const outputs = await readOutputs(given.stage);
    Object.assign(process.env, storeVariables(given.stage, outputs));
    await command(given, outputs);
  } catch (error) {
    printMessage(messageOf(error, usage));
    process.exitCode = 1;
  }
};

/** The text that shows an error: a message for an expected error, otherwise its stack trace. */
const messageOf = (error: unknown, usage: string): string => {
  if (error instanceof ServiceError) return [error.message, ...Object.values(error.errors).flat()].join(' ');
  if (error instanceof CommandError) return error.message;
  // An error of parseArgs: its message is for the user.
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${usage}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};
