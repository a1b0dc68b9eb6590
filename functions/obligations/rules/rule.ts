import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { afterNaturalDays, afterWorkingDays, NoCalendar } from '../../../shared/kernel/working-days.ts';
import type { Fact, FactKind } from '../../../shared/operation/fact.ts';

/** How well a rule is known: its source was read; it is known, but still to be read in the BOE; it follows from others. */
export type Standing = 'confirmed' | 'toCheck' | 'inferred';

/** An obligation that a fact causes. */
export interface Trigger {
  /** The fact that makes it due. */
  by: Fact;
  /** The day or month that tells it apart from others of the same rule, worker and employer. */
  of: string;
  /** Before this day it is only planned. */
  opens: string;
  term: Term;
}

/**
 * A term: its first day, which decides whether the rule is valid, and its last day or its number of working days,
 * which begin on the day after.
 */
export type Term = { from: string; due: string } | WorkingDays;

/** A term of working days, which begins on the day after. */
export interface WorkingDays {
  from: string;
  workingDays: number;
}

/** A term of so many natural days, which begins on the day after; negative if it ends before a day. */
export const naturalDays = (from: string, count: number): Term => ({
  from,
  due: afterNaturalDays(from, count),
});

/**
 * Facts of a worker, or of a contribution account, that still hold. Those that were removed are only looked at as
 * triggers.
 */
export type Facts = readonly Fact[];

/** Subjects whose facts are stored together: obligations follow from the facts of one subject alone. */
export const SUBJECT_KINDS = ['worker', 'account', 'owner', 'notification'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** A rule: facts that make something due, its term, and facts that close it. Texts are Spanish. */
export interface Rule {
  /** Lower case and hyphens; never changes. */
  id: string;
  /** The thing to do. */
  title: string;
  /** `issuer`: who issued a digital certificate. */
  authority: AuthorityName | 'inss' | 'issuer';
  /** Id of the operation with which it is fulfilled, if one does it. */
  doneBy?: string;
  /** Subject of its facts. `owner`: the client company or the account that owns the certificates. */
  subject: SubjectKind;
  /** For rules on facts of an account: each obligation is about one worker. */
  eachWorker?: true;
  /** For rules on facts of an owner: each obligation is about one holder of certificates. */
  eachHolder?: true;
  /** Law and article. */
  source: string;
  standing: Standing;
  /** A part of it that is not certain. */
  doubt?: string;
  /** How the term is counted. */
  term: string;
  /** The act that closes it. */
  closedBy: string;
  /** When it is not owed. */
  exceptions?: string;
  /** The consequences of being late. */
  late: string;
  /** The first and last day from which its terms may be counted, whenever the causing fact happened. */
  valid: { from: string; until?: string };
  /** The family of its events; `obligation` by default. */
  events?: 'notification';
  /** Natural days before the due day from which it is near; 3 by default. */
  nearDays?: number;
  /** Rules of the same worker that must be closed before it can be. */
  after?: string[];
  /**
   * Obligations because of one fact.
   * @param facts those that hold, and the fact itself
   * @param today for obligations of each month
   */
  triggers(fact: Fact, facts: Facts, today: string): Trigger[];
  /** Whether a fact that holds closes it. */
  closes(fact: Fact, trigger: Trigger): boolean;
  /** A warning for a fact that closes the obligation, by the fact's own dates: it may be late or early. */
  warns?(fact: Fact): string | undefined;
}

/** Rules hold for terms that are counted from here on: earlier years have no table, and nothing of them was read. */
export const VALID = { from: '2025-01-01' } as const;

/** Whether a rule is valid for a term that is counted from a day. */
export const isValidOn = ({ valid: { from, until } }: Pick<Rule, 'valid'>, day: string): boolean =>
  day >= from && (until === undefined || day <= until);

/** The day in Madrid on which a fact became known. */
export const knownOn = ({ at }: Pick<Fact, 'at'>): string => madridDay(new Date(at));

/**
 * Something is due because of a fact: `of` the day of the fact and open from the day on which it became known, unless a rule
 * says otherwise.
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

/** A day as people in Spain write it. */
export const spanishDay = (day: string): string => day.split('-').toReversed().join('/');

/**
 * The last day of a term; `undefined` where it lies in a year without calendar, since it is never guessed.
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
