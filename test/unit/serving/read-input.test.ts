import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type Messages, ServiceError } from '../../../shared/kernel/errors.ts';
import { digits, noTest, nss, test as testField, text } from '../../../shared/kernel/fields.ts';
import { readInput } from '../../../shared/serving/input.ts';
import type { Admitted } from '../../../shared/serving/stages.ts';
import { unclearHeaders } from '../../../shared/serving/unclear-headers.ts';
import { operations } from '../../support/infra/groups.ts';
import { admittedWith } from '../../support/stores/scripted-filing.ts';

/** From an event of API Gateway to the input of an operation, with operations made for the tests. */

beforeEach(() => void vi.stubEnv('STRICT_IDENTIFIERS', 'false'));

const request = z.object({ a: digits(4, 'x').optional(), nota: text(20, 'x').optional(), test: testField });
const operation = (kind: string, given: Record<string, unknown> = {}) => ({
  kind,
  method: 'POST',
  request,
  dryRun: 'confirmation',
  ...given,
});
const QUESTION = operation('reading');
const FILING = operation('submission');
const RESOURCE = operation('resource');

interface Sent {
  query?: Record<string, string | string[]>;
  path?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  call?: Record<string, unknown>;
}

/** Each message begins with the path of its field. */
const withoutPaths = (errors: Messages): Messages =>
  Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => [
      path,
      messages.map((message) => message.replace(`${path}: `, '')),
    ]),
  );

/** The input with which the operation would run, or the refusal. */
const read = async (of: unknown, { query = {}, path, body, headers = {}, call: given }: Sent) => {
  const many = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()]));
  const isBytes = Buffer.isBuffer(body);
  const event = {
    headers,
    body: isBytes
      ? body.toString('base64')
      : body === undefined || typeof body === 'string'
        ? (body ?? null)
        : JSON.stringify(body),
    isBase64Encoded: isBytes,
    queryStringParameters:
      Object.keys(query).length > 0
        ? Object.fromEntries(Object.entries(many).map(([name, all]) => [name, all.at(-1)]))
        : null,
    multiValueQueryStringParameters: many,
    pathParameters: path ?? null,
  } as unknown as APIGatewayProxyEvent;
  try {
    const { input, trace } = await readInput(admittedWith({ operation: of, ...given, event }) as Admitted);
    return { input, dry: trace.dry, ignored: trace.ignored };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, message } = error;
    return { status, message, errors: withoutPaths(error.errors) };
  }
};
const inputOf = async (of: unknown, sent: Sent) => (await read(of, sent)).input;

