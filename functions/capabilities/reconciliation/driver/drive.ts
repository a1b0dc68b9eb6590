import { ulid } from 'ulid';
import { hasValidCheckDigits } from '../../../../shared/kernel/identifiers.ts';
import { covers } from '../../../../shared/kernel/roles.ts';
import { fewAtOnce } from '../../../../shared/kernel/side-by-side.ts';
import { measureDefect } from '../../../../shared/metrics/emit.ts';
import { storedAnswer } from '../../../../shared/serving/filing/answer.ts';
import type { Scheduled } from '../../../../shared/serving/hooks.ts';
import { roomToWait } from '../../../../shared/serving/later/accept.ts';
import { cancelled, endLater, makeRoom } from '../../../../shared/serving/later/dispatch.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { isOpen, shownState } from '../../../../shared/stores/filings/shown-state.ts';
import { holdsOf, notHeldUp } from '../../batches/driver/held-up.ts';
import { rowFacts } from '../../batches/rows/row-request.ts';
import { questionsOf } from '../compare.ts';
import { ofApart } from '../compared.ts';
import { isNight } from '../night.ts';
import { personsOf } from '../persons.ts';
import {
  type Answer,
  believedOf,
  keyOfQuestion,
  packed,
  type Reconciliation,
} from '../store/reconciliation-row.ts';
import type { WorkforceRow } from '../store/workforce-row.ts';
import { believedOn } from '../workforce.ts';
import { foundIn, readAnswer } from './answers.ts';
import { type Asking, ask, READINGS } from './ask.ts';
import { endOf, placesOf, rowsOf, TOO_LONG } from './end.ts';

/**
 * Drives a comparison: reads the answers that have arrived, asks the next questions, and compares when none are left. The schedule
 * does this each minute, and so does each GET of the comparison. Each step is idempotent and leased, so it may be interrupted
 * anywhere.
 */

/** The most questions under way at the same time: about as many as four slots finish in a minute. */
const AT_ONCE = 40;
/** Questions or answers handled concurrently. */
const SIDE_BY_SIDE = 8;
/** Lease of a comparison, in milliseconds: longer than any function works on it. */
const LEASE_MS = 50_000;
/** Milliseconds after which the schedule drives it again. */
const NEXT_MS = 60_000;
/** Minutes after which a question is asked again because its authority failed. After the last, it counts as failed. */
const WAITS_MINUTES = [1, 2, 4, 8, 15, 30, 60];
/** Milliseconds after which a comparison ends with the answers so far, because answers are stored for a day. */
const LONGEST_MS = 20 * 60 * 60_000;

const STOPPED = 'Lo detuvo una persona.';
const NO_ACCESS = 'Quien lo pidió ha perdido el acceso (contraseña nueva, token revocado).';
const NO_ROLE = 'El rol de quien lo pidió ya no permite consultar.';
const DAY = 'La noche terminó antes de consultarlo todo; la siguiente empieza por lo que falta.';

/** Continues a comparison, unless another function has its lease. @returns its new state */
export const driveReconciliation = async (
  services: Services,
  reconciliation: Reconciliation,
): Promise<Reconciliation> => {
  const store = services.stores.reconciliation;
  const now = services.now();
  const owner = services.newId();
  const until = new Date(now.getTime() + LEASE_MS);
  const leased = await store.takeReconciliation(reconciliation, { owner, now, until });
  if (!leased) return reconciliation;
  let noted: Reconciliation | undefined;
  try {
    noted = await store.noteReconciliation(leased, owner, await work(services, leased, now));
    return noted ?? leased;
  } finally {
    if (!noted) await store.noteReconciliation(leased, owner, {});
  }
};

/** The open questions about an account, and the answers so far. */
interface Progress {
  answers: Map<string, Answer>;
  asking: Asking[];
}

