import { isDeepStrictEqual } from 'node:util';
import { type Believed, type Found, plainCode, registrationOf, type Situation } from './compare.ts';

/** Computes a workforce from the records of the authorities. No input or output; days and documents are as in `compare.ts`. */

/** A worker whose row is new, or changes. */
export interface ImportedWorker {
  /** `undefined` where the workforce does not have the worker. */
  before: Believed | undefined;
  after: Believed;
  /** Whether the terms of the registration could not be read: these stay as they were, or are not said. */
  isPartly: boolean;
}

/**
 * The workers of an account who are new, or change. Who is registered comes in, with what was read of the registration; who is
 * no longer registered gets the last day. No worker is taken out, and what an authority does not show stays as it was. Of an account
 * whose list could not be read nothing changes.
 * @param today by the clock of the authorities
 */
export const importedIn = (today: string, believed: readonly Believed[], found: Found): ImportedWorker[] => {
  if (!found.registered) return [];
  const rows = new Map(believed.map((row) => [row.document, row]));
  const documents = new Set([...rows.keys(), ...found.registered.map(({ document }) => document)]);
  return [...documents].flatMap((document): ImportedWorker[] => {
    const before = rows.get(document);
    const listed = registrationOf(found.registered, document, { since: before?.since, today });
    const situation = found.situations.get(document) ?? undefined;
    const fitting =
      situation && situation.since === (listed?.since ?? situation.since) ? situation : undefined;
    const after = listed
      ? registeredAs(today, before, { ...listed, situation: fitting })
      : before && fitting && leftAs(today, before, fitting);
    if (!after || isDeepStrictEqual(withoutGaps(before), withoutGaps(after))) return [];
    return [{ before, after, isPartly: fitting === undefined }];
  });
};

/** Members that are absent and members that are `undefined` mean the same. */
const withoutGaps = (row: object | undefined): object =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== undefined));

/** Whether a row ended before a registration began: then it says nothing about that registration. */
const isEarlier = ({ until }: Believed, since: string): boolean => until !== undefined && until < since;

/** Terms as an authority shows them, unless it shows none or they mean the same. */
const termsOf = (kept: Partial<Believed>, shown: Situation | undefined): Partial<Believed> => {
  const { contract, coefficient, group, cno } = kept;
  if (!shown) return { contract, coefficient, group, cno };
  const code = (believed: string | undefined, found: string) =>
    found === '' || plainCode(believed) === plainCode(found) ? believed : found;
  const isSameTime = coefficient !== undefined && plainCode(coefficient) === plainCode(shown.coefficient);
  return {
    contract: code(contract, shown.contract),
    // Full time has none, or zero.
    coefficient: isSameTime ? coefficient : shown.coefficient,
    group: code(group, shown.group),
    cno: code(cno, shown.cno),
  };
};

const registeredAs = (
  today: string,
  before: Believed | undefined,
  {
    document,
    nss,
    since,
    situation,
  }: { document: string; nss: string; since: string; situation: Situation | undefined },
): Believed => {
  const kept: Partial<Believed> = before && !isEarlier(before, since) ? before : {};
  // Of who is in the list, an end in the past is none.
  const ends = [situation?.until, kept.until].find((day) => day !== undefined && day >= today);
  return {
    document,
    nss: nss || situation?.nss || kept.nss,
    since,
    until: ends,
    ...termsOf(kept, situation),
  };
};

/** A worker whom the list does not have, and whose last registration has ended. */
const leftAs = (today: string, before: Believed, situation: Situation): Believed | undefined => {
  const { since, until, nss } = situation;
  if (until === '' || until > today || since < before.since || isEarlier(before, since)) return undefined;
  return {
    document: before.document,
    nss: nss || before.nss,
    since,
    until,
    ...termsOf(before, situation),
  };
};
