/** The first records of the employment service, on companies and workers of the social security. */

import { addDays, endOfMonth, type IsoDate } from '../calendar.ts';
import type { ContributionAccount, Holder, Person, WorkerInAccount } from '../state.ts';
import {
  type CompanyCertificate,
  type Contract,
  type Contribution,
  footprint,
  type SepeRecords,
} from './records.ts';

/** The identifiers of a contract in queries. */
export interface SeededContract {
  /** `E-##-####-#######`. */
  sepeId: string;
  /** Letter of the document's kind. */
  docType: string;
  dni: string;
  startDate: IsoDate;
  /** Empty if it has none. */
  endDate: IsoDate | '';
  ccc: string;
  cif: string;
}

export interface SepeDemo {
  /** Temporary, extended once, with a basic copy. */
  contract: SeededContract;
  /** Temporary and current. It has no basic copy and no later communications, so it can be transformed or removed. */
  convertibleContract: SeededContract;
  /** Temporary, and transformed a month ago. The transformation has a basic copy, the contract has none. */
  convertedContract: SeededContract;
  /** Permanent seasonal, of the general account: its worker can be called back to work. */
  seasonalContract: SeededContract;
  /** The only certificate of its worker. `startDate` is the day on which the work ended. */
  companyCertificate: { dni: string; startDate: IsoDate; ccc: string };
  /** Two certificates of one worker on one day, for two accounts. The worker also has an older one. */
  companyCertificates: { dni: string; startDate: IsoDate; cccs: string[] };
}

/** The persons and accounts of the records. */
export interface SeedInput {
  holder: Holder;
  /** Has a user of the services, and must name it. */
  otherHolder: Holder;
  general: ContributionAccount;
  second: ContributionAccount;
  /** Three workers of the second account. */
  employed: [Person, Person, Person];
  /** Works in the general account some months of each year. */
  seasonal: Person;
  /** Left the general account on `until`. */
  former: { worker: Person; since: IsoDate; until: IsoDate };
  /** Has certificates of several accounts. */
  several: Person;
}

const KINDS: Record<Person['identificacion'], string> = { 1: 'D', 2: 'W', 6: 'E' };

/** A contract of a worker of an account: temporary, full time, without any later communication. */
export const contractOf = (
  sequence: number,
  { worker, account }: WorkerInAccount,
  [startDate, endDate]: [IsoDate, IsoDate],
): Contract => ({
  id: `E${account.ccc.slice(0, 2)}${startDate.slice(0, 4)}${String(sequence).padStart(7, '0')}`,
  code: '402',
  cif: account.cif,
  account: account.regimen + account.ccc,
  worker: {
    identifier: KINDS[worker.identificacion] + worker.dni,
    name: worker.name,
    surname: worker.surname,
    secondSurname: worker.secondSurname,
    sex: worker.sex === 'M' ? '1' : '2',
    birthDate: worker.birthDate,
    nationality: '724',
    municipality: '28079',
    country: '724',
    nss: worker.nss,
  },
  startDate,
  endDate,
  level: '51',
  occupation: '4309',
  workCountry: '724',
  workMunicipality: '28079',
  time: { kind: '', hours: '' },
  rest: { INDICATIVO_PRTR: 'N' },
  user: '',
  communicated: `${addDays(startDate, 1)}T10:15:00`,
  transformations: [],
  extensions: [],
  calls: [],
});

const copyOf = (day: IsoDate) => ({
  signature: '2',
  text: 'Contrato por circunstancias de la producción, a jornada completa, según convenio.',
  workplace: 'CALLE DE LAS PRUEBAS, 1, 28999 MADRID',
  communicated: `${day}T11:00:00`,
});

/** Contributions of the six months up to a day, newest first. */
function contributionsUntil(until: IsoDate): Contribution[] {
  const months: Contribution[] = [];
  for (let last = until; months.length < 6; last = addDays(`${last.slice(0, 8)}01`, -1)) {
    const days = Number((last === until ? last : endOfMonth(`${last.slice(0, 8)}01`)).slice(8));
    months.push({
      year: last.slice(0, 4),
      month: last.slice(5, 7),
      days,
      baseCommon: days * 5312,
      baseUnemployment: days * 5312,
      remarks: months.length === 1 ? 'INCLUYE PAGA EXTRAORDINARIA' : '',
    });
  }
  return months;
}

