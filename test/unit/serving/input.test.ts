import type { APIGatewayProxyEvent } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { addressOf } from '../../../shared/derive/routes.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { Operation } from '../../../shared/operation.ts';
import type { Call, Served } from '../../../shared/serving/call.ts';
import { readInput } from '../../../shared/serving/input.ts';
import { groups } from '../../support/infra/groups.ts';

type Fields = Record<string, unknown>;

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

/** A request as API Gateway hands it on. A body that is a text is sent as it is. */
interface Sent {
  query?: Record<string, string[]>;
  body?: Fields | string;
}

/** Reads a request as the service does: what an operation would run with, or the refusal. */
const read = async (operation: Operation, { query = {}, body }: Sent): Promise<Call | ServiceError> => {
  const call = { operation, headerErrors: {}, dry: false, ignored: [] } as unknown as Call;
  const event = {
    headers: {},
    body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
    queryStringParameters: Object.fromEntries(Object.entries(query).map(([name, all]) => [name, all.at(-1)])),
    multiValueQueryStringParameters: query,
    pathParameters: null,
  } as unknown as APIGatewayProxyEvent;
  try {
    await readInput().before({ event, context: { call } } as unknown as Served);
    return call;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
};

const refusedFields = (outcome: Call | ServiceError) =>
  outcome instanceof ServiceError ? Object.keys(outcome.errors) : 'accepted';

const submissions = groups.flatMap((group) =>
  group.operations
    .filter((operation) => operation.kind === 'submission')
    .map((operation) => ({ name: `${operation.method} ${addressOf(group, operation)}`, operation })),
);

const written = (fields: Fields, ...more: string[]) =>
  `{${[JSON.stringify(fields).slice(1, -1), ...more].join(',')}}`;

/** Requests of somebody who did not plainly ask to file. */
const SLIPS: [what: string, sent: (example: Fields) => Sent][] = [
  ['TEST in capitals', (example) => ({ body: { ...example, TEST: 1 } })],
  ['Test with a capital', (example) => ({ body: { ...example, Test: 1 } })],
  ['test 0 beside TEST 1', (example) => ({ body: { ...example, test: 0, TEST: 1 } })],
  ['TEST in the query', (example) => ({ query: { TEST: ['1'] }, body: example })],
  ['two letters in the wrong order', (example) => ({ body: { ...example, tset: 1 } })],
  ['a blank before the name', (example) => ({ body: { ...example, ' test': 1 } })],
  ['an empty test', (example) => ({ body: { ...example, test: '' } })],
  ['an empty TEST', (example) => ({ body: { ...example, TEST: '' } })],
  ['an empty test in the query', (example) => ({ query: { test: [''] }, body: example })],
  [
    'test 1 in the query, empty in the body',
    (example) => ({ query: { test: ['1'] }, body: { ...example, test: '' } }),
  ],
  [
    'test 1 in the query, 0 in the body',
    (example) => ({ query: { test: ['1'] }, body: { ...example, test: 0 } }),
  ],
  [
    'test 0 in the query, 1 in the body',
    (example) => ({ query: { test: ['0'] }, body: { ...example, test: 1 } }),
  ],
  ['test 1 and 0 in the query', (example) => ({ query: { test: ['1', '0'] }, body: example })],
  ['test twice in the JSON, the last 0', (example) => ({ body: written(example, '"test":1', '"test":0') })],
  [
    'test twice in the JSON, the last empty',
    (example) => ({ body: written(example, '"test":1', '"test":""') }),
  ],
  ['test written with an escape', (example) => ({ body: written(example, '"test":1', '"t\\u0065st":0') })],
  ['test true', (example) => ({ body: { ...example, test: true } })],
  ['test in a list', (example) => ({ body: { ...example, test: [1] } })],
];

describe.each(submissions)('$name', ({ operation }) => {
  const example = operation.example.request as Fields;

  test('files with its example as it stands', async () => {
    expect(await read(operation, { body: example })).toMatchObject({ dry: false });
    expect(await read(operation, { body: { ...example, test: null } })).toMatchObject({ dry: false });
  });

  test.each(SLIPS)('does not file with %s', async (_, sent) => {
    const outcome = await read(operation, sent(example));
    expect(outcome).toBeInstanceOf(ServiceError);
    expect(outcome).toMatchObject({ status: 422 });
  });

  test('a null is not sent: the test of the query holds', async () => {
    const outcome = await read(operation, { query: { test: ['1'] }, body: { ...example, test: null } });
    if ((operation as { dryRun?: string }).dryRun === 'confirmation')
      expect(outcome).toMatchObject({ dry: true });
    else expect(outcome).toMatchObject({ status: 422 });
  });

  test('a field in other letters is refused, whether the right one is there or not', async () => {
    for (const field of Object.keys(operation.request.shape)) {
      const other = field === field.toUpperCase() ? field.toLowerCase() : field.toUpperCase();
      if (field === other) continue;
      const { [field]: value = 'x', ...rest } = example;
      expect(refusedFields(await read(operation, { body: { ...example, [other]: value } })), other).toContain(
        other,
      );
      expect(refusedFields(await read(operation, { body: { ...rest, [other]: value } })), other).toContain(
        other,
      );
    }
  });

  test('names of the caller’s own are ignored, and told', async () => {
    const own = { id: 7, tel: '600', dia: 3, empresa_interna: 'x' };
    const outcome = await read(operation, { body: { ...example, ...own } });
    expect(outcome).toMatchObject({ ignored: expect.arrayContaining(['id', 'tel', 'dia']) });
  });
});

const alta = submissions.find(({ name }) => name === 'POST /api/v4/seg-social/alta')!.operation;
const bank = submissions.find(({ name }) => name.endsWith('/datos-bancarios'))!.operation;
const good = alta.example.request as Fields;

describe('a field that is named twice', () => {
  test.each<[string, Sent, string | undefined]>([
    ['the same in query and body', { query: { cno: ['0011'] }, body: good }, undefined],
    [
      'the same code as text and as integer',
      { query: { regimen: ['0111'] }, body: { ...good, regimen: 111 } },
      undefined,
    ],
    ['another in the body', { query: { cno: ['4309'] }, body: good }, 'cno'],
    ['twice in the query', { query: { coeficiente: ['500', '250'] }, body: good }, 'coeficiente'],
    [
      'twice in the JSON',
      { body: written(good, '"coeficiente":"500"', '"coeficiente":"250"') },
      'coeficiente',
    ],
    [
      'twice the same in the JSON',
      { body: written(good, '"coeficiente":"500"', '"coeficiente":500') },
      undefined,
    ],
    ['one that nobody defines', { body: written(good, '"id":1', '"id":2') }, undefined],
    [
      'once with nothing',
      { query: { coeficiente: ['500'] }, body: { ...good, coeficiente: null } },
      undefined,
    ],
  ])('%s', async (_, sent, refused) => {
    expect(refusedFields(await read(alta, sent))).toEqual(refused ? [refused] : 'accepted');
  });

  test('inside an object of the JSON', async () => {
    const example = bank.example.request as { cuenta: Fields };
    const body = JSON.stringify(example).replace('"cuenta":{', '"cuenta":{"titular":"OTRO, S.L.",');
    expect(refusedFields(await read(bank, { body }))).toEqual(['cuenta.titular']);
  });

  test('the value that counts is the one that was sent, not the blank one', async () => {
    const outcome = await read(alta, { query: { coeficiente: ['500'] }, body: { ...good, coeficiente: '' } });
    expect(outcome).toMatchObject({ input: { coeficiente: '500' } });
  });

  test('a dry run inside another object is not overlooked', async () => {
    const example = bank.example.request as { cuenta: Fields };
    const body = { ...example, cuenta: { ...example.cuenta, test: 1 } };
    expect(refusedFields(await read(bank, { body }))).toEqual(['cuenta.test']);
  });

  test('levels without end are a 400, also where the last naming hides them', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(await read(alta, { body: `{"x":${deep},"x":1}` })).toMatchObject({ status: 400 });
  });
});

