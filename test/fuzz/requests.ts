import fc from 'fast-check';
import * as z from 'zod';
import { addressOf } from '../../shared/derive/routes.ts';
import type { Group, Operation } from '../../shared/operation/operation.ts';
import { type Path, places, put, type Shape } from './places.ts';

/** Generates arbitrary requests. */

/** One generated request. */
export interface FuzzRequest {
  /** Method and address, as in the reference. */
  name: string;
  operation: Operation;
  /** With its parameters filled in, and without `/api`. */
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** The values that were changed, by path, for the report of a failure. */
  changes: [path: string, value: unknown][];
}

const HOSTILE: unknown[] = [
  { toString: 1 },
  JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
  [],
  [[[]]],
  null,
  '',
  ' ',
  true,
  0,
  -1,
  1.5,
  1e300,
  1e-320,
  2 ** 53,
  'A\ud800',
  'A\0',
  'A\nB',
  'Łódź 你好',
  'ß',
  'x'.repeat(2_000),
  '9'.repeat(300),
  `${'a.'.repeat(1_000)}a@example.com`,
  '2026-02-30',
  '9999-12-31',
  '0000',
  '9999',
  'constructor',
  '__proto__',
  '../../etc/passwd',
  '%00',
  '<script>',
  "' OR 1=1 --",
];

const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.stringMatching(/^\d{0,16}$/),
  fc.integer(),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

const HEADERS: Record<string, string[]> = {
  'Idempotency-Key': ['', 'a', 'con espacios', 'k'.repeat(101), '%00'],
  Prefer: ['respond-async', 'respond-async, wait=1', 'x'],
  'X-Sandbox-Scenario': ['nothing', ''],
  'X-Cert-Secret': ['', 'x', '____', 'a'.repeat(3_000)],
  'Content-Type': ['text/plain', 'application/json; charset=latin1', 'multipart/form-data', ''],
  Authorization: ['', 'Bearer', 'Bearer x', 'Basic eDp4', 'Bearer e30.e30.e30'],
};

const header = fc
  .constantFrom(...Object.keys(HEADERS))
  .chain((name) => fc.constantFrom(...HEADERS[name]!).map((sent) => [name, sent] as const));

/** A value that occurs once in `times` cases. */
const seldom = <T>(times: number, arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const plan = fc.record({
  operation: fc.nat(),
  // Sometimes there are no changes, because a valid request must be answered correctly, too.
  changes: fc.array(fc.tuple(fc.nat(), value), { maxLength: 3 }),
  own: seldom(5, fc.tuple(fc.string({ unit: 'binary', maxLength: 12 }), value)),
  headers: fc.array(header, { maxLength: 1 }),
  broken: seldom(12, fc.constantFrom('cut', 'latin1', 'twice', 'list', 'nothing', 'bytes')),
  inQuery: fc.boolean(),
});

const isOfReference = (path: string): boolean => /^\/(?:openapi\.json|docs)(?:\/|$)/.test(path);

/**
 * Makes a generator of requests: `count` at once, always the same ones for a seed.
 * @param known a request that succeeds, for each operation, by method and path without `/api/v4`
 */
export const fuzzRequests = (
  groups: Group[],
  known: Record<string, { request: Record<string, unknown> }>,
): ((wanted: { seed: number; count: number }) => FuzzRequest[]) => {
  const operations = groups.flatMap((group) =>
    group.operations
      // The reference is served from files of the bundled function, which this process does not have.
      .filter(({ path }) => !isOfReference(path))
      .map((operation) => {
        const name = `${operation.method} ${addressOf(group, operation)}`;
        const good = known[name.replace('/api/v4', '')]?.request ?? operation.example.request;
        const shape = z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' }) as Shape;
        return { name, operation, good, places: [...places(shape)] };
      }),
  );
  const requestOf = (wanted: Plan): FuzzRequest => {
    const { name, operation, good, places: all } = operations[wanted.operation % operations.length]!;
    const changes =
      all.length === 0
        ? []
        : wanted.changes.map(([at, sent]) => [all[at % all.length]!, sent] as [Path, unknown]);
    let fields = changes.reduce((sent, [path, other]) => put(sent, path, other), good as unknown) as Record<
      string,
      unknown
    >;
    if (wanted.own) fields = { ...fields, [wanted.own[0]]: wanted.own[1] };
    return {
      name,
      operation,
      ...writtenDown(operation, name, fields, wanted),
      changes: changes.map(([path, other]) => [path.join('.'), other]),
    };
  };
  return ({ seed, count }) => fc.sample(plan, { seed, numRuns: count }).map(requestOf);
};

type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

const writtenDown = (operation: Operation, name: string, fields: Record<string, unknown>, wanted: Plan) => {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter as string);
  const path = name
    .slice(name.indexOf('/'))
    .replace(/\{(\w+)\}/g, (_match, parameter) => encoded(textOf(fields[parameter])).slice(0, 4_000) || '0');
  const others = Object.entries(fields).filter(([field]) => !inPath.includes(field));
  const reads = operation.method === 'GET' || operation.method === 'DELETE';
  const form = operation.kind === 'resource' ? operation.body : undefined;
  const query =
    reads && wanted.inQuery ? others.map(([field, one]) => [field, textOf(one)] as [string, string]) : [];
  const own = Object.fromEntries(wanted.headers);
  const { text, type } = bodyOf(form, others);
  const body = reads && wanted.inQuery ? undefined : spoilt(text, wanted.broken);
  return { path, query, body, headers: { ...(body && { 'Content-Type': type }), ...own } };
};

const textOf = (one: unknown): string =>
  (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')).toWellFormed().slice(0, 3_000);

const encoded = (text: string) => encodeURIComponent(text).replace(/^\.+$/, '%2E');

const BOUNDARY = 'fuzz';

const bodyOf = (form: 'multipart' | 'form' | 'json' | undefined, fields: [string, unknown][]) => {
  if (form === 'form')
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(
        fields.map(([name, one]): [string, string] => [name.toWellFormed(), textOf(one)]),
      ).toString(),
    };
  if (form === 'multipart')
    return {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      text: `${fields
        .map(([name, one]) => {
          const file = name === 'file' ? '; filename="c.p12"' : '';
          const quoted = name.toWellFormed().replace(/["\r\n]/g, '_');
          return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"${file}\r\n\r\n${textOf(one)}\r\n`;
        })
        .join('')}--${BOUNDARY}--`,
    };
  return { type: 'application/json', text: JSON.stringify(Object.fromEntries(fields)) };
};

const spoilt = (text: string, how: Plan['broken']): Buffer => {
  switch (how) {
    case 'cut':
      return Buffer.from(text.slice(0, text.length / 2));
    case 'latin1':
      return Buffer.from(`${text.slice(0, -1)}ñ`, 'latin1');
    case 'twice':
      return Buffer.from(`{"test":1,"test":0,${text.slice(1)}`);
    case 'list':
      return Buffer.from(`[${text}]`);
    case 'nothing':
      return Buffer.alloc(0);
    case 'bytes':
      return Buffer.from(Array.from({ length: 64 }, (_, byte) => byte * 37));
    default:
      return Buffer.from(text);
  }
};
