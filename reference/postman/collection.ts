import { openApiDocument } from '../../shared/derive/openapi.ts';
import { addressOf } from '../../shared/derive/routes.ts';
import type { Group, Operation } from '../../shared/operation/operation.ts';
import { missingFor } from '../../shared/operation/planned.ts';
import { type Before, EXPECTED, FOLDERS, KEEPS, KEPT, placeOf } from './flow.ts';
import { type Wanted, wantedOf } from './reference.ts';
import { after, DATED, ONLY_IN_SANDBOX, type Script, withFile } from './scripts.ts';

/** A query parameter, a part of a path, a header or a field of a form. */
interface Part {
  key: string;
  value?: string | undefined;
  description?: string;
  /** Type of a form field: `file` or `text`. */
  type?: string;
  disabled?: boolean;
  /** Path of a file. */
  src?: string | undefined;
}

interface Request {
  method: string;
  description: string;
  url: { host: string[]; path: string[]; query: Part[]; variable: Part[] };
  header: Part[];
  body?: { mode: string; raw?: string; formdata?: Part[]; urlencoded?: Part[]; options?: unknown };
  auth?: unknown;
}

/** A folder, or a request with a sample of its answer. */
interface Item {
  name: string;
  description?: string;
  item?: Item[];
  request?: Request;
  response?: unknown[];
  event?: Script[];
}

/** A Postman collection. */
export interface Collection {
  info: { name: string; schema: string; description: string };
  item: Item[];
  auth?: unknown;
  event?: Script[];
  variable?: unknown[];
}

interface Schema {
  properties?: Record<string, { description?: string; format?: string }>;
}

/** The parts of an operation in the OpenAPI document that the collection needs. */
interface Described {
  description: string;
  parameters?: { in: string; name: string; schema?: { description?: string }; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { example?: unknown }> }>;
}

/** Prefixes of addresses: of this version of the API, and of the earlier one that some programs still call. */
const CURRENT = '/api/v4/';
const LEGACY = '/api/web/v3/';

const DESCRIPTION =
  'Elija el entorno que va con esta colección. La primera petición inicia sesión y guarda el token en él; las demás ' +
  'funcionan de arriba abajo, una a una o con «Run». Las que presentan algo llevan test=1 donde la operación ofrece una ' +
  'prueba sin efecto: quítelo para presentar de verdad. Las demás que presentan (días de prácticas y ficheros XML) no la ' +
  'ofrecen. Las que empiezan por «Antes» presentan lo que necesita la siguiente, y solo se envían si la variable sandbox ' +
  'del entorno es 1.';

/**
 * Builds a Postman collection that signs in and then has a request for each operation, in a folder for each group.
 * Sent in order to a demo stage, all requests succeed.
 * @param p12 path of the certificate to upload; without it, it is chosen in Postman
 */
