/** The first records of the Prosa applications. */

import { addDays, endOfMonth, type IsoDate, realDay } from '../../calendar.ts';
import type { ContributionAccount, Holder, Person } from '../../state.ts';
import type { Registration } from '../registration.ts';
import type { FieRecord, ProsaRecords, Settlement } from './records.ts';

/** A period of a query. */
interface Period {
  startDate: IsoDate;
  endDate: IsoDate;
}

/** Periods with data for queries. */
export interface ProsaDemo {
  /** Days with incapacities in the general account, and of the self-employed worker `naf`. */
  fie: Period & { naf: string };
  /** First day of the latest leave of the demo worker. */
  leave: IsoDate;
  /** A month with receipts of the general account, and one without. */
  rlc: Period & { liquidType: string; empty: Period };
}

/** First day of the month that was this number of months ago. */
function monthAgo(today: IsoDate, months: number): IsoDate {
  const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - months;
  return realDay(Math.floor(index / 12), (index % 12) + 1, 1)!;
}

const monthOf = (first: IsoDate): Period => ({ startDate: first, endDate: endOfMonth(first) });

/** Length of the period with records, in days. Queries may have up to 28, so that a day may pass. */
const FIE_DAYS = 25;
/** The latest leave began so many days ago. */
const LATEST_LEAVE = 3;

/** Periods of queries, relative to the day. */
export const makeProsaDemo = (today: IsoDate, selfEmployed: Person): ProsaDemo => ({
  fie: { startDate: addDays(today, -FIE_DAYS), endDate: today, naf: selfEmployed.nss },
  leave: addDays(today, -LATEST_LEAVE),
  rlc: { liquidType: 'L00', ...monthOf(monthAgo(today, 2)), empty: monthOf(monthAgo(today, 40)) },
});

interface SeedInput {
  registrations: Registration[];
  holder: Holder;
  accounts: ContributionAccount[];
  general: ContributionAccount;
  /** Workers of the general account, in the order in which they fell ill. */
  ill: Person[];
  selfEmployed: Person;
}

/** The records for a day. */
export const makeProsa = (today: IsoDate, input: SeedInput): ProsaRecords => ({
  placements: [],
  bankAccounts: [],
  fie: makeFie(today, input),
  sickLeaves: [],
  births: [],
  fieNewColumns: false,
  settlements: makeSettlements(today, input),
});

const MONTHS = 12;

function makeSettlements(today: IsoDate, { registrations, accounts, general }: SeedInput): Settlement[] {
  const settlements: Settlement[] = [];
  const settle = (
    { ccc }: ContributionAccount,
    type: string,
    { first, last, control }: { first: IsoDate; last: IsoDate; control?: IsoDate },
  ) => {
    const workers = registrations
      .filter(
        (registration) =>
          registration.ccc === ccc &&
          registration.alta.date <= endOfMonth(last) &&
          (!registration.baja || registration.baja.date >= first),
      )
      .map(({ nss }) => nss);
    if (workers.length === 0) return;
    settlements.push({
      number: String(99_000_000 + settlements.length + 1),
      ccc,
      type,
      from: first.slice(0, 7),
      to: last.slice(0, 7),
      ...(control && { control: control.slice(0, 7) }),
      workers: [...new Set(workers)],
    });
  };
  for (const account of accounts) {
    for (let ago = MONTHS; ago >= 1; ago -= 1) {
      settle(account, 'L00', { first: monthAgo(today, ago), last: monthAgo(today, ago) });
    }
  }
  settle(general, 'L13', { first: monthAgo(today, 3), last: monthAgo(today, 3) });
  const control = monthAgo(today, 5);
  settle(general, 'L03', { first: monthAgo(today, 8), last: monthAgo(today, 6), control });
  return settlements;
}

const ENTITY = 'INSS MADRID';

/** Several kinds of process, an old one, and one of a self-employed worker; no record has every column. */
function makeFie(today: IsoDate, { holder, general, ill, selfEmployed }: SeedInput): FieRecord[] {
  const ago = (days: number) => addDays(today, -days);
  const day = (days: number) => ago(days).replaceAll('-', '');
  const it = (since: number, rest: Record<string, string> = {}) => ({
    'Entidad Responsable': ENTITY,
    'Fecha Baja IT': day(since),
    'Indicador Recaida': 'N',
    'Días Acumulados': String(since),
    Contingencia: 'ENFERMEDAD COMUN',
    'Tipo Proceso': 'CORTO',
    'Duración Estimada': '30',
    ...rest,
  });
  const ended = { 'Fecha Fin IT': day(4), 'Causa Fin IT': 'CURACION', 'Base reguladora INSS': '1.234,56' };
  const dip = {
    'Entidad Responsable': ENTITY,
    'Fecha Baja IT': day(20),
    'Fecha Inicio DIP': day(18),
    'Fecha Fin DIP': day(6),
    'Causa DIP': 'IMPAGO DE LA PRESTACION',
  };
  const dop = {
    'Entidad Responsable': 'MUTUA DE PRUEBAS',
    'Fecha Inicio DOP': day(15),
    'Importe DOP': '321,00',
  };
  const common = { ccc: general.ccc, autorizacion: holder.autorizacion, entity: ENTITY };
  const [first, second, third, fourth] = ill.map(({ nss }) => nss) as [string, string, string, string];
  return [
    { ...common, nss: first, registered: ago(2), it: it(LATEST_LEAVE) },
    { ...common, nss: second, registered: ago(4), it: it(20, ended), dip },
    { ...common, nss: third, registered: ago(9), entity: '', dop },
    { ...common, nss: fourth, registered: ago(12), it: it(13, { 'Indicador Recaida': 'S' }), dip, dop },
    { ...common, nss: first, registered: ago(60), it: it(61, ended) },
    { ...common, ccc: '', nss: selfEmployed.nss, registered: ago(7), it: it(8) },
  ];
}
