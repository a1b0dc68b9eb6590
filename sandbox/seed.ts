/** The first state of the stand-ins. Identifiers are always the same; dates are relative to the day of the seed. */

import { makeTaxNotices, type TaxNoticesDemo } from './aeat/notices/seed.ts';
import { makeAeat, PAYERS } from './aeat/seed.ts';
import { addDays, type IsoDate, madridDay } from './calendar.ts';
import { type DehuDemo, makeDehu } from './dehu/seed.ts';
import { account, company, holder, person, persons } from './population.ts';
import { makeSepe, type SepeDemo } from './sepe/seed.ts';
import type { Company, ContributionAccount, Holder, Person, State } from './state.ts';
import { makeNotices, type NoticesDemo } from './tgss/notices/seed.ts';
import { makeProsa, makeProsaDemo, type ProsaDemo } from './tgss/prosa/seed.ts';
import { makeRegister, type Register, type RegisteredWorker, registerManyTimes } from './tgss/seed.ts';

/** A company with its main contribution account. */
interface Employer extends Company {
  regimen: string;
  ccc: string;
}

/** The tenant of the examples and of most tests. */
interface Demo extends ProsaDemo, SepeDemo, DehuDemo, NoticesDemo, TaxNoticesDemo {
  /** The holder whose certificate may act on all of `accounts`. */
  holder: Holder;
  /** The company, with its general account. */
  company: Employer;
  accounts: {
    /** Scheme 0111, with the workers named below. */
    general: ContributionAccount;
    /** Scheme 0112, artists; empty. */
    artists: ContributionAccount;
    /** Scheme 0163, agrarian; empty. */
    agrarian: ContributionAccount;
    /** Another account of scheme 0111, with `staff`: more workers than fit on a page. */
    second: ContributionAccount;
    /** The account of `agency`, a temporary employment agency. */
    agency: ContributionAccount;
  };
  agency: Employer;
  /** Registered in the general account for a year, and nowhere else. */
  worker: RegisteredWorker;
  /** Workers without a registration in any account. */
  newWorkers: Person[];
  /** 23 registrations in the general account, the last one open since `fecha_alta`; some have peculiarities. */
  manySituations: RegisteredWorker;
  /** Has a NIE; registered in the general account. */
  nieWorker: RegisteredWorker;
  /** Has a passport; registered in the general account. */
  passportWorker: RegisteredWorker;
  /** Left the general account two months ago. */
  formerWorker: RegisteredWorker;
  /** Has an alta in the general account in ten days. */
  scheduledWorker: RegisteredWorker;
  /** Registered in the agency's account, and assigned to the general one. */
  agencyWorker: RegisteredWorker;
  /** Registered in the second account; ten of them without occupation. */
  staff: RegisteredWorker[];
  /** A client of the agency without assigned workers. */
  cesion: { regimen: string; ccc: string };
  /** Numbers of the holder's authorised users: the first for `accounts`, the second for `furtherAccount`. */
  authorizedUsers: [string, string];
  /** Only the second authorised user may act on this account. It has one worker. */
  furtherAccount: ContributionAccount;
  /**
   * Payers for whom a contractor's certificate can be requested. The holder's certificates for them are positive, and
   * the agency's negative.
   */
  payers: typeof PAYERS;
}

/** A second tenant, to test that other tenants' accounts cannot be used. Its holder has debts and no activity. */
interface Other {
  holder: Holder;
  company: Employer;
  accounts: { general: ContributionAccount };
  worker: RegisteredWorker;
}

export interface Seed {
  today: IsoDate;
  demo: Demo;
  other: Other;
  /** The whole first state of the stand-ins. */
  state: State;
}

