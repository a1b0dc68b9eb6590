import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { registerEmployee } from '../../../functions/gateway/seg-social/operations/register-employee.ts';
import { reportBankDetails } from '../../../functions/gateway/seg-social/operations/report-bank-details.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import {
  bool,
  cif,
  code,
  date,
  digits,
  dni,
  flag,
  integer,
  nss,
  password,
  text,
} from '../../../shared/kernel/fields.ts';
import * as identifiers from '../../../shared/kernel/identifiers.ts';
import { Repeated, withoutBlanks } from '../../../shared/kernel/request-value.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';

/** How requests are parsed, with schemas made for the tests: blanks, forms of values, messages, typing errors and texts. */

const LAX: Parameters<typeof readRequest>[2] = { onlyDefined: false };
const STRICT = { onlyDefined: true, identifiers };

const REQUIRED = ['Este campo es obligatorio.'];
const CONTRADICTORY = ['Este campo se envía varias veces con valores distintos.'];
const NO_DIGITS = ['Los dígitos de control no son correctos.'];
const unknown = (meant?: string) => [`Campo desconocido.${meant ? ` ¿Quiso decir ${meant}?` : ''}`];

const read = (shape: z.ZodRawShape, sent: Record<string, unknown>, rules = LAX) =>
  readRequest(z.object(shape), sent, rules);
const errorsOf = (shape: z.ZodRawShape, sent: Record<string, unknown>, rules = LAX) =>
  read(shape, sent, rules).errors;
/** The parsed value of the only field that is sent. */
const valueRead = (schema: z.ZodType, a: unknown) => read({ a: schema }, { a }).value?.a;

const refusalOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    const { status, message, errors } = error as ServiceError;
    return JSON.stringify({ status, message, errors });
  }
  return 'taken';
};

describe('blank values in a request', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
  const nestedList = (levels: number): unknown => (levels === 0 ? 1 : [nestedList(levels - 1)]);

  test('blank values are removed from objects, and are members of lists', () => {
    expect(withoutBlanks({ a: null, b: '', c: [null, '', { d: null }], e: { f: '' } })).toEqual({
      c: [null, '', {}],
      e: {},
    });
    expect(Object.keys(withoutBlanks({ a: null, b: '', c: 0, d: false, e: ' ', f: [] }) as object)).toEqual([
      'c',
      'd',
      'e',
      'f',
    ]);
    for (const value of [null, '', 0, 'a', true]) expect(withoutBlanks(value)).toBe(value);
  });

  test('blank values of a field that was sent several times do not count, and the field is absent if all are blank', () => {
    const { a, ...others } = withoutBlanks({
      a: new Repeated(['', 'x', null, { y: '' }]),
      b: new Repeated(['', null]),
      c: new Repeated([]),
    }) as Record<string, Repeated>;
    expect(a).toBeInstanceOf(Repeated);
    expect(a!.values).toEqual(['x', {}]);
    expect(others).toEqual({});
  });

  test('an object of a class that JSON does not have is left as it is', () => {
    const file = { content: Buffer.from('x') };
    expect((withoutBlanks(file) as typeof file).content).toBe(file.content);
    const map = new Map([['a', null]]);
    expect((withoutBlanks({ map }) as { map: unknown }).map).toBe(map);
    const bare = Object.assign(Object.create(null), { a: null, b: 1 });
    expect(withoutBlanks(bare)).toEqual({ b: 1 });
  });

  test('a request is read to twenty levels, and not one more', () => {
    const deep = JSON.stringify({
      status: 400,
      message: 'El contenido tiene demasiados niveles.',
      errors: {},
    });
    for (const nest of [nested, nestedList]) {
      expect(withoutBlanks(nest(20))).toEqual(nest(20));
      expect(refusalOf(() => withoutBlanks(nest(21)))).toBe(deep);
    }
    expect(withoutBlanks({ a: new Repeated([nested(18)]) })).toEqual({ a: new Repeated([nested(18)]) });
    expect(refusalOf(() => withoutBlanks({ a: new Repeated([nested(19)]) }))).toBe(deep);
  });

  test('a request is read to ten thousand values, of all levels together, and not one more', () => {
    const many = JSON.stringify({
      status: 400,
      message: 'El contenido tiene más de 10000 valores.',
      errors: {},
    });
    const ones = (length: number) => new Array(length).fill(1);
    expect(withoutBlanks(ones(10_000))).toHaveLength(10_000);
    expect(refusalOf(() => withoutBlanks(ones(10_001)))).toBe(many);
    expect(withoutBlanks({ a: ones(4_998), b: ones(5_000) })).toBeDefined();
    expect(refusalOf(() => withoutBlanks({ a: ones(4_999), b: ones(5_000) }))).toBe(many);
    expect(refusalOf(() => withoutBlanks({ a: new Repeated(ones(10_000)) }))).toBe(many);
    const names = Object.fromEntries(ones(10_001).map((_, index) => [`a${index}`, 1]));
    expect(refusalOf(() => withoutBlanks(names))).toBe(many);
  });

  test('blank values that are removed leave nothing blank', () => {
    const blank = (value: unknown): boolean =>
      typeof value === 'object' && value !== null
        ? Object.values(value).some(
            (member) => (!Array.isArray(value) && (member === null || member === '')) || blank(member),
          )
        : false;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const left = withoutBlanks(value);
        expect(blank(left)).toBe(false);
        expect(withoutBlanks(left)).toEqual(left);
      }),
    );
  });
});

