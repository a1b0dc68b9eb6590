import { describe, expect, test } from 'vitest';
import { fileWithholdings } from '../../../../functions/gateway/aeat/operations/file-withholdings.ts';
import { record111 } from '../../../../shared/authorities/aeat/modelo-111-record.ts';
import {
  type PresentedReturn,
  presentedReturns,
  returnReceipt,
} from '../../../../shared/authorities/aeat/presented-returns.ts';
import { readRequest } from '../../../../shared/kernel/validation.ts';
import { document, failingFields, portsTo } from '../../../support/portals/operations.ts';

/** What a request for modelo 111 must have, and which declaration of the agency's list is the one that was sent. */

const { request: sent } = fileWithholdings.example;
const amount = (cents: number) => String(cents).padStart(17, '0');
const errorsOf = (request: object) =>
  readRequest(fileWithholdings.request, { ...sent, ...request }, { onlyDefined: true, forAuthority: true })
    .errors;
const record = record111({
  ...sent,
  ejercicio: '2026',
  periodo: '3T',
  tipo: 'G',
  iban: '',
  complementaria: false,
} as never);

describe('a request for modelo 111', () => {
  test.each<[string, object, string[]]>([
    ['it is whole', {}, []],
    [
      'nothing is sent',
      Object.fromEntries(Object.keys(sent).map((name) => [name, undefined])),
      ['casilla_28', 'casilla_30', 'cif', 'ejercicio', 'periodo', 'razon_social', 'tipo'],
    ],
    ['a box of three is missing', { casilla_02: undefined }, ['casilla_02']],
    ['the sum is another one', { casilla_28: amount(135001), casilla_30: amount(135001) }, ['casilla_28']],
    ['the result is another one', { casilla_30: amount(135001) }, ['casilla_30']],
    [
      'the sum is of all withholdings',
      {
        casilla_25: 1,
        casilla_26: amount(100),
        casilla_27: amount(19),
        casilla_28: amount(135019),
        casilla_30: amount(135019),
      },
      [],
    ],
    ['it is paid without its number', { tipo: 'I', iban: undefined }, ['nrc']],
    ['it is paid with a short number', { tipo: 'I', iban: undefined, nrc: '1' }, ['nrc']],
    ['it is paid', { tipo: 'I', iban: undefined, nrc: '1112026000000000000ABC' }, []],
    ['it is debited without account', { iban: undefined }, ['iban']],
    ['it has an account that is not debited', { tipo: 'G' }, ['iban']],
    ['it is not debited', { tipo: 'G', iban: undefined }, []],
    ['it is negative with a result', { tipo: 'N', iban: undefined }, ['tipo']],
    [
      'it has a result of zero and is not negative',
      { casilla_03: amount(0), casilla_28: amount(0), casilla_30: amount(0) },
      ['tipo'],
    ],
    [
      'it is negative',
      { tipo: 'N', iban: undefined, casilla_03: amount(0), casilla_28: amount(0), casilla_30: amount(0) },
      [],
    ],
    ['its payment is put off', { tipo: 'A', iban: undefined }, ['tipo']],
    ['it completes nothing', { complementaria: true }, ['justificante_anterior']],
    ['it deducts and completes nothing', { casilla_29: amount(100) }, ['casilla_29', 'casilla_30']],
    [
      'it deducts more than there is',
      { complementaria: true, justificante_anterior: '1112600000017', casilla_29: amount(135001) },
      ['casilla_30'],
    ],
    [
      'it completes another one',
      {
        complementaria: true,
        justificante_anterior: '1112600000017',
        casilla_29: amount(35000),
        casilla_30: amount(100000),
      },
      [],
    ],
    ['it has a field that says it replaces another one', { sustitutiva: true }, ['sustitutiva']],
    ['an amount has fewer digits', { casilla_02: '900000' }, ['casilla_02']],
    ['an amount is in cents as a number', { casilla_02: 900000 }, []],
    ['it deducts nothing, in zeros', { casilla_29: amount(0) }, []],
    ['boxes without content have zeros', { casilla_04: 0, casilla_05: amount(0) }, []],
    ['the name has no letter', { razon_social: '&& -' }, ['razon_social']],
    ['the year has another design', { ejercicio: 2018 }, ['ejercicio']],
    ['a quarter is none', { periodo: '5T' }, ['periodo']],
  ])('the request fails where it must if %s', (_, more, fields) => {
    expect(Object.keys(errorsOf(more)).toSorted()).toEqual(fields);
  });

  test('a sum that differs names both', () => {
    expect(errorsOf({ casilla_28: amount(130000), casilla_30: amount(130000) })).toEqual({
      casilla_28: [expect.stringMatching(/suman 1\.350,00 €, y la casilla 28 dice 1\.300,00 €/)],
    });
    expect(errorsOf({ casilla_30: amount(1) })).toEqual({
      casilla_30: [expect.stringMatching(/menos la 29 es 1\.350,00 €, y la casilla 30 dice 0,01 €/)],
    });
    expect(errorsOf({ tipo: 'A', iban: undefined }).tipo).toEqual([expect.stringMatching(/aplazamiento/)]);
  });

  test('a record stands for all fields but the number of the payment', () => {
    const only = (request: Record<string, unknown>) => failingFields(fileWithholdings, request);
    expect(only({ registro: record })).toEqual([]);
    expect(only({ registro: record, test: 1 })).toEqual([]);
    expect(only({ registro: record, tipo: 'G' })).toEqual(['registro']);
    expect(only({ registro: record.replace('00000003', '0000000X') })).toEqual(['registro']);
    expect(only({ registro: record.slice(1) })).toEqual(['registro']);
    expect(only({ registro: record.replace('> GB', '> IB') })).toEqual(['nrc']);
    expect(only({ registro: record.replace('> GB', '> IB'), nrc: '1112026000000000000ABC' })).toEqual([]);
    expect(
      only({ registro: record.replace(`${amount(135000)}${amount(0)}`, `${amount(135001)}${amount(0)}`) }),
    ).toContain('casilla_28');
  });
});

