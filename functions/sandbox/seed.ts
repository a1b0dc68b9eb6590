/**
 * Who and what the stand-ins know to begin with. Every number is made here, with its check digits, from sequences
 * at the far end of their ranges, where nobody's numbers are. Identifiers are always the same; only dates move
 * with the day that the seed is made for.
 */

import { makeAeat, PAYERS } from './aeat/seed.ts';
import { addDays, type IsoDate, madridDay } from './calendar.ts';
import { ccc, cif, dni, nie, nss } from './identifiers.ts';
import { makeSepe, type SepeDemo } from './sepe/seed.ts';
import type { Account, Company, Holder, Person, State } from './state.ts';
import { makeProsa, makeProsaDemo, type ProsaDemo } from './tgss/prosa/seed.ts';
import { NO_TERMS, type Peculiarity, type Registration, type Terms } from './tgss/registration.ts';

/** A worker who is in an account, and since when. */
interface Employed extends Person {
  fecha_alta: IsoDate;
}

/** A company with the account that is meant where only one is. */
interface Employer extends Company {
  regimen: string;
  ccc: string;
}

/** The tenant that examples and most tests act for. */
interface Demo extends ProsaDemo, SepeDemo {
  /** Whose certificate may act on all of `accounts`. */
  holder: Holder;
  /** With its general account. */
  company: Employer;
  accounts: {
    /** Scheme 0111, with the workers named below. */
    general: Account;
    /** Scheme 0112, artists; empty. */
    artists: Account;
    /** Scheme 0163, agrarian; empty. */
    agrarian: Account;
    /** Another of scheme 0111, with `staff` in it: more than a page. */
    second: Account;
    /** A temporary employment agency's, of `agency`. */
    agency: Account;
  };
  agency: Employer;
  /** In the general account for a year; no other record anywhere. */
  worker: Employed;
  /** Known, and in no account. */
  newWorkers: Person[];
  /** 23 stays in the general account, the last one open since `fecha_alta`; some with peculiarities. */
  manySituations: Employed;
  /** With a foreigner's number; in the general account. */
  nieWorker: Employed;
  /** With a passport; in the general account. */
  passportWorker: Employed;
  /** Left the general account two months ago. */
  formerWorker: Employed;
  /** Enters the general account in ten days. */
  scheduledWorker: Employed;
  /** In the agency's account, assigned to the general one. */
  agencyWorker: Employed;
  /** In the second account. */
  staff: Employed[];
  /** A client of the agency that nobody is assigned to. */
  cesion: { regimen: string; ccc: string };
  /** Numbers of the holder's authorised users: first the one of `accounts`, then the one of `furtherAccount`. */
  authorizedUsers: [string, string];
  /** Only the second authorised user may act on it; with one worker. */
  furtherAccount: Account;
  /** Whom a contractor's certificate can be asked for. The holder's own are positive, the agency's negative. */
  payers: typeof PAYERS;
}

/** A second tenant, to see that nobody reaches into another's accounts. Its holder has debts, and no activity. */
interface Other {
  holder: Holder;
  company: Employer;
  accounts: { general: Account };
  worker: Employed;
}

export interface Seed {
  today: IsoDate;
  demo: Demo;
  other: Other;
  /** All of it, as the stand-ins begin with it. */
  state: State;
}

const PROVINCE = 28;
const CONVENIO = '28000015011982';

const NAMES = ['BEGOÑA', 'IÑIGO', 'MARÍA DEL MAR', 'RAÚL', 'NOELIA', 'TOMÁS', 'AINHOA', 'ÓSCAR'];
const SURNAMES = ['PEÑA', 'IBÁÑEZ', 'GARCÍA', 'NÚÑEZ', 'CAÑIZARES', 'AGÜERO', 'LÓPEZ', 'MUÑOZ', 'ORDÓÑEZ'];

const DOCUMENTS: Record<Person['identificacion'], (sequence: number) => string> = {
  1: (sequence) => dni(99_999_000 + sequence),
  2: (sequence) => `XDD${999_000 + sequence}`,
  6: (sequence) => nie('Z', 9_999_000 + sequence),
};

