import { beforeAll, expect, test } from 'vitest';
import { onDay } from '../../../functions/reference/relative-dates.ts';
import { demoData } from '../../../local/demo.ts';
import { type Collection, collectionOf } from '../../../reference/postman/collection.ts';
import { environmentOf } from '../../../reference/postman/environment.ts';
import { wantedOf } from '../../../reference/postman/reference.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { groups } from '../../support/infra/groups.ts';

interface Part {
  key: string;
  value: string;
  disabled?: boolean;
}

/** A request as Postman sends it: its enabled parts, with variables replaced. */
interface PostmanRequest {
  name: string;
  /** `noauth`, or `undefined` if the token of the collection is sent. */
  auth: string | undefined;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  query: Record<string, string>;
}

/** The requests of a collection for operations, as they are sent in an environment. */
const requestsIn = (collection: Collection, variables: Record<string, string>): PostmanRequest[] =>
  collection.item
    .flatMap((one) => one.item ?? [one])
    .filter(({ name }) => !name.startsWith('Antes: '))
    .map(({ name, request }) => {
      const text = JSON.stringify(request)
        .replaceAll('{{$guid}}', () => crypto.randomUUID())
        .replace(/\{\{(\w+)\}\}/g, (variable, key: string) => variables[key] ?? variable);
      const { method, url, header, body, auth } = onDay(JSON.parse(text), '2026-11-23');
      const sent = (parts: Part[] = []) =>
        Object.fromEntries(parts.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]));
      const path = url.path.map((part: string) =>
        part.startsWith(':') ? url.variable.find(({ key }: Part) => key === part.slice(1)).value : part,
      );
      const query = sent(url.query);
      const search = new URLSearchParams(query).toString();
      return {
        name,
        method,
        query,
        auth: auth?.type,
        body: body?.raw,
        url: `${[url.host.join('.'), ...path].join('/')}${search && `?${search}`}`,
        headers: sent(header),
      };
    });

const demo = {
  ...demoData(),
  baseUrl: 'http://127.0.0.1:1/api/v4',
  legacyBaseUrl: 'http://127.0.0.1:1/api/web/v3',
  email: 'a@example.com',
  password: 'p',
  certificates: { tgss: 'secret-t', sepe: 'secret-s', aeat: 'secret-a', dehu: 'secret-d' },
  p12: { file: '/demo.p12', password: 'of-p12' },
};
const environment = environmentOf(demo as never);
/** Including variables that a run sets from earlier answers. */
const variables: Record<string, string> = {
  ...Object.fromEntries(environment.values.map(({ key, value }) => [key, value])),
  clientId: '10000',
  savedCertSecret: 'saved',
  tokenId: 'token',
  userId: 'user',
  batchId: '01KAT1H6Q2ZJ6W3N4B5V7X8Y9Z',
  webhookId: '01KAT1H6Q2ZJ6W3N4B5V7X8Y9Z',
  tramiteId: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
  obligationId: '5d0b9a6c1f2e4d3b8a7c6e5f4d3c2b1a',
  calendarToken: 'calendar',
  referenceScript: 'a.js',
  referenceStyle: 'a.css',
  xmlFile: 'data:application/xml;base64,PGE+',
};

let collection: Collection;
let requests: Map<string, PostmanRequest>;
beforeAll(() => {
  collection = collectionOf(groups);
  const sent = requestsIn(collection, variables);
  requests = new Map(sent.map((request) => [`${request.method} ${new URL(request.url).pathname}`, request]));
  expect(requests.size).toBe(sent.length);
});

const wanted = wantedOf(groups);
/** The address of an operation with the values of its sample. */
const addressed = (name: string, fields: Record<string, unknown>) =>
  name.replace(/\{(\w+)\}/g, (_, field: string) => {
    const [, variable] = /^\{\{(\w+)\}\}$/.exec(String(fields[field])) ?? [];
    return encodeURIComponent(String(variable ? variables[variable] : fields[field]));
  });

