import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import { type Messages, malformed } from './errors.ts';
import { hasValidCheckDigits, identifierText } from './identifiers.ts';

/**
 * From what an integrator sent to what an operation receives: all failing fields at once, in Spanish, by dotted path;
 * and the names that nobody defines.
 */

/** Longest distance, in letters, at which an unknown name is taken for a mistyped one. */
const TYPO_DISTANCE = 2;

/** The outcome of reading a request. */
export interface Reading<T> {
  /** Set when there are no errors. */
  value?: T;
  errors: Messages;
  /** Dotted names that no schema defines. */
  ignored: string[];
}

interface Rules {
  /** Unknown names close to an absent field are errors: set for what writes at an authority. */
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

/**
 * Drops `null` and `""` members at every depth: they mean the same as absence.
 * @throws ServiceError 400 when the value nests too deep
 */
export const withoutBlanks = (value: unknown, depth = 0): unknown => {
  if (depth > MAX_DEPTH) throw malformed('El contenido tiene demasiados niveles.');
  if (Array.isArray(value)) return value.map((member) => withoutBlanks(member, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null && member !== '')
      .map(([name, member]) => [name, withoutBlanks(member, depth + 1)]),
  );
};

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
 * Reads `input` against `schema`.
 * @param input what the caller sent, blanks already dropped (see `withoutBlanks`)
 */
export const readRequest = <S extends z.ZodObject>(
  schema: S,
  input: Record<string, unknown>,
  rules: Rules,
): Reading<z.output<S>> => {
  const errors: Messages = {};
  const report = (path: string, message: string) => {
    errors[path] = [...new Set([...(errors[path] ?? []), message])];
  };

  const parsed = schema.safeParse(input, { error: worded });
  for (const issue of parsed.error?.issues ?? [])
    report(
      issue.path.join('.'),
      issue.code !== 'custom' && at(input, issue.path) === undefined ? REQUIRED : issue.message,
    );

  const ignored: string[] = [];
  for (const { schema: inner, value, path } of visits(schema, input)) {
    if (inner instanceof z.ZodObject && isRecord(value)) {
      const absent = Object.keys(inner.shape).filter((name) => value[name] === undefined);
      for (const name of Object.keys(value).filter((name) => !(name in inner.shape))) {
        const dotted = [...path, name].join('.');
        const meant = rules.refuseTypos && nearest(name, absent);
        if (meant) report(dotted, `Campo desconocido. ¿Quiso decir ${[...path, meant].join('.')}?`);
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

const nearest = (name: string, candidates: string[]): string | undefined =>
  candidates
    .map((candidate) => ({ candidate, far: distance(name, candidate) }))
    .filter(({ far }) => far <= TYPO_DISTANCE)
    .sort((a, b) => a.far - b.far)[0]?.candidate;
