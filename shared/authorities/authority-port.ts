import { setTimeout as realSleep } from 'node:timers/promises';
import { unknownOutcome } from '../kernel/authority-errors.ts';
import type { AuthorityName } from '../kernel/errors.ts';
import { semaphore } from '../kernel/side-by-side.ts';
import { attempt } from './attempt.ts';
import type { Answer } from './channel/answer.ts';
import { ChannelFailure } from './channel/failure.ts';
import { codesIn } from './codes.ts';
import { AccessDenied, Refusal } from './exchange.ts';
import { isDown, Pace } from './health.ts';
import { outcomeAndError, type PartialRecord, withRecord } from './outcome.ts';
import { CommitForbidden, type PortOptions } from './port-options.ts';
import type { SubmittingPort } from './reading-port.ts';

/** How often an exchange is repeated at most, if it got no answer and has not committed. */
export const MAX_RETRIES = 2;
/**
 * Wait before the first repetition, in milliseconds. The second wait is twice as long. Up to 100 % is added at random.
 */
const BACKOFF_MS = 150;

/** The port of one operation to an authority: exchanges over mutual TLS, with the errors of the interface. */
export const authorityPort = (given: PortOptions): SubmittingPort => {
  const options = { ...given, pace: new Pace(given.deadline) };
  const { authority, dry } = options;
  const inTurn = semaphore(isDown(options) ? 1 : (options.readingsAtOnce ?? 1));
  return {
    dry,
    access: async () => options.access?.(),
    // Only a filing keeps it.
    reference: () => {},

    read: (exchange, input) =>
      inTurn(() =>
        withRecord(options, exchange.name, async (record) => {
          for (let retries = 0; ; retries++) {
            const { end, lastAnswer } = await attempt(options, { exchange, input }, record);
            if ('result' in end) {
              const form = exchange.shownForm?.(end.result);
              if (form) record.form = form;
              return end.result;
            }
            const cause = 'error' in end ? end.error : new Error('a reading has no dry run');
            if (await mayRetry(cause, retries, options)) continue;
            throw endedWith(record, authority, { error: cause, lastAnswer });
          }
        }),
      ),

    submit: (exchange, input) =>
      withRecord(options, exchange.name, async (record) => {
        const attemptOnce = () => attempt(options, { exchange, input }, record);
        let { end, lastAnswer, committed } = await attemptOnce();
        // Before it commits, a submission only asks, and may be repeated like a reading.
        for (let retries = 0; !committed && 'error' in end; retries++) {
          if (!(await mayRetry(end.error, retries, options))) break;
          ({ end, lastAnswer, committed } = await attemptOnce());
        }
        if (!('error' in end) && end.worker) options.sawWorker?.(end.worker);
        if ('result' in end) return end.result;
        if ('dry' in end) {
          record.outcome = 'dry';
          return undefined;
        }
        if (end.error instanceof CommitForbidden) throw end.error.reason;
        if (!committed || (end.error instanceof Refusal && !(end.error instanceof AccessDenied))) {
          throw endedWith(record, authority, { error: end.error, lastAnswer });
        }
        record.outcome = 'unknown';
        throw unknownOutcome(authority, end.error);
      }),
  };
};

/** Records how an exchange ended, and gives the error to throw. */
const endedWith = (
  record: PartialRecord,
  authority: AuthorityName,
  { error, lastAnswer }: { error: unknown; lastAnswer: Answer | undefined },
): unknown => {
  const [outcome, thrown] = outcomeAndError(authority, error, lastAnswer);
  record.outcome = outcome;
  const codes = error instanceof Refusal ? codesIn(error.messages) : [];
  if (codes.length > 0) record.codes = codes;
  return thrown;
};

/** No connection, or no answer to what was sent. What was not sent for lack of time would be late the next time too. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ChannelFailure &&
  (error.kind === 'unreachable' || (error.kind === 'silent' && error.sent));

/** Waits before another attempt. False if there must be none. */
const mayRetry = async (
  error: unknown,
  retries: number,
  { deadline, sleep = realSleep }: PortOptions,
): Promise<boolean> => {
  if (retries >= MAX_RETRIES || !isUnanswered(error)) return false;
  const wait = BACKOFF_MS * 2 ** retries * (1 + Math.random());
  if (Date.now() + wait >= deadline.getTime()) return false;
  await sleep(wait);
  return true;
};
