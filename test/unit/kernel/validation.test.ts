import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { registerEmployee } from '../../../functions/seg-social/operations/register-employee.ts';
import { reportBankDetails } from '../../../functions/seg-social/operations/report-bank-details.ts';
import * as made from '../../../sandbox/identifiers.ts';
import {
  bool,
  ccc,
  cif,
  code,
  date,
  digits,
  digitsUpTo,
  dni,
  flag,
  identificacion,
  integer,
  nss,
} from '../../../shared/kernel/fields.ts';
import * as identifiers from '../../../shared/kernel/identifiers.ts';
import { hasValidMod97 } from '../../../shared/kernel/identifiers.ts';
import { withoutBlanks } from '../../../shared/kernel/request-value.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';

const rules = { onlyDefined: true };
const read = (schema: z.ZodType, value: unknown) =>
  readRequest(z.object({ field: schema }), { field: value }, rules);
const valueRead = (schema: z.ZodType, value: unknown) =>
  (read(schema, value).value as { field: unknown } | undefined)?.field;

describe('values', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['an integer is padded to the width of its code', digits(4, 'x'), 111, '0111'],
    ['a string of digits is kept', digits(4, 'x'), '0111', '0111'],
    ['a short string is not padded', digits(4, 'x'), '111', undefined],
    ['a negative number is no code', digits(4, 'x'), -111, undefined],
    ['a fraction is no code', digits(4, 'x'), 11.5, undefined],
    ['an integer is padded to the code list', digitsUpTo(2, 'x'), 3, '03'],
    ['a string with maximum width is kept', digitsUpTo(4, 'x'), '11', '11'],
    ['an integer is padded, four wide', digitsUpTo(4, 'x'), 11, '0011'],
    ['too many digits', digitsUpTo(2, 'x'), '123', undefined],
    ['a document kind as integer', identificacion, 6, '6'],
    ['an unknown document kind', identificacion, 3, undefined],
    ['a padded choice as integer', code({ '01': 'a', '02': 'b' }, 'x'), 2, '02'],
    ['a leap day', date('x'), '2028-02-29', '2028-02-29'],
    ['a day that does not exist', date('x'), '2026-02-30', undefined],
    ['a date with time', date('x'), '2026-02-03T00:00:00Z', undefined],
    ['flag 1', flag('x'), 1, true],
    ['flag "1"', flag('x'), '1', true],
    ['flag 0', flag('x'), 0, false],
    ['flag "0"', flag('x'), '0', false],
    ['flag absent', flag('x'), undefined, false],
    ['flag true', flag('x'), true, undefined],
    ['flag 2', flag('x'), 2, undefined],
    ['flag "si"', flag('x'), 'si', undefined],
    ['boolean "true"', bool('x'), 'true', true],
    ['boolean 0', bool('x'), 0, false],
    ['boolean "no"', bool('x'), 'no', undefined],
    ['integer as text', integer('x'), '25', 25],
    ['integer over its bound', integer('x', 31), 32, undefined],
  ])('%s', (_, schema, sent, expected) => {
    expect(valueRead(schema, sent)).toEqual(expected);
    if (expected === undefined) expect(Object.keys(read(schema, sent).errors)).toEqual(['field']);
  });

  test('null, "" and absence are the same at every depth', () => {
    expect(withoutBlanks({ a: null, b: '', c: { d: null, e: 0 }, f: [{ g: '' }] })).toEqual({
      c: { e: 0 },
      f: [{}],
    });
  });

  test('what nests too deep is refused', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(() => withoutBlanks({ deep })).toThrow(/niveles/);
  });

  test('digits of any width are kept, as text and as integer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 14 }),
        fc.bigInt({ min: 0n, max: 10n ** 14n - 1n }),
        (width, n) => {
          const sent = String(n % 10n ** BigInt(width)).padStart(width, '0');
          expect(valueRead(digits(width, 'x'), sent)).toBe(sent);
          expect(valueRead(digits(width, 'x'), Number(sent))).toBe(sent);
        },
      ),
    );
  });

  test('no value of any kind makes reading crash', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (sent) => {
        const { value, errors } = readRequest(registerEmployee.request, sent, rules);
        expect(value === undefined).toBe(Object.keys(errors).length > 0);
      }),
    );
  });
});

describe('messages', () => {
  const good = registerEmployee.example.request as Record<string, unknown>;

  test('all failing fields come at once, in Spanish', () => {
    const { errors } = readRequest(registerEmployee.request, { regimen: 'x', tipo_contrato: '402' }, rules);
    expect(Object.keys(errors).sort()).toEqual([
      'ccc',
      'cno',
      'dni',
      'fecha_real',
      'grupo_cotizacion',
      'identificacion',
      'nss',
      'regimen',
      'worker_collective',
    ]);
    expect(errors.nss).toEqual(['Este campo es obligatorio.']);
    expect(errors.regimen).toEqual(['Debe tener 4 dígitos.']);
  });

  test.each(['x', '2026-02-30', '', 20261201])('a date %j does not hide the rules between fields', (day) => {
    const sent = { ...good, fecha_real: day, regimen: '0112', tipo_contrato: '402' };
    const { errors } = readRequest(registerEmployee.request, sent, rules);
    expect(Object.keys(errors).sort()).toEqual(['category_professional', 'fecha_real', 'worker_collective']);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['artists need their category', { regimen: '0112' }, ['category_professional']],
    ['a category is for artists only', { category_professional: '0000301' }, ['category_professional']],
    ['contracts with collective', { tipo_contrato: '507' }, ['worker_collective']],
    ['a substitution names who', { sust_cause: '01' }, ['sust_nss']],
    ['benefits that only the authority asks for', { cond_desempleado: '1', beneficios: '' }, []],
    [
      'agrarian fields elsewhere',
      { modalidad_ctz: 1, fom_empl_agrario: 2 },
      ['fom_empl_agrario', 'modalidad_ctz'],
    ],
    ['agrarian fields there', { regimen: '0163', modalidad_ctz: 1, fom_empl_agrario: 2 }, []],
    ['an assignment comes whole', { cesion_tipo: '02' }, ['cesion_ccc', 'cesion_regimen']],
  ])('%s', (_, fields, failing) => {
    const { errors } = readRequest(registerEmployee.request, { ...good, ...fields }, rules);
    expect(Object.keys(errors).sort()).toEqual(failing);
  });

  test('a name that is not defined is refused in submissions, and reported in other operations', () => {
    const sent = { ...good, coeficente: '500', referencia_propia: 'A-17' };
    const filed = readRequest(registerEmployee.request, sent, rules);
    expect(filed.errors).toEqual({
      coeficente: ['Campo desconocido. ¿Quiso decir coeficiente?'],
      referencia_propia: ['Campo desconocido.'],
    });
    const asked = readRequest(registerEmployee.request, sent, { ...rules, onlyDefined: false });
    expect(asked.errors).toEqual({});
    expect(asked.ignored).toEqual(['coeficente', 'referencia_propia']);
  });
});

