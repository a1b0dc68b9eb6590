import { CommandError } from '../../local/programs/command-error.ts';
import { ServiceError } from '../../shared/kernel/errors.ts';

/** Errors of the stores for API callers, in the language of commands. */
const ENGLISH: Record<string, string> = {
  'El e-mail ya existe en el servicio.': 'Another user of the service has this e-mail.',
  'El usuario no existe.': 'There is no such user.',
  'La cuenta no existe.': 'There is no such account.',
  'La cuenta necesita al menos un usuario con el rol owner.':
    'The account needs at least one user with the role owner: give that role to another user first.',
};

/** The most letters in which an unknown name may differ from a known one that is suggested for it. */
const NEAR = 2;

/** The word of a usage before its first space that names the command: `npm run accounts`. */
const commandIn = (usage: string): string => /^npm run \S+/.exec(usage)?.[0] ?? 'npm run';

/** Below a message: where to read more. */
export const helpHint = (usage: string): string => `For its usage: ${commandIn(usage)} -- --help`;

/** The message for a word that a command does not know. */
export const notKnown = async (what: string, word: string, known: readonly string[]): Promise<string> => {
  const { closest, distance } = await import('fastest-levenshtein');
  const near = known.length > 0 ? closest(word, known) : '';
  const meant = near && distance(word, near) <= NEAR ? ` Did you mean ${near}?` : '';
  return `There is no ${what} ${word}.${meant} There are: ${known.join(', ')}.`;
};

/**
 * The message of an error for the person who runs a command. It has a stack only if the environment variable `DEBUG`
 * is set.
 */
export const failureText = (error: unknown, usage: string): string => {
  if (error instanceof CommandError)
    return [error.message, ...(error.details ? [error.details] : [])].join('\n');
  if (error instanceof ServiceError)
    return (
      [
        ...new Set(
          [error.message, ...Object.values(error.errors).flat()]
            // A message about a field begins with its name.
            .map((message) => ENGLISH[message.replace(/^[\w.]+: /, '')])
            .filter((message) => message !== undefined),
        ),
      ].join(' ') || `The service refuses it: ${error.message}`
    );
  // An error of parseArgs. Its first sentence names the mistake. The rest is advice that does not fit these commands.
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('. ')[0]!.replace(/\.?$/, '.')}\n${helpHint(usage)}`;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const { DEBUG: isDetailed } = process.env;
  if (isDetailed) return stack ?? message;
  return `It failed: ${name === 'Error' ? '' : `${name}: `}${message.replace(/\.?$/, '.')} With DEBUG=1 it shows where.`;
};