const work = async (
  services: Services,
  reconciliation: Reconciliation,
  now: Date,
): Promise<Partial<Reconciliation> & { dueAt: Date | null }> => {
  const { sessions, reconciliation: store } = services.stores;
  const { accountId, actor, createdAt, night, stoppedBy } = reconciliation;
  const answers = new Map((await store.listAnswers(reconciliation)).map((one) => [one.key, one]));
  await readAnswers(services, reconciliation, answers);
  const still = await sessions.callerStill({ accountId, ...actor }, now);
  const isLate = now.getTime() - Date.parse(createdAt) > LONGEST_MS;
  const lost = stoppedBy ? STOPPED : !still ? NO_ACCESS : covers(still.role, 'reads') ? undefined : NO_ROLE;
  const rows = believedOf(reconciliation);
  const open = openQuestions(reconciliation, rows, answers);
  const asking = open.filter((one) => mayAsk(answers.get(keyOf(one)), now));
  const isDay = night !== undefined && !isNight(now);
  const waitsFor =
    lost || isLate || isDay ? '' : await askNext(services, reconciliation, { answers, asking });
  const all = [...answers.values()];
  if (lost) await cancelAsked(services, all);
  const count = (state: Answer['state']) => all.filter((one) => one.state === state).length;
  const isRead = asking.length === 0 && open.every((one) => answers.get(keyOf(one))?.state !== 'waiting');
  const message = lost ?? (isLate ? TOO_LONG : isDay && !isRead ? DAY : undefined);
  // After the night, answers that are under way are still read.
  const isDone =
    lost !== undefined ||
    isLate ||
    (count('asked') === 0 && (isRead || isDay) && !(await isPreviousUnderWay(services, reconciliation)));
  return {
    asked: all.length,
    answered: count('answered'),
    failed: count('failed'),
    drivenAt: now.toISOString(),
    waitsFor,
    ...(message && isDone && { message }),
    dueAt: isDone ? null : new Date(now.getTime() + NEXT_MS),
    ...(isDone && {
      state: 'ended' as const,
      endedAt: now.toISOString(),
      ...(await endOf(services, reconciliation, { rows, answers: all })),
    }),
  };
};

