import * as clack from '@clack/prompts';
import { End, EXIT, Misuse } from './ends.ts';
import { bytesOf } from './flags.ts';
import { line, lines } from './text.ts';

/** Results go to the standard output; questions, progress and errors go to the standard error, so programs read results only. */

const interrupting = new AbortController();

/** Aborted by Ctrl-C. A submission that was already sent may have been filed; the client reports that. */
export const interrupted = interrupting.signal;

/** Prints a result whose parts are already free of control characters. */
export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Writes a message for a person to the standard error. */
export const tell = (text: string): void => {
  process.stderr.write(`${lines(text)}\n`);
};

/** The first error of a standard stream that is not reported yet. */
let unwritten: NodeJS.ErrnoException | undefined;

/** Why output could not be written, by the system's code. */
const CAUSES: Record<string, string> = {
  ENOSPC: 'no queda sitio en el disco',
  EDQUOT: 'no queda sitio en la cuota de disco',
  EFBIG: 'el fichero es demasiado grande',
  EIO: 'falla el disco',
};

/** What was done was done, and its result could not be written. */
export class Unwritten extends End {
  constructor({ code = '', message }: NodeJS.ErrnoException) {
    super(EXIT.inPart, `No se ha podido escribir el resultado: ${CAUSES[code] ?? message} (${code}).`);
  }
}

/** Waits until the output is written. @throws Unwritten, once for each failure */
export const written = async (): Promise<void> => {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<unknown>((resolve) => stream.write('', resolve));
  // The stream reports its error after it has called back.
  await new Promise(setImmediate);
  const error = unwritten;
  unwritten = undefined;
  if (error) throw new Unwritten(error);
};

/** Whether a person can be asked. */
export const isPersonThere = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Ctrl-C ends a question with the answer no. */
const asking = { output: process.stderr, signal: interrupted };

/** Asks a yes-or-no question; anything but yes is a no. */
export const confirm = async (question: string): Promise<boolean> => {
  const message = line(question);
  return (
    (await clack.confirm({ message, initialValue: false, active: 'Sí', inactive: 'No', ...asking })) === true
  );
};

/** Asks for a line. @throws End if the person cancels */
export const askText = async (message: string, initialValue?: string): Promise<string> =>
  given(await clack.text({ message, ...(initialValue && { initialValue }), ...asking }));

/** Asks for a secret, which is not shown. @throws End if the person cancels */
export const askSecret = async (message: string): Promise<string> =>
  given(await clack.password({ message, ...asking }));

/** An answer without a character may come as `undefined`. */
const given = (answer: string | symbol | undefined): string => {
  if (typeof answer === 'symbol') throw new End(EXIT.notSent, 'Cancelado.');
  return answer ?? '';
};

/** Reads a secret from the standard input. @param flag the flag that asks for it @throws Misuse if there is none */
export const firstLine = (flag: string): string => {
  const [text = ''] = bytesOf(flag, '-').toString('utf8').trimStart().split(/\r?\n/);
  // A secret that was saved in a file often ends with a blank, which is no part of it.
  const first = text.trim();
  if (first === '') throw new Misuse(`${flag}: la entrada estándar está vacía.`);
  return first;
};

/** A progress bar; without a terminal, a line for each change. */
export const progressOf = (max: number, begins: string) => {
  if (!process.stderr.isTTY) {
    let last = '';
    const say = (text: string) => {
      if (text !== last) tell(text);
      last = text;
    };
    say(begins);
    return { to: (_: number, text: string) => say(text), end: say };
  }
  const bar = clack.progress({ max: Math.max(1, max), output: process.stderr });
  let at = 0;
  bar.start(line(begins));
  return {
    to: (place: number, text: string) => {
      bar.advance(Math.max(0, place - at), line(text));
      at = Math.max(at, place);
    },
    end: (text: string) => bar.stop(line(text)),
  };
};

/** The first Ctrl-C aborts requests; the second one ends the program at once. */
export const heedInterrupts = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (interrupted.aborted) process.exit(EXIT.unknown);
      interrupting.abort(new DOMException('Interrumpido.', 'AbortError'));
    });
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // A reader that closes the pipe early, such as head, does not make the command fail.
      if (error.code !== 'EPIPE') unwritten ??= error;
    });
};
