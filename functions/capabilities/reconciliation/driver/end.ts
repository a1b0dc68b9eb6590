import { isDeepStrictEqual } from 'node:util';
import { firstNamesFirst } from '../../../../shared/kernel/text.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { allSubmissions } from '../../batches/rows/submissions.ts';
import { compareAccount } from '../compare.ts';
import { apartText, whyApart } from '../compared.ts';
import type { Mends } from '../difference.ts';
import type { Believed, OfCompany, Records } from '../facts.ts';
import { keyedIn } from '../open.ts';
import { type Person, personsOf } from '../persons.ts';
import { newSince, openIn, seenAfter } from '../since.ts';
import {
  type Answer,
  type Apart,
  keyOfQuestion,
  nameOf,
  packed,
  type Reconciliation,
  type ReconciliationResult,
  seenIn,
} from '../store/reconciliation-row.ts';
import type { WorkforceRow } from '../store/workforce-row.ts';
import { believedOn } from '../workforce.ts';
import { recordsIn } from './answers.ts';

/** What a comparison found, at its end and after an import. */

const CHANGED = 'La plantilla cambió mientras se comparaba.';
const NOT_SHOWN = 'Lo que responde el organismo no lo muestra.';
/** Why something was not asked. Spanish. */
export const TOO_LONG = 'No se pudo consultar todo a tiempo.';

/** The rows of an account. */
export const rowsOf = (rows: readonly WorkforceRow[], account: string): WorkforceRow[] =>
  rows.filter((row) => row.account === account);

/** A worker's position in the workforce; whole accounts and unknown workers come first. */
export const placesOf = (
  rows: readonly WorkforceRow[],
): ((worker: { account: string; document: string | null }) => number) => {
  const places = new Map(rows.map((row, place) => [nameOf(row), place]));
  return (worker) => places.get(nameOf(worker)) ?? -1;
};

/** An account of a comparison, with its rows and what the authorities have of it. */
interface AccountSides {
  account: string;
  regimen: string;
  ccc: string;
  believed: Believed[];
  records: Records;
}

/** What the accounts of a comparison have in common. */
interface Ending {
  reconciliation: Reconciliation;
  answers: readonly Answer[];
  company: OfCompany;
  /** Names of the workers whose rows changed since the comparison began. */
  changed: ReadonlySet<string>;
  /** The required fields that a filing lacks. */
  missingIn(mends: Mends | null): string[];
}

/** Compares. A worker whose row changed meanwhile is not compared, because answers before and after may not fit together. */
const resultOf = async (
  services: Services,
  reconciliation: Reconciliation,
  { rows, answers }: { rows: readonly WorkforceRow[]; answers: Answer[] },
): Promise<ReconciliationResult> => {
  const { accountId, company, accounts, today } = reconciliation;
  const rowsNow = await services.stores.reconciliation.listWorkforce(accountId, company);
  const missingIn = await missingFieldsOf(services);
  const placeOf = placesOf(rows);
  const sides = accounts.map(({ regimen, ccc }): AccountSides => {
    const account = regimen + ccc;
    const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
    return { account, regimen, ccc, believed, records: recordsIn(account, answers) };
  });
  const ending: Ending = {
    reconciliation,
    answers,
    changed: changedBetween(rows, rowsNow),
    missingIn,
    company: {
      listed: [...rows, ...rowsNow],
      registered: sides.flatMap(({ records }) => records.registered ?? []),
    },
  };
  const results = sides.map((account) => resultOfAccount(account, ending));
  return {
    differences: results.flatMap(({ differences }) => differences),
    // The next night begins with these, in this order.
    notCompared: results
      .flatMap(({ notCompared }) => notCompared)
      .toSorted((a, b) => placeOf(a) - placeOf(b)),
  };
};

/** Names of the workers whose rows differ. */
const changedBetween = (
  rows: readonly WorkforceRow[],
  rowsNow: readonly WorkforceRow[],
): ReadonlySet<string> => {
  const before = new Map(rows.map((row) => [nameOf(row), row]));
  const after = new Map(rowsNow.map((row) => [nameOf(row), row]));
  const isOther = (name: string) => !isDeepStrictEqual(before.get(name), after.get(name));
  return new Set([...before.keys(), ...after.keys()].filter(isOther));
};

