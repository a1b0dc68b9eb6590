import { isDeepStrictEqual } from 'node:util';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import { type Messages, malformed } from './errors.ts';
import { hasValidCheckDigits, identifierText } from './identifiers.ts';

/**
 * From what an integrator sent to what an operation receives: all failing fields at once, in Spanish, by dotted path;
 * and the names that nobody defines.
 */

/** What one field was sent with where a request names it several times. */
export class Repeated {
  readonly values: unknown[];
  constructor(values: unknown[]) {
    this.values = values;
  }
}

/** The outcome of reading a request. */
export interface ParsedRequest<T> {
  /** Set when there are no errors. */
  value?: T;
  errors: Messages;
  /** Dotted names that no schema defines. */
  ignored: string[];
}

interface Rules {
  /** Unknown names that may be mistyped ones are errors: set for what writes at an authority. */
  refuseTypos: boolean;
  /** Wrong check digits are errors. */
  strictIdentifiers: boolean;
}

/** A JSON object, as opposed to lists and to the bytes of an uploaded file. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** No request nests deeper; bounds the recursion over what a caller sent. */
const MAX_DEPTH = 20;
/** 400: more levels than that. */
export const tooDeep = () => malformed('El contenido tiene demasiados niveles.');

/**
 * Drops `null` and `""` members at every depth: they mean the same as absence.
 * @throws ServiceError 400 when the value nests too deep
 */
export const withoutBlanks = (value: unknown, depth = 0): unknown => {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (Array.isArray(value)) return value.map((member) => withoutBlanks(member, depth + 1));
  if (value instanceof Repeated)
    return new Repeated(
      value.values.filter((one) => !isBlank(one)).map((one) => withoutBlanks(one, depth + 1)),
    );
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => !isBlank(member))
      .map(([name, member]) => [name, withoutBlanks(member, depth + 1)]),
  );
};

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (value instanceof Repeated && value.values.every(isBlank));

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);

/** The schema behind optional, default and pre-processing wrappers. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType => {
  const def = schema._zod.def as {
    innerType?: z.core.$ZodType;
    in?: z.core.$ZodType;
    out?: z.core.$ZodType;
    type: string;
  };
  if (def.innerType) return unwrapped(def.innerType);
  if (def.type === 'pipe' && def.in && def.out)
    return unwrapped(def.in._zod.def.type === 'transform' ? def.out : def.in);
  return schema;
};

interface Visit {
  schema: z.core.$ZodType;
  value: unknown;
  path: string[];
}

/** Every object and leaf of a value together with its schema. */
function* visits(schema: z.core.$ZodType, value: unknown, path: string[] = []): Generator<Visit> {
  const inner = unwrapped(schema);
  yield { schema: inner, value, path };
  if (inner instanceof z.ZodObject && isRecord(value)) {
    for (const [name, member] of Object.entries(inner.shape))
      yield* visits(member as z.core.$ZodType, value[name], [...path, name]);
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, member] of value.entries())
      yield* visits(inner.element as z.core.$ZodType, member, [...path, String(index)]);
  }
}

const REQUIRED = 'Este campo es obligatorio.';
const CONTRADICTORY = 'Este campo se envía varias veces con valores distintos.';

/** The value with one for each field; a field that was sent several times must mean the same each time. */
const settled = (
  schema: z.core.$ZodType | undefined,
  value: unknown,
  contradicts: (path: string) => void,
  path: string[] = [],
): unknown => {
  // Nobody reads what no schema defines.
  if (!schema) return value instanceof Repeated ? value.values.at(-1) : value;
  if (value instanceof Repeated) {
    const values = value.values.map((one) => settled(schema, one, contradicts, path));
    const [first, ...others] = values.map((one) => z.safeParse(schema, one));
    if (!others.every((other) => other.success && isDeepStrictEqual(other.data, first?.data)))
      contradicts(path.join('.'));
    return values[0];
  }
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        settled(Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined, member, contradicts, [
          ...path,
          name,
        ]),
      ]),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((member, index) =>
      settled(inner.element as z.core.$ZodType, member, contradicts, [...path, String(index)]),
    );
  return value;
};

