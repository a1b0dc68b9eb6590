import { describe, expect, test } from 'vitest';
import {
  apartFrom,
  apartNotes,
  notComparedText,
  ofApart,
} from '../../../functions/capabilities/reconciliation/compared.ts';
import { questionsOf } from '../../../functions/capabilities/reconciliation/questions.ts';
import type { WorkforceRow } from '../../../functions/capabilities/reconciliation/store/workforce-row.ts';
import { fewerThan } from '../../../functions/capabilities/reconciliation/workforce.ts';
import { COMPARED, found } from '../../support/reconciliation/compared.ts';

/** Lists that say too little to be compared. */

const [FIRST, SECOND] = ['011128999901134', '011128999901235'] as const;
const TODAY = '2026-11-20';
const rows = (account: string, count: number, more: Partial<WorkforceRow> = {}): WorkforceRow[] =>
  Array.from({ length: count }, (_, place) => ({
    company: 1,
    account,
    mac: String(place),
    document: String(place),
    since: '2026-01-01',
    at: '2026-01-01',
    ...more,
  }));

describe('the warning that a list has fewer than half of the workers of an account', () => {
  test.each<[string, WorkforceRow[], Record<string, number> | undefined, WorkforceRow[], object]>([
    ['where it was cut off', rows(FIRST, 100), undefined, rows(FIRST, 49), { [FIRST]: 100 }],
    ['where it is empty', rows(FIRST, 1), undefined, [], { [FIRST]: 1 }],
    [
      'where one account of several is left out',
      [...rows(FIRST, 90), ...rows(SECOND, 10)],
      undefined,
      rows(FIRST, 90),
      { [SECOND]: 10 },
    ],
    [
      'where the same list comes once more',
      rows(FIRST, 49),
      { [FIRST]: 100 },
      rows(FIRST, 49),
      { [FIRST]: 100 },
    ],
  ])('the account gets the warning %s', (_, before, fewer, after, expected) => {
    expect(fewerThan({ rows: before, fewer }, after, TODAY)).toEqual(expected);
  });

  test.each<[string, WorkforceRow[], Record<string, number> | undefined, WorkforceRow[]]>([
    ['with half of them', rows(FIRST, 100), undefined, rows(FIRST, 50)],
    ['where it is the first one', [], undefined, rows(FIRST, 1)],
    ['once a whole one follows', rows(FIRST, 20), { [FIRST]: 100 }, rows(FIRST, 60)],
    [
      'where most had left by then, and are left out',
      [...rows(FIRST, 40), ...rows(FIRST, 60, { until: '2026-10-31' })],
      undefined,
      rows(FIRST, 40),
    ],
    [
      'where it says of all of them that they left',
      rows(FIRST, 9),
      undefined,
      rows(FIRST, 9, { until: TODAY }),
    ],
  ])('the account gets no warning %s', (_, before, fewer, after) => {
    expect(fewerThan({ rows: before, fewer }, after, TODAY)).toEqual({});
  });
});

test('an account is not compared if the list is empty, has fewer than half of its workers or only workers who left', () => {
  const accounts = [FIRST, SECOND];
  expect(apartFrom({}, accounts, [])).toEqual(accounts.map((account) => ({ account, because: 'empty' })));
  expect(apartFrom({ fewer: { [FIRST]: 9 } }, accounts, rows(FIRST, 1))).toEqual([
    { account: FIRST, because: 'fewer' },
    { account: SECOND, because: 'nobody' },
  ]);
  expect(apartFrom({}, accounts, [...rows(FIRST, 1), ...rows(SECOND, 1)])).toEqual([]);
});

test('the only question about an account that is not compared is who is registered, if the list has no worker', () => {
  const questions = questionsOf(COMPARED, [], { ...found({ registered: undefined, contracts: undefined }) });
  expect(questions.length).toBeGreaterThan(1);
  const asked = (because: 'empty' | 'fewer' | 'nobody') =>
    ofApart(questions, FIRST, [{ account: FIRST, because }]);
  expect([asked('empty'), asked('fewer'), asked('nobody')]).toEqual([[], [], [{ about: 'registered' }]]);
  expect(ofApart(questions, SECOND, [{ account: FIRST, because: 'empty' }])).toEqual(questions);
});

test('a list of which nothing is compared says so, with the first step to take', () => {
  const company = { accounts: { a: { regimen: '0111', ccc: FIRST.slice(4), alias: '' } } } as never;
  const head = { company: 1, at: '' };
  expect(notComparedText(company, head, [])).toMatch(/está vacía.*empiece con lo que consta/);
  expect(notComparedText(company, { ...head, fewer: { [FIRST]: 9 } }, rows(FIRST, 1))).toMatch(
    /menos de la mitad/,
  );
  expect(notComparedText(company, head, rows(FIRST, 1))).toBeNull();
});

test('the answer to a saved list names the account that is not compared, while the others are', () => {
  const notes = (...because: ('empty' | 'fewer' | 'nobody')[]) =>
    apartNotes(
      because.map((one, index) => ({ account: [FIRST, SECOND][index]!, because: one })),
      [FIRST, SECOND],
    );
  expect(notes('fewer')).toEqual([
    `De la cuenta ${FIRST.slice(4)}, la plantilla tiene menos de la mitad de los trabajadores que tenía, así que no se compara. ` +
      'Suba la lista entera, o empiece con lo que consta en los organismos.',
  ]);
  expect(notes('empty', 'empty')).toEqual([expect.stringMatching(/^La plantilla está vacía/)]);
  expect(notes('nobody')).toEqual([]);
});