/** A person by a sequence number; odd ones are men, as the list of names has them. */
const person = (sequence: number, identificacion: Person['identificacion'] = 1): Person => ({
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

const persons = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => person(from + index));

const company = (sequence: number, name: string): Company => ({
  cif: cif(9_999_000 + sequence),
  name,
  street: `CALLE DE LAS PRUEBAS, ${sequence}`,
  postalCode: '28999',
  city: 'MADRID',
});

const account = (sequence: number, owner: Company, regimen = '0111'): Account => ({
  regimen,
  ccc: ccc(PROVINCE, 9_999_000 + sequence),
  cif: owner.cif,
  convenio: CONVENIO,
  convenioText: 'OFICINAS Y DESPACHOS DE MADRID (ENTORNO DE PRUEBAS)',
  cnae: '6201',
  cnaeText: 'ACTIVIDADES DE PROGRAMACIÓN INFORMÁTICA',
  since: '2010-01-04',
});

const holder = (sequence: number, givenName: string, accounts: Account[]): Holder => ({
  nif: dni(99_998_000 + sequence),
  givenName,
  firstSurname: 'TITULAR',
  secondSurname: 'DE PRUEBAS',
  autorizacion: String(999_000 + sequence),
  cuentas: accounts.map((each) => each.ccc),
  otherUsers: [],
});

const TERMS: Terms = {
  ...NO_TERMS,
  grupo: '07',
  contrato: '100',
  cno: '4309',
  convenio: CONVENIO,
  ocupacion: 'A',
};

type Stay = (
  worker: Person,
  where: Account,
  from: IsoDate,
  rest?: { to?: IsoDate; situacion?: string; terms?: Partial<Terms> } & Partial<
    Pick<Registration, 'assignments' | 'peculiarities'>
  >,
) => Employed;

/** A maker of stays, and the list that they are kept in, numbered as they are made. */
function stayMaker(): { registrations: Registration[]; stay: Stay } {
  const registrations: Registration[] = [];
  const stay: Stay = (worker, where, from, rest = {}) => {
    const { to, situacion = '51', terms, assignments = [], peculiarities = [] } = rest;
    registrations.push({
      id: registrations.length + 1,
      nss: worker.nss,
      ccc: where.ccc,
      alta: { date: from, effective: from, situacion: '01', communicated: `${addDays(from, -1)}T09:30:00` },
      ...(to && {
        baja: {
          date: to,
          effective: to,
          situacion,
          communicated: `${to}T17:45:00`,
          finVacaciones: '',
          indicativoSaa: '',
          inactividadZ: false,
          diasTrabajados: '',
          finTemporal: '',
        },
      }),
      terms: { ...TERMS, ...terms },
      changes: [],
      assignments,
      peculiarities,
    });
    return { ...worker, fecha_alta: from };
  };
  return { registrations, stay };
}

/** A subsidy that lasts as long as the stay. */
const peculiarity = (from: IsoDate, to: IsoDate | ''): Peculiarity => ({
  tramo: '01',
  titulo: 'BONIFICACIONES',
  tipo: '01',
  tipoText: 'BONIFICACIÓN DE CUOTAS',
  colectivo: '1001',
  colectivoText: 'FOMENTO DEL EMPLEO INDEFINIDO',
  porcentaje: '50,00',
  from,
  to,
  fraccion: '05',
  fraccionText: 'CUOTA EMPRESARIAL POR CONTINGENCIAS COMUNES',
  legislacion: '0123',
  legislacionText: 'LEY DE PRUEBAS 1/2020',
  cuantia: '1.234,56',
});

/** Makes the seed for a day. */
export function makeSeed(today: IsoDate): Seed {
  const { registrations, stay } = stayMaker();
  const owner = company(1, 'DEMOSTRACIÓN Y PRUEBAS SL');
  const agency = company(2, 'TRABAJO POR DÍAS ETT SL');
  const stranger = company(3, 'OTRA EMPRESA DE PRUEBAS SL');
  const client = company(4, 'CLIENTE DE LA ETT SL');
  const further = company(5, 'EMPRESA DE OTRO AUTORIZADO SL');
  const demo = makeDemo(today, owner, agency, stay, account(41, client), account(51, further));
  const sepe = makeSepe(today, {
    holder: demo.holder,
    general: demo.accounts.general,
    second: demo.accounts.second,
    employed: [STAFF[0]!, STAFF[1]!, STAFF[2]!],
    former: {
      worker: demo.formerWorker,
      since: demo.formerWorker.fecha_alta,
      until: addDays(today, -FORMER_SINCE),
    },
    several: NEW_WORKERS.at(-1)!,
  });
  const other = makeOther(today, stranger, stay);
  const population: Person[] = [...NAMED, ...NEW_WORKERS, ...STAFF, OTHER_WORKER, ...FURTHER];
  const state: State = {
    holders: [demo.holder, other.holder],
    companies: [owner, agency, stranger, client, further],
    accounts: [
      ...Object.values(demo.accounts),
      ...Object.values(other.accounts),
      account(41, client),
      demo.furtherAccount,
    ],
    persons: population,
    aeat: makeAeat(today, {
      active: demo.holder,
      companies: [owner, agency],
      debtors: [other.holder, agency],
    }),
    sepe: sepe.records,
    tgss: {
      nextId: registrations.length + 1,
      registrations,
      ...makeProsa(today, {
        registrations,
        holder: demo.holder,
        accounts: [demo.accounts.general, demo.accounts.second, demo.furtherAccount],
        general: demo.accounts.general,
        ill: [demo.worker, demo.manySituations, demo.nieWorker, demo.passportWorker],
        selfEmployed: SELF_EMPLOYED,
      }),
    },
  };
  return { today, demo: { ...demo, ...sepe.demo }, other, state };
}

/** Days since `formerWorker` left. */
const FORMER_SINCE = 60;

/** The first ones have names of their own in `Demo`, in this order. */
const NAMED = [person(1), person(2), person(3, 6), person(4, 2), person(5), person(6), person(7)];
const NEW_WORKERS = persons(20, 11);
const STAFF = persons(40, 14);
const OTHER_WORKER = person(80);
const FURTHER = persons(90, 2) as [Person, Person];
const [SELF_EMPLOYED, FURTHER_WORKER] = FURTHER;

const employer = (owner: Company, { regimen, ccc: number }: Account): Employer => ({
  ...owner,
  regimen,
  ccc: number,
});

function makeDemo(
  today: IsoDate,
  owner: Company,
  agency: Company,
  stay: Stay,
  client: Account,
  furtherAccount: Account,
): Omit<Demo, keyof SepeDemo> {
  const general = account(11, owner);
  const accounts = {
    general,
    artists: account(12, owner, '0112'),
    agrarian: account(13, owner, '0163'),
    second: account(14, owner),
    agency: account(21, agency),
  };
  const ago = (days: number) => addDays(today, -days);
  const [worker, many, nieWorker, passportWorker, formerWorker, scheduledWorker, agencyWorker] = NAMED;
  const main = holder(1, 'DEMO', Object.values(accounts));
  // A lower number, so that it is the first to be offered and the wrong one for most.
  const otherUser = { number: '998001', name: 'OTRO AUTORIZADO', cuentas: [furtherAccount.ccc] };
  stay(FURTHER_WORKER, furtherAccount, ago(600));
  return {
    holder: { ...main, otherUsers: [otherUser] },
    company: employer(owner, general),
    agency: employer(agency, accounts.agency),
    accounts,
    worker: stay(worker!, general, ago(365)),
    manySituations: manyStays(many!, general, today, stay),
    nieWorker: stay(nieWorker!, general, ago(200)),
    passportWorker: stay(passportWorker!, general, ago(100), {
      terms: { contrato: '200', coeficiente: '750' },
    }),
    formerWorker: stay(formerWorker!, general, ago(300), { to: ago(FORMER_SINCE) }),
    scheduledWorker: stay(scheduledWorker!, general, addDays(today, 10)),
    agencyWorker: stay(agencyWorker!, accounts.agency, ago(30), {
      assignments: [{ regimen: general.regimen, ccc: general.ccc, tipo: '02', from: ago(30) }],
    }),
    newWorkers: NEW_WORKERS,
    payers: PAYERS,
    staff: STAFF.map((each, index) => stay(each, accounts.second, ago(400 + index))),
    cesion: { regimen: client.regimen, ccc: client.ccc },
    authorizedUsers: [main.autorizacion, otherUser.number],
    furtherAccount,
    ...makeProsaDemo(today, SELF_EMPLOYED),
  };
}

const SITUATIONS = 23;

/** Stays of ninety days with a month between, up to one that goes on. */
function manyStays(worker: Person, where: Account, today: IsoDate, stay: Stay): Employed {
  const stays = Array.from({ length: SITUATIONS }, (_, index) => {
    const from = addDays(today, (index - SITUATIONS) * 120);
    const to = index === SITUATIONS - 1 ? '' : addDays(from, 90);
    const temporary = index % 3 === 0;
    return stay(worker, where, from, {
      ...(to && { to, situacion: temporary ? '93' : '51' }),
      terms: temporary ? { contrato: '502', coeficiente: '500', colectivo: '967' } : {},
      peculiarities: index % 4 === 2 ? [peculiarity(from, to)] : [],
    });
  });
  return stays.at(-1)!;
}

function makeOther(today: IsoDate, owner: Company, stay: Stay): Other {
  const general = account(31, owner);
  return {
    holder: holder(2, 'OTRO', [general]),
    company: employer(owner, general),
    accounts: { general },
    worker: stay(OTHER_WORKER, general, addDays(today, -500)),
  };
}

/** The seed of today, which the sandbox begins with unless it is given another. */
export const seed: Seed = makeSeed(madridDay(new Date()));
