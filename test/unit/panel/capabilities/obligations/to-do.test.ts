import { describe, expect, test } from 'vitest';
import { RULES } from '../../../../../functions/capabilities/obligations/rules/index.ts';
import {
  blockedAt,
  byUrgency,
  companiesText,
  inLines,
  lineText,
  type Obligation,
  overDays,
  together,
} from '../../../../../panel/src/capabilities/obligations/to-do.ts';
import { plusDays } from '../../../../../panel/src/shared/days.ts';

/** How the panel interprets answers, apart from how it draws them. */

const due = (daysLeft: number | null, state: Obligation['state'] = 'open', certain = true) => ({
  daysLeft,
  state,
  certain,
});

test('the most urgent obligations come first, and those without a date last', () => {
  const doubtful = due(-2, 'late', false);
  const others = [due(null), due(8), due(0), due(-1, 'late'), due(7), due(-30, 'late'), due(1)];
  const found = byUrgency([doubtful, ...others]);
  expect(found.map(({ when, obligations }) => [when, obligations.map(({ daysLeft }) => daysLeft)])).toEqual([
    ['late', [-30, -1]],
    ['perhaps', [-2]],
    ['today', [0]],
    ['week', [1, 7]],
    ['later', [8, null]],
  ]);
});

test('a line names the companies with most, and counts the others', () => {
  const companies = Array.from({ length: 200 }, (_, index): [string, number] => [`Bar ${index}`, 9]);
  expect(companiesText({ companies: companies.slice(0, 2) })).toBe('Bar 0 9, Bar 1 9');
  expect(companiesText({ companies: companies.slice(0, 6) })).toMatch(/, Bar 5 9$/);
  expect(companiesText({ companies })).toBe('Bar 0 9, Bar 1 9, Bar 2 9, Bar 3 9, Bar 4 9 y 195 empresas más');
});

test('certificates of one holder that expire on one day are one line, with everything that the line declares done', () => {
  const one = (id: string, more: Partial<Obligation> = {}) => ({
    id,
    holder: null,
    due: '2027-01-14',
    ...more,
  });
  const ana = { holder: { document: '12345678Z', name: 'ANA' } };
  const all = [
    ...[one('a', { ...ana, company: 1 }), one('b'), one('c', { ...ana, company: 2 })],
    ...[one('d', { ...ana, due: '2027-01-15' }), one('e', { holder: { document: '87654321X', name: null } })],
    one('f'),
  ] as Obligation[];
  expect(together(all).map(({ ids }) => ids)).toEqual([['a', 'c'], ['b'], ['d'], ['e'], ['f']]);
});

describe('the lines of obligations', () => {
  const TODAY = '2026-11-27';
  const one = (companyName: string | null, daysLeft: number, more: object = {}) =>
    ({
      companyName,
      daysLeft,
      due: plusDays(TODAY, daysLeft),
      state: daysLeft < 0 ? 'late' : 'open',
      certain: true,
      rule: { id: 'contrato', title: 'Comunicar el contrato al SEPE', authority: 'sepe' },
      ...more,
    }) as Obligation;
  const say = (obligations: Obligation[]) =>
    inLines(obligations).map((line) => [lineText(line, TODAY), line.companies] as const);

  test('equal obligations are one line with its day and their number for each company', () => {
    const found = say([
      ...[one('Bar El Puerto', 6), one('Talleres Ruiz', 6), one('Talleres Ruiz', 6), one(null, 6)],
      one('Talleres Ruiz', 7),
    ]);
    expect(found).toEqual([
      [
        '4 contratos que vencen el jueves 3 de diciembre',
        [
          ['Talleres Ruiz', 2],
          ['Bar El Puerto', 1],
          ['Sin empresa', 1],
        ],
      ],
      ['1 contrato que vence el viernes 4 de diciembre', [['Talleres Ruiz', 1]]],
    ]);
  });

  test('a line says whether its day is over, today, or not known', () => {
    const of = (daysLeft: number, more: object = {}) =>
      say([one('A', daysLeft, more), one('A', daysLeft, more)])[0]![0];
    expect(of(-3, { certain: false })).toBe('2 contratos que pudieron vencer el martes 24 de noviembre');
    expect(of(-3)).toBe('2 contratos que vencieron el martes 24 de noviembre');
    expect(of(0)).toBe('2 contratos que vencen hoy');
    expect(of(0, { due: null, daysLeft: null })).toBe('2 contratos, sin fecha cierta');
    const other = { rule: { id: 'otra', title: 'Hacer algo', authority: 'tgss' } };
    expect(of(40, other)).toBe('2 × Hacer algo que vencen el miércoles 6 de enero de 2027');
  });

  test('obligations of a rule with different days are one line without a day, and others need none', () => {
    const leave = { rule: { id: 'it', title: 'Enviar los datos', authority: 'tgss' } };
    const lines = overDays([
      one('A', 6),
      one('B', 2, leave),
      one('A', 6),
      one('A', -9, { ...leave, certain: false }),
    ]);
    expect(lines.map((line) => [line.key, lineText(line, TODAY), companiesText(line)])).toEqual([
      ['it', '2 envíos de datos de bajas médicas', 'B 1, A 1'],
    ]);
  });

  test('obligations at an authority that is down are listed as blocked, the longest overdue first', () => {
    const [late, soon, later, other] = [
      ...[one('A', -2), one('A', 3), one('A', 30)],
      one('A', 1, { rule: { id: 'alta', title: 'Alta', authority: 'tgss' } }),
    ] as [Obligation, Obligation, Obligation, Obligation];
    const all = [soon, other, later, late];
    expect(['sepe', 'dehu'].map((authority) => blockedAt(authority, all))).toEqual([[late, soon], []]);
  });

  test('each rule that can have several obligations at once has a noun for them', () => {
    // A person, not an office, has these, or their own words say how many there are.
    const without = ['certificado-contratistas', 'certificado-digital', 'accidente'];
    for (const { id, title } of RULES.filter((rule) => !rule.id.startsWith('notificacion'))) {
      const text = lineText(
        inLines([one('A', 1, { rule: { id, title } }), one('A', 1, { rule: { id, title } })])[0]!,
        TODAY,
      );
      expect(text.includes('×'), id).toBe(without.includes(id));
    }
  });
});
