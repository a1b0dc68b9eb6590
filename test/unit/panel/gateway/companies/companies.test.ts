import { expect, test } from 'vitest';
import { demoData } from '../../../../../local/demo.ts';
import {
  numberDoubt,
  startOfCompany,
  wrongNumbers,
} from '../../../../../panel/src/gateway/companies/companies.ts';
import { byName, companyQuery } from '../../../../../panel/src/gateway/companies/company-search.ts';
import { seed } from '../../../../../sandbox/seed.ts';

const { cif } = demoData(seed).company;
const { regimen, ccc } = seed.demo.accounts.general;
const wrong = `${ccc.slice(0, -1)}${(Number(ccc.at(-1)) + 1) % 10}`;

test.each([
  ['', {}],
  ['bar el puerto', { search: 'bar el puerto' }],
  [regimen + ccc, { account: regimen + ccc }],
  [`${ccc.slice(0, 2)} ${ccc.slice(2, 9)} ${ccc.slice(9)}`, { account: `0111${ccc}` }],
  [cif, { search: cif }],
  ['9999', { search: '9999' }],
])('a search of companies for «%s» finds a whole account, or else words', (text, query) => {
  expect(companyQuery(text)).toEqual(query);
});

test('companies stand from A to Z as in Spanish', () => {
  const names = ['Zoco', 'Óptica', 'ñandú', 'Nuria', 'ático'].map((name) => ({ name }));
  expect(byName(names).map(({ name }) => name)).toEqual(['ático', 'Nuria', 'ñandú', 'Óptica', 'Zoco']);
});

test('a number of a company with wrong check digits is warned of, in the list and while it is written', () => {
  const company = (dni: string, cuenta: string) => ({ profile: { dni, account: [{ regimen, cuenta }] } });
  expect(wrongNumbers(company(cif, ccc))).toEqual([]);
  expect(wrongNumbers(company('B12345678', wrong))).toEqual([
    expect.stringContaining('CIF B12345678: '),
    expect.stringContaining('Las dos últimas cifras no cuadran'),
  ]);
  const doubt = (account: string) => numberDoubt({ ...startOfCompany, account }, 'account');
  for (const account of ['', ccc, regimen + ccc, ccc.slice(0, -1)]) expect(doubt(account)).toBeUndefined();
  for (const account of [wrong, regimen + wrong])
    expect(doubt(account)).toEqual([expect.stringContaining('no cuadran')]);
  expect(numberDoubt({ ...startOfCompany, name: 'B12345678' }, 'name')).toBeUndefined();
});
