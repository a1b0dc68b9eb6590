import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { removeRegistrationRecord } from '../../../functions/gateway/seg-social/operations/remove-registration.ts';
import * as made from '../../../sandbox/identifiers.ts';
import { ccc, digits, nss, nssOrNone } from '../../../shared/kernel/fields.ts';
import {
  hasValidMod97,
  type SocialSecurityNumber,
  wholeNumber,
} from '../../../shared/kernel/social-security-number.ts';

/** Numbers of the Seguridad Social without their zeros: how each is completed, and the message if it is ambiguous. */

const TWELVE = 'Debe tener 12 dígitos.';
const doubtful = (width: number, digits: string, [inFront, afterProvince]: [string, string]) => ({
  error: `Debe tener ${width} dígitos. A ${digits} le falta un cero, y no se sabe dónde: puede ser ${inFront} o, si es un número antiguo, ${afterProvince}. Escriba todas sus cifras.`,
});

describe('a number that lacks zeros', () => {
  test.each<[SocialSecurityNumber, string, ReturnType<typeof wholeNumber>, why: string]>([
    ['nss', '280123456742', { number: '280123456742' }, 'it lacks none'],
    ['nss', '81234567842', { number: '081234567842' }, 'no province is 81'],
    ['nss', '95123456742', { number: '095123456742' }, 'no province is 95'],
    ['nss', '54123456742', { number: '054123456742' }, 'no province is 54'],
    [
      'nss',
      '28123456742',
      doubtful(12, '28123456742', ['028123456742', '280123456742']),
      'the check digits fit both',
    ],
    [
      'nss',
      '53123456742',
      doubtful(12, '53123456742', ['053123456742', '530123456742']),
      '53 is of the register',
    ],
    [
      'nss',
      '66123456742',
      doubtful(12, '66123456742', ['066123456742', '660123456742']),
      '66 is of the register',
    ],
    [
      'nss',
      '28123456799',
      doubtful(12, '28123456799', ['028123456799', '280123456799']),
      'the check digits fit neither',
    ],
    ['nss', '2812345674', { error: TWELVE }, 'it lacks two'],
    ['nss', '1', { error: TWELVE }, 'it is none'],
    ['nss', '1280123456742', { error: TWELVE }, 'it has too many'],
    ['ccc', '8000000097', { number: '08000000097' }, 'no province is 80'],
    [
      'ccc',
      '2812345642',
      doubtful(11, '2812345642', ['02812345642', '28012345642']),
      'the check digits fit both',
    ],
    ['ccc', '281234564', { error: 'Debe tener 11 dígitos.' }, 'it lacks two'],
    ['account', '11128000000097', { number: '011128000000097' }, 'after its scheme no province is 80'],
    [
      'account',
      '11101234567800',
      doubtful(15, '11101234567800', ['011101234567800', '111012034567800']),
      'province 01, or 12',
    ],
    ['account', '1112812345642', { error: 'Debe tener 15 dígitos.' }, 'it lacks two'],
  ])('the number %s %s is read as %j, since %s', (kind, digits, expected) => {
    expect(wholeNumber(kind, digits)).toEqual(expected);
  });

  test('the number is read with its leading zero or not at all, and never as one that another person may have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 53 }),
        fc.integer({ min: 0, max: 99_999_999 }),
        (province, number) => {
          const whole = made.nss(province, number);
          const read = wholeNumber('nss', String(Number(whole)));
          if (province > 9) expect(read).toEqual({ number: whole });
          else if ('number' in read) expect(read.number).toBe(whole);
          else expect(read.error).toContain(whole);
        },
      ),
    );
  });

  test('a number without the zero after its province is never read as the number of another province', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 53 }),
        fc.integer({ min: 0, max: 9_999_999 }),
        (province, number) => {
          const old = String(province) + String(number).padStart(7, '0');
          const read = wholeNumber('nss', old + String(Number(old) % 97).padStart(2, '0'));
          expect(read).toEqual({ error: expect.stringContaining(`${province}0${old.slice(2)}`) });
        },
      ),
    );
  });
});

describe('fields of social security numbers', () => {
  const read = (
    schema: {
      safeParse(value: unknown): { data?: unknown; error?: { issues: { message: string }[] } | undefined };
    },
    value: unknown,
  ) => {
    const { data, error } = schema.safeParse(value);
    return error ? error.issues.map(({ message }) => message) : data;
  };

  test('the fields accept integers as they accept sheets, and texts as they are written', () => {
    expect(read(nss, 280123456742)).toBe('280123456742');
    expect(read(nss, 81234567842)).toBe('081234567842');
    expect(read(nss, 28123456742)).toEqual([
      doubtful(12, '28123456742', ['028123456742', '280123456742']).error,
    ]);
    expect(read(nss, '28123456742')).toEqual([TWELVE]);
    expect(read(nss, 2812345674)).toEqual([TWELVE]);
    expect(read(nss, -28123456742)).toEqual(['No puede ser negativo.']);
    // A worker who has no number yet.
    expect(read(nssOrNone, 0)).toBe('000000000000');
    expect(read(ccc, 2812345642)).toEqual([doubtful(11, '2812345642', ['02812345642', '28012345642']).error]);
    expect(read(digits(15, 'x', 'account'), 11128000000097)).toBe('011128000000097');
  });

  test.each([
    ['nss', nss, '811234567840', '81', 'los dos primeros dígitos'],
    ['nss', nss, 541234567840, '54', 'los dos primeros dígitos'],
    ['nss', nss, '001234567840', '00', 'los dos primeros dígitos'],
    ['nss', nssOrNone, '670000000197', '67', 'los dos primeros dígitos'],
    ['ccc', ccc, '81234567840', '81', 'los dos primeros dígitos'],
    ['ccc', ccc, '66000000097', '66', 'los dos primeros dígitos'],
    ['account', digits(15, 'x', 'account'), '011166000000097', '66', 'los dos dígitos que siguen al régimen'],
  ] as const)(
    'the fields as %s accept no number of a province that does not exist',
    (_, schema, number, province, which) => {
      expect(read(schema, number)).toEqual([
        `No existe la provincia ${province}, que son ${which}: revise el número.`,
      ]);
    },
  );

  test.each([
    [nss, '011234567840'],
    [nss, '531234567840'],
    [nss, '660000000197'],
    [nssOrNone, '000000000000'],
    [ccc, '01000000097'],
    [ccc, '52000000097'],
    [digits(15, 'x', 'account'), '011152000000097'],
  ])(
    'the fields accept a number of a province that exists, and the zeros of a missing number',
    (schema, number) => {
      expect(read(schema, number)).toBe(number);
    },
  );

  test('the fields of the largest width accept texts that lack zeros as they accept integers', () => {
    const { ccc: account, nss: worker, regimen } = removeRegistrationRecord.request.shape;
    expect(read(account, '8000000097')).toBe('08000000097');
    expect(read(worker, '28123456742')).toEqual([
      doubtful(12, '28123456742', ['028123456742', '280123456742']).error,
    ]);
    expect(read(worker, '028123456742')).toBe('028123456742');
    expect(read(regimen, '111')).toBe('0111');
  });
});

test('numbers that the stand-ins make have the right check digits', () => {
  expect(hasValidMod97(made.nss(28, 99_999_001))).toBe(true);
  expect(hasValidMod97(made.ccc(8, 1_234_567))).toBe(true);
});
