import { isDeepStrictEqual } from 'node:util';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import { type Messages, malformed } from './errors.ts';
import { type TextKind, textFault } from './text.ts';

/**
 * Parses the request of an integrator into the input of an operation. It reports all errors at once, in Spanish, by
 * dotted path, and the names that no schema defines.
 */

/** The values of a field that a request has several times. */
export class Repeated {
  readonly values: unknown[];
  constructor(values: unknown[]) {
    this.values = values;
  }
}

/** A request after parsing. */
export interface ParsedRequest<T> {
  /** Set if there are no errors. */
  value?: T;
  errors: Messages;
  /** Dotted names that no schema defines. */
  ignored: string[];
}

interface Rules {
  /** Unknown names that may be typing errors are errors. Set for operations that file at an authority. */
  refuseTypos: boolean;
  /** Where it is given, wrong check digits are errors. It is large, and most stages do not use it. */
  identifiers?: Pick<typeof import('./identifiers.ts'), 'hasValidCheckDigits' | 'identifierText'>;
  /** Texts go to an authority: characters that its forms do not have are errors. */
  forAuthority?: boolean;
}

/** A JSON object, not a list or the bytes of an uploaded file. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Deepest nesting of a request. It limits the recursion. */
const MAX_DEPTH = 20;
/** 400: the request nests too deeply. */
export const tooDeep = () => malformed('El contenido tiene demasiados niveles.');

/** Most values of a request, of all levels together: a company with as many accounts and codes as it may have has 7,000. */
const MAX_VALUES = 10_000;
const tooMany = () => malformed(`El contenido tiene más de ${MAX_VALUES} valores.`);

/**
 * Removes members that are `null` or `""`, at every depth: they mean the same as absence.
 * @throws ServiceError 400 if the value nests too deeply, or has too many values
 */
export const withoutBlanks = (value: unknown): unknown => {
  let count = 0;
  const without = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH) throw tooDeep();
    const members = membersOf(value);
    count += members.length;
    if (count > MAX_VALUES) throw tooMany();
    if (Array.isArray(value)) return value.map((member) => without(member, depth + 1));
    if (value instanceof Repeated)
      return new Repeated(value.values.filter((one) => !isBlank(one)).map((one) => without(one, depth + 1)));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => !isBlank(member))
        .map(([name, member]) => [name, without(member, depth + 1)]),
    );
  };
  return without(value, 0);
};

const membersOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  if (value instanceof Repeated) return value.values;
  return isRecord(value) ? Object.keys(value) : [];
};

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (value instanceof Repeated && value.values.every(isBlank));

const kindOf = (schema: z.core.$ZodType): TextKind => {
  const { format, textKind } = z.globalRegistry.get(schema) ?? {};
  return format === 'password' ? 'secret' : (textKind ?? 'line');
};

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);

/** The schema inside optional, default and pre-processing wrappers. */
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

/** Every object and leaf of a value together with its schema; of members that are absent there are none. */
function* visits(schema: z.core.$ZodType, value: unknown, path: string[] = []): Generator<Visit> {
  const inner = unwrapped(schema);
  yield { schema: inner, value, path };
  if (inner instanceof z.ZodObject && isRecord(value)) {
    for (const [name, member] of Object.entries(inner.shape))
      if (value[name] !== undefined) yield* visits(member as z.core.$ZodType, value[name], [...path, name]);
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, member] of value.entries())
      yield* visits(inner.element as z.core.$ZodType, member, [...path, String(index)]);
  }
}

/** The texts of a field of one or several, as they are read: blanks and line breaks at the ends do not count. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value.trim()] : Array.isArray(value) ? value.flatMap(textsOf) : [];

const REQUIRED = 'Este campo es obligatorio.';
const CONTRADICTORY = 'Este campo se envía varias veces con valores distintos.';

/** A value that no scalar field takes, and that every rule can compare and write as a text. */
const NO_SCALAR = Object.freeze({});

/** Kinds of schemas whose values are scalars. */
const SCALARS = new Set(['string', 'number', 'int', 'boolean', 'enum', 'literal']);

/** Most members of a list. */
const mostMembers = (schema: z.ZodArray): number => {
  const limits = (schema._zod.def.checks ?? []).map((check) => check._zod.def as { maximum?: number });
  return Math.min(MAX_VALUES, ...limits.flatMap(({ maximum }) => maximum ?? []));
};

const isScalar = (schema: z.core.$ZodType): boolean => SCALARS.has(schema._zod.def.type);

/**
 * The value as schema and rules may see it: one value for each field, no object where a scalar is due (`String` throws on
 * `{"toString":1}`), and letters with accents as one character each. A field that was sent several times must have the
 * same meaning each time.
 */
