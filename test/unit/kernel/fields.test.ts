import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as fields from '../../../shared/kernel/fields.ts';

/**
 * Fields that operations share: the values that each accepts, the parsed value, the answered value, and the text in the
 * reference.
 */

/** The value that a schema parses, or the messages with which it refuses it. */
const read = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
};
const inReference = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>;

const DATE_FORMAT = 'Debe ser una fecha con formato AAAA-MM-DD.';
const NO_DATE = 'La fecha no existe en el calendario.';
const MONTH_FORMAT = 'Debe tener formato AAAA-MM.';
const OTHER_YEAR = 'El año debe estar entre 1900 y 2100.';
const NO_TEXT = 'Debe ser un texto.';
const EMPTY = 'No puede estar vacío.';
const NO_CODE = 'Debe ser uno de: 2, 01, x.';
const FOUR = 'Debe tener 4 dígitos.';
const ONLY_DIGITS = 'Solo admite cifras.';
const ONLY_FOUR = 'Solo admite cifras, 4 en total.';
const ONLY_THREE = 'Solo admite cifras, 3 como máximo.';
const NEGATIVE = 'No puede ser negativo.';
const UP_TO_THREE = 'Debe tener como máximo 3 dígitos.';
const ONLY_1 = 'Solo admite el valor 1.';
const NO_BOOL = 'Debe ser verdadero o falso.';
const NO_INTEGER = 'Debe ser un número entero.';
const NO_DOCUMENT = 'Solo admite letras y cifras, 20 como máximo.';
const NO_CIF = 'Solo admite letras y cifras, 10 como máximo.';

const NO_ZEROS = 'No existe ningún código que sea todo ceros. Si no hay dato, no se envía.';
const NO_LETTER = 'Debe tener alguna letra. Si no hay dato, no se envía.';

const four = fields.digits(4, 'x');
const upToThree = fields.digitsUpTo(3, 'x');
const code = fields.code({ '01': 'a', '2': 'b', x: 'c' }, 'x');
const text = fields.text(5, 'x');
const password = fields.password('x', 3);
const date = fields.date('x');
const month = fields.month('x');
const flag = fields.flag('x');
const bool = fields.bool('x');
const integer = fields.integer('x', 31);

