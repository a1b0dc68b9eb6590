/** The rules by which workers enter and leave accounts. Whatever is refused here has changed nothing. */

import { addDays, type IsoDate } from '../calendar.ts';
import type { ContributionAccount, Person } from '../state.ts';
import { registrationsOf } from './account-lists.ts';
import type { Context } from './context.ts';
import { DIL } from './messages.ts';
import { Refusal } from './refusal.ts';
import type { Assignment, Change, Movement, Registration, Termination, Terms } from './registration.ts';

/** How far ahead a movement may be communicated. */
const DAYS_AHEAD = 60;
/** How long after its date a baja may be communicated and still count from that date. */
const DAYS_FOR_BAJA = 3;

/** A stay that has not been ended, also one that is yet to begin. */
const findOpenRegistration = (
  context: Context,
  worker: Person,
  account: ContributionAccount,
): Registration | undefined =>
  registrationsOf(context.state, worker.nss, account.ccc).find((registration) => !registration.baja);

/** Refuses a worker who is in the account already. */
export function checkNotRegistered(context: Context, worker: Person, account: ContributionAccount): void {
  if (findOpenRegistration(context, worker, account)) throw new Refusal(DIL.alreadyRegistered);
}

/** The stay that a baja would end. */
export function openRegistration(
  context: Context,
  worker: Person,
  account: ContributionAccount,
): Registration {
  const registration = findOpenRegistration(context, worker, account);
  if (!registration) throw new Refusal(DIL.notRegistered);
  return registration;
}

const laterOf = (a: IsoDate, b: IsoDate): IsoDate => (a > b ? a : b);

function checkNotTooFarAhead(context: Context, date: IsoDate): void {
  if (date > addDays(context.today, DAYS_AHEAD)) throw new Refusal(DIL.wrongDate);
}

/** An alta: the worker is in the account from then on. */
export function register(
  context: Context,
  worker: Person,
  account: ContributionAccount,
  alta: Pick<Movement, 'date' | 'situacion'>,
  terms: Terms,
  assignments: Assignment[],
): Registration {
  checkNotRegistered(context, worker, account);
  checkNotTooFarAhead(context, alta.date);
  const overlaps = registrationsOf(context.state, worker.nss, account.ccc).some(
    ({ baja }) => baja!.date > alta.date,
  );
  if (overlaps) throw new Refusal(DIL.wrongDate);
  const { tgss } = context.state;
  const registration: Registration = {
    id: tgss.nextId,
    nss: worker.nss,
    ccc: account.ccc,
    // An alta out of time counts from the day it was communicated, one in advance from its date.
    alta: { ...alta, effective: laterOf(alta.date, context.today), communicated: context.time },
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
export function terminate(
  context: Context,
  worker: Person,
  account: ContributionAccount,
  baja: Omit<Termination, 'effective' | 'communicated'>,
): Registration {
  const registration = openRegistration(context, worker, account);
  checkNotTooFarAhead(context, baja.date);
  if (baja.date < registration.alta.date) throw new Refusal(DIL.wrongDate);
  if (baja.inactividadZ && baja.date !== registration.alta.date)
    throw new Refusal(DIL.wrongValue, 'ListaInactZ');
  if (baja.finVacaciones !== '' && baja.finVacaciones < baja.date) throw new Refusal(DIL.wrongDate);
  const inTime = context.today <= addDays(baja.date, DAYS_FOR_BAJA);
  registration.baja = { ...baja, effective: inTime ? baja.date : context.today, communicated: context.time };
  return registration;
}

/** A change of terms within the open stay. */
export function changeTerms(
  context: Context,
  worker: Person,
  account: ContributionAccount,
  kind: Change['kind'],
  date: IsoDate,
  terms: Partial<Terms>,
): Registration {
  const registration = openRegistration(context, worker, account);
  checkNotTooFarAhead(context, date);
  if (date < registration.alta.date) throw new Refusal(DIL.wrongDate);
  registration.changes.push({ kind, date, communicated: context.time, terms });
  return registration;
}

/** Whether a movement has come to pass; one that is yet to come is a previous movement. */
export const isConsolidated = (context: Context, movement: Movement): boolean =>
  movement.date <= context.today;

/** Takes a registration out, as if it had never been. */
export function removeRegistration(context: Context, registration: Registration): void {
  const { registrations } = context.state.tgss;
  const index = registrations.indexOf(registration);
  if (index < 0) throw new Refusal(DIL.noSuchMovement);
  registrations.splice(index, 1);
}

/** Takes a baja back. Refused when the worker has entered again since. */
export function removeTermination(
  context: Context,
  worker: Person,
  account: ContributionAccount,
  registration: Registration,
): void {
  if (!registration.baja) throw new Refusal(DIL.noSuchMovement);
  const [latest] = registrationsOf(context.state, worker.nss, account.ccc);
  if (latest !== registration) throw new Refusal(DIL.alreadyRegistered);
  delete registration.baja;
}