const inPlainForm = (
  schema: z.core.$ZodType | undefined,
  value: unknown,
  contradicts: (path: string) => void,
  path: string[] = [],
): unknown => {
  // No schema defines this value, so it is not used.
  if (!schema) return value instanceof Repeated ? value.values.at(-1) : value;
  if (value instanceof Repeated) {
    const values = value.values.map((one) => inPlainForm(schema, one, contradicts, path));
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
        inPlainForm(Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined, member, contradicts, [
          ...path,
          name,
        ]),
      ]),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value))
    // One more than it may have is enough to refuse it.
    return value
      .slice(0, mostMembers(inner) + 1)
      .map((member, index) =>
        inPlainForm(inner.element as z.core.$ZodType, member, contradicts, [...path, String(index)]),
      );
  if (isScalar(inner) && typeof value === 'object' && value !== null) return NO_SCALAR;
  return typeof value === 'string' && kindOf(inner) !== 'secret' ? value.normalize() : value;
};

/** The message for an error without a message in the field's own schema. */
const defaultMessage = (issue: z.core.$ZodRawIssue): string => {
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
 * Parses a request with a schema.
 * @param sent the request, without blanks (see `withoutBlanks`)
 */
export const readRequest = <S extends z.ZodObject>(
  schema: S,
  sent: Record<string, unknown>,
  rules: Rules,
): ParsedRequest<z.output<S>> => {
  const errors: Messages = {};
  const report = (path: string, message: string) => {
    errors[path] = [...new Set([...(Object.hasOwn(errors, path) ? errors[path]! : []), message])];
  };
  const input = inPlainForm(schema, sent, (path) => report(path, CONTRADICTORY)) as Record<string, unknown>;

  const parsed = schema.safeParse(input, { error: defaultMessage });
  for (const issue of parsed.error?.issues ?? [])
    report(
      issue.path.join('.'),
      issue.code !== 'custom' && at(input, issue.path) === undefined ? REQUIRED : issue.message,
    );

  const ignored: string[] = [];
  let typos = 0;
  for (const { schema: inner, value, path } of visits(schema, input)) {
    if (inner instanceof z.ZodObject && isRecord(value)) {
      const defined = Object.keys(inner.shape);
      for (const name of Object.keys(value).filter((name) => !Object.hasOwn(inner.shape, name))) {
        const dotted = [...path, name].join('.');
        const likely = rules.refuseTypos && typos < MAX_TYPOS && likelyField(name, defined, value);
        if (likely) {
          typos += 1;
          report(
            dotted,
            `Campo desconocido. ¿Quiso decir ${likely === TEST ? TEST : [...path, likely].join('.')}?`,
          );
        } else ignored.push(dotted);
      }
    } else if (!(inner instanceof z.ZodArray))
      for (const text of textsOf(value)) {
        const fault = textFault(text, kindOf(inner), rules.forAuthority === true);
        if (fault) report(path.join('.'), fault);
      }
    const kind = z.globalRegistry.get(inner)?.identifier;
    const identifier = kind && rules.identifiers?.identifierText(kind, value);
    if (
      identifier &&
      !errors[path.join('.')] &&
      !rules.identifiers?.hasValidCheckDigits(kind, identifier, input)
    )
      report(path.join('.'), 'Los dígitos de control no son correctos.');
  }

  return Object.keys(errors).length === 0 && parsed.success
    ? { value: parsed.data, errors, ignored }
    : { errors, ignored };
};

/** Most typing errors that are told: a request with so many is refused anyway. */
const MAX_TYPOS = 100;
/** The field that makes a submission a dry run. */
const TEST = 'test';
/** Names of their own that clients in use send; they are never typing errors. */
const NEVER_TYPOS = new Set(['tel']);

/**
 * The field that the caller probably wanted with an unknown name: one that differs only in case, or an absent one at a
 * distance of two letters at most (one letter if either name is short). `test` counts at every level and always with
 * two letters, because a caller that wants a dry run must never file.
 */
const likelyField = (name: string, defined: string[], value: Record<string, unknown>): string | undefined => {
  const written = name.toLowerCase();
  const sameLetters = [...defined, TEST].find((field) => field.toLowerCase() === written);
  if (sameLetters || NEVER_TYPOS.has(written)) return sameLetters;
  return (
    [TEST, ...defined.filter((field) => value[field] === undefined)]
      .map((field) => ({ field, bound: maxDistance(written, field) }))
      // First the cheap comparison: names of thousands of letters must not reach the expensive one.
      .filter(({ field, bound }) => Math.abs(field.length - written.length) <= bound)
      .map(({ field, bound }) => ({ field, bound, far: distance(written, field.toLowerCase()) }))
      .filter(({ far, bound }) => far <= bound)
      .sort((a, b) => a.far - b.far)[0]?.field
  );
};

/** Largest distance, in letters, between a field and a typing error of it. */
const maxDistance = (name: string, field: string): number =>
  field === TEST || (name.length >= LONG_NAME && field.length >= LONG_NAME) ? 2 : 1;

/** Shortest name for a distance of two letters. The caller's own short names, such as `id` or `nif`, are near many. */
const LONG_NAME = 5;
