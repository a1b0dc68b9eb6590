import { describe, expect, test } from 'vitest';
import { groups } from '../../../../../functions/operations.ts';
import {
  type Ask,
  accountsFor,
  asksOf,
  calledOf,
  documentsOf,
  fileNameOf,
  isOfMovement,
  knownFor,
  movementsFor,
  surnamesOf,
} from '../../../../../panel/src/gateway/documents/ask.ts';
import type { ListedFiling } from '../../../../../panel/src/shared/data.ts';
import { describedIn, type OpenApi } from '../../../../../panel/src/shared/fields.ts';
import { requestOf } from '../../../../../panel/src/shared/filled.ts';
import { openApiDocument } from '../../../../../shared/derive/openapi.ts';

/** Documents that can be requested for a worker or a company. */

const document = openApiDocument(groups, { baseUrl: 'https://example.com' } as never) as unknown as OpenApi;
const asks = asksOf(describedIn(document));
const ask = (operation: string): Ask => asks.find(({ form }) => form.operation === operation)!;

test('every reading that answers a document can be chosen, for the person or company that it is about', () => {
  const named = asks.map(({ about, name, form }) => `${about}: ${name} (${form.operation})`);
  expect(named).toEqual(
    expect.arrayContaining([
      'worker: TA (getDuplicateTa)',
      'worker: IDC (getContributionData)',
      'worker: Vida laboral (getLifeReport)',
      'worker: Contrato (getContract)',
      'worker: Copia básica (getBasicCopy)',
      'company: ITA (getWorkersReport)',
      'company: RLC (getSettlementReceipt)',
      'company: FIE (getFie)',
      'company: Certificado de estar al corriente con la Seguridad Social (getUpToDate)',
    ]),
  );
  const withDocument = groups
    .flatMap(({ operations }) => operations)
    .filter(({ kind, response, supersededBy }) => {
      const shape = (response as { shape?: object }).shape ?? {};
      return kind === 'reading' && !supersededBy && 'file' in shape;
    })
    .map(({ id }) => id);
  expect(asks.map(({ form }) => form.operation).toSorted()).toEqual(withDocument.toSorted());
  // A person is asked for nothing by which the answer would have no document.
  const names = asks.flatMap(({ form }) => form.fields.map(({ name }) => name));
  expect(names).not.toContain('format');
});

test.each([
  ['Duplicado del documento de alta o baja (TA)', 'TA'],
  ['Duplicado de una transformación', 'Transformación'],
  ['Informe de vida laboral de un trabajador en una cuenta', 'Vida laboral'],
  ['Certificado de contratistas y subcontratistas', 'Certificado de contratistas y subcontratistas'],
])('the document of «%s» is called %s', (title, name) => {
  expect(calledOf(title)).toBe(name);
});

const filing = (more: Partial<ListedFiling>): ListedFiling =>
  ({
    id: '01',
    state: 'accepted',
    reading: false,
    operation: 'POST /api/v4/seg-social/alta',
    operationName: 'Dar de alta a un trabajador',
    created_at: '2026-11-20T09:00:00.000Z',
    effectiveDate: '2026-11-30',
    regimen: '0111',
    ccc: '28999901151',
    documents: [],
    ...more,
  }) as ListedFiling;
const worker = { document: '99999100E', nss: '289999910091' };
const company = { cif: 'B12345674', accounts: ['011128999901151', '011108999901199'] };