/** Cancels the questions that have not begun, of a comparison that ends without them. */
const cancelAsked = async (services: Services, answers: readonly Answer[]): Promise<void> => {
  const asked = answers.filter(({ state }) => state === 'asked');
  await fewAtOnce(asked, SIDE_BY_SIDE, async (one) => {
    const filing = await services.stores.filings.getFiling(one.filing!);
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
  answers: Map<string, Answer>,
): Promise<void> => {
  const { filings, reconciliation: store } = services.stores;
  const asked = [...answers.values()].filter(({ state }) => state === 'asked');
  await fewAtOnce(asked, SIDE_BY_SIDE, async (one) => {
    const filing = await filings.getFiling(one.filing!);
    if (filing && isOpen(shownState(filing))) return;
    const settled = filing
      ? (waitingAgain(one, filing, services.now()) ?? (await answered(services, one, filing)))
      : // The function died after it had stored the question and before it asked it.
        { ...one, state: 'waiting' as const, again: services.now().toISOString() };
    await store.putAnswer(reconciliation, settled);
    answers.set(one.key, settled);
  });
};

/** The question, waiting to be asked again because its authority failed or its function died. */
const waitingAgain = (
  { filing: _, ...one }: Answer,
  { status, passing }: Pick<Filing, 'status' | 'passing'>,
  now: Date,
): Answer | undefined => {
  const { tries = 0 } = one;
  if (status !== undefined && passing === undefined) return undefined;
  const minutes = WAITS_MINUTES[tries];
  if (minutes === undefined && passing !== 'authority') return undefined;
  const wait = minutes ?? WAITS_MINUTES.at(-1)!;
  return {
    ...one,
    state: 'waiting',
    // An outage of the authority does not count as a try of this question.
    ...(passing !== 'authority' && { tries: tries + 1 }),
    again: new Date(now.getTime() + wait * 60_000).toISOString(),
  };
};

const answered = async (services: Services, one: Answer, filing: Filing): Promise<Answer> => {
  const read = readAnswer(one.about, await storedAnswer(services, filing), filing);
  return 'answer' in read
    ? { ...one, state: 'answered', answer: packed(read.answer) }
    : { ...one, state: 'failed', message: read.message };
};

const keyOf = ({ regimen, ccc, question }: Asking): string => keyOfQuestion(regimen + ccc, question);

/** Whether a question is asked now, for the first time or again. */
const mayAsk = (before: Answer | undefined, now: Date): boolean =>
  !before || (before.state === 'waiting' && (before.again ?? '') <= now.toISOString());

/** The questions without an answer that can be asked by now. */
const openQuestions = (
  { accounts, apart = [], today, from, forImport }: Reconciliation,
  rows: WorkforceRow[],
  answers: ReadonlyMap<string, Answer>,
): Asking[] => {
  const once = new Set<string>();
  const placeOf = placesOf(rows);
  const all = accounts.flatMap(({ regimen, ccc }) => {
    const account = regimen + ccc;
    const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
    const found = foundIn(account, [...answers.values()]);
    const withCno = new Set(
      personsOf(believed, found).flatMap(({ askedAs, believed: row }) =>
        row?.cno === undefined ? [] : [askedAs],
      ),
    );
    const numbers = new Map(
      [...believed, ...(found.registered ?? [])].flatMap(({ document, nss }) =>
        nss && hasValidCheckDigits('nss', nss, {}) ? [[document, nss] as const] : [],
      ),
    );
    const list = answers.get(keyOfQuestion(account, { about: 'registered' }))?.state;
    const mayBeNamed = list !== 'answered' && list !== 'failed';
    const questions = questionsOf({ from, today }, believed, found);
    const asked = forImport ? questions : ofApart(questions, account, apart);
    return asked.flatMap((question): Asking[] => {
      const key = keyOfQuestion(account, question);
      if (once.has(key)) return [];
      once.add(key);
      if (!('document' in question)) return [{ regimen, ccc, question, withCno: false }];
      const { document } = question;
      // Waits for TGSS's list, which has the number: without it, the list is read again for each worker.
      if (question.about === 'situation' && !numbers.has(document) && mayBeNamed) return [];
      const isOfCno = forImport === true || withCno.has(document);
      return [{ regimen, ccc, question, withCno: isOfCno, nss: numbers.get(document) }];
    });
  });
  const nameOfAsking = ({ regimen, ccc, question }: Asking) => ({
    account: regimen + ccc,
    document: 'document' in question ? question.document : null,
  });
  return all.toSorted((one, other) => placeOf(nameOfAsking(one)) - placeOf(nameOfAsking(other)));
};

/** Asks the next questions, as far as slots and authorities allow. @returns what the others wait for, in Spanish */
const askNext = async (
  services: Services,
  reconciliation: Reconciliation,
  { answers, asking }: Progress,
): Promise<string> => {
  const store = services.stores.reconciliation;
  const holds = await holdsOf(services, {}, services.now());
  const authorityOf = ({ question }: Pick<Asking, 'question'>) => READINGS[question.about].authority;
  const underWay = [...answers.values()].filter(({ state }) => state === 'asked');
  const free = notHeldUp(
    asking.map((one) => ({ one, authority: authorityOf(one), before: answers.get(keyOf(one)) ?? {} })),
    holds,
    new Set(underWay.map(({ about }) => READINGS[about].authority)),
  );
  const messages = new Set(
    asking.flatMap((one) => {
      const hold = holds.get(authorityOf(one));
      return hold ? [hold.message] : [];
    }),
  );
  const waits = messages.size > 0 ? `En espera; seguirá solo. ${[...messages].join(' ')}` : '';
  const room = Math.min(AT_ONCE - underWay.length, await roomToWait(services, reconciliation));
  if (free.length === 0 || room <= 0) return waits;
  const facts = rowFacts(services, reconciliation.accountId);
  let isBusy = false;
  await fewAtOnce(free.slice(0, room), SIDE_BY_SIDE, async ({ one }) => {
    if (isBusy) return;
    const { regimen, ccc, question } = one;
    const key = keyOf(one);
    const before = answers.get(key);
    // Stored before it is asked: if the function dies in between, the record can be looked for, and nothing is read twice.
    const id = before?.filing ?? ulid(services.now().getTime());
    const noted: Answer = {
      key,
      account: regimen + ccc,
      about: question.about,
      ...('document' in question && { document: question.document }),
      state: 'asked',
      filing: id,
      ...(before?.tries !== undefined && { tries: before.tries }),
    };
    await store.putAnswer(reconciliation, noted);
    answers.set(key, noted);
    const asked = await ask(services, reconciliation, { asking: one, facts, id });
    if (asked === 'later') isBusy = true;
    if (typeof asked === 'string') return;
    const answer: Answer = { ...noted, state: 'failed', ...asked };
    await store.putAnswer(reconciliation, answer);
    answers.set(key, answer);
  });
  return waits;
};

/** The most comparisons that one run of the schedule continues, and the milliseconds that must be left for another one. */
const MOST = 20;
const ONE_MS = 30_000;

/** Continues the comparisons that are due. If one fails, it is retried in a minute, and the others continue. */
export const driveReconciliations: Scheduled = async (services, context) => {
  const { stores, log, metrics } = services;
  const due = await stores.reconciliation.dueReconciliations(services.now());
  for (const { accountId, id } of due.slice(0, MOST)) {
    if (context.getRemainingTimeInMillis() < ONE_MS) break;
    try {
      const one = await stores.reconciliation.getReconciliation(accountId, id);
      if (one) await driveReconciliation(services, one);
    } catch (error) {
      log.error('failed to continue a comparison', { reconciliation: id, error: error as Error });
      measureDefect(metrics);
    }
  }
};
