/** Finds the places of values in a request, and replaces them. */

/** The JSON schema of a field, as far as it shows where further fields are. */
export interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

export type Path = (string | number)[];

/** The paths of values in a request, including members of objects and of the first element of lists. */
export function* places(shape: Shape, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  for (const [name, member] of Object.entries(shape.properties ?? {})) yield* places(member, [...path, name]);
  if (shape.items) yield* places(shape.items, [...path, 0]);
  for (const other of shape.anyOf ?? []) if (other.properties || other.items) yield* places(other, path);
}

/** The request with another value at a path. */
export const put = (value: unknown, [at, ...rest]: Path, other: unknown): unknown => {
  if (at === undefined) return other;
  if (typeof at === 'number') return [put(Array.isArray(value) ? value[0] : undefined, rest, other)];
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { ...record, [at]: put(record[at], rest, other) };
};
