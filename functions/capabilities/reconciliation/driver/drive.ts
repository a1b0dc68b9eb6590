import { ulid } from 'ulid';
import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import { beginNext, lostBy, SIDE_BY_SIDE } from '../../../../shared/serving/driven/begin.ts';
import { driveInTurn, nextDue, underLease } from '../../../../shared/serving/driven/drive.ts';
import { callerRowsReader } from '../../../../shared/serving/driven/later-request.ts';
import { storedAnswer } from '../../../../shared/serving/filing/answer.ts';
import type { Scheduled } from '../../../../shared/serving/hooks.ts';
import { cancelled, endLater, makeRoom } from '../../../../shared/serving/later/dispatch.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { isOpen, shownState } from '../../../../shared/stores/filings/shown-state.ts';
import { isNight } from '../night.ts';
import { type Answer, believedOf, packed, type Reconciliation } from '../store/reconciliation-row.ts';
import { readAnswer } from './answers.ts';
import { type AccountQuestion, ask, READINGS } from './ask.ts';
import { endOf, TOO_LONG } from './end.ts';
import { keyOf, mayAsk, openQuestions } from './open-questions.ts';

/**
 * Drives a comparison: reads the answers that have arrived, asks the next questions, and compares when none are left. It may be
 * interrupted anywhere: every step can be repeated, and nothing is read twice.
 */

/** Minutes after which a question is asked again because its authority failed. After the last, it counts as failed. */
const WAITS_MINUTES = [1, 2, 4, 8, 15, 30, 60];
/** Milliseconds after which a comparison ends with the answers so far, because answers are stored for a day. */
const LONGEST_MS = 20 * 60 * 60_000;

/** Why a comparison ended before it had asked everything. Spanish. */
const STOPPED = 'Lo detuvo una persona.';
const LOST = {
  access: 'Quien lo pidió ha perdido el acceso (contraseña nueva, token revocado).',
  role: 'El rol de quien lo pidió ya no permite consultar.',
};
const DAY = 'La noche terminó antes de consultarlo todo; la siguiente empieza por lo que falta.';

/** Continues a comparison, unless another function has its lease. @returns its new state */
export const driveReconciliation = async (
  services: Services,
  reconciliation: Reconciliation,
): Promise<Reconciliation> => {
  const store = services.stores.reconciliation;
  const driven = await underLease(
    services,
    {
      take: (lease) => store.leaseReconciliation(reconciliation, lease),
      end: (leased, owner) => store.noteReconciliation(leased, owner, {}),
    },
    async (leased, { owner, now }) => {
      const noted = await store.noteReconciliation(leased, owner, await takeStep(services, leased, now));
      return { result: noted ?? leased, isLeaseEnded: noted !== undefined };
    },
  );
  return driven ?? reconciliation;
};

/** The questions that were asked, and their answers, by their keys. */
type Answers = Map<string, Answer>;

/** Takes a step. @returns the progress of the comparison, to be stored */
const takeStep = async (
  services: Services,
  reconciliation: Reconciliation,
  now: Date,
): Promise<Partial<Reconciliation> & { dueAt: Date | null }> => {
  const { createdAt, night } = reconciliation;
  const stored = await services.stores.reconciliation.listAnswers(reconciliation);
  const answers: Answers = new Map(stored.map((answer) => [answer.key, answer]));
  await readAnswers(services, reconciliation, answers);
  const lost = await whyLost(services, reconciliation);
  const isTooLate = now.getTime() - Date.parse(createdAt) > LONGEST_MS;
  const isDay = night !== undefined && !isNight(now);
  const rows = believedOf(reconciliation);
  const open = openQuestions(reconciliation, rows, answers);
  const next = open.filter((question) => mayAsk(answers.get(keyOf(question)), now));
  const waitsFor =
    lost || isTooLate || isDay ? '' : await askNext(services, reconciliation, { answers, next });
  const all = [...answers.values()];
  if (lost) await cancelAsked(services, all);
  const count = (state: Answer['state']) => all.filter((answer) => answer.state === state).length;
  const isRead =
    next.length === 0 && open.every((question) => answers.get(keyOf(question))?.state !== 'waiting');
  const message = lost ?? (isTooLate ? TOO_LONG : isDay && !isRead ? DAY : undefined);
  // After the night, answers that are under way are still read.
  const isDone =
    lost !== undefined ||
    isTooLate ||
    (count('asked') === 0 && (isRead || isDay) && !(await isPreviousUnderWay(services, reconciliation)));
  return {
    asked: all.length,
    answered: count('answered'),
    failed: count('failed'),
    drivenAt: now.toISOString(),
    waitsFor,
    ...(message && isDone && { message }),
    dueAt: isDone ? null : nextDue(now),
    ...(isDone && {
      state: 'ended' as const,
      endedAt: now.toISOString(),
      ...(await endOf(services, reconciliation, { rows, answers: all })),
    }),
  };
};

/** Why the comparison ends before everything was asked, in Spanish; `undefined` if it goes on. */
const whyLost = async (
  services: Services,
  { accountId, actor, stoppedBy }: Reconciliation,
): Promise<string | undefined> => {
  if (stoppedBy) return STOPPED;
  const lost = await lostBy(services, { accountId, actor }, 'reads');
  return lost && LOST[lost];
};

/** Stores a question or its answer, before anything that follows from it. */
const noteAnswer = async (
  { stores }: Services,
  reconciliation: Reconciliation,
  answers: Answers,
  answer: Answer,
): Promise<void> => {
  await stores.reconciliation.putAnswer(reconciliation, answer);
  answers.set(answer.key, answer);
};

