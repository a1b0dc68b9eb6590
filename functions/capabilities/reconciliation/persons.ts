import type { Believed, Records, Registered } from './facts.ts';

/**
 * Who is the same person in payroll's list and at the authorities. A registration is account, number and first day; document and name
 * are attributes of the person. Pure functions.
 */

/** A person of one contribution account. */
export interface Person {
  /** Under which differences name the person: payroll's document, if it has the person. */
  document: string;
  /** Under which authorities are asked about the person: TGSS's document, if its list has the person. */
  askedAs: string;
  /** Payroll's row. */
  believed: Believed | undefined;
  /** The person's entries in TGSS's list. */
  registered: readonly Registered[];
}

/** A number of the Seguridad Social for comparison; empty if it is not known. */
export const plainNss = (nss: string | undefined): string => (nss ?? '').replace(/^0+/, '');

/** Whether some rows name a document, or a number. */
export const identitiesOf = (
  rows: readonly Pick<Believed, 'document' | 'nss'>[],
): ((person: { documents: readonly string[]; nss: string | undefined }) => boolean) => {
  const documents = new Set(rows.map(({ document }) => document));
  const numbers = new Set(rows.map(({ nss }) => plainNss(nss)));
  numbers.delete('');
  return (person) =>
    numbers.has(plainNss(person.nss)) || person.documents.some((document) => documents.has(document));
};

/**
 * The persons of an account. A row and an entry of TGSS's list are one person if they have the same document; an entry without such a
 * row belongs to the first other row with its number. A contract names only a document.
 */
export const personsOf = (
  believed: readonly Believed[],
  { registered = [], contracts = [] }: Pick<Records, 'registered' | 'contracts'>,
): Person[] => {
  const listed = Map.groupBy(registered, ({ document }) => document);
  const take = (document: string | undefined): readonly Registered[] => {
    const entries = document === undefined ? undefined : listed.get(document);
    if (entries) listed.delete(document!);
    return entries ?? [];
  };
  const persons = believed.map((row): Person => {
    const { document } = row;
    return { document, askedAs: document, believed: row, registered: take(document) };
  });
  const byNumber = new Map(registered.map(({ nss, document }) => [plainNss(nss), document]));
  byNumber.delete('');
  const matched = persons.map((person): Person => {
    const other = person.registered.length > 0 ? undefined : byNumber.get(plainNss(person.believed!.nss));
    const entries = take(other);
    return entries.length > 0 ? { ...person, askedAs: other!, registered: entries } : person;
  });
  const matchedDocuments = new Set(matched.flatMap(({ document, askedAs }) => [document, askedAs]));
  const others = [...listed.keys(), ...contracts.map(({ document }) => document)];
  return [
    ...matched,
    ...[...new Set(others)]
      .filter((document) => !matchedDocuments.has(document))
      .map((document) => ({ document, askedAs: document, believed: undefined, registered: take(document) })),
  ];
};