describe('a field that was sent several times', () => {
  const twice = (...values: unknown[]) => ({ a: new Repeated(values) });

  test('the field has one value if all mean the same', () => {
    for (const values of [['1', 1], [1, '1', 1], ['1']])
      expect(read({ a: flag('x') }, twice(...values))).toEqual({
        value: { a: true },
        errors: {},
        ignored: [],
      });
    expect(read({ a: digits(4, 'x') }, twice(111, '0111')).value).toEqual({ a: '0111' });
  });

  test('the field is refused if they differ, or one of them is no value', () => {
    expect(errorsOf({ a: flag('x') }, twice('1', '0'))).toEqual({ a: CONTRADICTORY });
    expect(errorsOf({ a: flag('x') }, twice('1', '1', '0'))).toEqual({ a: CONTRADICTORY });
    expect(errorsOf({ a: flag('x') }, twice('1', 'x'))).toEqual({ a: CONTRADICTORY });
    expect(errorsOf({ a: flag('x') }, twice('x', 'x')).a).toEqual([
      ...CONTRADICTORY,
      'Solo admite el valor 1.',
    ]);
    expect(errorsOf({ b: z.object({ a: flag('x') }) }, { b: twice('1', '0') })).toEqual({
      'b.a': CONTRADICTORY,
    });
    expect(errorsOf({ b: z.array(z.object({ a: flag('x') })) }, { b: [{}, twice('1', '0')] })).toEqual({
      'b.1.a': CONTRADICTORY,
    });
  });

  test('the field may be a list each time', () => {
    const list = z.array(digits(2, 'x'));
    expect(read({ a: list }, twice([1], ['01'])).value).toEqual({ a: ['01'] });
    expect(errorsOf({ a: list }, twice([1], [2]))).toEqual({ a: CONTRADICTORY });
  });

  test('the field is ignored once if it is not defined', () => {
    expect(read({}, twice('1', '2'))).toEqual({ value: {}, errors: {}, ignored: ['a'] });
    expect(read({ b: z.object({}) }, { b: twice('1', '2') }).ignored).toEqual(['b.a']);
  });
});