const resultOfAccount = (
  { account, regimen, ccc, believed, records }: AccountSides,
  { reconciliation, answers, company, changed, missingIn }: Ending,
): ReconciliationResult => {
  const { apart = [], cif, from, today, forImport } = reconciliation;
  const because = whyApart(apart, account);
  if (because && !forImport) return notCompared(account, because, { answers, records });
  const compared = compareAccount({ regimen, ccc, cif, from, today }, believed, records, company);
  const persons = new Map(personsOf(believed, records).map((person) => [person.document, person]));
  const isChanged = ({ document }: { document: string | null }) => changed.has(nameOf({ account, document }));
  // A list for an import may not exist yet, or say too little: nothing is a difference from it.
  const differences = because ? [] : compared.differences;
  const changedDocuments = new Set(differences.filter(isChanged).map(({ document }) => document));
  const nameOfPerson = (document: string | null) => document && personName(persons.get(document));
  return {
    differences: differences
      .filter((difference) => !isChanged(difference))
      .map((difference) => ({ ...difference, account, lacks: missingIn(difference.mends) })),
    notCompared: [
      ...compared.notCompared.map(({ about, document }) => ({
        about,
        document,
        account,
        name: nameOfPerson(document),
        because: reasonFor(answers, account, about, persons.get(document ?? '')?.askedAs ?? null),
      })),
      ...[...changedDocuments].map((document) => ({
        about: 'situation' as const,
        document,
        account,
        name: nameOfPerson(document),
        because: CHANGED,
      })),
    ],
  };
};

/** The result for an account about which the list says too little. */
const notCompared = (
  account: string,
  because: Apart['because'],
  { answers, records: { registered } }: { answers: readonly Answer[]; records: Records },
): ReconciliationResult => {
  const gap = (text: string) => ({
    differences: [],
    notCompared: [{ about: 'registered' as const, document: null, name: null, account, because: text }],
  });
  if (because !== 'nobody') return gap(apartText(because));
  if (!registered) return gap(reasonFor(answers, account, 'registered', null));
  // Neither side has a worker.
  return registered.length === 0
    ? { differences: [], notCompared: [] }
    : gap(apartText(because, registered.length));
};

const personName = (person: Person | undefined): string | null => {
  const ofTgss = person?.registered[0]?.name;
  return ofTgss ? firstNamesFirst(ofTgss) : (person?.believed?.name ?? null);
};

/** The result to store, and the accounts that a person has to look at; for a nightly comparison, with the new differences. */
export const endOf = async (
  services: Services,
  reconciliation: Reconciliation,
  compared: { rows: readonly WorkforceRow[]; answers: Answer[] },
): Promise<Partial<Reconciliation> & { open: string[] }> => {
  const result = await resultOf(services, reconciliation, compared);
  const { accountId, night, before } = reconciliation;
  const [{ keyed, accepted }, last] = await Promise.all([
    keyedIn(services, reconciliation, result),
    before === undefined ? undefined : services.stores.reconciliation.getReconciliation(accountId, before),
  ]);
  const open = openIn({ differences: keyed, notCompared: result.notCompared }, accepted);
  if (night === undefined) return { result: packed(result), open };
  const seen = last ? seenIn(last) : [];
  const fresh = new Set(newSince(keyed, seen, accepted));
  const differences = keyed.map((withKey) => {
    const { key: _, ...difference } = withKey;
    return { ...difference, ...(fresh.has(withKey) && { isNew: true as const }) };
  });
  return {
    open,
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

/** Why something was not compared. @param document under which it was asked */
const reasonFor = (
  answers: readonly Answer[],
  account: string,
  about: Answer['about'],
  document: string | null,
): string => {
  const question = document === null ? { about } : { about, document };
  const key = keyOfQuestion(account, question as never);
  const asked = answers.find((answer) => answer.key === key);
  return asked?.message ?? (asked?.state === 'answered' ? NOT_SHOWN : TOO_LONG);
};

/** Returns a function for the required fields that a body lacks, by the operation's own schema. */
const missingFieldsOf = async (services: Services) => {
  const all = await allSubmissions(await services.loadGroups?.());
  return (mends: Mends | null): string[] => {
    if (!mends) return [];
    const request = all.find(({ operation }) => operation.id === mends.operation)?.operation.request;
    const issues = request?.safeParse(mends.body).error?.issues ?? [];
    return [...new Set(issues.map(({ path }) => path.join('.')))].toSorted();
  };
};
