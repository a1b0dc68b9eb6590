/**
 * `npm run tables`: compares a restored table with the current one, puts back missing rows, and replays the filings that ended
 * while the stream was not read.
 */
import { CommandError } from '../local/programs/command-error.ts';
import { MOMENT, momentOf } from './line/times.ts';
import { printMessage, runCommands, wordOf } from './operator.ts';
import { replayFilings } from './replay-filings.ts';
import { holdAgainst, RESTORABLE } from './restored-rows.ts';

const USAGE = `npm run tables -- <command> [--stage sandbox]

  compare --table <table> --from <restored table>
            count the rows of the restored table that are missing in the table in use, or different there
  put-back --table <table> --from <restored table>
            write the missing rows. Existing rows stay as they are. API tokens, which may have been revoked, places in
            queues, and expired rows are not put back
  replay --since <moment> --until <moment>
            write the events and obligations of all filings that ended in the period, for example because the stream of a
            restored table was not read. Can be repeated. A moment is
            ${MOMENT},
            counted back from now

  A table is one of: ${RESTORABLE.join(', ')}.`;

const run =
  (write: boolean) =>
  async ({ table, from }: { table?: string; from?: string }) => {
    const known = await wordOf('table (--table)', table, RESTORABLE);
    if (!from) throw new CommandError('--from is missing: the name of the restored table.');
    const { missing, different, equal, left } = await holdAgainst(known, { from, write }, new Date());
    printMessage(
      `Rows of ${from}: ${equal} as in use, ${different} different and left as they are, ` +
        `${missing} missing${write ? ' and put back' : ''}, ${left} missing that are not put back.`,
    );
  };

const replay = async ({ since, until, stage }: { since?: string; until?: string; stage: string }) => {
  const now = new Date();
  const [from, to] = [momentOf('since', since, now, 'past'), momentOf('until', until, now, 'past')];
  if (from >= to) throw new CommandError('--since is not before --until.');
  const count = await replayFilings(stage, { from, to });
  printMessage(`Replayed the filings that ended in this period: ${count}.`);
};

await runCommands(USAGE, ['table', 'from', 'since', 'until'], {
  compare: run(false),
  'put-back': run(true),
  replay,
});