describe('the reading of values', () => {
  test('a letter with an accent is one character, except in secrets', () => {
    const apart = 'Jose\u0301';
    expect(valueRead(text(9, 'x'), apart)).toBe('José');
    expect(valueRead(z.array(text(9, 'x')), [apart])).toEqual(['José']);
    expect(valueRead(z.object({ b: text(9, 'x') }), { b: apart })).toEqual({ b: 'José' });
    expect(valueRead(password('x'), apart)).toBe(apart);
    expect(valueRead(z.looseObject({}), { b: apart })).toEqual({ b: apart });
  });

  test.each<[string, z.ZodType]>([
    ['text', text(9, 'x')],
    ['digits', digits(2, 'x')],
    ['document', dni],
    ['code', code({ '1': 'a' }, 'x')],
    ['flag', flag('x')],
    ['truth', bool('x')],
    ['integer', integer('x')],
    ['number', z.number()],
    ['date', date('x').optional()],
    ['literal', z.literal('a').default('a')],
  ])('an object or a list is never a %s, whatever it contains', (_, schema) => {
    for (const value of [
      {},
      { toString: 1 },
      [],
      [{ toString: 1 }],
      ['1'],
      Buffer.from('1'),
      Object.create(null),
    ]) {
      const { errors } = read({ a: schema }, { a: value }, STRICT);
      expect(Object.keys(errors)).toEqual(['a']);
      expect(errors.a).toHaveLength(1);
    }
  });

  test('an object or a list is given to a schema that accepts any value', () => {
    for (const value of [{ b: 1 }, [1], 'x']) expect(valueRead(z.unknown(), value)).toEqual(value);
  });

  test('a list is read as far as is needed to refuse it', () => {
    const list = z.array(z.object({ b: flag('x') })).max(2);
    const sent = Array.from({ length: 5 }, () => ({ b: new Repeated(['1', '0']) }));
    expect(errorsOf({ a: list }, { a: sent })).toEqual({
      a: ['Debe tener como máximo 2.'],
      'a.0.b': CONTRADICTORY,
      'a.1.b': CONTRADICTORY,
      'a.2.b': CONTRADICTORY,
    });
    expect(read({ a: list }, { a: [{ b: 1 }, { b: 0 }] }).value).toEqual({ a: [{ b: true }, { b: false }] });
    const least = z.array(z.string()).min(2);
    expect(errorsOf({ a: least }, { a: ['x'] })).toEqual({ a: ['Debe tener al menos 2.'] });
    expect(read({ a: least }, { a: ['x', 'y', 'z'] }).value).toEqual({ a: ['x', 'y', 'z'] });
  });

  test('a name of JavaScript’s own is a name like any other', () => {
    const sent = JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":2,"b":"x"}');
    expect(read({ b: z.string() }, sent)).toEqual({
      value: { b: 'x' },
      errors: {},
      ignored: ['__proto__', 'constructor', 'toString'],
    });
    expect(errorsOf({ constructor: z.string().optional() }, { constructor: 1 })).toEqual({
      constructor: ['Debe ser un texto.'],
    });
  });
});

test('no value of any kind makes reading crash', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.anything()), (sent) => {
      const { value, errors } = readRequest(registerEmployee.request, sent, STRICT);
      expect(value === undefined).toBe(Object.keys(errors).length > 0);
    }),
  );
});