const certificateOf = (
  sequence: number,
  { holder, worker, account }: WorkerInAccount & Pick<SeedInput, 'holder'>,
  [alta, suspension]: [IsoDate, IsoDate],
): CompanyCertificate => ({
  file: `${suspension.slice(0, 4)}${String(sequence).padStart(8, '0')}`,
  cif: account.cif,
  regimen: account.regimen,
  ccc: account.ccc,
  document: worker.dni,
  name: worker.name,
  surname: worker.surname,
  secondSurname: worker.secondSurname,
  nss: worker.nss,
  group: '07',
  contract: '402',
  duration: '',
  durationUnit: '',
  occupation: '4309',
  publicOffice: '',
  dedication: '100,00',
  alta,
  cause: '15',
  suspension,
  suspensionEnd: '',
  ereNumber: '',
  ereYear: '',
  erePercent: '',
  childrenCarePercent: '',
  salaryFrom: '',
  salaryTo: '',
  salaryDays: '',
  representative: {
    name: holder.givenName,
    surname: holder.firstSurname,
    secondSurname: holder.secondSurname,
    nif: holder.nif,
    position: 'ADMINISTRADOR',
    email: '',
    phone: '',
  },
  contributions: contributionsUntil(suspension),
  holidays: {
    year: '',
    month: '',
    days: 4,
    baseCommon: 21_248,
    baseUnemployment: 21_248,
    remarks: '',
  },
  origin: 'INTERNET',
  entered: addDays(suspension, 2),
  received: addDays(suspension, 3),
  recognised: '',
  attachments: [],
});

const seeded = ({ id, worker, startDate, endDate, account, cif }: Contract): SeededContract => ({
  sepeId: footprint(id),
  docType: worker.identifier.charAt(0),
  dni: worker.identifier.slice(1),
  startDate,
  endDate,
  ccc: account.slice(4),
  cif,
});

/** The records for a day, and the identifiers of the ones that tests use. */
export function makeSepe(today: IsoDate, input: SeedInput): { records: SepeRecords; demo: SepeDemo } {
  const { holder, general, second, employed, seasonal, former, several } = input;
  const ago = (days: number) => addDays(today, -days);
  const extended = contractOf(1, { worker: employed[0], account: second }, [ago(150), ago(61)]);
  extended.extensions.push({
    number: '01',
    startDate: ago(60),
    endDate: addDays(today, 29),
    agreement: 'S',
    discontinuity: '',
    communicated: `${ago(62)}T09:40:00`,
  });
  extended.copy = copyOf(ago(148));
  const convertible = contractOf(2, { worker: employed[1], account: second }, [ago(90), addDays(today, 60)]);
  const converted = contractOf(3, { worker: employed[2], account: second }, [ago(120), ago(31)]);
  converted.transformations.push({
    number: '55',
    code: '189',
    startDate: ago(30),
    endDate: '',
    occupation: '4309',
    workCountry: '724',
    workMunicipality: '28079',
    time: { kind: '', hours: '' },
    disability: '',
    communicated: `${ago(29)}T12:05:00`,
    copy: copyOf(ago(28)),
  });

  const called = contractOf(4, { worker: seasonal, account: general }, [ago(200), today]);
  Object.assign(called, {
    code: '300',
    endDate: '',
    time: { kind: 'A', hours: '' },
    rest: { ...called.rest, ACTIVIDAD_SIN_FECHACIERTA: 'S' },
  });

  const one = certificateOf(1, { holder, worker: former.worker, account: general }, [
    former.since,
    former.until,
  ]);
  one.recognised = addDays(former.until, 12);
  one.attachments.push({ name: 'CARTA DE DESPIDO', date: addDays(former.until, 2), source: 'EMPRESA' });
  const period: [IsoDate, IsoDate] = [ago(200), ago(45)];
  const more = [general, second].map((account, index) =>
    certificateOf(2 + index, { holder, worker: several, account }, period),
  );
  const older = certificateOf(4, { holder, worker: several, account: general }, [ago(600), ago(400)]);
  return {
    records: {
      nextShipment: 1,
      nextContract: 101,
      nextFile: 101,
      contracts: [extended, convertible, converted, called],
      shipments: [],
      certificates: [one, ...more, older],
      certificateShipments: [],
      users: [
        { user: 'USUPRUEBAS', password: 'Clave0Pruebas' },
        { user: 'USUOTRO', password: 'Clave0Otra', nif: input.otherHolder.nif },
      ],
      strict: false,
      closedAtNight: false,
      pendingQueries: 0,
    },
    demo: {
      contract: seeded(extended),
      convertibleContract: seeded(convertible),
      convertedContract: seeded(converted),
      seasonalContract: seeded(called),
      companyCertificate: { dni: one.document, startDate: one.suspension, ccc: one.ccc },
      companyCertificates: {
        dni: several.dni,
        startDate: period[1],
        cccs: more.map(({ ccc }) => ccc),
      },
    },
  };
}
