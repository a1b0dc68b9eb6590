import { hasValidCheckDigits } from '../../../../shared/kernel/identifiers.ts';
import { ofApart } from '../compared.ts';
import { personsOf } from '../persons.ts';
import { questionsOf } from '../questions.ts';
import { type Answer, keyOfQuestion, type Reconciliation } from '../store/reconciliation-row.ts';
import type { WorkforceRow } from '../store/workforce-row.ts';
import { believedOn } from '../workforce.ts';
import { recordsIn } from './answers.ts';
import type { AccountQuestion } from './ask.ts';
import { placesOf, rowsOf } from './end.ts';

/** The questions of a comparison that have no answer yet. Pure functions. */

/** The key of a question about an account. */
export const keyOf = ({ regimen, ccc, question }: AccountQuestion): string =>
  keyOfQuestion(regimen + ccc, question);

/** Whether a question is asked now, for the first time or again. */
export const mayAsk = (before: Answer | undefined, now: Date): boolean =>
  !before || (before.state === 'waiting' && (before.again ?? '') <= now.toISOString());

/** The questions without an answer that can be asked by now, in the order of the workforce. */
export const openQuestions = (
  reconciliation: Reconciliation,
  rows: WorkforceRow[],
  answers: ReadonlyMap<string, Answer>,
): AccountQuestion[] => {
  const placeOf = placesOf(rows);
  const asked = reconciliation.accounts.flatMap((account) =>
    questionsOfAccount(reconciliation, account, { rows, answers }),
  );
  // A question about a worker in all accounts is asked once.
  const byKey = new Map<string, AccountQuestion>();
  for (const question of asked) {
    const key = keyOf(question);
    if (!byKey.has(key)) byKey.set(key, question);
  }
  const nameOfQuestion = ({ regimen, ccc, question }: AccountQuestion) => ({
    account: regimen + ccc,
    document: 'document' in question ? question.document : null,
  });
  return [...byKey.values()].toSorted((a, b) => placeOf(nameOfQuestion(a)) - placeOf(nameOfQuestion(b)));
};

const questionsOfAccount = (
  { apart = [], today, from, forImport, night }: Reconciliation,
  { regimen, ccc }: { regimen: string; ccc: string },
  { rows, answers }: { rows: WorkforceRow[]; answers: ReadonlyMap<string, Answer> },
): AccountQuestion[] => {
  const account = regimen + ccc;
  const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
  const records = recordsIn(account, [...answers.values()]);
  const withCno = new Set(
    personsOf(believed, records).flatMap(({ askedAs, believed: row }) =>
      row?.cno === undefined ? [] : [askedAs],
    ),
  );
  const numbers = new Map(
    [...believed, ...(records.registered ?? [])].flatMap(({ document, nss }) =>
      nss && hasValidCheckDigits('nss', nss, {}) ? [[document, nss] as const] : [],
    ),
  );
  const list = answers.get(keyOfQuestion(account, { about: 'registered' }))?.state;
  const mayBeNamed = list !== 'answered' && list !== 'failed';
  const questions = questionsOf({ from, today }, believed, records);
  return (forImport ? questions : ofApart(questions, account, apart)).flatMap(
    (question): AccountQuestion[] => {
      if (!('document' in question)) return [{ regimen, ccc, question, withCno: false }];
      const { document } = question;
      // Waits for TGSS's list, which has the number: without it, the list is read again for each worker.
      if (question.about === 'situation' && !numbers.has(document) && mayBeNamed) return [];
      // A comparison by hand also shows who has no occupation yet. A nightly comparison does not ask for it.
      const isOfCno = forImport === true || night === undefined || withCno.has(document);
      return [{ regimen, ccc, question, withCno: isOfCno, nss: numbers.get(document) }];
    },
  );
};
