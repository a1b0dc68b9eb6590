/** The rules of altas, bajas and changes. A refusal changes nothing. */

import { addDays, type IsoDate } from '../calendar.ts';
import type { ContributionAccount, Person, WorkerInAccount } from '../state.ts';
import { registrationsOf } from './account-lists.ts';
import type { Context } from './context.ts';
import { DIL, Refusal } from './messages.ts';
import type { Change, Movement, Registration, Termination } from './registration.ts';

/** How many days before its date a movement may be communicated. */
const DAYS_AHEAD = 60;
/** How many days after its date a baja may be communicated and still take effect on that date. */
const DAYS_FOR_BAJA = 3;

/** The worker's registration without baja, which may begin in the future. */
const findOpenRegistration = (
  context: Context,
  worker: Person,
  account: ContributionAccount,
): Registration | undefined =>
  registrationsOf(context.state, worker.nss, account.ccc).find((registration) => !registration.baja);

/** Refuses a worker who is registered in the account. */
export function checkNotRegistered(context: Context, worker: Person, account: ContributionAccount): void {
  if (findOpenRegistration(context, worker, account)) throw new Refusal(DIL.alreadyRegistered);
}

/** The worker's registration without baja. Refuses a worker who has none. */
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

/** Data of a registration in an alta. */
interface NewRegistration extends Pick<Registration, 'terms' | 'assignments'> {
  alta: Pick<Movement, 'date' | 'situacion'>;
}

/** An alta: registers the worker in the account. */
export function register(
  context: Context,
  { worker, account }: WorkerInAccount,
  { alta, terms, assignments }: NewRegistration,
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
    // A late alta takes effect on the day of its communication, one in advance on its date.
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

/** A baja: ends the worker's open registration in the account. */
export function terminate(
  context: Context,
  { worker, account }: WorkerInAccount,
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

/** A change of the terms of the open registration. */
export function changeTerms(
  context: Context,
  { worker, account }: WorkerInAccount,
  { kind, date, terms }: Omit<Change, 'communicated'>,
): Registration {
  const registration = openRegistration(context, worker, account);
  checkNotTooFarAhead(context, date);
  if (date < registration.alta.date) throw new Refusal(DIL.wrongDate);
  registration.changes.push({ kind, date, communicated: context.time, terms });
  return registration;
}

/** Whether the date of a movement has come. If not, it is a scheduled movement. */
export const isConsolidated = (context: Context, movement: Movement): boolean =>
  movement.date <= context.today;

/**
 * Position of a registration that an earlier page of the dialog showed. The state may have changed since, so only
 * the number identifies it.
 */
function indexOf(context: Context, { id }: Registration): number {
  const index = context.state.tgss.registrations.findIndex((registration) => registration.id === id);
  if (index < 0) throw new Refusal(DIL.noSuchMovement);
  return index;
}

/** Removes a registration completely. */
export function removeRegistration(context: Context, registration: Registration): void {
  context.state.tgss.registrations.splice(indexOf(context, registration), 1);
}

/** Removes a baja. Refused if the worker has a later registration. */
export function removeTermination(context: Context, shown: Registration): void {
  const registration = context.state.tgss.registrations[indexOf(context, shown)]!;
  if (!registration.baja) throw new Refusal(DIL.noSuchMovement);
  const [latest] = registrationsOf(context.state, registration.nss, registration.ccc);
  if (latest !== registration) throw new Refusal(DIL.alreadyRegistered);
  delete registration.baja;
}
