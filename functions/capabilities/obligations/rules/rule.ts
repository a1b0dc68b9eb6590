import type { AuthorityName } from '../../../../shared/kernel/errors.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { afterNaturalDays, afterWorkingDays, NoCalendar } from '../../../../shared/kernel/working-days.ts';
import type { Fact, FactKind } from '../../../../shared/operation/fact.ts';

/**
 * How well a rule is known: `confirmed`, its source was read; `toCheck`, it still has to be read in the BOE; `inferred`, it
 * follows from other rules.
 */
export type Standing = 'confirmed' | 'toCheck' | 'inferred';

/** An obligation that a fact causes. */
export interface Trigger {
  /** The fact that makes it due. */
  by: Fact;
  /** The day or month that distinguishes it from others of the same rule, worker and employer. */
  of: string;
  /** Until this day it is only planned. */
  opens: string;
  term: Term;
  /** Doubt about whether it is owed, which other facts give. Spanish. */
  doubt?: string | undefined;
}

/**
 * A term: its first day, which decides whether the rule is valid, and its last day or its number of working days, which begin
 * on the day after.
 */
export type Term = { from: string; due: string } | WorkingDays | UnknownTerm;

/** A term of which only the first day is known. */
export interface UnknownTerm {
  from: string;
}

/** A term of working days, which begins on the day after. */
export interface WorkingDays {
  from: string;
  workingDays: number;
}

/** A term of natural days, which begins on the day after `from`. A negative number ends before that day. */
export const naturalDays = (from: string, count: number): Term => ({
  from,
  due: afterNaturalDays(from, count),
});

/** Facts of a worker, or of a contribution account, that still hold. Removed facts are only passed as triggers. */
export type Facts = readonly Fact[];

/** Subjects whose facts are stored together. Obligations follow from the facts of one subject alone. */
export const SUBJECT_KINDS = ['worker', 'account', 'owner', 'notification'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/**
 * A rule as it stands for the events of some days: its norm, and how well that is known. Texts are Spanish. A rule whose norm
 * has changed has a version for the events before and one for those after.
 */
export interface Version {
  /** The first and the last day from which its terms may be counted, whenever the causing fact happened. */
  valid: { from: string; until?: string };
  /** The schemes (régimen, 4 digits) to which alone it applies; all, if absent. Such a version goes before the general one. */
  schemes?: readonly string[];
  /** Law and article. */
  source: string;
  standing: Standing;
  /** Where the norm was read, and the day, `YYYY-MM-DD`. */
  read: string;
  checked: string;
  /** Doubt about its last day, or about whether it is owed. It is shown next to the day. */
  doubt?: string;
  /** The doubt does not concern the time after the last day: what is not done by then is late. */
  isLateForCertain?: true;
  /** How the term is counted. */
  term: string;
}

/** A rule: facts that make something due, its term, and facts that close it. Texts are Spanish. */
export interface Rule {
  /** Lower case and hyphens; never changes. */
  id: string;
  /** The act that is due. */
  title: string;
  /** `issuer`: the issuer of a digital certificate; `labour`: the ministry of labour. */
  authority: AuthorityName | 'inss' | 'issuer' | 'labour';
  /** Id of the operation that fulfils it, if there is one. */
  doneBy?: string;
  /** Subject of its facts. `owner`: the client company or the account that owns the certificates. */
  subject: SubjectKind;
  /** For rules about facts of an account: each obligation is about one worker. */
  eachWorker?: true;
  /** For rules about facts of an owner: each obligation is about one certificate holder. */
  eachHolder?: true;
  /** Its versions. If there are several, `of` of a trigger is the day of the event, by which they are chosen. */
  versions: readonly [Version, ...Version[]];
  /** The act that closes it. */
  closedBy: string;
  /** The cases in which it is not owed. */
  exceptions?: string;
  /** The consequences of being late. */
  late: string;
  /** The family of its events; `obligation` by default. */
  events?: 'notification';
  /** Natural days before the due day from which it is near; 3 by default. */
  nearDays?: number;
  /** Rules of the same worker whose obligations must be closed first. */
  after?: string[];
  /**
   * The obligations that one fact causes.
   * @param facts the facts that still hold; `fact` is not among them if it was removed
   * @param today for monthly obligations
   */
  triggers(fact: Fact, facts: Facts, today: string): Trigger[];
  /** Whether a fact that holds closes it. */
  closes(fact: Fact, trigger: Trigger): boolean;
  /** A warning for a fact that closes the obligation, if it is late or early by its own dates. */
  warns?(fact: Fact): string | undefined;
}

/** Rules hold for terms that are counted from this day on. Earlier years have no table, and their norms were not read. */
export const VALID = { from: '2025-01-01' } as const;

/** Whether a version is valid for a term that is counted from a day. */
const isValidOn = ({ valid: { from, until } }: Version, day: string): boolean =>
  day >= from && (until === undefined || day <= until);

/** The scheme of a fact; `undefined` if its contribution account is not known. */
const schemeOf = ({ account }: Pick<Fact, 'account'>): string | undefined => account?.slice(0, 4);

/**
 * The version of a rule for a term that is counted from a day. `undefined` if the rule has none for such a day.
 * @param by the fact that makes it due; if its account is not known, no version for single schemes applies
 */
export const versionOn = <V extends Version>(
  versions: readonly V[],
  day: string,
  by: Pick<Fact, 'account'>,
): V | undefined => {
  const scheme = schemeOf(by);
  return versions.find(
    (one) => isValidOn(one, day) && (!one.schemes || (scheme !== undefined && one.schemes.includes(scheme))),
  );
};

/** The day in Madrid on which a fact became known. */
export const knownOn = ({ at }: Pick<Fact, 'at'>): string => madridDay(new Date(at));

/**
 * The obligation that a fact causes. By default, `of` is the day of the fact, and it is open from the day on which the fact
 * became known.
 */
export const dueBy = (
  by: Fact,
  term: Term,
  { of = by.date, opens = knownOn(by), doubt }: Partial<Pick<Trigger, 'of' | 'opens' | 'doubt'>> = {},
): Trigger[] => [{ by, of, opens, term, doubt }];

/** The earlier of two days. */
export const earlier = (one: string, other: string): string => (one < other ? one : other);

/** The later of two days. */
export const later = (one: string, other: string): string => (one > other ? one : other);

/** A day in Spanish notation, such as 31/12/2026. */
export const spanishDay = (day: string): string => day.split('-').toReversed().join('/');

/**
 * The last day of a term; `undefined` if it is in a year without calendar, because it is never guessed.
 * @param local further holidays, for display only: they never move the due day
 */
export const lastDayOf = (term: Term, local: ReadonlySet<string> = new Set()): string | undefined => {
  if ('due' in term) return term.due;
  if (!('workingDays' in term)) return undefined;
  try {
    return afterWorkingDays(term.from, term.workingDays, local);
  } catch (error) {
    if (error instanceof NoCalendar) return undefined;
    throw error;
  }
};

/** Whether a fact is of one of these kinds. */
export const isOf = ({ kind }: Fact, ...kinds: FactKind[]): boolean => kinds.includes(kind);
