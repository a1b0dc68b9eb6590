import { isDeepStrictEqual } from 'node:util';
import { ulid } from 'ulid';
import { hasValidCheckDigits } from '../../../shared/kernel/identifiers.ts';
import { covers } from '../../../shared/kernel/roles.ts';
import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import { storedAnswer } from '../../../shared/serving/filing/answer.ts';
import type { Scheduled } from '../../../shared/serving/hooks.ts';
import { roomToWait } from '../../../shared/serving/later/accept.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { isOpen, shownState } from '../../../shared/stores/filings/shown-state.ts';
import { holdsOf, notHeldUp } from '../../batches/driver/held-up.ts';
import { rowFacts } from '../../batches/rows/row-request.ts';
import { allSubmissions } from '../../batches/rows/submissions.ts';
import { compareAccount, questionsOf } from '../compare.ts';
import { isNight } from '../night.ts';
import { keyOfDifference, newSince, seenAfter } from '../since.ts';
import {
  type Answer,
  believedOf,
  keyOfQuestion,
  nameOf,
  packed,
  type Reconciliation,
  type ReconciliationResult,
  seenIn,
} from '../store/reconciliation-row.ts';
import type { WorkforceRow } from '../store/workforce-row.ts';
import { believedOn } from '../workforce.ts';
import { foundIn, readAnswer } from './answers.ts';
import { type Asking, ask, READINGS } from './ask.ts';

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

const NO_ACCESS = 'Quien lo pidió ha perdido el acceso (contraseña nueva, token revocado).';
const NO_ROLE = 'El rol de quien lo pidió ya no permite consultar.';
const TOO_LONG = 'No se pudo consultar todo a tiempo.';
const DAY = 'La noche terminó antes de consultarlo todo; la siguiente empieza por lo que falta.';
const CHANGED = 'La plantilla cambió mientras se comparaba.';

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
  const { accountId, actor, createdAt, night } = reconciliation;
  const answers = new Map((await store.listAnswers(reconciliation)).map((one) => [one.key, one]));
  await readAnswers(services, reconciliation, answers);
  const still = await sessions.callerStill({ accountId, ...actor }, now);
  const isLate = now.getTime() - Date.parse(createdAt) > LONGEST_MS;
  const lost = !still ? NO_ACCESS : covers(still.role, 'reads') ? undefined : NO_ROLE;
  const rows = believedOf(reconciliation);
  const asking = openQuestions(reconciliation, rows, { answers, now });
  const isDay = night !== undefined && !isNight(now);
  const waitsFor =
    lost || isLate || isDay ? '' : await askNext(services, reconciliation, { answers, asking });
  const all = [...answers.values()];
  const count = (state: Answer['state']) => all.filter((one) => one.state === state).length;
  const isRead = count('waiting') === 0 && asking.length === 0;
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
      ...(await endOf(
        services,
        reconciliation,
        await resultOf(services, reconciliation, { rows, answers: all }),
      )),
    }),
  };
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

/** The rows of an account for comparison. */
const rowsOf = (rows: WorkforceRow[], account: string): WorkforceRow[] =>
  rows.filter((row) => row.account === account);

const keyOf = ({ regimen, ccc, question }: Asking): string => keyOfQuestion(regimen + ccc, question);

