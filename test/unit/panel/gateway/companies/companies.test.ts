import { describe, expect, test } from 'vitest';
import { demoData } from '../../../../../local/demo.ts';
import {
  accountIn,
  companyPage,
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

describe('the list of companies', () => {
  /** A list of so many companies, in the order in which they were saved, and the pages that were asked for. */
  const listOf = (total: number) => {
    const all = Array.from({ length: total }, (_, place) => ({
      name: `Empresa ${String(total - place).padStart(4, '0')}`,
    }));
    const asked: string[] = [];
    const ask = async ({ page, perPage }: { page: number; perPage: number }) => {
      asked.push(`${page}/${perPage}`);
      const lastPage = Math.max(1, Math.ceil(total / perPage));
      return { data: all.slice((page - 1) * perPage, page * perPage), pagination: { total, lastPage } };
    };
    return { ask, asked };
  };

  test('the list is from A to Z over all of its pages', async () => {
    const { ask, asked } = listOf(120);
    const pages = await Promise.all([1, 2, 3].map((page) => companyPage(ask, page)));
    const names = pages.flatMap(({ data }) => data.map(({ name }) => name));
    expect(names).toEqual(
      Array.from({ length: 120 }, (_, place) => `Empresa ${String(place + 1).padStart(4, '0')}`),
    );
    expect(pages.map(({ data, total, isSorted }) => [data.length, total, isSorted])).toEqual([
      [50, 120, true],
      [50, 120, true],
      [20, 120, true],
    ]);
    expect(new Set(asked)).toEqual(new Set(['1/50', '2/50', '3/50']));
  });

  test('the list of very many companies says that it is not from A to Z, and reads one page', async () => {
    const { ask, asked } = listOf(301);
    const { data, isSorted } = await companyPage(ask, 2);
    expect([data.length, data[0]?.name, isSorted]).toEqual([50, 'Empresa 0251', false]);
    expect(asked).toEqual(['1/50', '2/50']);
  });

  test('an empty list is one empty page', async () => {
    expect(await companyPage(listOf(0).ask, 1)).toEqual({ data: [], total: 0, isSorted: true });
  });
});