describe('the look-up of a declaration whose answer was lost', () => {
  const since = new Date('2026-10-15T08:30:20Z');
  const listed: PresentedReturn = {
    modelo: '111',
    ejercicio: '2026',
    periodo: '3T',
    nif: 'B12345674',
    csv: 'ABCDEFGHJKLMNPQR',
    expediente: '1',
    justificante: '1112600000017',
    justificanteAnterior: '',
    presentada: '2026-10-15T10:30:25',
  };
  const PDF = document('justificante.pdf');
  const found = async (
    list: Partial<PresentedReturn>[],
    {
      request = sent,
      listedBefore = [],
    }: { request?: Record<string, unknown>; listedBefore?: string[] | null } = {},
  ) => {
    const { ports } = portsTo('aeat', {
      [presentedReturns.name]: () => list.map((one) => ({ ...listed, ...one })),
      [returnReceipt.name]: () => PDF,
    });
    const { value } = readRequest(fileWithholdings.request, request, { onlyDefined: true });
    const lookUp = fileWithholdings.lookUp as Extract<typeof fileWithholdings.lookUp, { find: unknown }>;
    return lookUp.find(value!, { id: '1', since, listedBefore: listedBefore ?? undefined }, ports as never);
  };

  test.each([
    ['while it was under way', {}, true],
    ['in its minute', { presentada: '2026-10-15T10:30:00' }, true],
    ['before', { presentada: '2026-10-15T10:29:59' }, false],
    ['long after', { presentada: '2026-10-15T10:40:00' }, false],
    ['at a time that is not shown', { presentada: '' }, false],
    ['for another period', { periodo: '2T' }, false],
    ['for another company', { nif: 'B00000000' }, false],
    ['to complete another one', { justificanteAnterior: '1112600000009' }, false],
  ])('a declaration that was presented %s is taken for it or not', async (_, one, isIt) => {
    expect(await found([one])).toEqual(
      isIt
        ? expect.objectContaining({
            data: expect.objectContaining({ justificante: '1112600000017' }),
            filed: { reference: '1112600000017' },
          })
        : undefined,
    );
  });

  test('a declaration of that time proves nothing where the agency gave no list before it was sent', async () => {
    expect(await found([{}], { listedBefore: null })).toBeUndefined();
  });

  test('a declaration that was listed before proves nothing, and the one that is new is taken', async () => {
    const other = { justificante: '1112600000025' };
    expect(await found([{}], { listedBefore: [listed.justificante] })).toBeUndefined();
    expect(await found([{}, other], { listedBefore: [listed.justificante] })).toMatchObject({ data: other });
  });

  test.each([
    ['it says that it completes the same one', [listed.justificante], true],
    ['it does not say what it completes', [''], false],
    ['it completes another one', ['1112600000009'], false],
  ])('a declaration is taken for one that completes another, or not, if %s', async (_, [completed], isIt) => {
    const request = {
      ...sent,
      complementaria: true,
      justificante_anterior: listed.justificante,
      casilla_29: amount(35000),
      casilla_30: amount(100000),
    };
    const completing = { justificante: '1112600000025', justificanteAnterior: completed! };
    const result = await found([{}, completing], { request, listedBefore: [listed.justificante] });
    expect(result !== undefined).toBe(isIt);
  });

  test('two declarations of that time prove nothing, and nor does an empty list', async () => {
    expect(await found([{}, { justificante: '1112600000025' }])).toBeUndefined();
    expect(await found([])).toBeUndefined();
  });
});
