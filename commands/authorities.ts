/** `npm run authorities`: pauses an authority for all callers, resumes it, and lists the state of all. */

import { LONGEST_PAUSE_MS } from '../functions/operator/store/bounds.ts';
import { pauseAuthority, resumeAuthority } from '../functions/operator/store/pauses.ts';
import { functionSettings } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { AUTHORITIES } from '../shared/kernel/errors.ts';
import { statesOf } from '../shared/stores/health.ts';
import { printRow, runCommand } from './operator.ts';

const USAGE = `npm run authorities -- <command> [--stage sandbox]

  list                     tell how each authority is, as GET /status does
  pause <tgss, sepe, aeat, dehu> --message <text> --until <instant>
                           answer all requests to it with 503 and this text, in Spanish, until the instant, such as
                           2026-11-23T08:00:00+01:00, 30 days from now at most. Outcomes that are unknown are still looked up
  resume <authority>       let it be asked again

  Every function notices within five seconds.`;

/** The actor that the panel shows to operators. CloudTrail records which person ran the command. */
const BY = { name: 'npm run authorities' };
/** Text for callers: one line. */
const MESSAGE = /^[^\p{Cc}]{1,300}$/u;

const instantOf = (text: string | undefined, now: Date): Date => {
  // An instant with its offset: without one it would be in this machine's time zone.
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text ?? '');
  const until = new Date(isWhole ? text! : Number.NaN);
  const wait = until.getTime() - now.getTime();
  if (!(wait > 0 && wait <= LONGEST_PAUSE_MS))
    throw new CommandError(`--until is an instant with its offset, later than now.\n\n${USAGE}`);
  return until;
};

await runCommand(USAGE, ['message', 'until'], ([command, name, ...more]) => {
  const authority = AUTHORITIES.find((one) => one === name);
  if (more.length > 0) return undefined;
  if (command === 'list' && name === undefined)
    return async ({ stage }) => {
      // Health rows are keyed by the addresses that the functions call.
      Object.assign(process.env, await functionSettings(stage));
      for (const { authority, state, since, until, message } of await statesOf(new Date())) {
        const times = [since, until].map((at) => (at === undefined ? '-' : new Date(at).toISOString()));
        printRow(authority, state, ...times, ...(message === undefined ? [] : [message]));
      }
    };
  if (!authority) return undefined;
  if (command === 'resume') return () => resumeAuthority(authority, { by: BY }, new Date());
  if (command !== 'pause') return undefined;
  return async ({ message = '', until }) => {
    const now = new Date();
    if (!MESSAGE.test(message.trim())) throw new CommandError(`--message is a line of text.\n\n${USAGE}`);
    await pauseAuthority(authority, { by: BY, message: message.trim(), until: instantOf(until, now) }, now);
  };
});
