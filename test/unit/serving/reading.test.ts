import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { repeatedNames } from '../../../shared/kernel/repeated-names.ts';
import { Repeated } from '../../../shared/kernel/request-value.ts';
import { readForm, utf8 } from '../../../shared/serving/form/form.ts';
import { everyNaming, everyParameter } from '../../../shared/serving/input.ts';
import { header } from '../../../shared/serving/stages.ts';
import { claimsOf } from '../../../shared/serving/who-called.ts';

/** How the parts of a request are read: headers, forms, and repeated fields. */

const refusalOf = async (act: () => unknown) => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.status, error.message];
  }
  return 'taken';
};

describe('the headers of a request', () => {
  test('a header is found by its whole name, in any letters', () => {
    const headers = { 'x-CERT-secret': 'a', other: 'b', none: undefined };
    expect(header({ headers }, 'X-Cert-Secret')).toBe('a');
    expect(header({ headers }, 'X-Cert')).toBeUndefined();
    expect(header({ headers }, 'None')).toBeUndefined();
    expect(header({ headers: null }, 'other')).toBeUndefined();
  });
});

describe('the header Authorization', () => {
  const now = new Date('2026-11-04T11:00:00Z');
  const read = async (authorization?: string) => {
    const asked: unknown[] = [];
    const sessions = {
      readToken: async (token: string, at: Date) => {
        asked.push([token, at]);
        return { token } as never;
      },
    };
    const claims = await claimsOf(sessions, { headers: { authorization } }, now);
    return asked.length > 0 ? [asked, claims] : claims;
  };

  test.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc', 'abc'],
  ])('a header Authorization of %j carries the token %j', async (sent, token) => {
    expect(await read(sent)).toEqual([[[token, now]], { token }]);
  });

  test.each([
    undefined,
    '',
    'abc',
    'Bearer',
    'Bearer ',
    'Bearerabc',
    'Basic abc',
    'xBearer abc',
    'Bearer a b',
    'Bearer\tabc',
  ])('a header Authorization of %j carries no token', async (sent) => {
    expect(await read(sent)).toBeUndefined();
  });
});

describe('the text of a body', () => {
  test('the text is read as UTF-8 without its byte order mark, and other bytes are refused with 400', async () => {
    expect(utf8(Buffer.from('\ufeffaé€\ufeff'))).toBe('aé€\ufeff');
    expect(utf8(Buffer.from('a\ufeffb'))).toBe('a\ufeffb');
    for (const lost of [Buffer.from([0x61, 0xe9]), Buffer.from('a\ufffd')])
      expect(await refusalOf(() => utf8(lost))).toEqual([
        400,
        'El cuerpo de la petición no es UTF-8 válido.',
      ]);
  });
});

describe('multipart forms', () => {
  const BROKEN = [400, 'El formulario multipart no es válido.'];
  const TYPE = 'multipart/form-data; boundary=x';
  const part = (name: string, value: string | Buffer, file?: string) =>
    Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n${file ? 'Content-Type: application/octet-stream\r\n' : ''}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
  const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--x--\r\n')]);
  const read = (body: Buffer, { type = TYPE, limit = 1000 } = {}) => readForm(body, type, limit);

  test('a form has texts, and files with name and bytes', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 254]);
    const parsed = await read(form(part('a', 'é'), part('p12', bytes, 'b.p12'), part('a', 'last')));
    expect(parsed).toEqual({ a: 'last', p12: { name: 'b.p12', bytes } });
    expect(Object.keys(await read(form(part('__proto__', 'x'))))).toEqual(['__proto__']);
  });

  test('a form is recognised only by its content type', async () => {
    const body = form(part('a', 'b'));
    expect(await read(body, { type: 'MULTIPART/form-data ; boundary=x' })).toEqual({ a: 'b' });
    for (const type of ['', 'application/json', 'multipart/form-data', 'x-multipart/form-data; boundary=x'])
      expect(await refusalOf(() => read(body, { type }))).toEqual([
        415,
        expect.stringContaining('multipart/form-data'),
      ]);
    for (const type of ['multipart/form-data; x', 'multipart/form-data;'])
      expect(await refusalOf(() => read(body, { type }))).toEqual(BROKEN);
  });

  test('a form may have files up to the limit, and 64 KiB in addition', async () => {
    const file = (size: number) => part('f', Buffer.alloc(size, 97), 'f');
    expect(await refusalOf(() => read(form(file(999))))).toBe('taken');
    expect(await refusalOf(() => read(form(file(1001))))).toEqual([413, expect.any(String)]);
    const padded = (bytes: number) => {
      const rest = form(part('a', 'b'));
      return Buffer.concat([rest, Buffer.alloc(bytes - rest.length, 32)]);
    };
    expect(await refusalOf(() => read(padded(1000 + 64 * 1024)))).toBe('taken');
    expect(await refusalOf(() => read(padded(1000 + 64 * 1024 + 1)))).toEqual([413, expect.any(String)]);
  });

  test('a form that is cut off, has too many parts or lost text is refused', async () => {
    const whole = form(part('a', 'b'), part('f', 'c', 'f'));
    expect(await refusalOf(() => read(whole.subarray(0, whole.length - 20)))).toEqual(BROKEN);
    const many = (count: number) =>
      form(...Array.from({ length: count }, (_, index) => part(`a${index}`, 'b')));
    expect(Object.keys(await read(many(19)))).toHaveLength(19);
    expect(await refusalOf(() => read(many(21)))).toEqual(BROKEN);
    expect(await refusalOf(() => read(form(part('a', Buffer.from([0xe9])))))).toEqual([
      400,
      'Una parte del formulario no es texto UTF-8; si es un fichero, le falta filename.',
    ]);
  });
});

describe('fields that are named several times', () => {
  test('a field that the query names several times has all its values', () => {
    const read = (
      single: Record<string, string> | null,
      multi: Record<string, string[] | undefined> | null,
    ) => everyParameter({ queryStringParameters: single, multiValueQueryStringParameters: multi });
    expect(read({ a: '2', b: '1' }, { a: ['1', '2'], b: ['1'], c: [], d: undefined })).toEqual({
      a: new Repeated(['1', '2']),
      b: '1',
    });
    expect(read({ a: '1' }, null)).toEqual({ a: '1' });
    expect(read(null, { a: ['1'] })).toEqual({ a: '1' });
  });

  test('a field from several sources has the values of all, in their order', () => {
    expect(everyNaming({ a: 1, b: 2 }, null, { a: new Repeated([3, 4]), c: null }, { a: 5 })).toEqual({
      a: new Repeated([1, 3, 4, 5]),
      b: 2,
      c: null,
    });
    expect(everyNaming({ a: new Repeated([1]) })).toEqual({ a: 1 });
    expect(everyNaming()).toEqual({});
  });

  test('names that JSON repeats are found at every level, each once', async () => {
    const text =
      '{"a":1,"b":[{"c":true,"c":null},3,{"d":{"e":1,"\\u0065":2,"e":3}}],"a":{"c":"x"},"__proto__":1,"__proto__":1}';
    expect(await repeatedNames(text)).toEqual([['b', 0, 'c'], ['b', 2, 'd', 'e'], ['a'], ['__proto__']]);
  });

  test('JSON that JSON.stringify writes has no repeated names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await repeatedNames(JSON.stringify(value))).toEqual([]);
      }),
    );
  });

  test('JSON that is nested without end is refused with 400', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await refusalOf(() => repeatedNames(deep))).toEqual([
      400,
      'El contenido tiene demasiados niveles.',
    ]);
  });
});
