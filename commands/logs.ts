/** `npm run logs`: prints the timeline of one call from the stage's logs and records. */

import { stores } from '../functions/stores.ts';
import { listLogGroups } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { linesAbout } from './logs/lines.ts';
import { type Recorded, storyOf } from './logs/story.ts';
import { runCommand } from './operator.ts';

/** Days back in which log lines are searched. */
const DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Margin before the record was created, in milliseconds: the request's first lines are older. */
const BEFORE_MS = 60_000;

const USAGE = `npm run logs -- <X-Request-Id or X-Tramite-Id> [--stage sandbox] [--days ${DAYS}]

  Tells what came, what was decided, what was sent to which authority, how it ended, its record, and its state now.
  A request is looked for in the log of the last days; a trámite, from when it was written down.`;

const REQUEST = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const FILING = /^[0-9A-HJKMNP-TV-Z]{26}$/;

const recordsOf = async (ids: Iterable<string>): Promise<Recorded[]> => {
  const all = await Promise.all(
    [...new Set(ids)].map(async (id) => ({
      filing: await stores.filings.getFiling(id),
      entries: await stores.filings.listEntries(id),
    })),
  );
  return all.flatMap(({ filing, entries }) => (filing ? [{ filing, entries }] : []));
};

await runCommand(USAGE, ['days'], ([id = '', ...more]) => {
  const isFiling = FILING.test(id);
  if (more.length > 0 || !(isFiling || REQUEST.test(id))) return undefined;
  return async ({ stage, days = String(DAYS) }) => {
    const back = Number(days);
    if (!(back > 0)) throw new CommandError('--days is a number above zero.');
    const [own] = isFiling ? await recordsOf([id]) : [];
    const from = own
      ? new Date(Date.parse(own.filing.claimedAt) - BEFORE_MS)
      : new Date(Date.now() - back * DAY_MS);
    const lines = await linesAbout(
      await listLogGroups(stage),
      [id, ...(own ? [own.filing.requestId] : [])],
      from,
    );
    const named = lines.map(({ facts }) => facts.filing).filter((one) => typeof one === 'string');
    const recorded = await recordsOf([...(own ? [id] : []), ...named]);
    if (lines.length === 0 && recorded.length === 0)
      throw new CommandError(`Nothing is known of ${id} in ${own ? 'the log' : `the last ${back} days`}.`);
    process.stdout.write(storyOf(lines, recorded));
  };
});