test('the Postman collection has one request for each operation, and its variables are all in the environment', () => {
  expect([...requests.keys()].toSorted()).toEqual(
    wanted.map(({ name, fields }) => addressed(name, fields)).toSorted(),
  );
  const named = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key!);
  const { sandbox: _, ...inRequests } = variables;
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(inRequests).toSorted());
});

test('the Postman collection signs in first and out last, and says of each request for others that it files', () => {
  expect(collection.item[0]).toMatchObject({ name: 'Iniciar sesión' });
  const names = collection.item.flatMap(({ name, item }) => item?.map((one) => one.name) ?? [name]);
  expect(names.indexOf('Cerrar la sesión')).toBeGreaterThan(names.indexOf('Listar los tokens de programa'));
  const before = collection.item.flatMap(({ item = [] }) =>
    item.filter(({ name }) => name.startsWith('Antes: ')),
  );
  expect(before.length).toBeGreaterThan(3);
  for (const { event, name } of before)
    expect(JSON.stringify(event), name).toContain("pm.environment.get('sandbox') !== '1'");
});

test('dates in the Postman collection count from the day on which it is sent', () => {
  const [dated] = collection.event!;
  const set: Record<string, string> = {};
  const pm = {
    request: { body: '{{day-3}} {{compact+0}} {{month+1}}' },
    collectionVariables: { set: (key: string, value: string) => Object.assign(set, { [key]: value }) },
  };
  const RealDate = Date;
  class Fixed extends RealDate {
    constructor(...given: [string]) {
      super(...((given.length > 0 ? given : ['2026-11-22T23:30:00Z']) as [string]));
    }
  }
  new Function('pm', 'Date', dated!.script.exec.join('\n'))(pm, Fixed);
  expect(set).toEqual({ 'day-3': '2026-11-20', 'compact+0': '20261123', 'month+1': '2026-12' });
});

test.each(wanted)(
  'the request $name of the Postman collection is what its operation takes',
  ({ name, operation, fields, xml }) => {
    const request = requests.get(addressed(name, fields))!;
    const { kind } = operation;
    expect(request.auth).toBe(kind === 'resource' && operation.access === 'anonymous' ? 'noauth' : undefined);
    const secret =
      kind === 'resource'
        ? undefined
        : { tgss: 'secret-t', sepe: 'secret-s', aeat: 'secret-a', dehu: 'secret-d' };
    expect(request.headers['X-Cert-Secret']).toBe(secret?.[(operation as { authority: 'tgss' }).authority]);
    expect(request.headers).not.toHaveProperty('Prefer');
    if (kind === 'submission' || (kind === 'resource' && operation.takesKey))
      expect(request.headers['Idempotency-Key']).toMatch(/^[\w-]{36}$/);
    else expect(request.headers).not.toHaveProperty('Idempotency-Key');
    if (kind === 'resource' && operation.body) return;
    const sent = { ...request.query, ...(request.body && JSON.parse(request.body)) };
    if (xml) {
      const bytes = Buffer.from(onDay(xml, '2026-11-23'), 'latin1');
      sent.file.content = sent.file.content.replace(/,.*/, `,${bytes.toString('base64')}`);
    }
    if (kind === 'submission' && operation.dryRun === 'confirmation') expect(`${sent.test}`).toBe('1');
    const inPath = Object.entries(fields)
      .filter(([field]) => name.includes(`{${field}}`))
      .map(([field, value]) => [
        field,
        value === '{{clientId}}'
          ? '10000'
          : ['{{tramiteId}}', '{{webhookId}}', '{{batchId}}', '{{obligationId}}'].includes(String(value))
            ? variables[String(value).slice(2, -2)]
            : value,
      ]);
    expect(Object.keys(sent).toSorted()).toEqual(
      Object.keys(fields)
        .filter((field) => !name.includes(`{${field}}`))
        .toSorted(),
    );
    const rules = { onlyDefined: true };
    const all = { ...sent, ...Object.fromEntries(inPath) };
    expect(readRequest(operation.request, all, rules).errors).toEqual({});
  },
);
