import { isDeepStrictEqual } from 'node:util';
import { covers } from '../../../shared/kernel/roles.ts';
import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import { storedAnswer } from '../../../shared/serving/filing/answer.ts';
import type { Scheduled } from '../../../shared/serving/hooks.ts';
import { roomToWait } from '../../../shared/serving/later/accept.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { isOpen, shownState } from '../../../shared/stores/filings/shown-state.ts';
import { holdsOf } from '../../batches/driver/held-up.ts';
import { rowFacts } from '../../batches/rows/row-request.ts';
import { allSubmissions } from '../../batches/rows/submissions.ts';
import { compareAccount, questionsOf } from '../compare.ts';
import { keyOfDifference, newSince, seenAfter } from '../since.ts';
import {
  type Answer,
  believedOf,
  keyOfQuestion,
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
 * Drives a comparison: reads the answers that are there, asks the questions that follow, and compares when there are none left. The
 * schedule does it each minute, and so does each reading of it. It may be interrupted anywhere, and goes on where it stopped.
 */

/** Questions that are queued or under way at the same time: about as many as four slots finish in a minute. */
const AT_ONCE = 40;
/** Questions that are asked, and answers that are read, side by side. */
const SIDE_BY_SIDE = 8;
/** How long a comparison is one function's, in milliseconds: longer than any works on it. */
const LEASE_MS = 50_000;
/** Milliseconds after which the schedule drives it again. */
const NEXT_MS = 60_000;
/** Minutes after which a question is asked again because its authority did not work. After the last it is lost. */
const WAITS_MINUTES = [1, 2, 4, 8, 15, 30, 60];
/** Milliseconds after which a comparison ends with what it has: answers are kept for a day. */
const LONGEST_MS = 20 * 60 * 60_000;

const NO_ACCESS = 'Quien lo pidió ha perdido el acceso (contraseña nueva, token revocado).';
const NO_ROLE = 'El rol de quien lo pidió ya no permite consultar.';
const TOO_LONG = 'No se pudo consultar todo a tiempo.';
const CHANGED = 'La plantilla cambió mientras se comparaba.';

/** Goes on with a comparison, unless another function is at it. @returns it afterwards */
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

/** What an account has to be asked about, and what is known of it. */
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
  const { accountId, actor, createdAt } = reconciliation;
  const answers = new Map((await store.listAnswers(reconciliation)).map((one) => [one.key, one]));
  await settle(services, reconciliation, answers);
  const still = await sessions.callerStill({ accountId, ...actor }, now);
  const isLate = now.getTime() - Date.parse(createdAt) > LONGEST_MS;
  const lost = !still ? NO_ACCESS : covers(still.role, 'reads') ? undefined : NO_ROLE;
  const message = lost ?? (isLate ? TOO_LONG : undefined);
  const rows = believedOf(reconciliation);
  const asking = openQuestions(reconciliation, rows, { answers, now });
  const waitsFor = message ? '' : await askNext(services, reconciliation, { answers, asking });
  const open = [...answers.values()].filter(({ state }) => state === 'asked' || state === 'waiting').length;
  const isDone = message !== undefined || (open === 0 && asking.length === 0);
  const all = [...answers.values()];
  const count = (state: Answer['state']) => all.filter((one) => one.state === state).length;
  return {
    ...{ asked: all.length, answered: count('answered'), failed: count('failed') },
    ...{ drivenAt: now.toISOString(), waitsFor },
    ...(message && { message }),
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

/** Reads the answers that have come. */
const settle = async (
  services: Services,
  reconciliation: Reconciliation,
  answers: Map<string, Answer>,
): Promise<void> => {
  const { filings, reconciliation: store } = services.stores;
  const asked = [...answers.values()].filter(({ state }) => state === 'asked');
  await fewAtOnce(asked, SIDE_BY_SIDE, async (one) => {
    const filing = await filings.getFiling(one.filing!);
    if (filing && isOpen(shownState(filing))) return;
    const { tries = 0 } = one;
    const isPassing = filing?.passing !== undefined && tries < WAITS_MINUTES.length;
    const read = filing
      ? readAnswer(one.about, await storedAnswer(services, filing), filing)
      : { message: 'La respuesta no se conserva.' };
    const settled: Answer = isPassing
      ? {
          ...one,
          state: 'waiting',
          tries: tries + 1,
          again: new Date(services.now().getTime() + WAITS_MINUTES[tries]! * 60_000).toISOString(),
        }
      : 'answer' in read
        ? { ...one, state: 'answered', answer: packed(read.answer) }
        : { ...one, state: 'failed', message: read.message };
    await store.putAnswer(reconciliation, settled);
    answers.set(one.key, settled);
  });
};

/** The rows of an account as they are compared. */
const rowsOf = (rows: WorkforceRow[], account: string): WorkforceRow[] =>
  rows.filter((row) => row.account === account);

/** The questions that were not asked, or are to be asked again. */
const openQuestions = (
  { accounts, today, from, forImport }: Reconciliation,
  rows: WorkforceRow[],
  { answers, now }: { answers: Map<string, Answer>; now: Date },
): Asking[] => {
  const once = new Set<string>();
  return accounts.flatMap(({ regimen, ccc }) => {
    const account = regimen + ccc;
    const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
    const withCno = new Set(believed.flatMap(({ document, cno }) => (cno === undefined ? [] : [document])));
    const found = foundIn(account, [...answers.values()]);
    return questionsOf({ from, today }, believed, found).flatMap((question): Asking[] => {
      const key = keyOfQuestion(account, question);
      const before = answers.get(key);
      const mayAsk = !before || (before.state === 'waiting' && (before.again ?? '') <= now.toISOString());
      if (once.has(key) || !mayAsk) return [];
      once.add(key);
      const isOfCno = 'document' in question && (forImport === true || withCno.has(question.document));
      return [{ regimen, ccc, question, withCno: isOfCno }];
    });
  });
};

/** Asks the next questions, as long as there is room and nothing holds them up. @returns what the others wait for, in Spanish */
const askNext = async (
  services: Services,
  reconciliation: Reconciliation,
  { answers, asking }: Progress,
): Promise<string> => {
  const store = services.stores.reconciliation;
  const holds = await holdsOf(services, {}, services.now());
  const authorityOf = ({ question }: Asking) => READINGS[question.about].authority;
  const free = asking.filter((one) => !holds.get(authorityOf(one))?.isWhole);
  const messages = new Set(
    asking.flatMap((one) => {
      const hold = holds.get(authorityOf(one));
      return hold?.isWhole ? [hold.message] : [];
    }),
  );
  const waits = messages.size > 0 ? `En espera; seguirá solo. ${[...messages].join(' ')}` : '';
  const underWay = [...answers.values()].filter(({ state }) => state === 'asked').length;
  const room = Math.min(AT_ONCE - underWay, await roomToWait(services, reconciliation));
  if (free.length === 0 || room <= 0) return waits;
  const facts = rowFacts(services, reconciliation.accountId);
  let isBusy = false;
  await fewAtOnce(free.slice(0, room), SIDE_BY_SIDE, async (one) => {
    if (isBusy) return;
    const { regimen, ccc, question } = one;
    const account = regimen + ccc;
    const key = keyOfQuestion(account, question);
    const asked = await ask(services, reconciliation, { asking: one, facts });
    if (asked === 'later') {
      isBusy = true;
      return;
    }
    const answer: Answer = {
      ...{ key, account, about: question.about },
      ...('document' in question && { document: question.document }),
      ...('filing' in asked ? { state: 'asked', filing: asked.filing } : { state: 'failed', ...asked }),
      ...(answers.get(key)?.tries !== undefined && { tries: answers.get(key)!.tries }),
    };
    await store.putAnswer(reconciliation, answer);
    answers.set(key, answer);
  });
  return waits;
};

/** Compares. Of a worker whose row changed meanwhile, what was asked before and after does not fit together. */
const resultOf = async (
  services: Services,
  { accountId, company, accounts, cif, from, today }: Reconciliation,
  { rows, answers }: { rows: WorkforceRow[]; answers: Answer[] },
): Promise<ReconciliationResult> => {
  const now = await services.stores.reconciliation.listWorkforce(accountId, company);
  const nameOf = ({ account, document }: WorkforceRow) => `${account} ${document}`;
  const [before, after] = [rows, now].map((all) => new Map(all.map((row) => [nameOf(row), row])));
  const changed = new Set(
    [...before!.keys(), ...after!.keys()].filter(
      (name) => !isDeepStrictEqual(before!.get(name), after!.get(name)),
    ),
  );
  const lacksOf = await lackingFields(services);
  const each = accounts.map(({ regimen, ccc }): ReconciliationResult => {
    const account = regimen + ccc;
    const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
    const compared = compareAccount({ regimen, ccc, cif, from, today }, believed, foundIn(account, answers));
    const isChanged = ({ document }: { document: string | null }) => changed.has(`${account} ${document}`);
    const meanwhile = [...new Set(compared.differences.filter(isChanged).map(({ document }) => document))];
    return {
      differences: compared.differences
        .filter((one) => !isChanged(one))
        .map((one) => ({ ...one, account, lacks: lacksOf(one.mends) })),
      notCompared: [
        ...compared.notCompared.map((one) => ({
          ...one,
          account,
          because: becauseOf(answers, account, one.about, one.document),
        })),
        ...meanwhile.map((document) => ({
          ...{ about: 'situation' as const, document, account, because: CHANGED },
        })),
      ],
    };
  });
  return {
    differences: each.flatMap(({ differences }) => differences),
    notCompared: each.flatMap(({ notCompared }) => notCompared),
  };
};

/** The result as it is stored, and of a nightly comparison what is new in it. */
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
    // Where a person takes an acceptance back, the next night reports the difference.
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
const becauseOf = (
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

/** The fields that an operation requires and a body lacks, by the operation's own schema. */
const lackingFields = async (services: Services) => {
  const all = await allSubmissions(services.groups);
  return ({ operation, body }: { operation: string; body: unknown }): string[] => {
    const request = all.find((one) => one.operation.id === operation)?.operation.request;
    const issues = request?.safeParse(body).error?.issues ?? [];
    return [...new Set(issues.map(({ path }) => path.join('.')))].toSorted();
  };
};

/** Most comparisons that one run of the schedule goes on with, and time that must be left for another one, in milliseconds. */
const MOST = 20;
const ONE_MS = 30_000;

/** Goes on with the comparisons that are due. A failure is that one's alone: it comes back in a minute. */
export const driveReconciliations: Scheduled = async (services, context) => {
  const { stores, log, metrics } = services;
  const due = await stores.reconciliation.dueReconciliations(services.now());
  for (const { accountId, id } of due.slice(0, MOST)) {
    if (context.getRemainingTimeInMillis() < ONE_MS) break;
    try {
      const one = await stores.reconciliation.getReconciliation(accountId, id);
      if (one) await driveReconciliation(services, one);
    } catch (error) {
      log.error('failed to go on with a comparison', { reconciliation: id, error: error as Error });
      measureDefect(metrics);
    }
  }
};
