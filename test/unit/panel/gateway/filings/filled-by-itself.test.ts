import { describe, expect, test } from 'vitest';
import { reference } from '../../../../../client/build/reference.ts';
import {
  accountsOf,
  afterWriting,
  fromCause,
  partsOfName,
} from '../../../../../panel/src/gateway/filings/known.ts';
import { refusedFields } from '../../../../../panel/src/gateway/filings/refusals.ts';
import { elsewhere, lookedFor } from '../../../../../panel/src/gateway/filings/synonyms.ts';
import { type FormField, formsOf, type OpenApi } from '../../../../../panel/src/shared/fields.ts';
import { isWhole, mistakeIn, readNumber } from '../../../../../panel/src/shared/numbers.ts';

/** Values that a person does not have to type, and feedback while typing. */

const forms = formsOf(reference() as unknown as OpenApi);
const fieldsOf = (operation: string): FormField[] =>
  forms.find((form) => form.operation === operation)!.fields;
const registration = fieldsOf('registerEmployee');

describe('a number in a form', () => {
  test.each([
    ['document', '99.999.102-R', '99999102R'],
    ['document', 'x-1234567 l', 'X1234567L'],
    ['nss', '28/99999101/44', '289999910144'],
    ['ccc', '28 9999011 51', '28999901151'],
    ['cif', 'b-99.990.012', 'B99990012'],
    // Not a number at all, so the gateway says what is wrong with it.
    ['nss', 'no lo sé', 'no lo sé'],
  ] as const)('a number is read as people write it: %s %s', (kind, written, sent) => {
    expect(readNumber(kind, written)).toBe(sent);
  });

  test.each([
    ['document', '12345678Z', undefined],
    ['document', '12345678-A', /letra no cuadra/],
    ['document', '12345678', /Falta la letra/],
    ['document', 'X1234567L', undefined],
    ['document', 'X1234567A', /letra no cuadra/],
    ['document', 'PAB123456', undefined],
    ['nss', '28/99999021/12', undefined],
    ['nss', '28/99999021/13', /no cuadran/],
    ['nss', '28/9999902', /12 cifras, y tiene 9/],
    ['ccc', '28 9999011 51', undefined],
    ['ccc', '28 9999011 52', /no cuadran/],
    ['cif', 'B99990012', undefined],
    ['cif', 'B99990013', /No es un CIF/],
    ['nss', '', undefined],
  ] as const)('a number is checked before anything is sent: %s %s', (kind, written, mistake) => {
    const found = mistakeIn(kind, written);
    if (mistake) expect(found).toMatch(mistake);
    else expect(found).toBeUndefined();
  });

  test('a number is not called wrong while it is being written', () => {
    expect(isWhole('document', '12.345.678')).toBe(false);
    expect(isWhole('document', '12.345.678-A')).toBe(true);
    expect(isWhole('nss', '28/99999021/1')).toBe(false);
  });

  test('a number is recognised by its kind in all forms', () => {
    const kinds = Object.fromEntries(registration.map(({ name, identifier }) => [name, identifier]));
    expect(kinds).toMatchObject({ ccc: 'ccc', nss: 'nss', dni: 'document', sust_nss: 'nss' });
  });
});

describe('the values that follow from a field', () => {
  test('a document becomes the number as it is sent, and gives its kind', () => {
    expect(afterWriting(registration, 'dni', { dni: '12.345.678-z' })).toEqual({
      dni: '12345678Z',
      identificacion: '1',
    });
    expect(afterWriting(registration, 'dni', { dni: 'X1234567L', identificacion: '1' })).toEqual({
      identificacion: '6',
    });
    expect(afterWriting(fieldsOf('notifyContract'), 'dni', { dni: '12345678Z' })).toEqual({ docType: 'D' });
  });

  test('an account that is written with its scheme gives the scheme', () => {
    expect(afterWriting(registration, 'ccc', { ccc: '0111 28 9999011 51' })).toEqual({
      regimen: '0111',
      ccc: '28999901151',
    });
  });

  test('a field with no certain meaning gives no other value', () => {
    expect(afterWriting(registration, 'dni', { dni: 'PAB123' })).toEqual({});
    expect(afterWriting(registration, 'grupo_cotizacion', { grupo_cotizacion: ' 7' })).toEqual({});
  });
});