/** Cancels the questions that have not begun, of a comparison that ends without them. */
const cancelAsked = async (services: Services, answers: readonly Answer[]): Promise<void> => {
  const asked = answers.filter(({ state }) => state === 'asked');
  await fewAtOnce(asked, SIDE_BY_SIDE, async ({ filing: id }) => {
    const filing = await services.stores.filings.getFiling(id!);
    if (filing?.state !== 'queued') return;
    if (await endLater(services, filing, { outcome: cancelled() })) await makeRoom(services, filing);
  });
};

/** Whether the previous nightly comparison is still under way: only its end shows which differences are new. */
const isPreviousUnderWay = async (
  { stores }: Services,
  { accountId, before }: Pick<Reconciliation, 'accountId' | 'before'>,
): Promise<boolean> =>
  before !== undefined &&
  (await stores.reconciliation.getReconciliation(accountId, before))?.state === 'asking';

/** Reads the answers that have arrived. */
const readAnswers = async (
  services: Services,
  reconciliation: Reconciliation,
  answers: Answers,
): Promise<void> => {
  const asked = [...answers.values()].filter(({ state }) => state === 'asked');
  await fewAtOnce(asked, SIDE_BY_SIDE, async (question) => {
    const filing = await services.stores.filings.getFiling(question.filing!);
    if (filing && isOpen(shownState(filing))) return;
    const after = filing
      ? (waitingAgain(question, filing, services.now()) ?? (await answered(services, question, filing)))
      : // The function died after it had stored the question and before it asked it.
        { ...question, state: 'waiting' as const, again: services.now().toISOString() };
    await noteAnswer(services, reconciliation, answers, after);
  });
};

/** The question, waiting to be asked again because its authority failed or its function died. */
const waitingAgain = (
  { filing: _, ...question }: Answer,
  { status, passing }: Pick<Filing, 'status' | 'passing'>,
  now: Date,
): Answer | undefined => {
  const { tries = 0 } = question;
  if (status !== undefined && passing === undefined) return undefined;
  const minutes = WAITS_MINUTES[tries];
  if (minutes === undefined && passing !== 'authority') return undefined;
  const wait = minutes ?? WAITS_MINUTES.at(-1)!;
  return {
    ...question,
    state: 'waiting',
    // An outage of the authority does not count as a try of this question.
    ...(passing !== 'authority' && { tries: tries + 1 }),
    again: new Date(now.getTime() + wait * 60_000).toISOString(),
  };
};

const answered = async (services: Services, question: Answer, filing: Filing): Promise<Answer> => {
  const read = readAnswer(question.about, await storedAnswer(services, filing), filing);
  return 'answer' in read
    ? { ...question, state: 'answered', answer: packed(read.answer) }
    : { ...question, state: 'failed', message: read.message };
};

/** Asks the next questions, as far as slots and authorities allow. @returns what the others wait for, in Spanish */
const askNext = async (
  services: Services,
  reconciliation: Reconciliation,
  { answers, next }: { answers: Answers; next: AccountQuestion[] },
): Promise<string> => {
  const callerRows = callerRowsReader(services, reconciliation.accountId);
  const underWay = [...answers.values()].filter(({ state }) => state === 'asked');
  return beginNext(services, reconciliation, {
    next: next.map((asked) => ({
      asked,
      authority: READINGS[asked.question.about].authority,
      tries: answers.get(keyOf(asked))?.tries,
    })),
    underWay: underWay.map(({ about }) => READINGS[about].authority),
    begin: async ({ asked }) => {
      const question = questionToAsk(asked, answers.get(keyOf(asked)), services.now());
      // Stored before it is asked: if the function dies in between, the record can be looked for, and nothing is read twice.
      await noteAnswer(services, reconciliation, answers, question);
      const outcome = await ask(services, reconciliation, { asked, callerRows, id: question.filing });
      if (typeof outcome === 'string') return outcome === 'later' ? 'later' : 'begun';
      await noteAnswer(services, reconciliation, answers, { ...question, state: 'failed', ...outcome });
      return 'begun';
    },
  });
};

/** A question as it is stored when it is asked. @param before as it was stored before, if it waited to be asked again */
const questionToAsk = (
  asked: AccountQuestion,
  before: Answer | undefined,
  now: Date,
): Answer & { filing: string } => {
  const { regimen, ccc, question } = asked;
  return {
    key: keyOf(asked),
    account: regimen + ccc,
    about: question.about,
    ...('document' in question && { document: question.document }),
    state: 'asked',
    filing: before?.filing ?? ulid(now.getTime()),
    ...(before?.tries !== undefined && { tries: before.tries }),
  };
};

/** The most comparisons that one run of the schedule continues. */
const MOST_RECONCILIATIONS = 20;
/** Milliseconds that the schedule's function must have left to continue another comparison. */
const RECONCILIATION_MS = 30_000;

/** Continues the comparisons that are due. */
export const driveReconciliations: Scheduled = async (services, context) => {
  const store = services.stores.reconciliation;
  return driveInTurn(services, await store.dueReconciliations(services.now()), {
    most: MOST_RECONCILIATIONS,
    hasTime: () => context.getRemainingTimeInMillis() >= RECONCILIATION_MS,
    drive: async ({ accountId, id }) => {
      const reconciliation = await store.getReconciliation(accountId, id);
      if (reconciliation) await driveReconciliation(services, reconciliation);
    },
    failure: 'failed to continue a comparison',
    facts: ({ id }) => ({ reconciliation: id }),
  });
};