describe('the messages of a request that is not valid', () => {
  test('the messages come for all fields at once, each message once, by dotted path', () => {
    const shape = { a: z.string(), b: z.object({ c: z.string(), d: z.array(z.object({ e: z.int() })) }) };
    expect(errorsOf(shape, { b: { d: [{ e: 1 }, {}] } })).toEqual({
      a: REQUIRED,
      'b.c': REQUIRED,
      'b.d.1.e': REQUIRED,
    });
    expect(errorsOf(shape, {})).toEqual({ a: REQUIRED, b: REQUIRED });
    const twice = z
      .string()
      .refine(() => false, 'mal')
      .refine(() => false, 'mal')
      .refine(() => false, 'peor');
    expect(errorsOf({ a: twice }, { a: 'x' })).toEqual({ a: ['mal', 'peor'] });
  });

  test.each<[string, z.ZodType, unknown, string]>([
    ['a long text', z.string().max(2), 'abc', 'Debe tener como máximo 2 caracteres.'],
    ['a short text', z.string().min(2), 'a', 'Debe tener al menos 2 caracteres.'],
    ['a large number', z.number().max(2), 3, 'Debe tener como máximo 2.'],
    ['a small number', z.number().min(2), 1, 'Debe tener al menos 2.'],
    ['another form', z.string().regex(/b/), 'a', 'El formato no es válido.'],
    ['another type', z.string(), 1, 'Debe ser un texto.'],
    ['no list', z.array(z.string()), 'a', 'Debe ser una lista.'],
    [
      'no object',
      z.object({ iban: z.string(), oficina: z.string() }),
      'a',
      'Debe ser un objeto con iban, oficina.',
    ],
    ['an integer beyond 2^53', integer('x', 31), 2 ** 53 + 2, 'No puede ser mayor que 31.'],
    ['so many digits', integer('x', 31), '9'.repeat(16), 'No puede ser mayor que 31.'],
    ['an integer as far below', integer('x', 31), -(2 ** 53 + 2), 'No puede ser negativo.'],
    ['another value', z.enum(['a', 'c']), 'b', 'Debe ser uno de: a, c.'],
    ['a message of its own', z.string().refine(() => false, 'Propio.'), 'b', 'Propio.'],
    ['an absent one with a message of its own', z.any().refine(() => false, 'Propio.'), undefined, 'Propio.'],
  ])('the message is in plain Spanish for %s', (_, schema, a, message) => {
    expect(errorsOf({ a: schema }, { a })).toEqual({ a: [message] });
  });

  test('the request has no value if it has messages, and no messages if it has a value', () => {
    expect(read({ a: z.string() }, {})).toEqual({ errors: { a: REQUIRED }, ignored: [] });
    expect(read({ a: z.string() }, { a: 'x' })).toEqual({ value: { a: 'x' }, errors: {}, ignored: [] });
    // If something else is wrong with a value that the schema accepts, there is no value either.
    expect(read({ a: text(9, 'x') }, { a: 'a\u0007' })).not.toHaveProperty('value');
    expect(read({ a: z.string() }, {})).not.toHaveProperty('value');
  });
});

describe('the texts of a request', () => {
  const FORM = { ...LAX, forAuthority: true };

  test('the texts are checked for their characters, wherever they are', () => {
    const line = text(20, 'x');
    const bell = 'a\u0007b';
    const messages = ['No admite saltos de línea ni otros caracteres de control: U+0007.'];
    expect(errorsOf({ a: line }, { a: bell })).toEqual({ a: messages });
    expect(errorsOf({ a: z.object({ b: line }) }, { a: { b: bell } })).toEqual({ 'a.b': messages });
    expect(errorsOf({ a: z.array(line) }, { a: ['x', bell] })).toEqual({ 'a.1': messages });
    expect(errorsOf({ a: text(20, 'x', 'lines') }, { a: 'a\nb' })).toEqual({});
    expect(errorsOf({ a: line }, { a: '\n a \n' })).toEqual({});
    expect(errorsOf({ a: password('x') }, { a: 'a\u0007\n' })).toEqual({});
    expect(errorsOf({ a: password('x') }, { a: 'a\0b' })).toEqual({
      a: ['No puede contener el carácter nulo.'],
    });
    expect(errorsOf({ a: line.optional() }, {})).toEqual({});
  });

  test('the texts are all checked if a field takes one or several', () => {
    const some = z.union([z.string(), z.array(z.string())]);
    expect(errorsOf({ a: some }, { a: ['x', 'a\u0007b'] }).a).toHaveLength(1);
    expect(errorsOf({ a: some }, { a: ['x', 'y'] })).toEqual({});
  });

  test('the texts must have an authority’s characters only if they go to one', () => {
    expect(errorsOf({ a: text(20, 'x') }, { a: 'Łask' })).toEqual({});
    expect(readRequest(z.object({ a: text(20, 'x') }), { a: 'Łask' }, FORM).errors).toEqual({
      a: ['El organismo no admite estos caracteres: «Ł» (U+0141).'],
    });
  });

  test('the texts of unknown fields are not checked', () => {
    expect(read({}, { a: 'a\u0007b' })).toEqual({ value: {}, errors: {}, ignored: ['a'] });
  });
});

