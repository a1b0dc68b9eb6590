import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { SCENARIOS } from '../../../sandbox/scenario.ts';
import { openApiDocument } from '../../../shared/derive/openapi.ts';
import { askedMembers } from '../../../shared/operation/not-asked.ts';
import { missingFor } from '../../../shared/operation/planned.ts';
import { operations as allOperations, groups } from '../../support/infra/groups.ts';
import { testRows } from '../../support/of-capabilities.ts';

interface Parameter {
  in: 'header' | 'path' | 'query';
  name: string;
  required?: boolean;
  description?: string;
  schema: { description?: string; enum?: string[]; type?: unknown; pattern?: string };
  examples?: Record<string, { 'x-disabled'?: boolean }>;
}

interface Described {
  operationId: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: {
    content: Record<
      string,
      { schema: { properties: Record<string, { description?: string }>; required?: string[] } }
    >;
  };
  responses: Record<
    string,
    { $ref?: string; content: Record<string, unknown>; headers: Record<string, unknown> }
  >;
  security: unknown[];
  deprecated?: boolean;
  'x-dry-run'?: string;
  'x-look-up'?: string;
  'x-kind': string;
  'x-planned'?: string;
  'x-list'?: { next: string; items?: string };
}

const reference = JSON.parse(JSON.stringify(openApiDocument(groups)));
const paths: Record<string, Record<string, Described>> = reference.paths;

const onSandbox: typeof paths = JSON.parse(
  JSON.stringify(openApiDocument(groups, { scenarios: true })),
).paths;

const operations = allOperations.map(({ name, operation }) => {
  const [method, address] = name.split(' ') as [string, string];
  const at = (documented: typeof paths) => documented[address]![method.toLowerCase()]!;
  return { name, operation, described: at(paths), describedOnSandbox: at(onSandbox) };
});

/** The fields of a request: where each is sent, and whether it is required. */
const requestOf = ({ parameters = [], requestBody }: Described) => {
  const [content] = Object.values(requestBody?.content ?? {});
  const { properties = {}, required = [] } = content?.schema ?? {};
  return [
    ...parameters.map(({ in: place, name, required = false }) => ({ name, place, required })),
    ...Object.keys(properties).map((name) => ({ name, place: 'body', required: required.includes(name) })),
  ];
};

const HEADERS = {
  certificate: { name: 'X-Cert-Secret', place: 'header', required: true },
  prefer: { name: 'Prefer', place: 'header', required: false },
  key: { name: 'Idempotency-Key', place: 'header', required: false },
  preview: { name: 'Preview-Token', place: 'header', required: false },
  repeats: { name: 'Repeats', place: 'header', required: false },
};
const SCENARIO = { name: 'X-Sandbox-Scenario', place: 'header', required: false };

