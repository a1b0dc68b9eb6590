import * as z from 'zod';
import type { Operation } from '../../../shared/operation/operation.ts';

/** Hostile values, and the places of a request in which they can be. */

export const HOSTILE_VALUES: [what: string, value: unknown][] = [
  ['nothing', null],
  ['an object without a text', { toString: 1 }],
  ['an object of a prototype', JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}')],
  ['a list', [{ toString: 1 }]],
  ['a number with a fraction', 1.5],
  ['a number that is not exact', 1e300],
  ['a number that no row can hold', 1e-320],
  ['many digits', '9'.repeat(300)],
  ['yes', true],
  ['a lone surrogate', 'A\ud800B'],
  ['the null character', 'A\0'],
  ['letters of other alphabets', 'Łódź ß 你好'],
  ['a long text', 'x'.repeat(2_000)],
  ['a long e-mail', `${'a.'.repeat(1_000)}a@example.com`],
  ['a date that is none', '2026-02-30'],
  ['the last date', '9999-12-31'],
  ['a name of the prototype', 'constructor'],
  ['an address of a file', '../../etc/passwd'],
  ['a condition of a query', "' OR 1=1 --"],
];

/** The JSON schema of a field, as far as it shows where further fields are. */
interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

export type Path = (string | number)[];

function* placesIn(shape: Shape, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  for (const [name, member] of Object.entries(shape.properties ?? {}))
    yield* placesIn(member, [...path, name]);
  if (shape.items) yield* placesIn(shape.items, [...path, 0]);
  for (const other of shape.anyOf ?? []) if (other.properties || other.items) yield* placesIn(other, path);
}

/** The paths of values in a request, including members of objects and of the first element of lists. */
export const placesOf = ({ request }: Pick<Operation, 'request'>): Path[] => [
  ...placesIn(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Shape),
];

/** The request with another value at a path. */
export const put = (value: unknown, [at, ...rest]: Path, other: unknown): unknown => {
  if (at === undefined) return other;
  if (typeof at === 'number') return [put(Array.isArray(value) ? value[0] : undefined, rest, other)];
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...record, [at]: put(record[at], rest, other) };
};
