import { createHash } from 'node:crypto';
import type { AeatRecords } from './aeat/records.ts';
import type { IsoDate } from './calendar.ts';
import type { DehuRecords } from './dehu/records.ts';
import type { SepeRecords } from './sepe/records.ts';
import type { TgssNotice } from './tgss/notices/records.ts';
import type { ProsaRecords } from './tgss/prosa/records.ts';
import type { Registration } from './tgss/registration.ts';

export interface Person {
  nss: string;
  /** Kind of document: DNI, passport, NIE. */
  identificacion: 1 | 2 | 6;
  /** Number of the document, of any kind. */
  dni: string;
  name: string;
  surname: string;
  /** Empty if there is none. */
  secondSurname: string;
  sex: 'M' | 'F';
  birthDate: IsoDate;
  phone: string;
}

export interface Company {
  cif: string;
  name: string;
  street: string;
  postalCode: string;
  city: string;
}

/** A contribution account. Numbers are unique across schemes. */
export interface ContributionAccount {
  regimen: string;
  ccc: string;
  cif: string;
  convenio: string;
  convenioText: string;
  cnae: string;
  cnaeText: string;
  since: IsoDate;
}

/** A worker with a contribution account, for a registration. */
export interface WorkerInAccount {
  worker: Person;
  account: ContributionAccount;
}

/** An authorised user (autorizado RED), and the accounts assigned to it. */
export interface AuthorisedUser {
  number: string;
  name: string;
  cuentas: string[];
}

/** The holder of a certificate, and the accounts on which it may act. */
export interface Holder {
  nif: string;
  givenName: string;
  firstSurname: string;
  secondSurname: string;
  /** Number as an authorised user. */
  autorizacion: string;
  cuentas: string[];
  /** Further authorised users of the same certificate, for the applications that ask which one to use. */
  otherUsers: AuthorisedUser[];
}

/** The state of all stand-ins. Plain data, so that it can be copied, hashed and read. */
export interface State {
  holders: Holder[];
  companies: Company[];
  accounts: ContributionAccount[];
  persons: Person[];
  aeat: AeatRecords;
  dehu: DehuRecords;
  sepe: SepeRecords;
  tgss: { nextId: number; registrations: Registration[]; notices: TgssNotice[] } & ProsaRecords;
}

/** `APELLIDO1 APELLIDO2, NOMBRE`. */
export const listName = (person: Person): string =>
  `${[person.surname, person.secondSurname].filter(Boolean).join(' ')}, ${person.name}`;

/** `NOMBRE APELLIDO1 APELLIDO2`. */
export const fullName = ({ givenName, firstSurname, secondSurname }: Holder): string =>
  [givenName, firstSurname, secondSurname].filter(Boolean).join(' ');

/** A hash of the state: it changes if, and only if, the state changes. */
export const digestOf = (state: State): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('hex');
