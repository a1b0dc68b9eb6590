/** The stays in an account: a worker's, and who is in it, comes into it, or has left it. */

import type { IsoDate } from '../calendar.ts';
import type { Person, State } from '../state.ts';
import { aliveOn, latestFirst, type Registration } from './registration.ts';

/** A worker's line in the list of an account. */
export interface Entry {
  person: Person;
  stay: Registration;
  /** Date of the movement that put the worker in the list. */
  date: IsoDate;
  situacion: 'AL' | 'BJ';
}

const staysIn = (state: State, ccc: string) => state.tgss.registrations.filter((stay) => stay.ccc === ccc);

/** A worker's stays in an account, the most recent first. */
export const staysOf = (state: State, nss: string, ccc: string): Registration[] =>
  staysIn(state, ccc)
    .filter((stay) => stay.nss === nss)
    .toSorted(latestFirst);

/** Entries by affiliation number. */
function entries(state: State, lines: Omit<Entry, 'person'>[]): Entry[] {
  const people = new Map(state.persons.map((person) => [person.nss, person]));
  return lines
    .map((line) => ({ ...line, person: people.get(line.stay.nss)! }))
    .toSorted((a, b) => Number(a.person.nss) - Number(b.person.nss));
}

/** Those in the account on a day, by their alta. */
export const registered = (state: State, ccc: string, day: IsoDate): Entry[] =>
  entries(
    state,
    staysIn(state, ccc)
      .filter((stay) => aliveOn(stay, day))
      .map((stay) => ({ stay, date: stay.alta.date, situacion: 'AL' })),
  );

/** Altas and bajas that are yet to come. */
export const previousMovements = (state: State, ccc: string, today: IsoDate): Entry[] =>
  entries(
    state,
    staysIn(state, ccc).flatMap((stay): Omit<Entry, 'person'>[] => [
      ...(stay.alta.date > today ? [{ stay, date: stay.alta.date, situacion: 'AL' as const }] : []),
      ...(stay.baja && stay.baja.date > today
        ? [{ stay, date: stay.baja.date, situacion: 'BJ' as const }]
        : []),
    ]),
  );

/** Those who are no longer in the account, each by the last baja. */
export function departed(state: State, ccc: string, today: IsoDate): Entry[] {
  const present = new Set(registered(state, ccc, today).map(({ person }) => person.nss));
  const last = new Map<string, Omit<Entry, 'person'>>();
  for (const stay of staysIn(state, ccc)) {
    const { baja } = stay;
    if (!baja || baja.date > today || present.has(stay.nss)) continue;
    if ((last.get(stay.nss)?.date ?? '') < baja.date) {
      last.set(stay.nss, { stay, date: baja.date, situacion: 'BJ' });
    }
  }
  return entries(state, [...last.values()]);
}

/** Those who were in the account for any part of a period. */
export const within = (state: State, ccc: string, from: IsoDate, to: IsoDate): Entry[] =>
  entries(
    state,
    staysIn(state, ccc)
      .filter(({ alta, baja }) => alta.date <= to && (!baja || baja.date >= from))
      .map((stay) => ({ stay, date: stay.alta.date, situacion: stay.baja ? 'BJ' : 'AL' })),
  );
