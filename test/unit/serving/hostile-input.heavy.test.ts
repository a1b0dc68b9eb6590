import type { APIGatewayProxyEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { addressOf } from '../../../shared/derive/routes.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import type { Operation } from '../../../shared/operation/operation.ts';
import { readInput } from '../../../shared/serving/input.ts';
import type { Admitted, Read } from '../../../shared/serving/stages.ts';
import { type Path, places, put, type Shape } from '../../fuzz/places.ts';
import { groups } from '../../support/infra/groups.ts';
import { admittedWith } from '../../support/stores/scripted-filing.ts';

beforeEach(() => void vi.stubEnv('STRICT_IDENTIFIERS', 'false'));

const HOSTILE: [what: string, value: unknown][] = [
  ['nothing', null],
  ['an object without a text', { toString: 1 }],
  ['an object of a prototype', JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}')],
  ['a list', [{ toString: 1 }]],
  ['a list of lists', [[[]]]],
  ['a number with a fraction', 1.5],
  ['a number below zero', -1],
  ['a number that is not exact', 1e300],
  ['a number beyond integers', 2 ** 53],
  ['yes', true],
  ['a lone surrogate', 'A\ud800B'],
  ['a NUL', 'A\0B'],
  ['a long text', 'x'.repeat(2_000)],
  ['a long e-mail', `${'a.'.repeat(1_000)}a@example.com`],
  ['a date that is none', '2026-02-30'],
  ['a name of the prototype', 'constructor'],
];

/** Reads a request as the service does: the call as its operation gets it, or the refusal. */
const read = async (
  operation: Operation,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Read | ServiceError> => {
  const event = { headers, body: body.toString('base64'), isBase64Encoded: true };
  if (typeof body === 'string') Object.assign(event, { body, isBase64Encoded: false });
  try {
    return await readInput(
      admittedWith({ operation, event: event as unknown as APIGatewayProxyEvent }) as Admitted,
    );
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
};

const operations = groups.flatMap((group) =>
  group.operations
    .filter((operation) => operation.kind !== 'resource' || !operation.body)
    .map((operation) => ({ name: `${operation.method} ${addressOf(group, operation)}`, operation })),
);

describe.each(operations)('$name', ({ operation }) => {
  const shape = z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' }) as Shape;

  test.each(HOSTILE)('any value may be %s', async (_, value) => {
    vi.stubEnv('STRICT_IDENTIFIERS', 'true');
    for (const path of places(shape)) {
      const sent = JSON.stringify(put(operation.example.request, path, value));
      const outcome = await read(operation, sent).catch((error) => error);
      if (outcome instanceof Error) expect(outcome, path.join('.')).toMatchObject({ status: 422 });
    }
  });
});

const operationOf = (name: string) => operations.find((one) => one.name === name)!.operation;
const bank = operationOf('PUT /api/v4/seg-social/datos-bancarios');
const contract = operationOf('POST /api/v4/sepe/contrata');
const client = operationOf('POST /api/v4/customer');
const alta = operationOf('POST /api/v4/seg-social/alta');

/** The message for one field of an example with this value, or `accepted`. */
const verdict = async (operation: Operation, path: Path, value: unknown): Promise<unknown> => {
  const outcome = await read(operation, JSON.stringify(put(operation.example.request, path, value)));
  const field = path.join('.');
  return outcome instanceof ServiceError ? outcome.errors[field]?.[0]?.replace(`${field}: `, '') : 'accepted';
};

describe('a text', () => {
  const holder: Path = ['cuenta', 'titular'];

  test.each([
    ['a NUL', 'A\0B', 'No admite saltos de línea ni otros caracteres de control: U+0000.'],
    ['a line break', 'A\nB', 'No admite saltos de línea ni otros caracteres de control: U+000A.'],
    ['a line separator', 'A\u2028B', 'No admite saltos de línea ni otros caracteres de control: U+2028.'],
    [
      'what turns the writing',
      'A\u202eB',
      'No admite saltos de línea ni otros caracteres de control: U+202E.',
    ],
    ['half a character', 'A\ud800B', 'Contiene caracteres incompletos: no es texto Unicode válido.'],
  ])('with %s is refused, whether it is filed or kept', async (_, sent, message) => {
    expect(await verdict(bank, holder, sent)).toBe(message);
    expect(await verdict(client, ['name'], sent)).toBe(message);
  });

  test('with what stands for lost characters is refused', async () => {
    const sent = JSON.stringify(put(bank.example.request, holder, 'A?B')).replace('A?B', 'A\\ufffdB');
    expect(await read(bank, sent)).toMatchObject({
      errors: { 'cuenta.titular': [expect.stringMatching(/U\+FFFD/)] },
    });
  });

  test('names the characters that no form of an authority can send', async () => {
    expect(await verdict(bank, holder, 'Łódź 你好 Łódź')).toBe(
      'El organismo no admite estos caracteres: «Ł» (U+0141), «ź» (U+017A), «你» (U+4F60), «好» (U+597D).',
    );
    expect(await verdict(contract, ['name'], 'Łucja')).toBe(
      'SEPE no admite estos caracteres (ISO-8859-1): «Ł» (U+0141).',
    );
    expect(await verdict(contract, ['name'], 'Œ')).toBe(
      'SEPE no admite estos caracteres (ISO-8859-1): «Œ» (U+0152).',
    );
    expect(await verdict(client, ['name'], 'Łódź 你好')).toBe('accepted');
  });

  test('of Spain is taken, also where its accents are characters of their own', async () => {
    const sent = JSON.stringify(
      put(bank.example.request, holder, 'Begon\u0303a Nu\u0301n\u0303ez, «Ça» – €'),
    );
    expect(await read(bank, sent)).toMatchObject({
      input: { cuenta: { titular: 'Begoña Núñez, «Ça» – €' } },
    });
  });

  test('loses the line break at its end, and has others only where lines are due', async () => {
    expect(await verdict(bank, holder, 'EMPRESA SL\r\n')).toBe('accepted');
    const copy = operationOf('POST /api/v4/sepe/copy-basic');
    expect(await verdict(copy, ['TEXTO_COPIABASICA'], 'Jornada completa.\r\n\tDe lunes a viernes.')).toBe(
      'accepted',
    );
    expect(await verdict(copy, ['TEXTO_COPIABASICA'], 'Jornada\u0007')).toBe(
      'No admite caracteres de control: U+0007.',
    );
    expect(await verdict(copy, ['DOMIC_CENTRO_TRABAJO'], 'Calle\nMayor')).toMatch(/saltos de línea/);
  });

  test('that is secret keeps every character, but not half of one', async () => {
    const path: Path = ['access', 'password'];
    const access = {
      email: 'a@example.com',
      password: 'n\u0303\t\u200e',
      password_confirmation: 'n\u0303\t\u200e',
    };
    expect(await read(client, JSON.stringify(put(client.example.request, ['access'], access)))).toMatchObject(
      {
        input: { access },
      },
    );
    expect(await verdict(client, path, 'abcd\0')).toBe('No puede contener el carácter nulo.');
    expect(await verdict(client, path, 'abcd\udc00')).toMatch(/incompletos/);
  });

  test.each(['1234567ß', '1234567ſ', '1234567ı', '１２３４５６７８Z'])(
    '%s is no identifier',
    async (sent) => {
      expect(await verdict(alta, ['dni'], sent)).not.toBe('accepted');
      expect(await verdict(bank, ['cuenta', 'cif'], sent)).not.toBe('accepted');
      expect(await verdict(client, ['profile', 'dni'], sent)).toBe('Solo admite letras y cifras.');
      expect(await verdict(contract, ['cif'], sent)).not.toBe('accepted');
    },
  );
});

describe('a date', () => {
  test.each(['0001-01-01', '1899-12-31', '2101-01-01', '9999-12-31'])(
    '%s is of no year of ours',
    async (sent) => {
      expect(await verdict(alta, ['fecha_real'], sent)).toBe('El año debe estar entre 1900 y 2100.');
    },
  );

  test.each(['1900-01-01', '2100-12-31'])('%s is', async (sent) => {
    expect(await verdict(alta, ['fecha_real'], sent)).toBe('accepted');
  });

  test('of a month is held to the same years', async () => {
    const list = operationOf('GET /api/v4/seg-social/employee-situations');
    expect(await verdict(list, ['pl_period'], '2101-01')).toBe('El año debe estar entre 1900 y 2100.');
    expect(await verdict(list, ['pl_period'], '2100-01')).toBe('accepted');
  });
});

describe('a body that is no UTF-8', () => {
  const json = JSON.stringify({ ...(alta.example.request as object), beneficios: 'Núñez' });
  const forms = groups.flatMap(({ operations: all }) => all);
  const askLink = forms.find(({ id }) => id === 'askLink')!;
  const upload = forms.find(({ id }) => id === 'saveCertificate')!;

  test('is a 400, in JSON', async () => {
    expect(await read(alta, Buffer.from(json, 'latin1'))).toMatchObject({ status: 400 });
    // As API Gateway hands it on.
    expect(await read(alta, Buffer.from(json, 'latin1').toString('utf8'))).toMatchObject({ status: 400 });
    expect(await read(alta, Buffer.from(`\ufeff${json}`))).toMatchObject({ dry: false });
  });

  test('is a 400, in a form', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await read(askLink, 'email=N%C3%BA%C3%B1ez', headers)).toMatchObject({
      input: { email: 'Núñez' },
    });
    expect(await read(askLink, 'email=N%FA%F1ez', headers)).toMatchObject({ status: 400 });
  });

  test('is a 400, in a form of several parts', async () => {
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = part('file"; filename="c.p12', 'P12');
    const sent = (password: string) => Buffer.from(`${file}${part('password', password)}--x--`, 'latin1');
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect(await read(upload, sent('N\xc3\xba'), headers)).toMatchObject({ input: { password: 'Nú' } });
    expect(await read(upload, sent('N\xfa'), headers)).toMatchObject({ status: 400 });
  });
});

describe('names and headers', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is ignored and named, and refused where something would be filed',
    async (name) => {
      const list = operationOf('GET /api/v4/seg-social/idc');
      const sentTo = (operation: Operation) =>
        `{"${name}":{"a":1},${JSON.stringify(operation.example.request).slice(1)}`;
      for (const operation of [list, client])
        expect(await read(operation, sentTo(operation))).toMatchObject({ trace: { ignored: [name] } });
      const inside = JSON.stringify(bank.example.request).replace('"cuenta":{', `"cuenta":{"${name}":1,`);
      for (const [operation, sent, field] of [
        [alta, sentTo(alta), name],
        [bank, inside, `cuenta.${name}`],
      ] as const) {
        const { status, errors } = (await read(operation, sent)) as ServiceError;
        expect({ status, fields: Object.keys(errors) }).toEqual({ status: 422, fields: [field] });
      }
    },
  );

  test('__proto__ in a form is named, too', async () => {
    const upload = groups.flatMap(({ operations: all }) => all).find(({ id }) => id === 'saveCertificate')!;
    const body = ['file"; filename="c.p12', 'password', '__proto__']
      .map((name) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`)
      .join('');
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    expect(await read(upload, Buffer.from(`${body}--x--`), headers)).toMatchObject({
      trace: { ignored: ['__proto__'] },
    });
  });

  test('a bad Idempotency-Key is refused, also of a dry run', async () => {
    const headers = { 'Idempotency-Key': 'con espacios' };
    for (const test of [0, 1]) {
      const outcome = await read(
        alta,
        JSON.stringify({ ...(alta.example.request as object), test }),
        headers,
      );
      expect(outcome).toMatchObject({ status: 422, errors: { 'Idempotency-Key': [expect.any(String)] } });
    }
  });
});