describe('the parameters of a request', () => {
  test('parameters of a question come from the query first, then from the body, then from the path', async () => {
    const sent = { query: { a: '1', nota: 'q' } };
    expect(await inputOf(QUESTION, sent)).toEqual({ a: '0001', nota: 'q', test: false });
    expect(await inputOf(QUESTION, { ...sent, body: { a: 2 } })).toMatchObject({ a: '0002', nota: 'q' });
    expect(await inputOf(QUESTION, { ...sent, body: { a: 2 }, path: { a: '0003' } })).toMatchObject({
      a: '0003',
    });
    // A blank value in the body counts as missing.
    for (const blank of [null, ''])
      expect(await inputOf(RESOURCE, { ...sent, body: { a: blank, nota: 'b' } })).toMatchObject({
        a: '0001',
        nota: 'b',
      });
    expect(await inputOf(QUESTION, { query: { nota: ['x', 'y'] } })).toMatchObject({ nota: 'y' });
    expect(await inputOf(QUESTION, {})).toEqual({ test: false });
  });

  test('parameters must not contradict each other if something is filed, wherever they come from', async () => {
    const contradictory = { a: ['Este campo se envía varias veces con valores distintos.'] };
    for (const a of ['0001', 1, '', null])
      expect(await inputOf(FILING, { query: { a: '1' }, body: { a } })).toMatchObject({ a: '0001' });
    for (const sent of [
      { query: { a: '1' }, body: { a: 2 } },
      { query: { a: ['1', '2'] } },
      { body: { a: 1 }, path: { a: '0002' } },
    ])
      expect((await read(FILING, sent)).errors, JSON.stringify(sent)).toEqual(contradictory);
  });

  test('a parameter may stand only once in the JSON of a request that can file, and the last one counts in a question', async () => {
    for (const body of ['{"a":1,"a":2}', '{"a":1,"a":1}', '{"a":1,"a":null}'])
      for (const canFile of [FILING, operation('resource', { onlyDefined: true })])
        expect(await read(canFile, { body })).toMatchObject({
          status: 422,
          errors: { a: ['Está dos veces: deje una.'] },
        });
    for (const kind of [QUESTION, RESOURCE])
      expect(await inputOf(kind, { body: '{"a":1,"a":2}' })).toMatchObject({ a: '0002' });
    // Even if no field is defined, and next to other mistakes with the same name.
    const ofRows = operation('resource', {
      onlyDefined: true,
      request: z.object({ rows: z.array(z.record(z.string(), z.unknown())).optional() }),
    });
    const body = '{"rows":[{"cno":1,"cno":2}],"rows":[{"x":{"y":1,"y":1}}],"otra":1,"otra":2}';
    expect((await read(ofRows, { body })).errors).toEqual({
      'rows.0.cno': ['Está dos veces: deje una.'],
      'rows.0.x.y': ['Está dos veces: deje una.'],
      rows: ['Está dos veces: deje una.'],
      otra: [expect.stringContaining('Campo desconocido'), 'Está dos veces: deje una.'],
    });
  });

  test.each<[string, unknown]>([
    ['1', '0001'],
    ['12', '0012'],
    ['0012', '0012'],
    ['012', undefined],
    ['-12', undefined],
    ['12x', undefined],
    ['x12', undefined],
    ['1.2', undefined],
  ])('a parameter that is an integer is read as one, so that %s in a query is %s', async (sent, expected) => {
    for (const kind of [QUESTION, FILING]) {
      const { input, errors } = await read(kind, { query: { a: sent } });
      expect(errors ? undefined : (input as { a: string }).a).toBe(expected);
    }
  });

  test('integers with more digits than JSON holds are read as texts', async () => {
    const long = operation('reading', { request: z.object({ n: z.union([z.number(), z.string()]) }) });
    expect(await inputOf(long, { query: { n: '9'.repeat(15) } })).toEqual({ n: 999_999_999_999_999 });
    expect(await inputOf(long, { query: { n: '9'.repeat(16) } })).toEqual({ n: '9'.repeat(16) });
  });

  test('unknown parameters are ignored and named, and refused if something would be filed', async () => {
    expect(await read(QUESTION, { body: { otra: 1, notas: 'x' } })).toMatchObject({
      ignored: ['otra', 'notas'],
    });
    expect(await read(FILING, { body: { otra: '', notas: 'x' } })).toMatchObject({
      status: 422,
      errors: { otra: [expect.any(String)], notas: [expect.any(String)] },
    });
    const ofRows = operation('resource', { onlyDefined: true });
    expect((await read(ofRows, { body: { otra: '' }, query: { otras: '1' } })).errors).toMatchObject({
      otra: [expect.any(String)],
      otras: [expect.any(String)],
    });
    const lenient = operation('submission', { ignores: ['otra'] });
    expect(await read(lenient, { body: { otra: 1 } })).toMatchObject({ ignored: ['otra'] });
  });

  test('parameters for an authority need its characters, and right check digits on a strict stage', async () => {
    expect(await read(RESOURCE, { body: { nota: 'Łask' } })).toMatchObject({ input: { nota: 'Łask' } });
    for (const kind of [QUESTION, FILING])
      expect((await read(kind, { body: { nota: 'Łask' } })).errors).toHaveProperty('nota');
    const person = operation('reading', { request: z.object({ nss }) });
    expect(await read(person, { body: { nss: '281234567899' } })).toHaveProperty('input');
    vi.stubEnv('STRICT_IDENTIFIERS', 'true');
    expect((await read(person, { body: { nss: '281234567899' } })).errors).toHaveProperty('nss');
  });
});

describe('the errors of a request', () => {
  test('the errors of headers, key, fields and dry run come together', async () => {
    const headers = { 'Idempotency-Key': 'a b' };
    const call = { headerErrors: { 'X-Cert-Secret': ['falta'] } };
    const none = operation('submission', {
      dryRun: 'not-offered',
      request: z.object({ test: noTest, a: digits(4, 'x').optional() }),
    });
    expect(await read(none, { body: { a: 'x', test: 1 }, headers, call })).toMatchObject({
      status: 422,
      errors: {
        'X-Cert-Secret': ['falta'],
        'Idempotency-Key': ['Debe tener de 1 a 100 caracteres ASCII sin espacios.'],
        a: ['Solo admite cifras, 4 en total.'],
        test: ['Esta operación no ofrece simulacro. No se ha presentado nada.'],
      },
    });
    // The key of a dry run is checked, too, but not the key of a reading.
    for (const test of [0, 1])
      expect((await read(FILING, { body: { test }, headers })).errors).toHaveProperty('Idempotency-Key');
    expect(await read(QUESTION, { headers })).toHaveProperty('input');
  });
});

