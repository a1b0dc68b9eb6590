import { isDeepStrictEqual } from 'node:util';
import { type Believed, type Found, plainCode, registrationOf, type Situation } from './compare.ts';

/** Computes a workforce from the authorities' records. Pure functions; days and documents are as in `compare.ts`. */

/** A worker whose row is new or changes. */
export interface ImportedWorker {
  /** `undefined` if the workforce does not have the worker. */
  before: Believed | undefined;
  after: Believed;
  /** Whether the terms of the registration could not be read; then they stay as they were, or are absent. */
  isPartly: boolean;
}

/**
 * The workers of an account who are new or change. Registered workers are added with the terms that could be read, and workers who
 * are no longer registered get their last day. No worker is removed, and data that no authority shows stay as they were. If the
 * account's list could not be read, nothing changes.
 * @param today by the authorities' clock
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
      ? registeredRow(today, before, { ...listed, situation: fitting })
      : before && fitting && endedRow(today, before, fitting);
    if (!after || isDeepStrictEqual(withoutUndefined(before), withoutUndefined(after))) return [];
    return [{ before, after, isPartly: fitting === undefined }];
  });
};

/** Removes members that are `undefined`, which mean the same as absent ones. */
const withoutUndefined = (row: object | undefined): object =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== undefined));

/** Whether a row ended before a registration began, so that it says nothing about that registration. */
const isEarlier = ({ until }: Believed, since: string): boolean => until !== undefined && until < since;

/** The authority's terms, or the row's if the authority shows none or they mean the same. */
const termsOf = (kept: Partial<Believed>, shown: Situation | undefined): Partial<Believed> => {
  const { contract, coefficient, group, cno } = kept;
  if (!shown) return { contract, coefficient, group, cno };
  const code = (believed: string | undefined, found: string) =>
    found === '' || plainCode(believed) === plainCode(found) ? believed : found;
  const isSameTime = coefficient !== undefined && plainCode(coefficient) === plainCode(shown.coefficient);
  return {
    contract: code(contract, shown.contract),
    // The coefficient of full time is empty or zero.
    coefficient: isSameTime ? coefficient : shown.coefficient,
    group: code(group, shown.group),
    cno: code(cno, shown.cno),
  };
};

const registeredRow = (
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
  // A worker in the list has not left, so an end in the past is wrong.
  const ends = [situation?.until, kept.until].find((day) => day !== undefined && day >= today);
  return {
    document,
    nss: nss || situation?.nss || kept.nss,
    since,
    until: ends,
    ...termsOf(kept, situation),
  };
};

/** The row of a worker who is not in the list and whose last registration has ended. */
const endedRow = (today: string, before: Believed, situation: Situation): Believed | undefined => {
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
