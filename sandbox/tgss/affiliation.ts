/** The rules by which workers enter and leave accounts. Whatever is refused here has changed nothing. */

import { addDays, type IsoDate } from '../calendar.ts';
import type { Account, Person } from '../state.ts';
import { staysOf } from './account-lists.ts';
import type { Desk } from './desk.ts';
import { DIL } from './messages.ts';
import { Refusal } from './refusal.ts';
import type { Assignment, Change, Movement, Registration, Termination, Terms } from './registration.ts';

/** How far ahead a movement may be communicated. */
const DAYS_AHEAD = 60;
/** How long after its date a baja may be communicated and still count from that date. */
const DAYS_FOR_BAJA = 3;

/** A stay that has not been ended, also one that is yet to begin. */
const openStay = (desk: Desk, worker: Person, account: Account): Registration | undefined =>
  staysOf(desk.state, worker.nss, account.ccc).find((stay) => !stay.baja);

/** Refuses a worker who is in the account already. */
export function checkMayEnter(desk: Desk, worker: Person, account: Account): void {
  if (openStay(desk, worker, account)) throw new Refusal(DIL.alreadyRegistered);
}

/** The stay that a baja would end. */
export function stayToLeave(desk: Desk, worker: Person, account: Account): Registration {
  const stay = openStay(desk, worker, account);
  if (!stay) throw new Refusal(DIL.notRegistered);
  return stay;
}

const later = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);

function checkNotTooFarAhead(desk: Desk, date: IsoDate): void {
  if (date > addDays(desk.today, DAYS_AHEAD)) throw new Refusal(DIL.wrongDate);
}

/** An alta: the worker is in the account from then on. */
export function enter(
  desk: Desk,
  worker: Person,
  account: Account,
  alta: Pick<Movement, 'date' | 'situacion'>,
  terms: Terms,
  assignments: Assignment[],
): Registration {
  checkMayEnter(desk, worker, account);
  checkNotTooFarAhead(desk, alta.date);
  const overlaps = staysOf(desk.state, worker.nss, account.ccc).some(({ baja }) => baja!.date > alta.date);
  if (overlaps) throw new Refusal(DIL.wrongDate);
  const { tgss } = desk.state;
  const registration: Registration = {
    id: tgss.nextId,
    nss: worker.nss,
    ccc: account.ccc,
    // An alta out of time counts from the day it was communicated, one in advance from its date.
    alta: { ...alta, effective: later(alta.date, desk.today), communicated: desk.time },
    terms,
    changes: [],
    assignments,
    peculiarities: [],
  };
  tgss.nextId += 1;
  tgss.registrations.push(registration);
  return registration;
}

/** A baja: ends the worker's open stay in the account. */
export function leave(
  desk: Desk,
  worker: Person,
  account: Account,
  baja: Omit<Termination, 'effective' | 'communicated'>,
): Registration {
  const stay = stayToLeave(desk, worker, account);
  checkNotTooFarAhead(desk, baja.date);
  if (baja.date < stay.alta.date) throw new Refusal(DIL.wrongDate);
  if (baja.inactividadZ && baja.date !== stay.alta.date) throw new Refusal(DIL.wrongValue, 'ListaInactZ');
  if (baja.finVacaciones !== '' && baja.finVacaciones < baja.date) throw new Refusal(DIL.wrongDate);
  const inTime = desk.today <= addDays(baja.date, DAYS_FOR_BAJA);
  stay.baja = { ...baja, effective: inTime ? baja.date : desk.today, communicated: desk.time };
  return stay;
}

/** A change of terms within the open stay. */
export function change(
  desk: Desk,
  worker: Person,
  account: Account,
  kind: Change['kind'],
  date: IsoDate,
  terms: Partial<Terms>,
): Registration {
  const stay = stayToLeave(desk, worker, account);
  checkNotTooFarAhead(desk, date);
  if (date < stay.alta.date) throw new Refusal(DIL.wrongDate);
  stay.changes.push({ kind, date, communicated: desk.time, terms });
  return stay;
}

/** Whether a movement has come to pass; one that is yet to come is a previous movement. */
export const isConsolidated = (desk: Desk, movement: Movement): boolean => movement.date <= desk.today;

/** Takes a registration out, as if it had never been. */
export function remove(desk: Desk, registration: Registration): void {
  const { registrations } = desk.state.tgss;
  const index = registrations.indexOf(registration);
  if (index < 0) throw new Refusal(DIL.noSuchMovement);
  registrations.splice(index, 1);
}

/** Takes a baja back. Refused when the worker has entered again since. */
export function reopen(desk: Desk, worker: Person, account: Account, stay: Registration): void {
  if (!stay.baja) throw new Refusal(DIL.noSuchMovement);
  const [latest] = staysOf(desk.state, worker.nss, account.ccc);
  if (latest !== stay) throw new Refusal(DIL.alreadyRegistered);
  delete stay.baja;
}
