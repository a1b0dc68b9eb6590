import { expect, test } from 'vitest';
import { leftText } from '../../../functions/capabilities/batches/rows/left.ts';
import { obligationLine } from '../../../functions/capabilities/mails/texts.ts';
import { calendarNote, earliestDue } from '../../../functions/capabilities/obligations/due.ts';
import { calendarOf } from '../../../functions/capabilities/obligations/feed.ts';
import { toResources } from '../../../functions/capabilities/obligations/fields.ts';
import type { KeptObligation } from '../../../functions/capabilities/obligations/store/obligation-row.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** If the last day of a term is unknown or may change, this is said wherever the obligation is shown. */

/** The obligation to notify the contract of a registration on a day, with which its term begins. */
const contractOf = (date: string): KeptObligation => {
  const alta: Fact = {
    id: date,
    kind: 'alta',
    at: `${date}T09:00:00.000Z`,
    how: 'accepted',
    date,
    contractType: '100',
    account: '011128000000097',
    document: '99999001R',
  };
  const [one] = obligationsOf([alta], 'worker', { today: date });
  return {
    ...one!,
    changedAt: alta.at,
    accountId: 'a',
    subject: { kind: 'worker', mac: 'm' },
  } as KeptObligation;
};
const known = contractOf('2026-11-02');
const provisional = contractOf('2026-12-22');
// For this year no calendar of holidays exists yet.
const missing = contractOf('2099-03-02');

const MISSING =
  'Falta el calendario oficial de 2099: el último día no se puede contar todavía. No es anterior al 16/03/2099.';
const PROVISIONAL =
  'El calendario de 2027 es provisional: falta la resolución del BOE con sus festivos, y el último día puede cambiar.';

test('an obligation says which year has no table, or a provisional one', () => {
  expect([known, provisional, missing].map(calendarNote)).toEqual([undefined, PROVISIONAL, MISSING]);
  expect([known, provisional, missing].map(earliestDue)).toEqual(['2026-11-16', '2027-01-08', '2099-03-16']);
  // Natural days need no calendar.
  expect(calendarNote({ due: '2099-03-05' })).toBeUndefined();
});

test('a term whose last day is before a provisional year does not mention that year', () => {
  expect(
    calendarNote({ counted: { from: '2026-12-11', workingDays: 10 }, due: '2026-12-28' }),
  ).toBeUndefined();
  expect(calendarNote({ counted: { from: '2026-12-31', workingDays: 1 }, due: '2027-01-04' })).toBe(
    PROVISIONAL,
  );
  expect(calendarNote({ counted: { from: '2027-12-29', workingDays: 1 }, due: '2027-12-30' })).toBe(
    PROVISIONAL,
  );
});

test('answers, sheets, mails and calendars name a year that could not be counted', async () => {
  const ports = {
    caller: { accountId: 'a' },
    stores: {
      obligations: { getHolidays: async () => [] },
      clients: { companyNames: async () => new Map() },
    },
    openBatchesOf: async () => new Map(),
    authorityNow: new Date('2099-03-03T09:00:00Z'),
  } as unknown as Parameters<typeof toResources>[1];
  const [resource] = await toResources([missing], ports);
  expect(resource).toMatchObject({ due: null, daysLeft: null, calendarNote: MISSING });

  const title = 'Comunicar el contrato al SEPE';
  const left = (one: KeptObligation) => ({
    id: one.id,
    title,
    due: one.due ?? null,
    calendarNote: calendarNote(one) ?? null,
  });
  expect([known, provisional, missing].map((one) => leftText(left(one)))).toEqual([
    `${title}, hasta el 16/11/2026`,
    `${title}, hasta el 08/01/2027 (${PROVISIONAL})`,
    `${title}, sin fecha cierta (${MISSING})`,
  ]);

  expect(obligationLine(missing, undefined, '2099-03-03')).toContain('2099');

  const text = calendarOf([missing, provisional], { today: '2099-03-03' });
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n');
  expect(lines).toContain(`SUMMARY:SIN FECHA CIERTA: ${title}`);
  expect(lines).toContain('DTSTART;VALUE=DATE:20990316');
  const descriptions = lines.filter((line) => line.startsWith('DESCRIPTION:Último día')).join();
  expect(descriptions).toContain('Último día: no se sabe');
  expect(descriptions).toContain('Falta el calendario oficial de 2099');
  expect(descriptions).toContain('El calendario de 2027 es provisional');
});

test('a calendar has one day for the certificates of one holder that expire together, with all companies', () => {
  const certificate = (minute: number, company: number): Fact => ({
    id: `c-${minute}`,
    reference: `c-${minute}`,
    kind: 'digitalCertificate',
    date: '2027-01-15',
    company,
    at: `2026-11-02T09:0${minute}:00.000Z`,
    how: 'proved',
    document: '12345678Z',
    holder: 'ANA GARCIA',
  });
  const due = [1, 2].flatMap((company) =>
    obligationsOf([certificate(company, company)], 'owner', { today: '2026-11-20' }).map(
      (one) =>
        ({
          ...one,
          changedAt: one.by.at,
          accountId: 'a',
          companyId: company,
          subject: { kind: 'owner', mac: '' },
        }) as KeptObligation,
    ),
  );
  const of = (names?: Map<number, string>) =>
    calendarOf(due, { names, today: '2026-11-20' })
      .replace(/\r\n[ \t]/g, '')
      .split('\r\n')
      .filter((line) => line.startsWith('SUMMARY:'));
  const title = 'Renovar el certificado digital antes de que caduque';
  expect(of()).toEqual([`SUMMARY:${title} · cliente 1\\, cliente 2`]);
  expect(
    of(
      new Map([
        [1, 'Uno'],
        [2, 'Dos'],
      ]),
    ),
  ).toEqual([`SUMMARY:${title} · Uno\\, Dos · ANA GARCIA`]);
});