describe('a name that nobody defines', () => {
  test.each<[name: string, taken: boolean]>([
    ['COEFICIENTE', true],
    ['coeficient', true],
    ['coefisiente', true],
    ['coefizientee', true],
    ['cof', false],
    ['nif', false],
    ['cif', false],
    ['fix', true],
    ['tst', true],
    ['tets', true],
    ['TSET', true],
  ])('%s: taken for a mistyped field is %s', async (name, taken) => {
    expect(refusedFields(await read(alta, { body: { ...good, [name]: '1' } }))).toEqual(
      taken ? [name] : 'accepted',
    );
  });

  test('any one or two letters off test does not file', async () => {
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzTES_ 1');
    const edit = fc.tuple(fc.constantFrom('insert', 'delete', 'replace'), fc.nat(3), letter);
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), async (edits) => {
        const name = edits.reduce((text, [how, at, by]) => {
          if (how === 'insert') return text.slice(0, at) + by + text.slice(at);
          return text.slice(0, at) + (how === 'replace' ? by : '') + text.slice(at + 1);
        }, 'test');
        // A name that clients send for themselves, and the field itself.
        fc.pre(name !== 'test' && name.toLowerCase() !== 'tel' && !(name in alta.request.shape));
        expect(await read(alta, { body: { ...good, [name]: 1 } })).toBeInstanceOf(ServiceError);
      }),
    );
  });

  test('readings take it: nothing is filed', async () => {
    const { operations } = groups.find(({ name }) => name === 'seg-social')!;
    const query = operations.find(({ path, method }) => path === '/idc' && method === 'GET')!;
    const outcome = await read(query, { query: { TEST: ['1'] }, body: query.example.request as Fields });
    expect(outcome).toMatchObject({ ignored: ['TEST'] });
  });
});