describe.each<[string, z.ZodType, [sent: unknown, expected: unknown][]]>([
  [
    'digits',
    four,
    [
      ['0111', '0111'],
      [111, '0111'],
      [0, '0000'],
      [12345, [FOUR]],
      ['111', [FOUR]],
      ['01110', [FOUR]],
      ['a111', [ONLY_FOUR]],
      ['0111\n', [ONLY_FOUR]],
      [-111, [NEGATIVE]],
      ['-111', [NEGATIVE]],
      [11.5, [ONLY_FOUR]],
      [2 ** 53, [FOUR]],
      [Infinity, [ONLY_FOUR]],
      [-0, '0000'],
    ],
  ],
  [
    'digits up to a width',
    upToThree,
    [
      ['1', '1'],
      ['123', '123'],
      [3, '003'],
      ['1234', [UP_TO_THREE]],
      ['', [UP_TO_THREE]],
      ['a1', [ONLY_THREE]],
      ['1a', [ONLY_THREE]],
      [1234, [UP_TO_THREE]],
    ],
  ],
  [
    'digits that are not all zeros',
    fields.notZeros(four),
    [
      ['0111', '0111'],
      [1, '0001'],
      [0, [NO_ZEROS]],
      ['0000', [NO_ZEROS]],
      ['000', [FOUR, NO_ZEROS]],
      ['a111', [ONLY_FOUR]],
    ],
  ],
  [
    'a text with a letter',
    fields.withLetter(text),
    [
      ['O', 'O'],
      ['3 É', '3 É'],
      ...['0', '?', '-', '...', '#'].map((none): [string, string[]] => [none, [NO_LETTER]]),
      [0, [NO_LETTER]],
    ],
  ],
  [
    'a code',
    code,
    [
      ['01', '01'],
      [1, '01'],
      ['2', '2'],
      ['x', 'x'],
      // As wide as the widest code.
      [2, [NO_CODE]],
      ['1', [NO_CODE]],
      ['03', [NO_CODE]],
    ],
  ],
  [
    'a text',
    text,
    [
      [' a b ', 'a b'],
      ['12345', '12345'],
      ['  12345  ', '12345'],
      ['123456', ['Debe tener como máximo 5 caracteres.']],
      ['  ', [EMPTY]],
      // Invisible characters: zero-width, soft hyphen, joiner, fillers.
      ...['\u200b', ' \u200b\u2060 ', '\u00ad', '\u200d', '\u3164', '\u2800'].map(
        (unseen): [string, string[]] => [unseen, [EMPTY]],
      ),
      ['a\u200db', 'a\u200db'],
      ['', [EMPTY]],
      [12, '12'],
      [1.5, '1.5'],
      [-1, '-1'],
      [2 ** 53, [NO_TEXT]],
      [1e300, [NO_TEXT]],
      [Number.POSITIVE_INFINITY, [NO_TEXT]],
      [true, [NO_TEXT]],
    ],
  ],
  [
    'a password',
    password,
    [
      [' a ', ' a '],
      [123, '123'],
      ['ab', ['Debe tener al menos 3 caracteres.']],
      ['x'.repeat(200), 'x'.repeat(200)],
      ['x'.repeat(201), ['Debe tener como máximo 200 caracteres.']],
      [{}, [NO_TEXT]],
    ],
  ],
  ['a password of any length', fields.password('x'), [['', '']]],
  [
    'a date',
    date,
    [
      ['2028-02-29', '2028-02-29'],
      ['1900-01-01', '1900-01-01'],
      ['2100-12-31', '2100-12-31'],
      ['1899-12-31', [OTHER_YEAR]],
      ['2101-01-01', [OTHER_YEAR]],
      ['2027-02-29', [NO_DATE]],
      ['2026-13-01', [NO_DATE]],
      ['2026-00-10', [NO_DATE]],
      ['2026-02-03T00:00:00Z', [DATE_FORMAT]],
      ['x2026-02-03', [DATE_FORMAT]],
      ['2026-2-3', [DATE_FORMAT]],
      ['20260-02-03', [DATE_FORMAT]],
      [20260203, [DATE_FORMAT]],
    ],
  ],
  [
    'a month',
    month,
    [
      ['2026-02', '2026-02'],
      ['1900-01', '1900-01'],
      ['1999-12', '1999-12'],
      ['2099-10', '2099-10'],
      ['2100-12', '2100-12'],
      ['1899-12', [OTHER_YEAR]],
      ['2101-01', [OTHER_YEAR]],
      ['2026-13', [MONTH_FORMAT]],
      ['2026-00', [MONTH_FORMAT]],
      ['1899-13', [MONTH_FORMAT]],
      ['2026-2', [MONTH_FORMAT]],
      ['2026-02-01', [MONTH_FORMAT]],
      ['02026-02', [MONTH_FORMAT]],
      ['01899-12', [MONTH_FORMAT]],
      ['1899-120', [MONTH_FORMAT]],
      ['1899-1a', [MONTH_FORMAT]],
      ['189a-12', [MONTH_FORMAT]],
      [202602, [MONTH_FORMAT]],
    ],
  ],
  [
    'a flag',
    flag,
    [
      [1, true],
      ['1', true],
      [0, false],
      ['0', false],
      [undefined, false],
      [2, [ONLY_1]],
      ['2', [ONLY_1]],
      ['11', [ONLY_1]],
      ['x1', [ONLY_1]],
      ['', [ONLY_1]],
      [true, [ONLY_1]],
      [null, [ONLY_1]],
      [['1'], [ONLY_1]],
    ],
  ],
  [
    'a truth',
    bool,
    [
      [true, true],
      [1, true],
      ['1', true],
      ['true', true],
      ['True', true],
      [false, false],
      [0, false],
      ['0', false],
      ['false', false],
      ['False', false],
      ['no', [NO_BOOL]],
      [2, [NO_BOOL]],
      ['', [NO_BOOL]],
    ],
  ],
  [
    'an integer',
    integer,
    [
      [0, 0],
      [31, 31],
      ['25', 25],
      ['007', 7],
      [32, ['No puede ser mayor que 31.']],
      [-1, ['No puede ser negativo.']],
      [1.5, [NO_INTEGER]],
      ['-1', [NEGATIVE]],
      ['1.5', [ONLY_DIGITS]],
      ['1a', [ONLY_DIGITS]],
      ['a1', [ONLY_DIGITS]],
      ['', [ONLY_DIGITS]],
      [Infinity, [NO_INTEGER]],
      ['9'.repeat(400), [NO_INTEGER]],
      [['1'], [NO_INTEGER]],
    ],
  ],
  [
    'any integer',
    fields.integer('x'),
    [
      [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      ['9'.repeat(15), 999_999_999_999_999],
    ],
  ],
  [
    'an identity document',
    fields.dni,
    [
      [' x1234567l ', 'X1234567L'],
      // As it was issued until 2008.
      ['X01234567L', 'X1234567L'],
      ['0', [NO_ZEROS]],
      [12345678, '12345678'],
      ['A'.repeat(20), 'A'.repeat(20)],
      ['A'.repeat(21), [NO_DOCUMENT]],
      ['12345678-Z', [NO_DOCUMENT]],
      ['-12345678', [NO_DOCUMENT]],
      ['12345678-', [NO_DOCUMENT]],
      ['ß', [NO_DOCUMENT]],
      [' ', [NO_DOCUMENT]],
      [true, [NO_TEXT]],
    ],
  ],
  [
    'a tax id',
    fields.cif,
    [
      [' b12345678 ', 'B12345678'],
      [12345678, '12345678'],
      ['A'.repeat(10), 'A'.repeat(10)],
      ['A'.repeat(11), [NO_CIF]],
      ['-B1234567', [NO_CIF]],
      ['B1234567-', [NO_CIF]],
      [' ', [NO_CIF]],
      [true, [NO_TEXT]],
    ],
  ],
  [
    'a kind of document',
    fields.identificacion,
    [
      ['1', '1'],
      [2, '2'],
      ['6', '6'],
      ['3', ['Debe ser uno de: 1, 2, 6.']],
    ],
  ],
  ['no data', fields.noData, [[[], []]]],
])('the field %s', (_, schema, cases) => {
  test.each(cases)('the value %j is read as %j', (sent, expected) => {
    expect(read(schema, sent)).toEqual(expected);
  });
});

test('a value without data has no members', () => {
  expect(fields.noData.safeParse(['x']).success).toBe(false);
});

describe('numbers and texts in requests', () => {
  test('an integer that JSON holds exactly is the text of its digits', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (number) => {
        expect(read(fields.digitsUpTo(20, 'x'), number)).toBe(String(number).padStart(20, '0'));
        expect(read(fields.text(30, 'x'), number)).toBe(String(number));
      }),
    );
  });

  test('a date of a form is accepted only if the calendar has it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2100 }), fc.nat(14), fc.nat(33), (year, month, day) => {
        const sent = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
        const lengths = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28];
        const most = [...lengths, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
        expect(read(date, sent)).toEqual(day >= 1 && day <= most ? sent : [NO_DATE]);
      }),
    );
  });
});