describe('a dry run', () => {
  const EMPTY = ['No puede estar vacío: indique 1 para probar sin efecto real, u omita el campo.'];

  test('a request is a dry run if it has test', async () => {
    expect(await read(FILING, { body: { test: 1 } })).toMatchObject({ dry: true, input: { test: true } });
    expect(await read(FILING, { query: { test: '1' } })).toMatchObject({ dry: true });
    expect(await read(FILING, { body: { test: 0 } })).toMatchObject({ dry: false });
    expect(await read(FILING, { body: {} })).toMatchObject({ dry: false });
    expect(await read(QUESTION, { body: { test: 1 } })).toMatchObject({ dry: false });
  });

  test('an empty value never means a dry run', async () => {
    for (const sent of [
      { body: { test: '' } },
      { query: { test: '' } },
      { query: { test: ['1', ''] } },
      { query: { test: '1' }, body: { test: '' } },
      { body: { test: null } },
      { query: { test: '1' }, body: { test: null } },
    ])
      expect((await read(FILING, sent)).errors, JSON.stringify(sent)).toMatchObject({ test: EMPTY });
    expect(await read(FILING, { body: { nota: null } })).toMatchObject({ dry: false });
    expect(await read(QUESTION, { body: { test: '' } })).toHaveProperty('input');
  });

  test('headers make no dry run, but say how it is made', async () => {
    const how: [of: unknown, text: string][] = [
      [FILING, 'Para probar sin efecto real, envíe el campo test con valor 1 y quite esta cabecera.'],
      [operation('submission', { dryRun: 'not-offered' }), 'Esta operación no ofrece simulacro.'],
      [operation('resource', { onlyDefined: true }), 'Un lote se prueba al enviarlo (POST /batches)'],
    ];
    for (const [canFile, text] of how)
      for (const [name, value] of [
        ['x-dry-run', 'false'],
        ['Test', '1'],
        ['Prefer', 'respond-async, Dry-Run'],
      ] as const)
        expect((await read(canFile, { headers: { [name]: value } })).errors).toEqual({
          [name]: [expect.stringMatching(`^No es un simulacro. ${text.replace(/[()]/g, '.')}`)],
        });
    const event = { headers: { Prefer: 'wait=5' }, multiValueHeaders: { Prefer: ['dry-run', 'wait=5'] } };
    expect(Object.keys(unclearHeaders(event as never, FILING as never))).toEqual(['Prefer']);
    const others = {
      Prefer: 'respond-async',
      'X-Sandbox-Scenario': 'refused',
      'Preview-Token': '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
      'Sec-Fetch-Mode': 'cors',
      'X-Environment': 'production',
      'User-Agent': 'test',
      'Idempotency-Key': 'test-1',
      'X-HTTP-Method-Override': 'post',
    };
    expect(await read(FILING, { headers: others })).toHaveProperty('input');
    for (const [name, value] of [
      ['X-Test', '1'],
      ['X-Method', 'DELETE'],
      ['Idempotency-Key', 'test'],
    ] as const)
      expect(await read(QUESTION, { headers: { [name]: value } })).toHaveProperty('input');
  });

  test('a key whose text means a dry run makes none, and no header calls another method', async () => {
    const refusals: [headers: Record<string, string>, header: string, text: RegExp][] = [
      [
        { 'idempotency-key': 'Dry-Run' },
        'idempotency-key',
        /^No es un simulacro\. Para probar sin efecto real/,
      ],
      [
        { 'X-HTTP-Method-Override': 'DELETE' },
        'X-HTTP-Method-Override',
        /^Nombra otro método que el de la petición, POST: .* No se ha presentado nada\.$/,
      ],
    ];
    for (const [headers, name, text] of refusals)
      expect((await read(FILING, { headers })).errors).toEqual({ [name]: [expect.stringMatching(text)] });
    const twice = { headers: { 'X-Method': 'POST' }, multiValueHeaders: { 'X-Method': ['DELETE', 'POST'] } };
    expect(Object.keys(unclearHeaders(twice as never, FILING as never))).toEqual(['X-Method']);
  });

  test('a dry run is refused where none is offered, though test may be 0', async () => {
    const none = operation('submission', {
      dryRun: 'not-offered',
      request: z.object({ test: noTest }),
    });
    for (const value of [0, '0'])
      expect(await read(none, { body: { test: value } })).toMatchObject({ dry: false });
    for (const value of [1, '1', true, 'x', '00'])
      expect(await read(none, { body: { test: value } })).toMatchObject({
        errors: { test: ['Esta operación no ofrece simulacro. No se ha presentado nada.'] },
      });
    expect(await read(operation('reading', { dryRun: 'not-offered' }), { body: { test: 1 } })).toHaveProperty(
      'input',
    );
  });
});