describe('check digits', () => {
  const numbers = z.object({ nss, ccc });
  const withControl = (digits: string) => digits + String(BigInt(digits) % 97n).padStart(2, '0');

  test('wrong ones pass unless the deployment is strict', () => {
    const sent = { nss: '281234567899', ccc: '28123456799' };
    expect(readRequest(numbers, sent, rules).errors).toEqual({});
    expect(Object.keys(readRequest(numbers, sent, { ...rules, identifiers }).errors)).toEqual(['nss', 'ccc']);
  });

  test('right ones pass everywhere', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), fc.stringMatching(/^\d{9}$/), (affiliation, account) => {
        const sent = { nss: withControl(affiliation), ccc: withControl(account) };
        expect(readRequest(numbers, sent, { ...rules, identifiers }).errors).toEqual({});
      }),
    );
  });

  /** The fields that a strict deployment refuses. */
  const fails = (schema: z.ZodObject, sent: Record<string, unknown>) =>
    Object.keys(readRequest(schema, sent, { ...rules, identifiers }).errors);

  test('a company’s tax number ends in its control, as digit or as letter, and in nothing else', () => {
    const company = z.object({ cif });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), (number) => {
        const right = made.cif(number);
        const [body, control] = [right.slice(0, -1), Number(right.at(-1))];
        const letters = 'JABCDEFGHI';
        const refused = [...`0123456789${letters}`].filter((last) => fails(company, { cif: body + last })[0]);
        expect(refused).toEqual([...'0123456789', ...letters].filter((_, index) => index % 10 !== control));
      }),
    );
  });

  /** The same document with a wrong letter at its end. */
  const wrong = (right: string) => right.slice(0, -1) + (right.endsWith('A') ? 'B' : 'A');

  test('a company that is a person has the number of this person’s document', () => {
    const company = z.object({ cif });
    for (const right of [made.dni(1234567), made.nie('Y', 1234567)]) {
      expect(fails(company, { cif: right })).toEqual([]);
      expect(fails(company, { cif: wrong(right) })).toEqual(['cif']);
    }
  });

  test('an identity document has the letter of its kind; a passport has none', () => {
    const worker = z.object({ identificacion: identificacion.optional(), dni });
    const [spanish, foreign] = [made.dni(1234567), made.nie('X', 1234567)];
    expect(fails(worker, { identificacion: 1, dni: spanish })).toEqual([]);
    expect(fails(worker, { identificacion: 1, dni: wrong(spanish) })).toEqual(['dni']);
    expect(fails(worker, { identificacion: 1, dni: foreign })).toEqual(['dni']);
    expect(fails(worker, { identificacion: 6, dni: foreign })).toEqual([]);
    expect(fails(worker, { identificacion: 6, dni: wrong(foreign) })).toEqual(['dni']);
    expect(fails(worker, { identificacion: 6, dni: spanish })).toEqual(['dni']);
    expect(fails(worker, { identificacion: 2, dni: wrong(spanish) })).toEqual([]);
    expect(fails(worker, { dni: spanish })).toEqual([]);
    expect(fails(worker, { dni: wrong(spanish) })).toEqual(['dni']);
    expect(fails(worker, { dni: wrong(foreign) })).toEqual(['dni']);
    expect(fails(worker, { dni: 'PAB123456' })).toEqual([]);
  });

  test('a bank account in parts is checked whole', () => {
    const { request, example } = reportBankDetails;
    const strict = { ...rules, identifiers };
    const sent = (num2: string | number) => ({
      ...example.request,
      ccc: withControl('280000000'),
      cuenta: { ...example.request.cuenta, num2 },
    });
    expect(readRequest(request, sent('1332'), strict).errors).toEqual({});
    expect(readRequest(request, sent(1332), strict).errors).toEqual({});
    expect(Object.keys(readRequest(request, sent('1333'), strict).errors)).toEqual(['cuenta']);
    expect(readRequest(request, sent('1333'), rules).errors).toEqual({});
  });

  test('both readings of leading zeros are good, and only these', () => {
    expect(hasValidMod97(`2800000001${String(2800000001n % 97n).padStart(2, '0')}`)).toBe(true);
    expect(hasValidMod97(`2800000001${String(281n % 97n).padStart(2, '0')}`)).toBe(true);
    const good = [Number(2800000001n % 97n), Number(281n % 97n)];
    for (let control = 0; control < 100; control++)
      expect(hasValidMod97(`2800000001${String(control).padStart(2, '0')}`)).toBe(good.includes(control));
  });
});