/** Makes the seed for a day. */
export function makeSeed(today: IsoDate): Seed {
  const { registrations, register } = makeRegister();
  const owner = company(1, 'DEMOSTRACIÓN Y PRUEBAS SL');
  const agency = company(2, 'TRABAJO POR DÍAS ETT SL');
  const otherCompany = company(3, 'OTRA EMPRESA DE PRUEBAS SL');
  const client = company(4, 'CLIENTE DE LA ETT SL');
  const furtherCompany = company(5, 'EMPRESA DE OTRO AUTORIZADO SL');
  const demo = makeDemo(today, register, {
    owner,
    agency,
    client: account(41, client),
    furtherAccount: account(51, furtherCompany),
  });
  const other = makeOther(today, otherCompany, register);
  const sepe = makeSepe(today, {
    holder: demo.holder,
    otherHolder: other.holder,
    general: demo.accounts.general,
    second: demo.accounts.second,
    employed: [STAFF[0]!, STAFF[1]!, STAFF[2]!],
    seasonal: STAFF[3]!,
    former: {
      worker: demo.formerWorker,
      since: demo.formerWorker.fecha_alta,
      until: addDays(today, -FORMER_SINCE),
    },
    several: NEW_WORKERS.at(-1)!,
  });
  const dehu = makeDehu(today, { holder: demo.holder, company: owner, other: other.holder });
  const parties = { holder: demo.holder, other: other.holder, company: owner };
  const notices = makeNotices(today, parties);
  const taxNotices = makeTaxNotices(today, parties);
  const { more, ...single } = notices;
  const population: Person[] = [...NAMED, ...NEW_WORKERS, ...STAFF, OTHER_WORKER, ...FURTHER_PERSONS];
  const state: State = {
    holders: [demo.holder, other.holder],
    companies: [owner, agency, otherCompany, client, furtherCompany],
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
      notices: Object.values(taxNotices),
    }),
    dehu: dehu.records,
    sepe: sepe.records,
    tgss: {
      nextId: registrations.length + 1,
      registrations,
      notices: [...Object.values(single), ...more],
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
  return { today, demo: { ...demo, ...sepe.demo, ...dehu.demo, notices, taxNotices }, other, state };
}

/** So many of `staff` have an occupation; the others were registered before it had to be reported. */
const WITH_OCCUPATION = 4;

/** Days since `formerWorker` left. */
const FORMER_SINCE = 60;

/** These persons have their own names in `Demo`, in this order. */
const NAMED = [person(1), person(2), person(3, 6), person(4, 2), person(5), person(6), person(7)];
const NEW_WORKERS = persons(20, 11);
const STAFF = persons(40, 14);
const OTHER_WORKER = person(80);
const FURTHER_PERSONS = persons(90, 2) as [Person, Person];
const [SELF_EMPLOYED, FURTHER_WORKER] = FURTHER_PERSONS;

const employer = (owner: Company, { regimen, ccc: number }: ContributionAccount): Employer => ({
  ...owner,
  regimen,
  ccc: number,
});

/** The companies of the demo, and accounts of other companies on which it acts. */
interface DemoParties {
  owner: Company;
  agency: Company;
  /** The account to which the agency assigns workers. */
  client: ContributionAccount;
  /** An account of another authorised user. */
  furtherAccount: ContributionAccount;
}

function makeDemo(
  today: IsoDate,
  register: Register,
  { owner, agency, client, furtherAccount }: DemoParties,
): Omit<Demo, keyof SepeDemo | keyof DehuDemo | keyof NoticesDemo | keyof TaxNoticesDemo> {
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
  // Its lower number puts it first in the list, although it is the wrong choice for most accounts.
  const otherUser = { number: '998001', name: 'OTRO AUTORIZADO', cuentas: [furtherAccount.ccc] };
  register({ worker: FURTHER_WORKER, account: furtherAccount }, ago(600));
  return {
    holder: { ...main, otherUsers: [otherUser] },
    company: employer(owner, general),
    agency: employer(agency, accounts.agency),
    accounts,
    worker: register({ worker: worker!, account: general }, ago(365)),
    manySituations: registerManyTimes({ worker: many!, account: general }, today, register),
    nieWorker: register({ worker: nieWorker!, account: general }, ago(200)),
    passportWorker: register({ worker: passportWorker!, account: general }, ago(100), {
      terms: { contrato: '200', coeficiente: '750' },
    }),
    formerWorker: register({ worker: formerWorker!, account: general }, ago(300), { to: ago(FORMER_SINCE) }),
    scheduledWorker: register({ worker: scheduledWorker!, account: general }, addDays(today, 10)),
    agencyWorker: register({ worker: agencyWorker!, account: accounts.agency }, ago(30), {
      assignments: [{ regimen: general.regimen, ccc: general.ccc, tipo: '02', from: ago(30) }],
    }),
    newWorkers: NEW_WORKERS,
    payers: PAYERS,
    staff: STAFF.map((each, index) =>
      register(
        { worker: each, account: accounts.second },
        ago(400 + index),
        index < WITH_OCCUPATION ? {} : { terms: { cno: '' } },
      ),
    ),
    cesion: { regimen: client.regimen, ccc: client.ccc },
    authorizedUsers: [main.autorizacion, otherUser.number],
    furtherAccount,
    ...makeProsaDemo(today, SELF_EMPLOYED),
  };
}

function makeOther(today: IsoDate, owner: Company, register: Register): Other {
  const general = account(31, owner);
  return {
    holder: holder(2, 'OTRO', [general]),
    company: employer(owner, general),
    accounts: { general },
    worker: register({ worker: OTHER_WORKER, account: general }, addDays(today, -500)),
  };
}

/** The seed of today, the default of the sandbox. */
export const seed: Seed = makeSeed(madridDay(new Date()));
