import { isDeepStrictEqual } from 'node:util';
import { firstNamesFirst } from '../../../shared/kernel/text.ts';
import { isOtherName } from '../batches/rows/other-name.ts';
import { plainCode, registrationOf } from './compare-worker.ts';
import type { Believed, Records, Registered, Situation } from './facts.ts';
import { identitiesOf, personsOf } from './persons.ts';

/** Computes a workforce from the authorities' records. Pure functions; days and documents are as in `facts.ts`. */

/** A worker whose row is new or changes. `before` may have another document: then the new row replaces it. */
export interface ImportedWorker {
  /** `undefined` if the workforce does not have the worker. */
  before: Believed | undefined;
  after: Believed;
  /** Whether the terms of the registration could not be read; then they stay as they were, or are absent. */
  isPartly: boolean;
}

/**
 * The workers of an account who are new or change. Registered workers are added with the terms that could be read, and workers who
 * are no longer registered get their last day. No worker is removed, no worker is added whose number a row has already, and data that no
 * authority shows stay as they were. If the account's list could not be read, nothing changes.
 * @param today by the authorities' clock
 */
export const importedIn = (
  today: string,
  believed: readonly Believed[],
  records: Records,
): ImportedWorker[] => {
  if (!records.registered) return [];
  const persons = personsOf(believed, records);
  // A wrong number of a row is corrected by the same import.
  const isNamed = identitiesOf(
    persons.flatMap(({ believed: row, registered: [listed] }) =>
      row ? [{ document: row.document, nss: listed?.nss || row.nss }] : [],
    ),
  );
  return persons.flatMap(({ askedAs, believed: before, registered }): ImportedWorker[] => {
    const listed = registrationOf(registered, { since: before?.since, today });
    if (!before && listed && isNamed({ documents: [askedAs], nss: listed.nss })) return [];
    const situation = records.situations.get(askedAs) ?? undefined;
    const fitting =
      situation && situation.since === (listed?.since ?? situation.since) ? situation : undefined;
    const after = listed
      ? registeredRow(today, before, { ...listed, situation: fitting })
      : before && fitting && endedRow(today, before, fitting);
    if (!after || isDeepStrictEqual(withoutUndefined(before ?? {}), withoutUndefined(after))) return [];
    return [{ before, after, isPartly: fitting === undefined }];
  });
};

/** The name of a row: as it is, unless the authority shows another one. */
const nameFrom = (before: Believed | undefined, ofTgss: string | undefined): string | undefined => {
  const isOther = !before || (before.name && ofTgss && isOtherName(before.name, ofTgss));
  return isOther && ofTgss ? firstNamesFirst(ofTgss) : before?.name;
};

/** Removes members that are `undefined`, which mean the same as absent ones. */
export const withoutUndefined = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;

/** Whether a row ended before a registration began, so that it says nothing about that registration. */
const isEarlier = ({ until }: Believed, since: string): boolean => until !== undefined && until < since;

/** The authority's terms, or the row's if the authority shows none or they mean the same. */
const termsOf = (kept: Partial<Believed>, situation: Situation | undefined): Partial<Believed> => {
  const { contract, coefficient, group, cno } = kept;
  if (!situation) return { contract, coefficient, group, cno };
  const code = (believed: string | undefined, ofTgss: string) =>
    ofTgss === '' || plainCode(believed) === plainCode(ofTgss) ? believed : ofTgss;
  const isSameTime = coefficient !== undefined && plainCode(coefficient) === plainCode(situation.coefficient);
  return {
    contract: code(contract, situation.contract),
    // The coefficient of full time is empty or zero.
    coefficient: isSameTime ? coefficient : situation.coefficient,
    group: code(group, situation.group),
    cno: code(cno, situation.cno),
  };
};

const registeredRow = (
  today: string,
  before: Believed | undefined,
  { document, nss, name, since, situation }: Registered & { situation: Situation | undefined },
): Believed => {
  const kept: Partial<Believed> = before && !isEarlier(before, since) ? before : {};
  // A worker in the list has not left, so an end in the past is wrong.
  const ends = [situation?.until, kept.until].find((day) => day !== undefined && day >= today);
  return {
    document,
    nss: nss || situation?.nss || kept.nss,
    name: nameFrom(before, name ?? situation?.name),
    since,
    until: ends,
    ...termsOf(kept, situation),
  };
};

/** The row of a worker who is not in the list and whose last registration has ended. */
const endedRow = (today: string, before: Believed, situation: Situation): Believed | undefined => {
  const { since, until, nss, name } = situation;
  if (until === '' || until > today || since < before.since || isEarlier(before, since)) return undefined;
  return {
    document: before.document,
    nss: nss || before.nss,
    name: nameFrom(before, name),
    since,
    until,
    ...termsOf(before, situation),
  };
};
