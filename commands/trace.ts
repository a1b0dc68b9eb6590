/** `npm run trace`: maps a stack trace of a deployed function to the sources. */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { entriesOf } from '../infra/entries.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { showError } from '../local/programs/progress.ts';
import { mapperOf } from './trace/mapped.ts';

const USAGE = `npm run trace -- <function> [--stand-ins] < lines

  Prints log lines or a stack trace of a function (such as seg-social) with files and lines of the sources in place of
  those of its bundle. Check out the commit that was deployed. --stand-ins: the stage has stand-in authorities.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'stand-ins': { type: 'boolean', default: false } },
  });
  const [name = ''] = positionals;
  const entry = entriesOf({ standIns: values['stand-ins'], canary: true }).get(name);
  if (!entry) throw new CommandError(`There is no function ${name}.\n\n${USAGE}`);
  const mapped = await mapperOf(name, entry);
  process.stdout.write(mapped(await text(process.stdin)));
} catch (error) {
  showError(error);
  process.exitCode = 1;
}
