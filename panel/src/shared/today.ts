import type { ComponentChildren } from 'preact';
import type { Gateway } from '../../../client/src/client.ts';
import type { Session } from '../session.ts';
import type { Loaded } from './context.ts';
import type { Tone } from './words.ts';

/** What the page Hoy is made of: the gateway and each capability have parts of it. */

/** The most elements of a list that the page Hoy reads. An office with more to do begins with these. */
export const MOST = 200;

/** The note under a list that may be longer than shown. */
export const CUT = { at: MOST, says: `Hay más: aquí se ven los ${MOST} primeros.` };

/** Something that Hoy asks for, of one company or of all. */
export interface Ask<T> {
  read(gateway: Gateway, company?: number): Promise<T>;
  /** Whether it is the same whatever company is chosen. */
  isOfAll?: true;
}

/** Asks for something of Hoy. */
export type AskToday = <T>(ask: Ask<T>, company?: number) => Promise<T>;

/** What Hoy has received, or is waiting for. */
export type LoadedOf = <T>(ask: Ask<T>) => Loaded<T>;

/** The texts of a count: for one thing, and what follows a higher number. */
export type Texts = [one: string, several: string];

/** What waits in a section of Hoy. */
export interface Counted {
  /** Where it stands in the line of counts, which is sorted by this number. */
  place: number;
  section: string;
  /** How many things; `undefined` if they could not be read. */
  count: number | undefined;
  texts: Texts;
  tone: Tone;
}

/** A section of Hoy. */
export interface TodayPart {
  /** Where it stands on the page: sections are sorted by this number. */
  place: number;
  /** What must be known before it is shown. */
  needs: Ask<unknown>[];
  show(of: LoadedOf): ComponentChildren;
  counts?(of: LoadedOf, session: Session): Counted[];
  /** What it adds to the message about an authority that is down. */
  inOutage?(authority: string, of: LoadedOf): ComponentChildren;
}

/**
 * Asks for everything at once, for all companies, if Hoy is the first page, so that it does not wait for the person's data. Later
 * each is asked for when it is needed.
 * @param first what Hoy asks for if it is the first page, the most urgent first, because a browser makes only a few requests at a
 * time; empty for another page
 */
export const beginToday = (gateway: Gateway, first: readonly Ask<unknown>[]): AskToday => {
  const begun = new Map<Ask<unknown>, Promise<unknown>>();
  for (const ask of first) {
    const answer = ask.read(gateway);
    // The caller that takes the promise handles its failure.
    answer.catch(() => {});
    begun.set(ask, answer);
  }
  return <T>(ask: Ask<T>, company?: number) => {
    const before = company === undefined ? begun.get(ask) : undefined;
    begun.delete(ask);
    return (before as Promise<T> | undefined) ?? ask.read(gateway, company);
  };
};