describe('names of unknown fields', () => {
  const field = z.string().optional();
  const proposed = (shape: z.ZodRawShape, name: string, sent: Record<string, unknown> = {}) => {
    const { errors, ignored } = read(shape, { ...sent, [name]: 'x' }, STRICT);
    expect(Object.keys(errors)).toEqual([name]);
    expect(ignored).toEqual([]);
    expect(read(shape, { ...sent, [name]: 'x' }).ignored).toEqual([name]);
    return errors[name];
  };

  test.each<[name: string, meant: string | undefined]>([
    ['Clave', 'clave'],
    ['CLAVE', 'clave'],
    ['clavee', 'clave'],
    ['klabe', 'clave'],
    ['klabes', undefined],
    ['lav', undefined],
    ['lave', 'clave'],
    ['mi_clave_1', 'clave'],
    ['tes', 'test'],
    ['txxt', 'test'],
    ['TEST', 'test'],
    ['testes', 'test'],
    ['ｔｅｓｔ', 'test'],
    ['t', undefined],
    ['te', undefined],
    ['otra', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('the name %j is refused, and the proposal is %s', (name, meant) => {
    expect(proposed({ clave: field }, name)).toEqual(unknown(meant));
  });

  test('the unknown names come with the nearest field as a proposal', () => {
    const shape = { abcdzz: field, abcdef: field, abcxyf: field };
    expect(proposed(shape, 'abcdeg')).toEqual(unknown('abcdef'));
    expect(proposed(shape, 'abcxyg')).toEqual(unknown('abcxyf'));
    expect(proposed(shape, 'ABCXYG', { abcxyf: 'x' })).toEqual(unknown('abcxyf'));
    expect(proposed({ ABCDEF: field }, 'abcdeg')).toEqual(unknown('ABCDEF'));
    expect(proposed({ coeficiente: field }, 'coef')).toEqual(unknown('coeficiente'));
    expect(proposed({ fic: field }, 'fix')).toEqual(unknown('fic'));
    expect(proposed({ fic: field }, 'dix')).toEqual(unknown());
  });

  test.each([
    ['X-Cert-Secret', 'X-Cert-Secret'],
    ['x-cert-secret', 'X-Cert-Secret'],
    ['cert_secret', 'X-Cert-Secret'],
    ['previewToken', 'Preview-Token'],
    ['idempotency_key', 'Idempotency-Key'],
  ])('the message for %s names the header, and not the value that was sent', (name, header) => {
    expect(proposed({ fic: field }, name)).toEqual([`Campo desconocido. Se envía en la cabecera ${header}.`]);
  });

  test('the unknown names are refused at every depth, blank or not, in each naming, and not twice', () => {
    const shape = {
      b: z.object({ clave: field }).optional(),
      c: z.array(z.object({ clave: field })).optional(),
    };
    const sent = {
      b: new Repeated([{ clavee: '' }, { clavee: 1, tets: null }]),
      c: [{}, { clavee: 1 }],
      vacia: '',
    };
    expect(errorsOf(shape, sent, STRICT)).toEqual({
      'b.clavee': unknown('b.clave'),
      'b.tets': unknown('test'),
      'c.1.clavee': unknown('c.1.clave'),
      vacia: unknown(),
    });
    // In other places a blank means that the value is missing.
    expect(read(shape, sent).ignored).toEqual(['b.clavee', 'c.1.clavee']);
  });

  test('the unknown names are an error also if every object of JavaScript has them', () => {
    const { value, errors } = read({}, JSON.parse('{"__proto__":{"test":1}}'), STRICT);
    expect(value).toBeUndefined();
    expect(Object.entries(errors)).toEqual([['__proto__', unknown()]]);
  });

  test('the unknown names are ignored if the operation declares them, at their place alone', () => {
    const shape = { b: z.object({ clave: field }).optional() };
    const rules = { ...STRICT, ignores: ['nota', 'b.nota'] };
    expect(read(shape, { nota: '', b: { nota: 1 } }, rules)).toMatchObject({ ignored: ['nota', 'b.nota'] });
    expect(read(shape, { nota: 1, otra: 1 }, rules)).toMatchObject({
      ignored: ['nota'],
      errors: { otra: unknown() },
    });
    expect(errorsOf(shape, { b: { copia: 1 } }, { ...STRICT, ignores: ['copia'] })).toEqual({
      'b.copia': unknown(),
    });
  });

  test('the unknown names of a request with many are listed as far as an answer holds them', () => {
    const names = Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`x${n}`, 1]));
    const { errors } = readRequest(z.object({}), names, { onlyDefined: true, mostValues: 50_000 });
    expect(Object.keys(errors)).toHaveLength(30_000);
  });

  test('the unknown names are all listed, with a field proposed for the first hundred', () => {
    const names = Array.from({ length: 150 }, (_, i) => `test_${i}`);
    const { errors } = read({}, Object.fromEntries(names.map((name) => [name, 1])), STRICT);
    expect(Object.keys(errors)).toEqual(names);
    expect(Object.values(errors).filter(([text]) => text?.includes('¿Quiso'))).toHaveLength(100);
  });
});