/** Messages for what a field's own schema does not word itself. */
const worded = (issue: z.core.$ZodRawIssue): string => {
  switch (issue.code) {
    case 'too_big':
      return `Debe tener como máximo ${issue.maximum}${issue.origin === 'string' ? ' caracteres' : ''}.`;
    case 'too_small':
      return `Debe tener al menos ${issue.minimum}${issue.origin === 'string' ? ' caracteres' : ''}.`;
    case 'invalid_format':
      return 'El formato no es válido.';
    case 'invalid_type':
      return 'El tipo del valor no es válido.';
    default:
      return 'El valor no es válido.';
  }
};

/**
 * Reads what was sent against `schema`.
 * @param sent what the caller sent, blanks already dropped (see `withoutBlanks`)
 */
export const readRequest = <S extends z.ZodObject>(
  schema: S,
  sent: Record<string, unknown>,
  rules: Rules,
): ParsedRequest<z.output<S>> => {
  const errors: Messages = {};
  const report = (path: string, message: string) => {
    errors[path] = [...new Set([...(errors[path] ?? []), message])];
  };
  const input = settled(schema, sent, (path) => report(path, CONTRADICTORY)) as Record<string, unknown>;

  const parsed = schema.safeParse(input, { error: worded });
  for (const issue of parsed.error?.issues ?? [])
    report(
      issue.path.join('.'),
      issue.code !== 'custom' && at(input, issue.path) === undefined ? REQUIRED : issue.message,
    );

  const ignored: string[] = [];
  for (const { schema: inner, value, path } of visits(schema, input)) {
    if (inner instanceof z.ZodObject && isRecord(value)) {
      const defined = Object.keys(inner.shape);
      for (const name of Object.keys(value).filter((name) => !Object.hasOwn(inner.shape, name))) {
        const dotted = [...path, name].join('.');
        const meant = rules.refuseTypos && meantBy(name, defined, value);
        if (meant)
          report(
            dotted,
            `Campo desconocido. ¿Quiso decir ${meant === TEST ? TEST : [...path, meant].join('.')}?`,
          );
        else ignored.push(dotted);
      }
    }
    const kind = z.globalRegistry.get(inner)?.identifier;
    const identifier = rules.strictIdentifiers && kind && identifierText(kind, value);
    if (identifier && !errors[path.join('.')] && !hasValidCheckDigits(kind, identifier, input))
      report(path.join('.'), 'Los dígitos de control no son correctos.');
  }

  return Object.keys(errors).length === 0 && parsed.success
    ? { value: parsed.data, errors, ignored }
    : { errors, ignored };
};

/** The field that makes a submission a dry run. */
const TEST = 'test';
/** Names that clients in use send for themselves, however near they are to a field. */
const NEVER_MEANT = new Set(['tel']);

/**
 * The field that an unknown name may have been meant for: one that differs only in case, or an absent one within two
 * letters (one letter where either name is short). `test` counts at every level and always at two letters, since a
 * caller that meant a dry run must never file.
 */
const meantBy = (name: string, defined: string[], value: Record<string, unknown>): string | undefined => {
  const written = name.toLowerCase();
  const sameLetters = [...defined, TEST].find((field) => field.toLowerCase() === written);
  if (sameLetters || NEVER_MEANT.has(written)) return sameLetters;
  return (
    [TEST, ...defined.filter((field) => value[field] === undefined)]
      .map((field) => ({ field, bound: lettersOff(written, field) }))
      // Cheap before costly: whoever sends names of thousands of letters must not make us compare them.
      .filter(({ field, bound }) => Math.abs(field.length - written.length) <= bound)
      .map(({ field, bound }) => ({ field, bound, far: distance(written, field.toLowerCase()) }))
      .filter(({ far, bound }) => far <= bound)
      .sort((a, b) => a.far - b.far)[0]?.field
  );
};

/** How many letters a name may be off and still be taken for a field. */
const lettersOff = (name: string, field: string): number =>
  field === TEST || (name.length >= LONG_NAME && field.length >= LONG_NAME) ? 2 : 1;

/** Letters from which on two may be off; short names of the caller's own, such as `id` or `nif`, are near many. */
const LONG_NAME = 5;
