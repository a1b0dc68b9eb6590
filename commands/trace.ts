/** `npm run trace`: maps a stack trace of a deployed function to the sources. */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { entriesOf } from '../infra/entries.ts';
import { failureText } from './line/failure.ts';
import { printMessage, withoutMore, wordOf } from './operator.ts';
import { mapperOf } from './trace/mapped.ts';

const USAGE = `npm run trace -- <function> [--stand-ins] < lines

  Prints log lines or a stack trace of a function, such as seg-social, with the files and lines of the sources in place of
  the bundle's. Check out the deployed commit first. --stand-ins: the stage has stand-in authorities.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'stand-ins': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    const [name, ...more] = positionals;
    withoutMore(more);
    const entries = entriesOf({ standIns: values['stand-ins'], canary: true });
    const known = await wordOf('function', name, [...entries.keys()]);
    const mapped = await mapperOf(known, entries.get(known)!);
    process.stdout.write(mapped(await text(process.stdin)));
  }
} catch (error) {
  printMessage(failureText(error, USAGE));
  process.exitCode = 1;
}