describe('check digits in a request', () => {
  const wrong = '281234567899';

  test('check digits are checked if the deployment is strict and the field is present and has no other error', () => {
    expect(errorsOf({ a: nss }, { a: wrong })).toEqual({});
    expect(errorsOf({ a: nss }, { a: wrong }, STRICT)).toEqual({ a: NO_DIGITS });
    expect(errorsOf({ a: nss }, { a: Number(wrong) }, STRICT)).toEqual({ a: NO_DIGITS });
    expect(errorsOf({ a: nss }, { a: 'x' }, STRICT)).toEqual({ a: ['Solo admite cifras, 12 en total.'] });
    expect(errorsOf({ a: nss.optional() }, {}, STRICT)).toEqual({});
    expect(errorsOf({ a: text(20, 'x') }, { a: wrong }, STRICT)).toEqual({});
    expect(errorsOf({ b: z.array(z.object({ a: cif })) }, { b: [{ a: 'B12345678' }] }, STRICT)).toEqual({
      'b.0.a': NO_DIGITS,
    });
  });

  test('the check digits of a document are those of the kind that the request names', () => {
    const shape = { docType: z.string(), a: dni };
    expect(errorsOf(shape, { docType: 'P', a: '12345678A' }, STRICT)).toEqual({});
    expect(errorsOf(shape, { docType: 'D', a: '12345678A' }, STRICT)).toEqual({ a: NO_DIGITS });
  });

  test('the check digits of a bank account in parts are those of all parts together', () => {
    const { request, example } = reportBankDetails;
    const errorsWith = (num2: string | number) =>
      readRequest(request, { ...example.request, cuenta: { ...example.request.cuenta, num2 } }, STRICT)
        .errors;
    expect(errorsWith('1332')).not.toHaveProperty('cuenta');
    expect(errorsWith(1332)).not.toHaveProperty('cuenta');
    expect(errorsWith('1333')).toMatchObject({ cuenta: NO_DIGITS });
  });
});
