import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BOXES,
  boxOf,
  type Declared111,
  PERIODS,
  type Period,
  readRecord111,
  record111,
  recordName,
} from '../../../../shared/authorities/aeat/modelo-111-record.ts';

/** The record of modelo 111, by positions of the agency's design (DR111) and by an example that a public program tests itself with. */

const amount = (euros: number) => String(Math.round(euros * 100)).padStart(17, '0');

const declared: Declared111 = {
  cif: 'B12345678',
  razon_social: 'MI EMPRESA SL',
  ejercicio: '2026',
  periodo: '2T',
  tipo: 'I',
  complementaria: false,
  casilla_01: 3,
  casilla_02: amount(9000),
  casilla_03: amount(1350),
  casilla_28: amount(1350),
  casilla_30: amount(1350),
};
const PAGE = 328;
/** Characters of the page, by position and length as in the design. */
const at = (record: string, position: number, length: number) =>
  record.slice(PAGE + position - 1, PAGE + position - 1 + length);
const faultsOf = (record: string) => {
  const read = readRecord111(record);
  return 'faults' in read ? read.faults : [];
};
/** The record with other characters at a position of the page. */
const changed = (position: number, text: string, record = record111(declared)) =>
  record.slice(0, PAGE + position - 1) + text + record.slice(PAGE + position - 1 + text.length);

describe('the record of modelo 111', () => {
  test('the record has the published example at its positions', () => {
    const record = record111(declared);
    expect(record).toHaveLength(328 + 1000 + 18);
    expect(record.slice(0, 22)).toBe('<T111020262T0000><AUX>');
    expect(record.slice(22, 328)).toBe(`${' '.repeat(300)}</AUX>`);
    expect(record.slice(-18)).toBe('</T111020262T0000>');
    expect(at(record, 1, 13)).toBe('<T11101000> I');
    expect(at(record, 14, 9)).toBe('B12345678');
    expect(at(record, 23, 80)).toBe('MI EMPRESA SL'.padEnd(80));
    expect(at(record, 103, 6)).toBe('20262T');
    expect(at(record, 109, 8)).toBe('00000003');
    expect(at(record, 117, 17)).toBe('00000000000900000');
    expect(at(record, 134, 17)).toBe('00000000000135000');
    expect(at(record, 487, 51)).toBe(`00000000000135000${'0'.repeat(17)}00000000000135000`);
    expect(at(record, 538, 451).trim()).toBe('');
    expect(at(record, 989, 12)).toBe('</T11101000>');
  });

  // Numbers of the design: position of the persons, what they got, and what was withheld.
  const DESIGN = [
    [109, 117, 134],
    [151, 159, 176],
    [193, 201, 218],
    [235, 243, 260],
    [277, 285, 302],
    [319, 327, 344],
    [361, 369, 386],
    [403, 411, 428],
    [445, 453, 470],
  ];
  test.each(DESIGN.map((positions, place) => [place + 1, positions] as const))(
    'the boxes of income %i are where the design has them',
    (income, [persons, got, withheld]) => {
      const [a, b, c] = BOXES[income - 1]!;
      const record = record111({ ...declared, [a]: 7, [b]: amount(1.23), [c]: amount(0.45) });
      expect([at(record, persons!, 8), at(record, got!, 17), at(record, withheld!, 17)]).toEqual([
        '00000007',
        amount(1.23),
        amount(0.45),
      ]);
    },
  );

  test('the mark, the earlier receipt and the account of a declaration are where the design has them', () => {
    const iban = 'ES9121000418450200051332';
    const record = record111({
      ...declared,
      tipo: 'U',
      iban,
      complementaria: true,
      justificante_anterior: '1112600000017',
      [boxOf(29)]: amount(100),
    });
    expect(at(record, 504, 17)).toBe(amount(100));
    expect(at(record, 538, 15)).toBe('X1112600000017 ');
    expect(at(record, 553, 34)).toBe(iban.padEnd(34));
  });

  test.each([
    ['Peñíscola & Çà, S.L.', 'PEÑISCOLA ÇA S L'],
    ['  Doble   espacio ', 'DOBLE ESPACIO'],
    ['GÜELL, Josep-Maria', 'GUELL JOSEP MARIA'],
    ['Ñandú Õ', 'ÑANDU O'],
  ])('the name %s is written as the design admits it', (name, written) => {
    expect(recordName(name)).toBe(written);
  });

  test('a record is read as what was written, whatever it declares', () => {
    const cents = fc
      .bigInt({ min: 1n, max: 10n ** 17n - 1n })
      .map((value) => String(value).padStart(17, '0'));
    const boxes = fc.record(
      Object.fromEntries(
        BOXES.flatMap(([persons, got, withheld]) => [
          [persons, fc.integer({ min: 1, max: 99_999_999 })],
          [got, cents],
          [withheld, cents],
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        boxes,
        fc.constantFrom(...(Object.keys(PERIODS) as Period[])),
        fc.constantFrom('I', 'U', 'G', 'N'),
        (values, periodo, tipo) => {
          const { complementaria: _, ...sent } = { ...declared, ...values, periodo, tipo } as Declared111;
          const record = record111({ ...sent, complementaria: false });
          expect(readRecord111(record)).toEqual({ declared: sent });
          expect(readRecord111(`${record}\r\n`)).toEqual({ declared: sent });
        },
      ),
    );
  });

  test('any text is read as a declaration or as faults', () => {
    const record = record111(declared);
    fc.assert(
      fc.property(fc.nat(record.length - 1), fc.string({ minLength: 1, maxLength: 40 }), (from, text) => {
        const other = record.slice(0, from) + text + record.slice(from + text.length);
        const read = readRecord111(other);
        if ('faults' in read) expect(read.faults.length).toBeGreaterThan(0);
        else expect(other.length).toBe(record.length);
      }),
    );
  });

  test.each([
    [changed(134, '0000000000013500X'), /^Posición 134: debe tener solo cifras/],
    [changed(134, 'N0000000000135000'), /^Posición 134: importe negativo/],
    [changed(12, 'C'), /^Posición 12: reservada/],
    [changed(552, 'X'), /^Posición 552: reservada/],
    [changed(700, 'A'), /^Posición 587 a 988: reservada/],
    [changed(538, 'S'), /^Posición 538: debe ser X o blanco/],
    [changed(107, '3T'), /^La cabecera debe ser la del modelo 111/],
    [changed(989, '</T11102000>'), /^La página debe ir de/],
    [record111(declared).slice(1), /tiene 1346 caracteres .* y este tiene 1345/],
  ])('a record that is not of the design is refused with its position', (record, fault) => {
    expect(faultsOf(record)[0]).toMatch(fault);
  });

  test('a record keeps its declaration whichever program and developer its head names', () => {
    const head = record111(declared);
    const named = `${head.slice(0, 92)}0101    B00000000${head.slice(109)}`;
    expect(named).toHaveLength(head.length);
    expect(readRecord111(named)).toEqual(readRecord111(head));
  });
});
