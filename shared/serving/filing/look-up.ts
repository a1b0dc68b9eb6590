import type { Conversation } from '../../authorities/recording/har.ts';
import { refused, unknownOutcome } from '../../kernel/authority-errors.ts';
import { ServiceError } from '../../kernel/errors.ts';
import {
  type FilingEntry,
  type Refused,
  type Reply,
  stateOfEntries,
  type Undecided,
} from '../../kernel/reply.ts';
import { daysLater } from '../../kernel/spanish-time.ts';
import { measureDefect, measureGivenUp } from '../../metrics/emit.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing, FilingState } from '../../stores/filings/filing.ts';
import { endWithEvidence, type Known } from '../evidence/write.ts';
import { openAuthority, portsOf } from '../run.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../stages.ts';
import { noteLost, storeAnswer, storeDocuments } from './answer.ts';
import { actsAtEnd } from './content.ts';
import { requestOfFiling } from './recorded.ts';
import { dueAfterTakes } from './times.ts';

/** The caller's answer if the look-up finds nothing, and the present knowledge. */
interface Unresolved extends Omit<Known, 'files'> {
  answer: Reply<unknown> | ServiceError;
}

/** Result of a look-up. `unknown`: of several records, only some are known. */
interface Found {
  state: 'accepted' | 'unknown';
  /** As the operation would have replied. */
  reply: Reply<unknown>;
}

/** Services and ports of a look-up. */
interface How {
  requestId: string;
  operation: Submission;
  /** Who asks; absent where its certificate cannot be used. Then nothing is asked. */
  actor?: Actor | undefined;
  unresolved?: Unresolved;
}

/**
 * Looks a filing up at its authority, from its record alone. A proof ends the filing; finding nothing proves
 * nothing, and is only noted. Of several records, each proved one is stored.
 * @throws ServiceError 422 if the authority itself says that it refused this very filing
 */
export const lookUpFiling = async (
  services: Services,
  filing: Filing,
  { requestId, operation, actor, unresolved }: How,
): Promise<Found | undefined> => {
  const { stores, log, metrics, now } = services;
  const files = actor?.trace.files ?? [];
  /** Questions and their answers. */
  const conversations: Conversation[] = [];
  const lookUp = async () => {
    if (!actor || !mayBeFound(operation, filing.reference)) return {};
    const recorded = unresolved ? [] : await stores.filings.listEntries(filing.id);
    const entries = unresolved?.entries ?? recorded;
    return { recorded, result: await ask(services, filing, { actor, operation, entries, conversations }) };
  };
  const { recorded = [], result } = await lookUp().catch(
    (error: ServiceError | Error): Awaited<ReturnType<typeof lookUp>> => {
      log.info('a look-up failed', { requestId, filing: filing.id, reason: error.name });
      if (!(error instanceof ServiceError)) measureDefect(metrics, { requestId });
      return {};
    },
  );
  const { error, reply, entries = unresolved?.entries ?? [] } = readResult(filing, result);
  const state = error ? 'refused' : reply ? stateOfEntries(entries) : 'unknown';
  try {
    // Stored results are not written again: for a large file, one look-up may have had time for a part only.
    const isRecorded = ({ number, state }: FilingEntry) =>
      recorded.some((one) => one.number === number && one.state === state);
    const missing = entries.filter((entry) => !isRecorded(entry));
    const putMissing = async () => {
      if (missing.length > 0) await stores.filings.putEntries(filing.id, missing);
    };
    // Before the filing itself: the rows of a filing that has ended are complete.
    if (state !== 'unknown') await putMissing();
    if (state === 'unknown' && filing.state === 'unknown') {
      // Whoever reads how often it was looked for must not believe that an authority was asked.
      if (mayBeFound(operation, filing.reference)) await stores.filings.noteLook(filing.id, now());
    } else if (state !== 'unknown' || filing.state === 'committing') {
      const answer =
        error ?? reply ?? unresolved?.answer ?? unknownOutcome(filing.authority, undefined, filing.id);
      const reference = reply?.filed?.reference ?? filing.reference;
      await storeDocuments(filing, files);
      const stored = await storeAnswer(services, filing, { outcome: answer, files });
      const facts = {
        ...stored,
        ...(reference && { reference }),
      };
      // A filing that no query can prove is not looked up on its own.
      const isLookedUpAgain = state === 'unknown' && mayBeFound(operation, reference);
      const instant = now();
      const lookUpAt = isLookedUpAgain ? dueAfterTakes(filing, filing.takes ?? 0, instant) : undefined;
      const ofActs =
        state === 'accepted' && actor
          ? await requestOfFiling(services, filing).then(
              (input) => actsAtEnd({ ...actor, input }, { world: filing.world, reference, entries }),
              () => ({}),
            )
          : {};
      const isEnded = await endWithEvidence(services, filing, {
        from: FROM[state],
        state,
        facts,
        now: instant,
        ...ofActs,
        lookUpAt,
        known: {
          answers: [],
          ...unresolved,
          entries,
          files,
          ...(result !== undefined && { proof: { requestId, conversations } }),
        },
      });
      if (isEnded && state === 'unknown' && !lookUpAt) measureGivenUp(metrics, filing);
      await noteLost(services, filing, { recorded: stored.documents, files });
    }
    // A filing that has ended must not wait for these documents; an unknown one may.
    if (state === 'unknown') await putMissing();
  } catch (error) {
    log.error('failed to record a look-up', {
      requestId,
      filing: filing.id,
      error: error as Error,
    });
  }
  if (error) throw error;
  return reply && { state: state === 'unknown' ? state : 'accepted', reply };
};

/** Whether a query can prove that a submission took effect. */
const mayBeFound = ({ lookUp }: Submission, reference: string | undefined): boolean =>
  !('none' in lookUp) && (!lookUp.onlyByReference || reference !== undefined);

/** The states from which a look-up may move a filing: proved knowledge is never lost. */
const FROM = {
  unknown: ['committing'],
  refused: ['committing', 'unknown'],
  accepted: ['committing', 'unknown', 'accepted'],
} satisfies Record<string, FilingState[]>;

type Result = Reply<unknown> | Refused | Undecided | undefined;

const readResult = (
  { authority }: Filing,
  result: Result,
): { error?: ServiceError; reply?: Reply<unknown>; entries?: FilingEntry[] } => {
  if (result === undefined) return {};
  if ('undecided' in result) return { entries: result.undecided };
  if ('refused' in result)
    return { error: refused(authority, result.refused), entries: result.entries ?? [] };
  return { reply: result, entries: result.filed?.entries ?? [] };
};

interface Asking {
  actor: Actor;
  operation: Submission;
  entries: FilingEntry[];
  /** Runs the look-up's questions. */
  conversations: Conversation[];
}

const ask = async (
  services: Services,
  filing: Filing,
  { actor, operation, entries, conversations }: Asking,
): Promise<Result> => {
  const { authority, lookUp } = operation;
  if ('none' in lookUp) return undefined;
  const input = (await requestOfFiling(services, filing)) as Record<string, unknown>;
  const acting = { ...actor, input };
  const facts = {
    id: filing.id,
    since: daysLater(new Date(filing.committingAt ?? filing.claimedAt), filing.daysAhead ?? 0),
    reference: filing.reference,
    listedBefore: filing.listedBefore,
    entries,
  };
  return lookUp.find(input, facts, {
    ...portsOf(services, acting),
    filingId: filing.id,
    [authority]: await openAuthority(services, acting, {
      bypassesBreaker: true,
      record: async (conversation) => {
        conversations.push(conversation);
      },
    }),
  } as never);
};
