/** Registrations in an account: of one worker, or of all current, former and future workers. */

import type { IsoDate } from '../calendar.ts';
import type { Person, State } from '../state.ts';
import { isRegisteredOn, latestFirst, type Registration } from './registration.ts';

/** A worker's line in the list of an account. */
export interface Entry {
  person: Person;
  registration: Registration;
  /** Date of the movement that put the worker in the list. */
  date: IsoDate;
  situacion: 'AL' | 'BJ';
}

const registrationsIn = (state: State, ccc: string) =>
  state.tgss.registrations.filter((registration) => registration.ccc === ccc);

/** A worker's registrations in an account, the most recent first. */
export const registrationsOf = (state: State, nss: string, ccc: string): Registration[] =>
  registrationsIn(state, ccc)
    .filter((registration) => registration.nss === nss)
    .toSorted(latestFirst);

/** Entries in the order of the affiliation numbers. */
function entries(state: State, lines: Omit<Entry, 'person'>[]): Entry[] {
  const people = new Map(state.persons.map((person) => [person.nss, person]));
  return lines
    .map((line) => ({ ...line, person: people.get(line.registration.nss)! }))
    .toSorted((a, b) => Number(a.person.nss) - Number(b.person.nss));
}

/** The workers registered on a day, with the date of their alta. */
export const registeredWorkers = (state: State, ccc: string, day: IsoDate): Entry[] =>
  entries(
    state,
    registrationsIn(state, ccc)
      .filter((registration) => isRegisteredOn(registration, day))
      .map((registration) => ({ registration, date: registration.alta.date, situacion: 'AL' })),
  );

/** Altas and bajas of the future (movimientos previos). */
export const scheduledMovements = (state: State, ccc: string, today: IsoDate): Entry[] =>
  entries(
    state,
    registrationsIn(state, ccc).flatMap((registration): Omit<Entry, 'person'>[] => [
      ...(registration.alta.date > today
        ? [{ registration, date: registration.alta.date, situacion: 'AL' as const }]
        : []),
      ...(registration.baja && registration.baja.date > today
        ? [{ registration, date: registration.baja.date, situacion: 'BJ' as const }]
        : []),
    ]),
  );

/** The workers who are no longer registered, with their last baja. */
export function formerWorkers(state: State, ccc: string, today: IsoDate): Entry[] {
  const present = new Set(registeredWorkers(state, ccc, today).map(({ person }) => person.nss));
  const last = new Map<string, Omit<Entry, 'person'>>();
  for (const registration of registrationsIn(state, ccc)) {
    const { baja } = registration;
    if (!baja || baja.date > today || present.has(registration.nss)) continue;
    if ((last.get(registration.nss)?.date ?? '') < baja.date) {
      last.set(registration.nss, { registration, date: baja.date, situacion: 'BJ' });
    }
  }
  return entries(state, [...last.values()]);
}

/** The workers who were registered on any day of a period. */
export const workersInPeriod = (
  state: State,
  ccc: string,
  { from, to }: { from: IsoDate; to: IsoDate },
): Entry[] =>
  entries(
    state,
    registrationsIn(state, ccc)
      .filter(({ alta, baja }) => alta.date <= to && (!baja || baja.date >= from))
      .map((registration) => ({
        registration,
        date: registration.alta.date,
        situacion: registration.baja ? 'BJ' : 'AL',
      })),
  );
