import { expect, test } from 'vitest';
import { reference } from '../../../../../client/build/reference.ts';
import type { BatchRow } from '../../../../../panel/src/capabilities/batches/batch.ts';
import {
  allOf,
  byCompany,
  commonWarnings,
  listsOf,
  reviewLine,
} from '../../../../../panel/src/capabilities/batches/review.ts';
import { describedIn, type OpenApi } from '../../../../../panel/src/shared/fields.ts';
import { seed } from '../../../../../sandbox/seed.ts';

/** The rows of a batch in its review. */

const forms = describedIn(reference() as unknown as OpenApi);
const formsOf = (...operations: string[]) => forms.filter(({ operation }) => operations.includes(operation));
const { dni, nss } = seed.demo.newWorkers[0]!;
const { regimen, ccc } = seed.demo.accounts.general;
const texts = { contracts: { '200': '200 · Indefinido a tiempo parcial' } };
const today = '2026-11-28';

const rowOf = (more: object): BatchRow =>
  ({
    row: 2,
    operation: 'registerEmployee',
    worker: { document: dni, nss, name: 'BEGOÑA MUÑOZ PEÑA' },
    companyName: 'Talleres Ruiz',
    name: null,
    cells: {},
    filled: [],
    mistakes: [],
    notes: [],
    warnings: [],
    steps: [],
    ...more,
  }) as unknown as BatchRow;

test.each<[string, object, string[]]>([
  [
    'an alta with a part-time contract',
    { cells: { fecha_real: '2026-11-30', tipo_contrato: '200', coeficiente: '0,375' } },
    ['Alta', 'lunes 30 de noviembre', '200 · Indefinido a tiempo parcial', '37,5 %'],
  ],
  [
    'a day that the gateway alone can read, and a code without a text',
    { cells: { fecha_real: '1/2/26', tipo_contrato: '999' } },
    ['Alta', '1/2/26', '999'],
  ],
  [
    'a contract of which the birth is no day of effect',
    {
      operation: 'notifyContract',
      cells: { dateOfBirth: '1990-01-02', codContract: '200' },
      filled: [{ column: 'startDate', value: '2026-11-30', from: 'worker' }],
    },
    ['Contrato', 'lunes 30 de noviembre', '200 · Indefinido a tiempo parcial'],
  ],
])('a line says what is filed, from which day, and with which contract: %s', (_, more, what) => {
  const row = rowOf(more);
  const line = reviewLine(row, formsOf(row.operation), { title: 'Otra cosa', texts, today });
  expect(line).toMatchObject({ name: 'BEGOÑA MUÑOZ PEÑA', document: dni, what });
});

test('a line without the name of its worker has the number by which the row names the worker', () => {
  const lineOf = (more: object) =>
    reviewLine(rowOf({ worker: null, ...more }), formsOf('registerEmployee'), { title: '', texts, today });
  expect(lineOf({ cells: { dni } }).name).toBe(dni);
  expect(lineOf({ cells: { nss } }).name).toBe(nss);
  expect(lineOf({ cells: { 'alta.dni': dni }, name: 'Begoña' })).toMatchObject({
    name: 'Begoña',
    document: dni,
  });
});

test('all values of a row can be read, with the texts of codes and the source of what was filled in', () => {
  const row = rowOf({
    cells: { tipo_contrato: '200', coeficiente: '37,5 %', otra: 'x' },
    filled: [{ column: 'ccc', value: ccc, from: 'company' }],
  });
  const lines = allOf(row, formsOf('registerEmployee'), texts);
  expect(lines.map(([, value]) => value).toSorted()).toEqual(
    [`${ccc} (de la empresa cliente)`, '200 · Indefinido a tiempo parcial', '37,5 % (375)', 'x'].toSorted(),
  );
  expect(listsOf([row], formsOf('registerEmployee'))).toEqual(['contracts']);
});

test('rows stand by company from A to Z, and those of an account without company under the account', () => {
  const rows = [
    rowOf({ row: 2, companyName: 'Óptica Luz' }),
    rowOf({ row: 3, companyName: null, cells: { regimen, ccc } }),
    rowOf({ row: 4, companyName: 'Bar' }),
    rowOf({ row: 5, companyName: 'Óptica Luz' }),
    rowOf({
      row: 6,
      companyName: null,
      cells: {
        regimen: String(Number(regimen)),
        ccc: `${ccc.slice(0, 2)}/${ccc.slice(2, -2)}/${ccc.slice(-2)}`,
      },
    }),
  ];
  const numbers = byCompany(rows).map(([company, of]) => [company.slice(0, 6), of.map(({ row }) => row)]);
  expect(numbers).toEqual([
    ['Bar', [4]],
    ['Cuenta', [3, 6]],
    ['Óptica', [2, 5]],
  ]);
});

test('a warning that all lines have stands above them once, and one line keeps its own', () => {
  const [late, other] = ['Está fuera de plazo.', 'Es de otra empresa.'];
  expect(commonWarnings([{ warnings: [late, other] }, { warnings: [late] }])).toEqual([late]);
  expect(commonWarnings([{ warnings: [late] }])).toEqual([]);
  expect(commonWarnings([{ warnings: [] }, { warnings: [late] }])).toEqual([]);
});
