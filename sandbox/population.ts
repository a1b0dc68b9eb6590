/**
 * Makes persons, companies and contribution accounts. Their numbers have valid check digits, and are at the far end of
 * their ranges, where no numbers are assigned.
 */

import { addDays } from './calendar.ts';
import { ccc, cif, dni, nie, nss } from './identifiers.ts';
import type { Company, ContributionAccount, Holder, Person } from './state.ts';

const PROVINCE = 28;
/** The collective agreement of all accounts and registrations. */
export const CONVENIO = '28000015011982';

const NAMES = ['BEGOÑA', 'IÑIGO', 'MARÍA DEL MAR', 'RAÚL', 'NOELIA', 'TOMÁS', 'AINHOA', 'ÓSCAR'];
const SURNAMES = ['PEÑA', 'IBÁÑEZ', 'GARCÍA', 'NÚÑEZ', 'CAÑIZARES', 'AGÜERO', 'LÓPEZ', 'MUÑOZ', 'ORDÓÑEZ'];

const DOCUMENTS: Record<Person['identificacion'], (sequence: number) => string> = {
  1: (sequence) => dni(99_999_000 + sequence),
  2: (sequence) => `XDD${999_000 + sequence}`,
  6: (sequence) => nie('Z', 9_999_000 + sequence),
};

/** A person, by a sequence number. Odd numbers are men, as in the list of names. */
export const person = (sequence: number, identificacion: Person['identificacion'] = 1): Person => ({
  nss: nss(PROVINCE, 99_999_000 + sequence),
  identificacion,
  dni: DOCUMENTS[identificacion](sequence),
  name: NAMES[sequence % NAMES.length]!,
  surname: SURNAMES[sequence % SURNAMES.length]!,
  secondSurname: identificacion === 2 ? '' : SURNAMES[(sequence * 4 + 1) % SURNAMES.length]!,
  sex: sequence % 2 === 0 ? 'F' : 'M',
  birthDate: addDays('1975-03-14', sequence * 97),
  phone: `6${99_999_000 + sequence}`,
});

/** Several persons, by the sequence number of the first. */
export const persons = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => person(from + index));

/** A company, by a sequence number. */
export const company = (sequence: number, name: string): Company => ({
  cif: cif(9_999_000 + sequence),
  name,
  street: `CALLE DE LAS PRUEBAS, ${sequence}`,
  postalCode: '28999',
  city: 'MADRID',
});

/** A contribution account of a company, by a sequence number. */
export const account = (sequence: number, owner: Company, regimen = '0111'): ContributionAccount => ({
  regimen,
  ccc: ccc(PROVINCE, 9_999_000 + sequence),
  cif: owner.cif,
  convenio: CONVENIO,
  convenioText: 'OFICINAS Y DESPACHOS DE MADRID (ENTORNO DE PRUEBAS)',
  cnae: '6201',
  cnaeText: 'ACTIVIDADES DE PROGRAMACIÓN INFORMÁTICA',
  since: '2010-01-04',
});

/** A holder who may act on these accounts, by a sequence number. */
export const holder = (sequence: number, givenName: string, accounts: ContributionAccount[]): Holder => ({
  nif: dni(99_998_000 + sequence),
  givenName,
  firstSurname: 'TITULAR',
  secondSurname: 'DE PRUEBAS',
  autorizacion: String(999_000 + sequence),
  cuentas: accounts.map((each) => each.ccc),
  otherUsers: [],
});
