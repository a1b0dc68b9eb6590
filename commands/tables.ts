/**
 * `npm run tables`: compares a restored table with the one in use, puts back missing rows, and replays the filings
 * that ended while nobody read their stream.
 */
import { CommandError } from '../local/programs/command-error.ts';
import { MOMENT, momentOf } from './line/times.ts';
import { printMessage, runCommands, wordOf } from './operator.ts';
import { replayFilings } from './replay-filings.ts';
import { holdAgainst, RESTORABLE } from './restored-rows.ts';

const USAGE = `npm run tables -- compare|put-back --table <${RESTORABLE.join(', ')}> --from <restored table> [--stage sandbox]
npm run tables -- replay --since <moment> --until <moment> [--stage sandbox]

  compare   tell how many rows of the restored table are missing in the one in use, and how many are different there
  put-back  write the missing rows; no row that is there is changed. API tokens, which may have been revoked, places in
            queues, and what has expired are not put back
  replay    write the events of all filings that ended in the period, and what is due because of them, as where a restored
            table had no stream. A moment is ${MOMENT},
            counted back from now. It can be repeated`;

const run =
  (write: boolean) =>
  async ({ table, from }: { table?: string; from?: string }) => {
    const known = await wordOf('table (--table)', table, RESTORABLE);
    if (!from) throw new CommandError('--from is missing: the name of the restored table.');
    const { missing, different, equal, left } = await holdAgainst(known, { from, write }, new Date());
    printMessage(
      `Rows of ${from}: ${equal} as in use, ${different} different and left as they are, ` +
        `${missing} missing${write ? ' and put back' : ''}, ${left} missing and not to be put back.`,
    );
  };

const replay = async ({ since, until, stage }: { since?: string; until?: string; stage: string }) => {
  const now = new Date();
  const [from, to] = [momentOf('since', since, now, 'past'), momentOf('until', until, now, 'past')];
  if (from >= to) throw new CommandError('--since is not before --until.');
  const count = await replayFilings(stage, { from, to });
  printMessage(`Filings that ended in this period, and of which all follows now: ${count}.`);
};

await runCommands(USAGE, ['table', 'from', 'since', 'until'], {
  compare: run(false),
  'put-back': run(true),
  replay,
});
