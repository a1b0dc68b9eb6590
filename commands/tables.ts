/** `npm run tables`: holds a table that was restored to a moment against the one in use, and puts back what is missing. */
import { CommandError } from '../local/programs/command-error.ts';
import { printMessage, runCommands } from './operator.ts';
import { holdAgainst, RESTORABLE, type Restorable } from './restored-rows.ts';

const USAGE = `npm run tables -- <command> --table <${RESTORABLE.join(', ')}> --from <restored table> [--stage sandbox]

  compare   tell how many rows of the restored table are missing in the one in use, and how many are different there
  put-back  write the missing rows; no row that is there is changed. API tokens, which may have been revoked, places in
            queues, and what has expired are not put back`;

const isRestorable = (name: string | undefined): name is Restorable => RESTORABLE.some((one) => one === name);

const run =
  (write: boolean) =>
  async ({ table, from }: { table?: string; from?: string }) => {
    if (!isRestorable(table) || !from) throw new CommandError(USAGE);
    const { missing, different, equal, left } = await holdAgainst(table, { from, write }, new Date());
    printMessage(
      `Rows of ${from}: ${equal} as in use, ${different} different and left as they are, ` +
        `${missing} missing${write ? ' and put back' : ''}, ${left} missing and not to be put back.`,
    );
  };

await runCommands(USAGE, ['table', 'from'], { compare: run(false), 'put-back': run(true) });