describe.each(operations)(
  'the OpenAPI document of the operation $name',
  ({ operation, described, describedOnSandbox }) => {
    const all = requestOf(described);

    test('the document names the headers: certificate and preference before an authority, the key of a submission', () => {
      const { certificate, prefer, key, preview, repeats } = HEADERS;
      expect(all.filter(({ place }) => place === 'header')).toEqual(
        {
          submission: [certificate, prefer, key, preview, repeats],
          reading: [certificate, prefer],
          resource: [
            ...('takesCertificate' in operation ? [{ ...certificate, required: false }] : []),
            ...('waits' in operation ? [prefer] : []),
            ...('takesKey' in operation ? [{ ...certificate, required: false }, key] : []),
          ],
        }[operation.kind],
      );
    });

    test('the document has a scenario on a sandbox stage alone, for an operation with a certificate', () => {
      const isLater = operation.kind === 'resource' && operation.takesCertificate === 'afterwards';
      const isActing = !isLater && all.some(({ name }) => name === HEADERS.certificate.name);
      const named = requestOf(describedOnSandbox).filter(({ name }) => name === SCENARIO.name);
      expect(named).toEqual(isActing ? [SCENARIO] : []);
      const parameter = describedOnSandbox.parameters?.find(({ name }) => name === SCENARIO.name);
      expect(parameter?.schema?.enum).toEqual(isActing ? [...SCENARIOS] : undefined);
      // A reader who tries an operation out sends none.
      expect(parameter?.examples?.default?.['x-disabled']).toBe(isActing ? true : undefined);
      expect(all.map(({ name }) => name)).not.toContain(SCENARIO.name);
    });

    test('the document has each field once, at its place, and whether it is required', () => {
      const { properties, required = [] } = z.toJSONSchema(operation.request, {
        io: 'input',
        unrepresentable: 'any',
      }) as { properties: Record<string, unknown>; required?: string[] };
      const place = ['GET', 'DELETE'].includes(operation.method) ? 'query' : 'body';
      expect(new Set(all.filter((field) => field.place !== 'header'))).toEqual(
        new Set(
          Object.keys(properties).map((name) => ({
            name,
            place: operation.path.includes(`{${name}}`) ? 'path' : place,
            required: required.includes(name),
          })),
        ),
      );
    });

    test('the document describes every parameter', () => {
      for (const { name, description, schema } of described.parameters ?? [])
        expect(description ?? schema.description, name).toBeTruthy();
    });

    test('the document has one type for each value of a query, and text for digits', () => {
      for (const { in: place, name, schema } of described.parameters ?? []) {
        if (place !== 'query') continue;
        expect(schema, name).toEqual(expect.objectContaining({ type: expect.any(String) }));
        if (schema.pattern) expect(schema.type, name).toBe('string');
      }
    });

    test('the document says which fields ask for data that the answer otherwise lacks', () => {
      for (const [member, fields] of askedMembers(operation)) {
        const names = fields.map((field) => `\`${field}\``).join(' o ');
        expect(described.description).toContain(`\`${member}\` con ${names}`);
        expect(Object.keys(operation.request.shape)).toEqual(expect.arrayContaining([...fields]));
      }
      for (const field of ['duplicate', 'obtener_idc', 'getDatos', 'getConvenio', 'pl_period', 'ces'])
        if (field in operation.request.shape)
          expect(askedMembers(operation).flatMap(([, fields]) => fields)).toContain(field);
    });

    test('the document says who may call the operation and how it can end', () => {
      const anonymous = operation.kind === 'resource' && operation.access === 'anonymous';
      expect(described.security).toEqual(anonymous ? [] : [{ token: [] }]);
      expect(described.deprecated).toBe(operation.supersededBy ? true : undefined);
      expect(described['x-kind']).toBe(operation.kind);
      expect(described['x-dry-run']).toBe(operation.kind === 'submission' ? operation.dryRun : undefined);
      const ofAccount =
        operation.path.includes('{') ||
        ['clientId', 'company'].some((field) => field in operation.request.shape);
      const isKept = operation.kind === 'resource' && operation.kept === true;
      expect(new Set(Object.keys(described.responses))).toEqual(
        new Set([
          ...(missingFor(operation) === undefined ? ['200'] : []),
          ...(operation.kind === 'resource' ? [] : ['202']),
          ...(isKept ? ['304'] : []),
          '400',
          ...(anonymous ? [] : ['401', '403']),
          ...(ofAccount ? ['404'] : []),
          ...(operation.kind === 'submission' ? ['409'] : []),
          ...['413', '415', '422', '429', '500'],
          ...{ submission: ['502', '503', '504'], reading: ['503', '504'], resource: ['503'] }[
            operation.kind
          ],
          ...Object.keys(operation.alsoAnswers ?? {}),
        ]),
      );
      for (const [status, answer] of Object.entries(described.responses)) {
        const { headers } = answer.$ref
          ? reference.components.responses[answer.$ref.split('/').at(-1)!]
          : answer;
        expect(Object.keys(headers).sort(), status).toEqual(
          [
            ...(status === '202' ? ['Location', 'Retry-After'] : []),
            ...(status === '202' ? ['Preference-Applied'] : []),
            'Access-Control-Allow-Origin',
            'Access-Control-Expose-Headers',
            'Cache-Control',
            ...('page' in operation && operation.page === 'text/html'
              ? ['Content-Security-Policy', 'Referrer-Policy']
              : []),
            ...(isKept ? ['ETag'] : []),
            'Strict-Transport-Security',
            'X-Content-Type-Options',
            'X-Ignored-Fields',
            'X-Ratelimit-Limit',
            'X-Ratelimit-Remaining',
            'X-Ratelimit-Reset',
            'X-Request-Id',
            ...(operation.kind !== 'resource' ? ['X-Tramite-Id'] : []),
            ...(operation.kind === 'submission' || (status === '200' && 'takesKey' in operation)
              ? ['Idempotency-Replayed']
              : []),
            ...(operation.kind === 'submission' ? ['X-Repeated'] : []),
            ...(operation.supersededBy ? ['Deprecation', 'Link'] : []),
            ...(status === '200' && askedMembers(operation).length > 0 ? ['X-Not-Asked'] : []),
            ...(status === '200' && 'sendsRetryAfter' in operation ? ['Retry-After'] : []),
            ...(status === '401' && !anonymous ? ['x-amzn-Remapped-WWW-Authenticate'] : []),
            ...(['429', '503'].includes(status) ? ['Retry-After'] : []),
            ...(status === '409' && operation.kind === 'submission' ? ['Retry-After'] : []),
          ].sort(),
        );
      }
      expect(described['x-planned']).toBe(missingFor(operation));
      const content = described.responses['200']?.content;
      expect(content && Object.keys(content)).toEqual(
        missingFor(operation) === undefined ? [operation.page ?? 'application/json'] : undefined,
      );
    });
  },
);

test('the description of a submission says by what its unknown outcome can be found at the authority', () => {
  const found = new Map(operations.map(({ operation, described }) => [operation.id, described['x-look-up']]));
  expect(
    ['registerEmployee', 'callWorkers', 'recordUnpaidPlacement', 'getWorkersReport'].map((id) =>
      found.get(id),
    ),
  ).toEqual(['query', 'by-reference', 'none', undefined]);
});

