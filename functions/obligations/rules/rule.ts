import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { afterNaturalDays, afterWorkingDays, NoCalendar } from '../../../shared/kernel/working-days.ts';
import type { Fact, FactKind } from '../../../shared/operation/fact.ts';

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
}

/**
 * A term: its first day, which decides whether the rule is valid, and its last day or its number of working days, which begin
 * on the day after.
 */
export type Term = { from: string; due: string } | WorkingDays;

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

/** A rule: facts that make something due, its term, and facts that close it. Texts are Spanish. */
export interface Rule {
  /** Lower case and hyphens; never changes. */
  id: string;
  /** The act that is due. */
  title: string;
  /** `issuer`: the issuer of a digital certificate. */
  authority: AuthorityName | 'inss' | 'issuer';
  /** Id of the operation that fulfils it, if there is one. */
  doneBy?: string;
  /** Subject of its facts. `owner`: the client company or the account that owns the certificates. */
  subject: SubjectKind;
  /** For rules about facts of an account: each obligation is about one worker. */
  eachWorker?: true;
  /** For rules about facts of an owner: each obligation is about one certificate holder. */
  eachHolder?: true;
  /** Law and article. */
  source: string;
  standing: Standing;
  /** Doubt about a part of it. */
  doubt?: string;
  /** How the term is counted. */
  term: string;
  /** The act that closes it. */
  closedBy: string;
  /** The cases in which it is not owed. */
  exceptions?: string;
  /** The consequences of being late. */
  late: string;
  /** The first and the last day from which its terms may be counted, whenever the causing fact happened. */
  valid: { from: string; until?: string };
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

/** Whether a rule is valid for a term that is counted from a day. */
export const isValidOn = ({ valid: { from, until } }: Pick<Rule, 'valid'>, day: string): boolean =>
  day >= from && (until === undefined || day <= until);

/** The day in Madrid on which a fact became known. */
export const knownOn = ({ at }: Pick<Fact, 'at'>): string => madridDay(new Date(at));

/**
 * The obligation that a fact causes. By default, `of` is the day of the fact, and it is open from the day on which the fact
 * became known.
 */
export const dueBy = (
  by: Fact,
  term: Term,
  { of = by.date, opens = knownOn(by) }: Partial<Pick<Trigger, 'of' | 'opens'>> = {},
): Trigger[] => [{ by, of, opens, term }];

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
  try {
    return afterWorkingDays(term.from, term.workingDays, local);
  } catch (error) {
    if (error instanceof NoCalendar) return undefined;
    throw error;
  }
};

/** Whether a fact is of one of these kinds. */
export const isOf = ({ kind }: Fact, ...kinds: FactKind[]): boolean => kinds.includes(kind);
