import { expect, test } from 'vitest';
import { demoData } from '../../../../../local/demo.ts';
import {
  accountIn,
  companySheet,
  numberDoubt,
  startOfCompany,
  toRow,
  toSaved,
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

test('the sheet of companies has all accounts of each', () => {
  const account = ['28999901151', '28999902262'].map((cuenta) => ({ regimen: '0111', cuenta }));
  const profile = {
    dni: 'B99990012',
    razon_social: 'TALLERES RUIZ',
    account,
    codigo_postal: null,
    external_id: '7',
  };
  const company = { name: 'Talleres', profile } as unknown as Parameters<typeof companySheet>[0][number];
  expect(companySheet([company]).split('\r\n')[1]?.replaceAll('\u00a0', ' ')).toBe(
    '"Talleres";"B99990012";"TALLERES RUIZ";"28 9999011 51, 28 9999022 62";"";"7"',
  );
});

test.each(['28 9999011 51', '28/9999011/51', '0111 28 9999011 51'])(
  'the account %s is accepted as people write it',
  (account) => {
    expect(accountIn({ regimen: '111', account, alias: 'Bar' })).toEqual({
      regimen: '0111',
      cuenta: '28999901151',
      alias: 'Bar',
    });
  },
);

test('a company gets access and a mail only if that is chosen', () => {
  const filled = { ...startOfCompany, name: 'Bar El Puerto', cif: 'B12345674', email: 'bar@example.com' };
  const account = '28 9999011 51';
  expect(toSaved({ ...filled, account })).toMatchObject({ sub_activa: 0, profile: { dni: 'B12345674' } });
  expect(toSaved({ ...filled, account, access: 'yes' })).toMatchObject({ not_notify: 0 });
  expect(toSaved({ ...filled, account, access: 'yes' })).not.toHaveProperty('sub_activa');
});
test('a company without an e-mail is saved with its account as a capability takes it', () => {
  const company = { ...startOfCompany, name: ' Bar ', cif: 'B12345674', account: '28/9999011/51' };
  expect(toRow(company)).toEqual({
    name: 'Bar',
    cif: 'B12345674',
    regimen: '0111',
    account: '28999901151',
    alias: 'Bar',
  });
});