describe('the form of a question about a known subject', () => {
  const filings = [
    filing({ state: 'refused', effectiveDate: '2026-12-24' }),
    filing({ ccc: '08999901199', effectiveDate: '2026-12-01' }),
    filing({ operation: 'POST /api/v4/seg-social/baja', effectiveDate: '2026-11-30' }),
    filing({ effectiveDate: '2026-11-02' }),
  ];
  const account = '011128999901151';

  test('the form of the TA of the newest movement in the account needs nothing else', () => {
    const { form } = ask('getDuplicateTa');
    const [movement] = movementsFor({ form }, { filings, situations: [], account });
    const values = { ...knownFor({ form }, { worker, filings, company, account }), ...movement };
    expect(requestOf(form.fields, values)).toEqual({
      regimen: '0111',
      ccc: '28999901151',
      nss: '289999910091',
      startDate: '2026-11-30',
      movType: 'BAJA',
    });
  });

  test('movements that only the Seguridad Social has are listed among the filed ones, each once', () => {
    const situations = [
      { fecha_alta: '2026-11-02', fecha_baja: '2026-11-30' },
      { fecha_alta: '2026-10-30', fecha_baja: '' },
    ];
    const movements = (operation: string) =>
      movementsFor(ask(operation), { filings, situations, account }).map(
        ({ movType, startDate }) => `${movType} ${startDate}`,
      );
    expect(movements('getDuplicateTa')).toEqual(['BAJA 2026-11-30', 'ALTA 2026-11-02', 'ALTA 2026-10-30']);
    expect(movements('getContributionData')).toEqual(['ALTA 2026-11-02', 'ALTA 2026-10-30']);
    expect(asks.filter(isOfMovement).map(({ name }) => name)).toEqual(['IDC', 'TA']);
  });

  test('the form has the first day of work of a contract, and the tax id of a company', () => {
    const filings = [
      filing({ operation: 'POST /api/v4/seg-social/baja', effectiveDate: '2026-11-30' }),
      filing({ effectiveDate: '2026-11-02' }),
    ];
    expect(knownFor(ask('getContract'), { worker, filings, company })).toMatchObject({
      cif: 'B12345674',
      dni: '99999100E',
      startDate: '2026-11-02',
    });
  });

  test('the form about a company has its account, and no date of a person', () => {
    expect(knownFor(ask('getWorkersReport'), { company, account: company.accounts[1] })).toEqual({
      regimen: '0111',
      ccc: '08999901199',
    });
    expect(knownFor(ask('getSettlementReceipt'), { company, filings: [filing({})] })).not.toHaveProperty(
      'startDate',
    );
  });
});

test('accounts of trámites come before the others of the company, each once', () => {
  expect(accountsFor([filing({ ccc: '08999901199' })], company)).toEqual([
    '011108999901199',
    '011128999901151',
  ]);
});

describe('the name of a downloaded file', () => {
  test.each([
    ['BEGOÑA RUIZ PEÑA', 'TA_Ruiz-Peña_2026-11-30.pdf'],
    ['ANA RUIZ', 'TA_Ruiz_2026-11-30.pdf'],
    ['MARIA DEL CARMEN RUIZ DE LA TORRE', 'TA_Ruiz-Torre_2026-11-30.pdf'],
    ['Wei Li', 'TA_Li_2026-11-30.pdf'],
    ['99999021N', 'TA_99999021N_2026-11-30.pdf'],
  ])('the file of %s has a name that says what it contains', (name, file) => {
    const who = surnamesOf(name);
    expect(fileNameOf({ name: 'TA', who, day: '2026-11-30', given: 'ta-alta.pdf' })).toBe(file);
  });

  test('the file of a company has a name without characters that a system refuses', () => {
    const given = { name: 'Vida laboral', who: 'Bar "El Puerto", S.L.', day: '2026-11-30', given: 'x.xlsx' };
    expect(fileNameOf(given)).toBe('Vida-laboral_Bar-El-Puerto-S-L_2026-11-30.xlsx');
    expect(fileNameOf({ ...given, who: undefined, given: 'x' })).toBe('Vida-laboral_2026-11-30');
  });
});

test('documents of trámites and of questions stand together, the newest first', () => {
  const document = { n: 1, contentType: 'application/pdf', size: 1 };
  const filings = [
    filing({
      id: '01',
      documents: [
        { ...document, name: 'ta-alta.pdf' },
        { ...document, n: 2, name: 'idc.pdf' },
      ],
    }),
    filing({
      id: '02',
      reading: true,
      state: 'answered',
      effectiveDate: null,
      operation: ask('getContributionData').form.address,
      created_at: '2026-11-27T10:00:00.000Z',
      documents: [{ ...document, name: 'idc.pdf' }],
    }),
  ];
  const kept = documentsOf(filings, { asks, who: () => 'RUIZ' });
  expect(kept.map(({ filing: { id }, title, file }) => [id, title, file])).toEqual([
    ['02', 'IDC', 'IDC_Ruiz_2026-11-27.pdf'],
    ['01', 'TA', 'TA_Ruiz_2026-11-30.pdf'],
    ['01', 'IDC', 'IDC_Ruiz_2026-11-30.pdf'],
  ]);
});