test('a company gives scheme, account and tax id of its active accounts, as far as the form asks', () => {
  const account = (cuenta: string, activa: 0 | 1, alias = '') => ({
    id: 1,
    activa,
    alias,
    cuenta,
    regimen: '0111',
    convenio_colectivo: null,
  });
  const client = {
    profile: { dni: 'B99990012', account: [account('28999901151', 1, 'Taller'), account('28999901252', 0)] },
  } as never;
  expect(accountsOf(client, registration)).toEqual([
    {
      number: '011128999901151',
      text: '28\u00a09999011\u00a051 · Taller',
      fills: { regimen: '0111', ccc: '28999901151' },
    },
  ]);
  expect(accountsOf(client, fieldsOf('notifyContract'))[0]?.fills).toMatchObject({ cif: 'B99990012' });
});

describe('the values that a due contract has from its registration', () => {
  const request = {
    regimen: '0111',
    ccc: '28999901151',
    dni: '12345678Z',
    nss: '289999902112',
    identificacion: 1,
    fecha_real: '2026-11-30',
    tipo_contrato: '100',
    cno: '4122',
    grupo_cotizacion: 7,
    duplicate: true,
  };

  test('the form has start, contract, occupation and group, under the names of its fields', () => {
    expect(fromCause(fieldsOf('notifyContract'), request)).toMatchObject({
      regimen: '0111',
      ccc: '28999901151',
      dni: '12345678Z',
      nss: '289999902112',
      startDate: '2026-11-30',
      codContract: '100',
      occupation: '4122',
    });
  });

  test('the form of another kind has no day of the trámite', () => {
    expect(fromCause(fieldsOf('deregisterEmployee'), request)).not.toHaveProperty('fecha_real');
  });
});

describe('the words of offices for trámites', () => {
  test.each([
    ['contratar', ['registerEmployee', 'notifyContract']],
    ['despedir', ['deregisterEmployee', 'dismissEmployee', 'fileCompanyCertificate']],
    ['finiquito', ['deregisterEmployee', 'dismissEmployee', 'fileCompanyCertificate']],
    ['prórroga', ['extendContract']],
    ['renovar', ['extendContract']],
    ['paro', ['fileCompanyCertificate']],
    ['IDC', ['registerEmployee']],
    ['dar de alta', ['registerEmployee']],
  ])('the words find the trámite: %s', (written, operations) => {
    expect(lookedFor(forms, written).map(({ operation }) => operation)).toEqual(operations);
  });

  test('all words are of trámites that exist', async () => {
    expect(lookedFor(forms, '')).toHaveLength(forms.length);
    expect(lookedFor(forms, 'nada de esto')).toEqual([]);
  });

  test('words for something that is no trámite lead to an explanation', () => {
    expect(elsewhere('baja médica')).toMatch(/INSS/);
    expect(elsewhere('IDC')).toMatch(/se piden/);
    expect(elsewhere('baja voluntaria')).toBeUndefined();
  });
});

describe('a refusal of an authority', () => {
  test('the refusal stands next to the field that it is about', () => {
    const found = refusedFields({ authority: 'tgss', messageCodes: ['3462', '9999'] });
    expect(Object.keys(found)).toEqual(['ccc']);
    expect(found.ccc?.[0]).toMatch(/no está autorizado para esa cuenta/);
    expect(refusedFields({ authority: 'sepe', messageCodes: ['3462'] })).toEqual({});
  });
});

test.each([
  ['ÓSCAR AGÜERO NÚÑEZ', ['ÓSCAR', 'AGÜERO', 'NÚÑEZ']],
  ['MARÍA DEL MAR ORDÓÑEZ LÓPEZ', ['MARÍA DEL MAR', 'ORDÓÑEZ', 'LÓPEZ']],
  ['Juan de la Fuente Pérez', ['Juan', 'de la Fuente', 'Pérez']],
  ['ANA RUIZ DE LOS SANTOS', ['ANA', 'RUIZ', 'DE LOS SANTOS']],
])('a form offers the parts of the name %s', (whole, [name, surname, lastSurname]) => {
  expect(partsOfName(whole, '99999023Z')).toEqual({ name, surname, lastSurname });
});

test('a name whose parts cannot be known is not offered', () => {
  expect(partsOfName('ÓSCAR AGÜERO', '99999023Z')).toBeUndefined();
  expect(partsOfName('', '99999023Z')).toBeUndefined();
  // Who has a NIE may have one surname.
  expect(partsOfName('JOHN PAUL SMITH', 'X1234567L')).toBeUndefined();
});
