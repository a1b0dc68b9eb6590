import type { Answer } from '../../authorities/channel/channel.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing, FilingState } from '../../stores/filings/filing.ts';
import { MAX_WHOLE } from '../../stores/s3/bytes.ts';
import { unforeseen } from '../answer.ts';
import { endWithEvidence } from '../evidence/write.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { answerOf, type Ending, entriesOf, noteLost, storeAnswer, storeDocuments } from './answer.ts';
import { actsAtEnd } from './content.ts';
import { namedAbout } from './draft.ts';
import { endFiling } from './end-record.ts';
import { lookUpFiling } from './look-up.ts';
import { repeatWarnings } from './repeated.ts';
import { doubtsOf } from './warnings.ts';

/** How a filing ends; `ended`: nothing was sent. */
export type EndState = Extract<FilingState, 'accepted' | 'refused' | 'unknown' | 'ended'>;

/** A completed filing, and the knowledge about it. */
interface Made {
  filing: Filing;
  outcome: Ending;
  state: EndState;
  isSent: boolean;
  /** The authority's answers to the steps that file. */
  answers: Answer[];
  /** When it was written down that something is about to be sent. */
  committingAt: string | undefined;
  /** The authority's own number for it. */
  reference: string | undefined;
  /** The authority's list of what was filed before was read before it was sent. */
  listedBefore: string[] | undefined;
}

/**
 * Ends the record of a filing, and answers the caller. A write that fails does not change the answer. One of unknown
 * outcome is looked up first.
 * @throws ServiceError that says what became of it
 */
export const end = async (
  services: Services,
  acting: Acting<Submission>,
  made: Made,
): Promise<Reply<unknown>> => {
  const { filing, outcome, state, isSent } = made;
  const { requestId } = acting;
  // Nothing was sent, and the record must show it, whatever went wrong.
  const isDefect = state === 'ended' && 'error' in outcome && !(outcome.error instanceof ServiceError);
  const answer = isDefect
    ? unforeseen(outcome.error, { requestId, operation: acting.operation })
    : await withWarnings(acting, filing, answerOf(filing, state, outcome));
  const found = state === 'unknown' ? await lookUpUnknown(services, acting, { ...made, answer }) : undefined;
  if (isSent)
    services.log.info('commit ended', {
      requestId,
      filing: filing.id,
      operation: filing.operation,
      state: found?.state ?? state,
    });
  if (found) return found.reply;
  if (state !== 'unknown')
    await writeEnd(services, acting, { ...made, answer, state }).catch((error: Error) =>
      services.log.error('a filing could not be ended', { requestId, filing: filing.id, error }),
    );
  if (isDefect) throw outcome.error;
  if (answer instanceof ServiceError) throw answer;
  return answer;
};

/**
 * An answer with the warnings about its values, and that an equal act was accepted before. A message that the interface defines
 * stays as it is.
 */
const withWarnings = async (
  acting: Acting<Submission>,
  filing: Filing,
  answer: Reply<unknown> | ServiceError,
): Promise<Reply<unknown> | ServiceError> => {
  if (answer instanceof ServiceError || answer.success === false) return answer;
  const { operation } = acting;
  // They were found before it was filed. Whatever happens now, the answer is what was filed.
  const doubts = await doubtsOf(acting).catch(() => []);
  const warnings = [...doubts, ...repeatWarnings(filing)];
  if (warnings.length === 0) return answer;
  const all = [...new Set([...(answer.warnings ?? []), ...warnings])];
  return {
    ...answer,
    ...(!operation.fixesMessage && { warnings: all }),
    envelope: { ...answer.envelope, warnings: all },
  };
};

type Answered = Made & { answer: Reply<unknown> | ServiceError };

const lookUpUnknown = (
  services: Services,
  acting: Acting<Submission>,
  {
    filing,
    outcome,
    committingAt = acting.now.toISOString(),
    reference,
    listedBefore,
    answers,
    answer,
  }: Answered,
) => {
  const unknown = { ...filing, state: 'committing', committingAt, reference, listedBefore } as const;
  const known = { answer, request: acting.input, answers, entries: entriesOf(outcome), by: acting.user };
  return lookUpFiling(services, unknown, { ...acting, actor: acting, unresolved: known });
};

const writeEnd = async (
  services: Services,
  acting: Acting<Submission>,
  {
    filing,
    outcome,
    state,
    answers,
    committingAt,
    reference,
    answer,
  }: Answered & { state: Exclude<EndState, 'unknown'> },
): Promise<void> => {
  const { filings } = services.stores;
  const {
    input,
    user: by,
    trace: { files, worker },
  } = acting;
  // A large document is copied into the evidence, not sent a second time.
  if (files.some(({ size }) => size > MAX_WHOLE)) await storeDocuments(filing, files);
  const now = services.now();
  const stored = await storeAnswer(services, filing, { outcome: answer, files });
  const entries = entriesOf(outcome);
  if (entries.length > 0) await filings.putEntries(filing.id, entries);
  const facts = {
    ...stored,
    ...(reference && { reference }),
    ...namedAbout(filing, worker),
  };
  // Also from unknown: another process, whose clock is ahead, may have looked it up too early.
  const from: FilingState[] = ['claimed', 'committing', 'unknown'];
  const done = { ...filing, ...(committingAt && { committingAt }) };
  const known = { request: input, answers, entries, files, by };
  const isAwaited = !filing.async;
  const ofActs = state === 'accepted' ? actsAtEnd(acting, { world: filing.world, reference, entries }) : {};
  const write = (isFirst: boolean) =>
    state === 'ended'
      ? endFiling(services, filing, { from, state, facts, now })
      : endWithEvidence(services, done, { from, state, facts, now, ...ofActs, known, isFirst, isAwaited });
  // Twice: only this function knows how it ended, and of some filings no look-up finds it out.
  await Promise.all([write(true).catch(() => write(false)), storeDocuments(filing, files)]);
  await noteLost(services, filing, { recorded: stored.documents, files });
};
