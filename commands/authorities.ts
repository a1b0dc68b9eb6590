/**
 * `npm run authorities`: pauses an authority for all callers, resumes it, and lists the state of all. On a stage with stand-ins it
 * rehearses an outage for all accounts.
 */

import { LONGEST_PAUSE_MS } from '../functions/capabilities/operator/fields.ts';
import { pauseAuthority, resumeAuthority } from '../functions/capabilities/operator/store/pauses.ts';
import { stores } from '../functions/stores.ts';
import { functionSettings } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { endOutage, OUTAGES, readOutage, writeOutage } from '../sandbox/worlds/outage.ts';
import { s3Client } from '../sandbox/worlds/s3-store.ts';
import { AUTHORITIES, type AuthorityName } from '../shared/kernel/errors.ts';
import { statesOf } from '../shared/stores/health.ts';
import { MOMENT, momentOf } from './line/times.ts';
import { unknownByAge } from './line/unknown-outcomes.ts';
import { printMessage, printRow, runCommand, withoutMore, withoutOthers, wordOf } from './operator.ts';

const USAGE = `npm run authorities -- <command> [--stage sandbox]

  list                     print the state of each authority, one per line: name, state as in GET /status, since, until,
                           filings of unknown outcome by age, and the text of a pause
  pause <${AUTHORITIES.join(', ')}> --message <text> --until <moment>
                           answer all requests to it with 503 and this text, in Spanish, until the moment, at most 30 days
                           from now. Unknown outcomes are still looked up
  resume <authority>       end the pause
  rehearse <authority> --as <error-page, maintenance, lost-answer> --until <moment>
                           on a stage with stand-ins: the authority is down for all accounts until the moment, at most 8 hours
                           from now. Only one authority at a time
  end-rehearsal            the stand-ins answer again

  A moment is ${MOMENT}.
  Every function notices within five seconds.`;

/** The actor that the panel shows to operators. CloudTrail records which person ran the command. */
const BY = { name: 'npm run authorities' };
/** Text for callers: one line. */
const MESSAGE = /^[^\p{Cc}]{1,300}$/u;
/** The longest outage, in milliseconds: all accounts of the stage meet it. */
const LONGEST_OUTAGE_MS = 8 * 60 * 60 * 1000;
/** The most filings of unknown outcome that are counted. */
const MOST_UNKNOWN = 1_000;

const list = async (stage: string): Promise<void> => {
  // The rows name the addresses that the functions ask.
  Object.assign(process.env, await functionSettings(stage));
  const now = new Date();
  const [states, { filings, more }] = await Promise.all([
    statesOf(now),
    stores.operator.oldestUnknown(MOST_UNKNOWN),
  ]);
  for (const { authority, state, since, until, message } of states) {
    const times = [since, until].map((at) => (at === undefined ? '-' : new Date(at).toISOString()));
    const own = filings.filter((filing) => filing.authority === authority);
    printRow(authority, state, ...times, unknownByAge(own, now), ...(message === undefined ? [] : [message]));
  }
  const bucket = process.env.SANDBOX_BUCKET;
  const outage = bucket && (await readOutage(s3Client(), bucket, now));
  if (outage)
    printMessage(
      `An outage of ${outage.authority} is rehearsed (${outage.scenario}) until ${new Date(outage.until).toISOString()}.`,
    );
  if (more) printMessage(`Only the ${MOST_UNKNOWN} oldest filings of unknown outcome are counted.`);
};

const pause = async (
  authority: AuthorityName,
  given: { message?: string; until?: string },
): Promise<void> => {
  const now = new Date();
  const message = given.message?.trim() ?? '';
  if (!MESSAGE.test(message)) throw new CommandError('--message must be one line of at most 300 characters.');
  const until = momentOf('until', given.until, now, 'future');
  const wait = until.getTime() - now.getTime();
  if (!(wait > 0 && wait <= LONGEST_PAUSE_MS))
    throw new CommandError(
      `--until must be in the future, and at most 30 days from now: ${until.toISOString()} is not.`,
    );
  await pauseAuthority(authority, { by: BY, message, until }, now);
  printMessage(
    `${authority} is paused until ${until.toISOString()}. Every function notices within five seconds.`,
  );
};

/** @throws CommandError where real authorities answer */
const bucketOfStandIns = (stage: string): string => {
  const bucket = process.env.SANDBOX_BUCKET;
  if (!bucket)
    throw new CommandError(`The stage ${stage} has no stand-ins, so no outage can be rehearsed there.`);
  return bucket;
};

const rehearse = async (
  authority: AuthorityName,
  { stage, as, until: given }: { stage: string; as?: string; until?: string },
): Promise<void> => {
  const bucket = bucketOfStandIns(stage);
  const now = new Date();
  const scenario = await wordOf('outage', as, OUTAGES);
  const until = momentOf('until', given, now, 'future');
  const length = until.getTime() - now.getTime();
  if (!(length > 0 && length <= LONGEST_OUTAGE_MS))
    throw new CommandError(
      `--until must be in the future, and at most 8 hours from now: ${until.toISOString()} is not.`,
    );
  await writeOutage(s3Client(), bucket, { authority, scenario, until: until.getTime() });
  printMessage(
    `${authority} is down for all accounts of the stage until ${until.toISOString()}. Every function notices within five seconds.`,
  );
};

const COMMANDS = {
  list:
    async () =>
    async ({ stage }: { stage: string }) =>
      list(stage),
  pause: async (word: string | undefined) => {
    const authority = await wordOf('authority', word, AUTHORITIES);
    return (given: { message?: string; until?: string }) => pause(authority, given);
  },
  resume: async (word: string | undefined) => {
    const authority = await wordOf('authority', word, AUTHORITIES);
    return async () => {
      await resumeAuthority(authority, { by: BY }, new Date());
      printMessage(`${authority} is no longer paused. Every function notices within five seconds.`);
    };
  },
  rehearse: async (word: string | undefined) => {
    const authority = await wordOf('authority', word, AUTHORITIES);
    return (given: { stage: string; as?: string; until?: string }) => rehearse(authority, given);
  },
  'end-rehearsal':
    async () =>
    async ({ stage }: { stage: string }) => {
      await endOutage(s3Client(), bucketOfStandIns(stage));
      printMessage('The stand-ins answer again. Every function notices within five seconds.');
    },
};

type Name = keyof typeof COMMANDS;
/** Commands that take no authority. */
const FOR_ALL: readonly Name[] = ['list', 'end-rehearsal'];

await runCommand(USAGE, ['message', 'until', 'as'], async ([command, authority, ...more], given) => {
  const name = await wordOf('command', command, Object.keys(COMMANDS) as Name[]);
  withoutMore(FOR_ALL.includes(name) && authority !== undefined ? [authority, ...more] : more);
  withoutOthers(USAGE, name, given);
  return COMMANDS[name](authority);
});
