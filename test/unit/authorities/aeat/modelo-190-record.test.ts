import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleFile190 } from '../../../../functions/gateway/aeat/return-190.ts';
import {
  MOST_FAULTS,
  MOST_PERCEPTIONS,
  readFile190,
  record190,
} from '../../../../shared/authorities/aeat/modelo-190-record.ts';
import { tries } from '../../../support/setup/fast-check.ts';

/** The check of a file of modelo 190: positions, form, identifiers, keys and sums. */

const NIF = 'B12345674';
const [head = '', perception = ''] = exampleFile190(NIF).split('\n');
const put = (record: string, at: number, text: string) =>
  record.slice(0, at - 1) + text + record.slice(at - 1 + text.length);
const faultsOf = (...records: string[]): string[] => {
  const read = readFile190(records.join('\n'));
  return 'faults' in read ? read.faults : [];
};
const cents = (amount: number, digits: number) => String(amount).padStart(digits, '0');

describe('the file of modelo 190', () => {
  test('a file is read with its declarant, whatever is between its records', () => {
    const declarant = {
      year: '2025',
      nif: NIF,
      name: 'EMPRESA DE EJEMPLO SL',
      number: '1900000000001',
      kind: 'normal',
      previous: '',
      perceptions: 1,
    };
    for (const file of ['\n', '\r\n', ''].map((between) => [head, perception].join(between)))
      for (const end of ['', '\n', '\r\n'])
        expect(readFile190(file + (file.includes('\n') ? end : ''))).toEqual({
          declarant,
          records: [head, perception],
        });
  });

  test('an example of the design has its values at their positions', () => {
    expect([head.length, perception.length]).toEqual([500, 500]);
    expect(perception.slice(0, 107)).toBe(
      `21902025${NIF}12345678Z         ${'PEREZ GOMEZ ANA'.padEnd(40)}28A   00000018000000000000270000`,
    );
    expect(head.slice(107, 175)).toBe(
      `1900000000001  ${'0'.repeat(13)}000000001 000000001800000000000000270000`,
    );
  });

  test.each<[string, 0 | 1, number, string, RegExp]>([
    ['another model', 0, 2, '193', /^Línea 1: Posición 2/],
    ['a year whose design is not known', 0, 5, '2026', /^Línea 1: Posición 5: el ejercicio es 2026/],
    ['a wrong tax id of the declarant', 0, 9, 'B12345675', /^Línea 1: Posición 9/],
    ['no name of the declarant', 0, 18, ' '.repeat(40), /^Línea 1: Posición 18/],
    ['another support', 0, 58, 'C', /^Línea 1: Posición 58/],
    ['a number of another model', 0, 108, '180', /^Línea 1: Posición 108/],
    ['both marks', 0, 121, 'CS', /^Línea 1: Posición 121/],
    ['a substitute without the earlier number', 0, 122, 'S', /^Línea 1: Posición 123/],
    ['an earlier number without a mark', 0, 123, '1900000000009', /^Línea 1: Posición 123/],
    ['letters in the number of perceptions', 0, 136, 'A', /^Línea 1: Posición 136/],
    [
      'another number of perceptions',
      0,
      144,
      '2',
      /^Línea 1: Posición 136: dice 2 percepciones, y el fichero tiene 1/,
    ],
    [
      'another total',
      0,
      160,
      '1',
      /^Línea 1: Posición 146: .*18\.000,01 €, y los registros suman 18\.000,00 €/,
    ],
    ['a total with the other sign', 0, 145, 'N', /^Línea 1: Posición 146: .*-18\.000,00 €/],
    [
      'other withholdings',
      0,
      175,
      '1',
      /^Línea 1: Posición 161: .*2\.700,01 €, y los registros suman 2\.700,00 €/,
    ],
    ['something in what is reserved', 0, 300, 'X', /^Línea 1: Posición 226/],
    ['a record of another declarant', 1, 9, 'A12345674', /^Línea 2: Posición 2/],
    ['a wrong tax id', 1, 18, '12345678A', /^Línea 2: Posición 18: .*12345678A/],
    ['no tax id', 1, 18, ' '.repeat(9), /^Línea 2: Posición 18: .*en blanco/],
    ['a wrong tax id of the representative', 1, 27, '12345678A', /^Línea 2: Posición 27/],
    ['a wrong tax id of the spouse', 1, 158, '12345678A', /^Línea 2: Posición 158/],
    ['no name', 1, 36, ' '.repeat(40), /^Línea 2: Posición 36/],
    ['another key', 1, 78, 'M', /^Línea 2: Posición 78: .*\(M\)/],
    ['a key without its subkey', 1, 78, 'L', /^Línea 2: Posición 79: la clave L/],
    ['another sign', 1, 81, '-', /^Línea 2: Posición 81/],
    ['an amount with a comma', 1, 92, ',', /^Línea 2: Posición 82/],
    ['an amount of blanks', 1, 109, ' '.repeat(13), /^Línea 2: Posición 109/],
    ['a letter in the family', 1, 230, 'X', /^Línea 2: Posición 223/],
    ['a character that is not visible', 1, 40, '\t', /^Línea 2: Posición 40: carácter/],
    ['a character of no Latin alphabet', 1, 40, '\ufffd', /^Línea 2: Posición 40: carácter/],
    ['another type of record', 1, 1, '3', /^Línea 2: Posición 1: .*tipo 2/],
  ])('a file with %s is refused with its line and position', (_, line, at, text, fault) => {
    const records = [head, perception];
    const faults = faultsOf(...records.with(line, put(records[line]!, at, text)));
    expect(faults[0]).toMatch(fault);
  });

  test.each<[string, string, string]>([
    ['a complementary declaration', put(head, 121, 'C'), perception],
    ['a substitute', put(head, 122, 'S1900000000009'), perception],
    ['a minor with a representative', head, put(perception, 18, `${' '.repeat(9)}12345678Z`)],
    ['a foreigner', head, put(perception, 18, 'X1234567L')],
    ['a prize with a subkey', head, put(perception, 78, 'K01')],
    [
      'amounts of all kinds, one of them negative',
      put(head, 145, `N${cents(999_000, 15)}${cents(270_000 + 30 + 200 + 40, 15)}`),
      [
        [81, `N${cents(1_800_000, 13)}`],
        [109, cents(1_000, 13)],
        [122, cents(30, 13)],
        [256, cents(800_000, 13)],
        [269, cents(200, 13)],
        [282, `N${cents(0, 13)}`],
        [296, cents(40, 13)],
        [135, cents(77, 13)],
      ].reduce((record, [at, text]) => put(record, Number(at), String(text)), perception),
    ],
  ])('%s is read without fault', (_, first, second) => {
    expect(faultsOf(first, second)).toEqual([]);
  });

  test('all faults are listed with their lines, and counted where there are too many', () => {
    const wrong = put(put(perception, 18, '12345678A'), 78, 'M');
    expect(faultsOf(head, wrong, perception, wrong)).toHaveLength(4);
    const many = faultsOf(head, ...Array.from({ length: MOST_FAULTS }, () => wrong));
    expect(many).toHaveLength(MOST_FAULTS + 1);
    expect(many.at(-1)).toBe(`Y ${MOST_FAULTS} errores más: corrija estos y vuelva a probar.`);
  });

  test.each([
    ['nothing', [], /vacío/],
    ['no perception', [head], /no hay ninguna percepción/],
    ['a record that is too short', [head, perception.trimEnd()], /^Línea 2: .* 500 caracteres/],
    [
      'more perceptions than are taken',
      [head, ...Array(MOST_PERCEPTIONS + 1).fill('2')],
      /20001 percepciones/,
    ],
  ])('a file with %s is refused', (_, records, fault) => {
    expect(faultsOf(...records).join(' ')).toMatch(fault);
  });

  test('any text is read without a crash, and a file with right sums is accepted whatever its amounts are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1200 }), (text) => {
        expect('faults' in readFile190(text)).toBe(true);
      }),
      tries(200),
    );
    const amount = fc.integer({ min: 0, max: 99_999_999 });
    const one = fc.record({ isNegative: fc.boolean(), received: amount, withheld: amount });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 20 }), fc.boolean(), (all, isWrong) => {
        const received = all.reduce(
          (sum, { isNegative, received: each }) => sum + (isNegative ? -each : each),
          0,
        );
        const withheld = all.reduce((sum, each) => sum + each.withheld, isWrong ? 1 : 0);
        const first = put(
          head,
          136,
          `${cents(all.length, 9)}${received < 0 ? 'N' : ' '}${cents(Math.abs(received), 15)}${cents(withheld, 15)}`,
        );
        const records = all.map((each) =>
          put(
            perception,
            81,
            `${each.isNegative ? 'N' : ' '}${cents(each.received, 13)}${cents(each.withheld, 13)}`,
          ),
        );
        expect(faultsOf(first, ...records)).toHaveLength(isWrong ? 1 : 0);
      }),
      tries(100),
    );
  });

  test('a record that is written has zeros for its numbers and blanks for all else', () => {
    expect(record190('2', {}).slice(0, 150)).toBe(
      `2190${' '.repeat(71)}00${' '.repeat(4)}${'0'.repeat(26)} ${'0'.repeat(39)}   `,
    );
  });
});
