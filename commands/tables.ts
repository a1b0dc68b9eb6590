/**
 * `npm run tables`: compares a restored table with the one in use, puts back missing rows, and replays the filings
 * that ended while nobody read their stream.
 */
import { CommandError } from '../local/programs/command-error.ts';
import { printMessage, runCommands } from './operator.ts';
import { replayFilings } from './replay-filings.ts';
import { holdAgainst, RESTORABLE, type Restorable } from './restored-rows.ts';

const USAGE = `npm run tables -- compare|put-back --table <${RESTORABLE.join(', ')}> --from <restored table> [--stage sandbox]
npm run tables -- replay --since <moment> --until <moment> [--stage sandbox]

  compare   tell how many rows of the restored table are missing in the one in use, and how many are different there
  put-back  write the missing rows; no row that is there is changed. API tokens, which may have been revoked, places in
            queues, and what has expired are not put back
  replay    write the events of all filings that ended in the period, and what is due because of them, as where a restored
            table had no stream. Moments are of ISO 8601, such as 2026-11-27T09:00:00Z; it can be repeated`;

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

const moment = (text: string | undefined): Date => {
  const at = new Date(text ?? '');
  if (Number.isNaN(at.getTime())) throw new CommandError(USAGE);
  return at;
};

const replay = async ({ since, until, stage }: { since?: string; until?: string; stage: string }) => {
  const count = await replayFilings(stage, { from: moment(since), to: moment(until) });
  printMessage(`Filings that ended in this period, and of which all follows now: ${count}.`);
};

await runCommands(USAGE, ['table', 'from', 'since', 'until'], {
  compare: run(false),
  'put-back': run(true),
  replay,
});