/** The questions to ask now, for the first time or again. */
const openQuestions = (
  { accounts, today, from, forImport }: Reconciliation,
  rows: WorkforceRow[],
  { answers, now }: { answers: Map<string, Answer>; now: Date },
): Asking[] => {
  const once = new Set<string>();
  const placeOf = placesOf(rows);
  const questions = accounts.flatMap(({ regimen, ccc }) => {
    const account = regimen + ccc;
    const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
    const withCno = new Set(believed.flatMap(({ document, cno }) => (cno === undefined ? [] : [document])));
    const found = foundIn(account, [...answers.values()]);
    const numbers = new Map(
      [...believed, ...(found.registered ?? [])].flatMap(({ document, nss }) =>
        nss && hasValidCheckDigits('nss', nss, {}) ? [[document, nss] as const] : [],
      ),
    );
    const list = answers.get(keyOfQuestion(account, { about: 'registered' }))?.state;
    const mayBeNamed = list !== 'answered' && list !== 'failed';
    return questionsOf({ from, today }, believed, found).flatMap((question): Asking[] => {
      const key = keyOfQuestion(account, question);
      const before = answers.get(key);
      const mayAsk = !before || (before.state === 'waiting' && (before.again ?? '') <= now.toISOString());
      if (once.has(key) || !mayAsk) return [];
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
  return questions.toSorted((one, other) => placeOf(nameOfAsking(one)) - placeOf(nameOfAsking(other)));
};

/** A worker's position in the workforce, whose order the questions follow; whole accounts and unknown workers come first. */
const placesOf = (rows: WorkforceRow[]) => {
  const places = new Map(rows.map((row, place) => [nameOf(row), place]));
  return (of: Parameters<typeof nameOf>[0]): number => places.get(nameOf(of)) ?? -1;
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

/** Compares. A worker whose row changed meanwhile is not compared, because answers before and after may not fit together. */
const resultOf = async (
  services: Services,
  { accountId, company, accounts, cif, from, today }: Reconciliation,
  { rows, answers }: { rows: WorkforceRow[]; answers: Answer[] },
): Promise<ReconciliationResult> => {
  const now = await services.stores.reconciliation.listWorkforce(accountId, company);
  const [before, after] = [rows, now].map((all) => new Map(all.map((row) => [nameOf(row), row])));
  const changed = new Set(
    [...before!.keys(), ...after!.keys()].filter(
      (name) => !isDeepStrictEqual(before!.get(name), after!.get(name)),
    ),
  );
  const lacksOf = await missingFieldsOf(services);
  const placeOf = placesOf(rows);
  const each = accounts.map(({ regimen, ccc }): ReconciliationResult => {
    const account = regimen + ccc;
    const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
    const compared = compareAccount({ regimen, ccc, cif, from, today }, believed, foundIn(account, answers));
    const isChanged = ({ document }: { document: string | null }) =>
      changed.has(nameOf({ account, document }));
    const meanwhile = [...new Set(compared.differences.filter(isChanged).map(({ document }) => document))];
    return {
      differences: compared.differences
        .filter((one) => !isChanged(one))
        .map((one) => ({ ...one, account, lacks: lacksOf(one.mends) })),
      notCompared: [
        ...compared.notCompared.map((one) => ({
          ...one,
          account,
          because: reasonFor(answers, account, one.about, one.document),
        })),
        ...meanwhile.map((document) => ({
          about: 'situation' as const,
          document,
          account,
          because: CHANGED,
        })),
      ],
    };
  });
  return {
    differences: each.flatMap(({ differences }) => differences),
    // The next night begins with these, in this order.
    notCompared: each
      .flatMap(({ notCompared }) => notCompared)
      .toSorted((one, other) => placeOf(one) - placeOf(other)),
  };
};

/** The result to store; for a nightly comparison, with the new differences. */
const endOf = async (
  { stores }: Services,
  { accountId, company, night, before }: Reconciliation,
  result: ReconciliationResult,
): Promise<Partial<Reconciliation>> => {
  if (night === undefined) return { result: packed(result) };
  const { reconciliation: store } = stores;
  const [key, accepted, last] = await Promise.all([
    stores.keys.serviceKey('worker'),
    store.acceptedDifferences({ accountId, company }),
    before === undefined ? undefined : store.getReconciliation(accountId, before),
  ]);
  const seen = last ? seenIn(last) : [];
  const keyed = result.differences.map((one) => ({ ...one, key: keyOfDifference(accountId, one, key) }));
  const fresh = new Set(newSince(keyed, seen, accepted));
  const differences = keyed.map((one) => {
    const { key: _, ...difference } = one;
    return { ...difference, ...(fresh.has(one) && { isNew: true as const }) };
  });
  return {
    result: packed({ ...result, differences } satisfies ReconciliationResult),
    // If a person withdraws an acceptance, the next night reports the difference.
    seen: packed(
      seenAfter(
        keyed.filter(({ key }) => !accepted.has(key)),
        result.notCompared,
        seen,
      ),
    ),
    ...(fresh.size > 0 && { drift: fresh.size }),
  };
};

const NOT_SHOWN = 'Lo que responde el organismo no lo muestra.';

/** Why something was not compared. */
const reasonFor = (
  answers: Answer[],
  account: string,
  about: Answer['about'],
  document: string | null,
): string => {
  const question = document === null ? { about } : { about, document };
  const key = keyOfQuestion(account, question as never);
  const asked = answers.find((one) => one.key === key);
  return asked?.message ?? (asked?.state === 'answered' ? NOT_SHOWN : TOO_LONG);
};

/** Returns a function for the required fields that a body lacks, by the operation's own schema. */
const missingFieldsOf = async (services: Services) => {
  const all = await allSubmissions(services.groups);
  return ({ operation, body }: { operation: string; body: unknown }): string[] => {
    const request = all.find((one) => one.operation.id === operation)?.operation.request;
    const issues = request?.safeParse(body).error?.issues ?? [];
    return [...new Set(issues.map(({ path }) => path.join('.')))].toSorted();
  };
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