export const collectionOf = (groups: Group[], p12?: string): Collection => {
  const { info, paths, tags } = JSON.parse(JSON.stringify(openApiDocument(groups, { scenarios: true })));
  const wanted = wantedOf(groups);
  const items = new Map(
    wanted.map((one) => {
      const { group, operation } = one;
      const described = paths[addressOf(group, operation)][operation.method.toLowerCase()];
      return [one.name, itemOf(one, described, p12)];
    }),
  );
  const folders = groups
    .toSorted((a, b) => FOLDERS.indexOf(a.name) - FOLDERS.indexOf(b.name))
    .map(({ name }) => ({
      name,
      description: tags.find((tag: { name: string }) => tag.name === name).description,
      // In an order that works: each request comes after the filings that it needs.
      item: wanted
        .filter(({ group }) => group.name === name)
        .toSorted((a, b) => placeOf(a.operation.id) - placeOf(b.operation.id))
        .flatMap((one) => [
          ...one.before.map((before) => filing(items.get(before.name)!, before)),
          items.get(one.name)!,
        ]),
    }));
  const auth = folders.find(({ name }) => name === 'auth')!;
  return {
    item: [auth.item.shift()!, ...folders],
    info: {
      name: info.title,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
      description: DESCRIPTION,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [DATED],
    variable: [
      { key: 'baseUrl', value: `https://pasarela.example.com${CURRENT.slice(0, -1)}` },
      { key: 'legacyBaseUrl', value: `https://pasarela.example.com${LEGACY.slice(0, -1)}` },
      ...KEPT.map((key) => ({ key, value: '' })),
    ],
  };
};

/** The request of an operation, with the fields of its sample and no others. */
const itemOf = (
  { operation, name, fields, xml }: Wanted,
  { description, parameters = [], requestBody, responses }: Described,
  p12: string | undefined,
): Item => {
  const [method, path] = name.split(' ') as [string, string];
  const partsIn = (where: string): Part[] =>
    parameters
      .filter((one) => one.in === where)
      .map(({ name: key, ...one }) => ({
        ...partOf(key, fields[key]),
        description: one.description ?? one.schema?.description ?? '',
      }));
  const variable = partsIn('path');
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const isForm = type === 'multipart/form-data';
  const inBody = Object.entries(fields).filter(([field]) => !variable.some(({ key }) => key === field));
  const status = missingFor(operation) === undefined ? 200 : 501;
  const [answerType, answer] = Object.entries(responses[status]!.content ?? {})[0] ?? [];
  const isAnonymous = operation.kind === 'resource' && operation.access === 'anonymous';
  return {
    name: operation.summary,
    request: {
      method,
      description,
      url: {
        host: [path.startsWith(LEGACY) ? '{{legacyBaseUrl}}' : '{{baseUrl}}'],
        path: path
          .slice((path.startsWith(LEGACY) ? LEGACY : CURRENT).length)
          .replace(/\{(\w+)\}/g, ':$1')
          .split('/')
          .filter(Boolean),
        query: partsIn('query'),
        variable,
      },
      header: [
        ...partsIn('header').map((part) => ({ ...part, ...headerOf(part.key, operation) })),
        // Postman sets it, because it includes the multipart boundary.
        ...(type && !isForm ? [{ key: 'Content-Type', value: type }] : []),
        ...(answerType ? [{ key: 'Accept', value: answerType }] : []),
      ],
      ...(type && { body: bodyOf(type, content!.schema, { fields: Object.fromEntries(inBody), p12 }) }),
      ...(isAnonymous && { auth: { type: 'noauth' } }),
    },
    response: answer?.example
      ? [
          {
            name: responses[status]!.description,
            code: status,
            body: JSON.stringify(answer.example, null, 2),
            header: [{ key: 'Content-Type', value: answerType }],
          },
        ]
      : [],
    event: [
      ...(xml === undefined ? [] : [withFile(xml)]),
      after(status === 501 ? [501] : (EXPECTED[operation.id] ?? [200]), ...(KEEPS[operation.id] ?? [])),
    ],
  };
};

const bodyOf = (
  type: string,
  { properties = {} }: Schema,
  { fields, p12 }: { fields: Record<string, unknown>; p12: string | undefined },
): Request['body'] => {
  if (type === 'application/json')
    return { mode: 'raw', raw: JSON.stringify(fields, null, 2), options: { raw: { language: 'json' } } };
  const parts = Object.entries(properties).map(
    ([key, { description, format }]): Part => ({
      ...partOf(key, fields[key]),
      ...(format === 'binary' ? { type: 'file', value: undefined, src: p12 } : { type: 'text' }),
      ...(description && { description }),
    }),
  );
  return type === 'multipart/form-data'
    ? { mode: 'formdata', formdata: parts }
    : { mode: 'urlencoded', urlencoded: parts };
};

const partOf = (key: string, value: unknown): Part => ({
  key,
  value: String(value ?? ''),
  disabled: value === undefined,
});

/** A request that files, derived from its operation's request. */
const filing = (of: Item, { fields, headers = {}, expected = [200], keeps = [] }: Before): Item => {
  const { name, request } = structuredClone(of);
  if (request!.body) request!.body.raw = JSON.stringify(fields, null, 2);
  for (const [key, value] of Object.entries(headers)) {
    request!.header = request!.header.filter((header) => header.key !== key);
    request!.header.push({ key, value });
  }
  return { name: `Antes: ${name}`, request: request!, event: [ONLY_IN_SANDBOX, after(expected, ...keeps)] };
};

/** Values of headers. The others have none. */
const HEADERS: Record<string, Partial<Part>> = {
  'X-Sandbox-Scenario': { value: 'maintenance' },
  Prefer: { value: 'respond-async' },
  'Idempotency-Key': { value: '{{$guid}}', disabled: false },
};

const headerOf = (key: string, operation: Operation): Partial<Part> | undefined => {
  if (key !== 'X-Cert-Secret' || operation.kind === 'resource') return HEADERS[key];
  const [first, ...rest] = operation.authority;
  return { value: `{{certSecret${first!.toUpperCase()}${rest.join('')}}}`, disabled: false };
};