describe('the body of a request', () => {
  const NO_JSON = { status: 400, message: 'El cuerpo de la petición no es JSON válido.' };
  const NO_OBJECT = { status: 400, message: 'El cuerpo de la petición debe ser un objeto JSON.' };

  test.each<[string, unknown, object]>([
    ['an object', '{"a":"0001"}', { input: { a: '0001', test: false } }],
    ['bytes', Buffer.from('{"a":"0001"}'), { input: { a: '0001', test: false } }],
    ['nothing', '', { input: { test: false } }],
    ['no JSON', '{', NO_JSON],
    ['a blank', ' ', NO_JSON],
    ['null', 'null', NO_OBJECT],
    ['a list', '[]', NO_OBJECT],
    ['a text', '"a"', NO_OBJECT],
    ['a number', '1', NO_OBJECT],
    [
      'no UTF-8',
      Buffer.from([0x7b, 0xe9, 0x7d]),
      { status: 400, message: 'El cuerpo de la petición no es UTF-8 válido.' },
    ],
  ])('a body is read, or refused as no JSON: %s', async (_, body, expected) => {
    for (const kind of [QUESTION, FILING]) expect(await read(kind, { body })).toMatchObject(expected);
  });

  test.each<[string, boolean]>([
    ['', true],
    ['application/json', true],
    ['Application/JSON; charset=utf-8', true],
    ['application/json ;x', true],
    ['application/vnd.api+json', true],
    ['application/x.y-z+json', true],
    ['text/json', false],
    ['application/jsonp', false],
    ['xapplication/json', false],
    ['application/+json', false],
    ['application/xml', false],
    ['multipart/form-data; boundary=x', false],
  ])('a body of the type %j is read: %s', async (type, isRead) => {
    const outcome = await read(QUESTION, { body: { a: 1 }, headers: { 'content-type': type } });
    if (isRead) expect(outcome).toHaveProperty('input');
    else expect(outcome).toMatchObject({ status: 415, message: expect.stringContaining('application/json') });
    expect(await read(QUESTION, { headers: { 'content-type': type } })).toHaveProperty('input');
  });

  test.each<[string, (text: Buffer) => Buffer, boolean]>([
    ['gzip', gzipSync, true],
    ['gzip', gzipSync, false],
    ['deflate', deflateSync, true],
    ['br', brotliCompressSync, true],
  ])(
    'a compressed body is refused with a message that says so: %s, case %#',
    async (encoding, compress, isSaid) => {
      const bytes = compress(Buffer.from('{"a":1}'));
      const headers = { 'Content-Type': 'application/json', ...(isSaid && { 'Content-Encoding': encoding }) };
      for (const body of [bytes, Buffer.from(bytes.toString('utf8'))])
        expect(await read(QUESTION, { body, headers })).toMatchObject({
          status: 415,
          message: expect.stringMatching(/comprimido.*sin comprimir/),
        });
    },
  );

  test.each(['gzip', 'identity'])(
    'a body that API Gateway unpacked is read, whatever its header: %s',
    async (encoding) => {
      const headers = { 'Content-Encoding': encoding };
      // Wherever a letter of several bytes is.
      for (let before = 50; before < 70; before++)
        expect(await read(QUESTION, { body: { a: `${'x'.repeat(before)}ñ` }, headers })).not.toMatchObject({
          status: 415,
        });
      expect(await read(QUESTION, { body: { a: 1 }, headers })).toHaveProperty('input');
    },
  );

  test('a body may have 256 KiB unless the operation sets another limit', async () => {
    const sized = (bytes: number) => `{"x":"${'x'.repeat(bytes - 8)}"}`;
    expect(await read(QUESTION, { body: sized(256 * 1024) })).toHaveProperty('input');
    expect(await read(QUESTION, { body: sized(256 * 1024 + 1) })).toMatchObject({ status: 413 });
    const small = operation('reading', { maxBody: 20 });
    expect(await read(small, { body: sized(20) })).toHaveProperty('input');
    expect(await read(small, { body: sized(21) })).toMatchObject({ status: 413 });
  });

  test('a body may be a form if the operation takes one', async () => {
    const form = operation('resource', { body: 'form' });
    const type = (value: string) => ({ headers: { 'Content-Type': value } });
    const FORM = 'application/x-www-form-urlencoded';
    for (const good of [FORM, `${FORM}; charset=utf-8`, FORM.toUpperCase(), `${FORM} `])
      expect(await inputOf(form, { body: 'a=0001&nota=x+%C3%A9', ...type(good) })).toEqual({
        a: '0001',
        nota: 'x é',
        test: false,
      });
    for (const other of ['', 'application/json', `${FORM}x`, `x${FORM}`])
      expect(await read(form, { body: 'a=0001', ...type(other) })).toMatchObject({
        status: 415,
        message: expect.stringContaining(FORM),
      });
    expect(await read(form, { body: 'nota=%E9', ...type(FORM) })).toMatchObject({ status: 400 });
    expect(await read(RESOURCE, { body: 'a=0001', ...type(FORM) })).toMatchObject({ status: 415 });
    expect(await read(operation('reading', { body: 'form' }), { body: 'a=1', ...type(FORM) })).toMatchObject({
      status: 415,
    });
  });

  test('a body may have several parts if the operation takes them', async () => {
    const parts = operation('resource', { body: 'multipart' });
    const body = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n0001\r\n--x--\r\n';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect(await inputOf(parts, { body, headers })).toMatchObject({ a: '0001' });
    expect(await read(parts, {})).toMatchObject({ status: 415 });
    expect(await read(operation('reading', { body: 'multipart' }), { body, headers })).toMatchObject({
      status: 415,
    });
    const large = Buffer.alloc(64 * 1024 + 11, 32);
    expect(
      await read(operation('resource', { body: 'multipart', maxBody: 10 }), { body: large, headers }),
    ).toMatchObject({ status: 413 });
    expect(await read(parts, { body: Buffer.alloc(320 * 1024 + 1, 32), headers })).toMatchObject({
      status: 413,
    });
    expect(
      await read(parts, {
        body: Buffer.concat([Buffer.from(body), Buffer.alloc(320 * 1024 - body.length, 32)]),
        headers,
      }),
    ).toHaveProperty('input');
  });
});

