/** `npm run logs`: prints the timeline of one call from the stage's logs and records. */

import { stores } from '../functions/stores.ts';
import { listLogGroups } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { helpHint } from './line/failure.ts';
import { MOMENT, momentOf } from './line/times.ts';
import { linesAbout } from './logs/lines.ts';
import { type Recorded, storyOf } from './logs/story.ts';
import { runCommand, withoutMore } from './operator.ts';

/** Days back in which log lines are searched. */
const DAYS = 7;
/** Lines may be older than the record by the time that reading a request takes, in milliseconds. */
const BEFORE_MS = 60_000;

const USAGE = `npm run logs -- <X-Request-Id or X-Tramite-Id> [--stage sandbox] [--since ${DAYS}d]

  Prints the timeline of one call: the request, its checks, each exchange with an authority, the outcome, its record, and
  its present state. A request is searched in the log since --since, a trámite since its record was created.
  --since takes ${MOMENT}.`;

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

await runCommand(USAGE, ['since'], ([id, ...more]) => {
  if (id === undefined) throw new CommandError(`The id is missing.\n${helpHint(USAGE)}`);
  withoutMore(more);
  const isFiling = FILING.test(id);
  if (!isFiling && !REQUEST.test(id))
    throw new CommandError(`${id} is neither an X-Request-Id nor an X-Tramite-Id.\n${helpHint(USAGE)}`);
  return async ({ stage, since = `${DAYS}d` }) => {
    const earliest = momentOf('since', since, new Date(), 'past');
    const [own] = isFiling ? await recordsOf([id]) : [];
    const from = own ? new Date(Date.parse(own.filing.claimedAt) - BEFORE_MS) : earliest;
    const lines = await linesAbout(
      await listLogGroups(stage),
      [id, ...(own ? [own.filing.requestId] : [])],
      from,
    );
    const named = lines.map(({ facts }) => facts.filing).filter((one) => typeof one === 'string');
    const recorded = await recordsOf([...(own ? [id] : []), ...named]);
    if (lines.length === 0 && recorded.length === 0)
      throw new CommandError(
        `Nothing was found about ${id} in ${own ? 'the log' : `the log since ${earliest.toISOString()}`}.`,
      );
    process.stdout.write(storyOf(lines, recorded));
  };
});