test('the answer to a reading that continues with a token describes its parts', () => {
  const answers = operations
    .filter(({ operation }) => operation.kind === 'reading')
    .map(({ name, described }) => ({
      name,
      asks: requestOf(described).some((field) => field.name === 'continueToken'),
      schema: JSON.stringify(described.responses['200']!.content),
    }));
  expect(answers.filter(({ asks }) => asks).length).toBeGreaterThan(1);
  for (const { name, asks, schema } of answers)
    for (const member of ['limitReached', 'continueToken'])
      expect(schema.includes(`"${member}":{`), `${member} of ${name}`).toBe(asks);
});

test('the description of a list in several answers says how to continue, and where its elements are', () => {
  const lists = operations
    .filter(({ described }) => requestOf(described).some(({ name }) => /^(page|continueToken)$/.test(name)))
    .filter(({ name }) => !name.endsWith('{page}'))
    .map(({ name, described }) => {
      const { next, items } = described['x-list']!;
      return `${name} ${next} ${items}`;
    });
  const ofCapabilities = testRows.flatMap(({ lists = [] }) => lists);
  const all = [
    'GET /api/v4/aeat/notifications page items',
    'GET /api/v4/certificate page data',
    'GET /api/v4/customer page data',
    'GET /api/v4/dehu/communications page items',
    'GET /api/v4/dehu/notifications-done page items',
    'GET /api/v4/dehu/notifications-pending page items',
    'GET /api/v4/seg-social/employee-situations part undefined',
    'GET /api/v4/seg-social/employees-in-enterprise part employees',
    'GET /api/v4/seg-social/etts/cesion part undefined',
    'GET /api/v4/seg-social/notifications page items',
    'GET /api/v4/seg-social/ta-info-for-nss part undefined',
    'GET /api/v4/sepe/contrata/data/list part undefined',
    'GET /api/v4/tramites token data',
    'GET /api/web/v3/customer page data',
    ...ofCapabilities.map((list) => list.replace('GET ', 'GET /api/v4')),
  ];
  expect(
    lists.toSorted(),
    'each list that comes in several answers, here or in `lists` of its capability',
  ).toEqual(all.toSorted());
  expect(operations.filter(({ described }) => described['x-list'])).toHaveLength(lists.length);
});

test('the document describes the operations and nothing else, each under a name of its own', () => {
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  expect(described).toHaveLength(operations.length);
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

/** Keywords of JSON Schema under which schemas have names. */
const NAMED = ['properties', 'schemas'];
/** Keywords of JSON Schema that hold a schema or several. */
const NESTED = ['additionalProperties', 'allOf', 'anyOf', 'items', 'not', 'oneOf', 'propertyNames', 'schema'];
/** All other keywords of JSON Schema and OpenAPI in schemas. */
const PLAIN = [
  ...['$ref', 'const', 'default', 'description', 'enum', 'format', 'maxItems', 'maxLength', 'maximum'],
  ...['minItems', 'minLength', 'minimum', 'pattern', 'required', 'title', 'type'],
];

/** The keywords of all schemas below a part of the document that JSON Schema and OpenAPI do not have. */
const ownKeywords = (part: unknown, isSchema = false): string[] => {
  if (Array.isArray(part)) return part.flatMap((each) => ownKeywords(each, isSchema));
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (NAMED.includes(name)) return Object.values(value).flatMap((each) => ownKeywords(each, true));
    if (NESTED.includes(name)) return ownKeywords(value, true);
    if (isSchema) return PLAIN.includes(name) ? [] : [name];
    return name.startsWith('example') ? [] : ownKeywords(value);
  });
};

test('keywords that JSON Schema does not have begin with x-, and every operation is described', () => {
  const keywords = ownKeywords(reference);
  // Keywords of a field whose schema is a reference keep their names: the library adds them at the end.
  expect(keywords.filter((name) => !name.startsWith('x-') && name !== 'askedBy')).toEqual([]);
  expect(keywords).toContain('x-codes');
  for (const methods of Object.values(paths))
    for (const [, described] of Object.entries(methods)) {
      expect((described as { description?: string }).description).toBeTruthy();
      expect(described.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    }
});

test('the envelope and the file of an answer are shared components', () => {
  const { schemas } = reference.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Envelope', 'Failure', 'Client', 'Certificate']),
  );
  const answer = JSON.stringify(paths['/api/v4/seg-social/alta']!.post!.responses['200']!.content);
  expect(answer).toContain('"$ref":"#/components/schemas/Envelope"');
});

test('a field that accepts true and false accepts 1 and 0, too, as in the interface', () => {
  const { schema } = paths['/api/v4/customer']!.post!.requestBody!.content['application/json']!;
  for (const field of ['not_notify', 'sub_activa'])
    expect(schema.properties[field]).toMatchObject({
      description: expect.any(String),
      anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [1, 0] }],
    });
});

test('every reference within the document leads to something', () => {
  const targets = [...JSON.stringify(reference).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(targets.length).toBeGreaterThan(0);
  for (const [, name = ''] of targets) expect(reference.components.schemas).toHaveProperty(name);
});