describe('the reference of fields', () => {
  test.each<[string, z.ZodType, Record<string, unknown>]>([
    [
      'digits, as text or integer',
      fields.digits(4, 'Cosa.'),
      { description: 'Cosa. 4 dígitos.', type: ['string', 'integer'], pattern: '^\\d{4}$' },
    ],
    [
      'digits of several widths',
      fields.digitsUpTo(3, 'Cosa.'),
      { description: 'Cosa. Máximo 3 dígitos.', type: ['string', 'integer'], pattern: '^\\d{1,3}$' },
    ],
    [
      'texts',
      fields.text(5, 'Cosa.'),
      { description: 'Cosa.', textKind: 'line', maxLength: 5, minLength: 1 },
    ],
    ['texts of several lines', fields.text(5, 'Cosa.', 'lines'), { textKind: 'lines' }],
    ['plain texts', fields.plainText(5, 'Cosa.'), { description: 'Cosa.', maxLength: 5 }],
    ['passwords', fields.password('Cosa.'), { description: 'Cosa.', format: 'password', maxLength: 200 }],
    ['dates', fields.date('Cosa.'), { description: 'Cosa. Formato AAAA-MM-DD.', format: 'date' }],
    ['months', fields.month('Cosa.'), { description: 'Cosa. Formato AAAA-MM.' }],
    ['flags', fields.flag('Cosa.'), { description: 'Cosa.', type: 'integer' }],
    ['truths', fields.bool('Cosa.'), { description: 'Cosa.', type: 'boolean' }],
    ['integers', fields.integer('Cosa.', 9), { description: 'Cosa.', minimum: 0, maximum: 9 }],
    ['no data', fields.noData, { description: 'Sin contenido.', maxItems: 0 }],
    ['flags that may be null', fields.duplicate, { enum: [0, 1, null] }],
  ])('the reference describes %s', (_, schema, described) => {
    expect(inReference(schema)).toMatchObject(described);
  });

  test.each([
    ['accounts', fields.ccc, 'ccc'],
    ['persons', fields.nss, 'nss'],
    ['affiliations', fields.naf, 'nss'],
    ['documents', fields.dni, 'document'],
    ['tax ids', fields.cif, 'cif'],
    ['other digits', four, undefined],
  ])('the reference says which check digits %s have', (_, schema, identifier) => {
    expect(inReference(schema).identifier).toBe(identifier);
  });

  test('the reference lists the integers that stand for a code: those as wide as the widest', () => {
    const codes = { '01': 'a', '2': 'b', x: 'c', '12x': 'd' };
    expect(inReference(fields.code(codes, 'Cosa.'))).toMatchObject({ description: 'Cosa.', codes });
    expect(inReference(fields.code(codes, 'Cosa.'))).not.toHaveProperty('integers');
    expect(
      inReference(fields.code({ '01': 'a', '2': 'b', '10': 'c', x1: 'd', '1x': 'e' }, 'x')),
    ).toMatchObject({
      integers: [10, 1],
    });
  });
});
