import { isDeepStrictEqual } from 'node:util';
import { firstNamesFirst } from '../../../../shared/kernel/text.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { allSubmissions } from '../../batches/rows/submissions.ts';
import { type Believed, compareAccount, type Found, type Mends, type OfCompany } from '../compare.ts';
import { apartText } from '../compared.ts';
import { keyedIn } from '../open.ts';
import { type Person, personsOf } from '../persons.ts';
import { newSince, openIn, seenAfter } from '../since.ts';
import {
  type Answer,
  keyOfQuestion,
  nameOf,
  packed,
  type Reconciliation,
  type ReconciliationResult,
  seenIn,
} from '../store/reconciliation-row.ts';
import type { WorkforceRow } from '../store/workforce-row.ts';
import { believedOn } from '../workforce.ts';
import { foundIn } from './answers.ts';

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
): ((of: { account: string; document: string | null }) => number) => {
  const places = new Map(rows.map((row, place) => [nameOf(row), place]));
  return (of) => places.get(nameOf(of)) ?? -1;
};

/** An account of a comparison, with its rows and answers. */
interface OfAccount {
  account: string;
  regimen: string;
  ccc: string;
  believed: Believed[];
  found: Found;
}

/** Compares. A worker whose row changed meanwhile is not compared, because answers before and after may not fit together. */
const resultOf = async (
  services: Services,
  { accountId, company, accounts, apart = [], cif, from, today, forImport }: Reconciliation,
  { rows, answers }: { rows: readonly WorkforceRow[]; answers: Answer[] },
): Promise<ReconciliationResult> => {
  const now = await services.stores.reconciliation.listWorkforce(accountId, company);
  const [before, after] = [rows, now].map((all) => new Map(all.map((row) => [nameOf(row), row])));
  const isOther = (name: string) => !isDeepStrictEqual(before!.get(name), after!.get(name));
  const changed = new Set([...before!.keys(), ...after!.keys()].filter(isOther));
  const lacksOf = await missingFieldsOf(services);
  const placeOf = placesOf(rows);
  const all = accounts.map(({ regimen, ccc }): OfAccount => {
    const account = regimen + ccc;
    const believed = rowsOf(rows, account).map((row) => believedOn(row, today));
    return { account, regimen, ccc, believed, found: foundIn(account, answers) };
  });
  const whole: OfCompany = {
    listed: [...rows, ...now],
    registered: all.flatMap(({ found }) => found.registered ?? []),
  };
  const each = all.map(({ account, regimen, ccc, believed, found }): ReconciliationResult => {
    const because = apart.find((one) => one.account === account)?.because;
    if (because && !forImport) return notCompared(account, because, { answers, found });
    const compared = compareAccount({ regimen, ccc, cif, from, today }, believed, found, whole);
    const persons = new Map(personsOf(believed, found).map((person) => [person.document, person]));
    const isChanged = ({ document }: { document: string | null }) =>
      changed.has(nameOf({ account, document }));
    // A list for an import may not exist yet, or say too little: nothing is a difference from it.
    const differences = because ? [] : compared.differences;
    const meanwhile = [...new Set(differences.filter(isChanged).map(({ document }) => document))];
    const nameOfPerson = (document: string | null) => document && personName(persons.get(document));
    return {
      differences: differences
        .filter((one) => !isChanged(one))
        .map((one) => ({ ...one, account, lacks: lacksOf(one.mends) })),
      notCompared: [
        ...compared.notCompared.map((one) => ({
          ...one,
          account,
          name: nameOfPerson(one.document),
          because: reasonFor(answers, account, one.about, persons.get(one.document ?? '')?.askedAs ?? null),
        })),
        ...meanwhile.map((document) => ({
          about: 'situation' as const,
          document,
          account,
          name: nameOfPerson(document),
          because: CHANGED,
        })),
      ],
    };
  });
  return {
    differences: each.flatMap(({ differences }) => differences),
    // The next night begins with these, in this order.
    notCompared: each
      .flatMap((one) => one.notCompared)
      .toSorted((one, other) => placeOf(one) - placeOf(other)),
  };
};

/** The result for an account about which the list says too little. */
const notCompared = (
  account: string,
  because: NonNullable<Reconciliation['apart']>[number]['because'],
  { answers, found }: { answers: Answer[]; found: Found },
): ReconciliationResult => {
  const gap = (text: string) => ({
    differences: [],
    notCompared: [{ about: 'registered' as const, document: null, name: null, account, because: text }],
  });
  if (because !== 'nobody') return gap(apartText(because));
  const { registered } = found;
  if (!registered) return gap(reasonFor(answers, account, 'registered', null));
  // Both have nobody.
  return registered.length === 0
    ? { differences: [], notCompared: [] }
    : gap(apartText(because, registered.length));
};

const personName = (person: Person | undefined): string | null => {
  const shown = person?.registered[0]?.name;
  return shown ? firstNamesFirst(shown) : (person?.believed?.name ?? null);
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
  const differences = keyed.map((one) => {
    const { key: _, ...difference } = one;
    return { ...difference, ...(fresh.has(one) && { isNew: true as const }) };
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
  return (mends: Mends | null): string[] => {
    if (!mends) return [];
    const request = all.find((one) => one.operation.id === mends.operation)?.operation.request;
    const issues = request?.safeParse(mends.body).error?.issues ?? [];
    return [...new Set(issues.map(({ path }) => path.join('.')))].toSorted();
  };
};