describe('a password in the address', () => {
  const taking = operations.filter(({ operation: { request } }) =>
    Object.keys(request.shape).some((name) => /password/i.test(name)),
  );
  test('some operations would take a password from the address if no rule forbade it', () => {
    expect(taking.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'POST /api/v4/auth/login',
        'PUT /api/v4/auth/second-factor',
        'POST /api/v4/certificate',
        'POST /api/v4/password',
      ]),
    );
  });

  test.each(taking)('an operation takes no password from the address: $name', async ({ operation: of }) => {
    const { body: kind } = of as { body?: string };
    const form = new FormData();
    form.set('password', 'en el cuerpo');
    const sent = new Response(kind === 'form' ? new URLSearchParams({ password: 'en el cuerpo' }) : form);
    const isForm = kind === 'form' || kind === 'multipart';
    const refused = await read(of, {
      query: { password: 'en la dirección' },
      headers: isForm ? { 'Content-Type': sent.headers.get('Content-Type')! } : {},
      body: isForm ? Buffer.from(await sent.arrayBuffer()) : of.example.request,
    });
    expect(refused.status).toBe(422);
    expect(refused.errors!.password).toEqual([expect.stringContaining('No se admite en la dirección')]);
  });

  test('a password in the address is refused under other names too, also by an operation that asks for none', async () => {
    for (const name of ['access.password', 'Password', 'password_confirmation'])
      expect((await read(RESOURCE, { query: { [name]: 'x' } })).status).toBe(422);
    expect((await read(RESOURCE, { body: { password: 'x' } })).status).toBeUndefined();
  });
});
