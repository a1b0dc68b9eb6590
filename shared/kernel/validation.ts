import { isDeepStrictEqual } from 'node:util';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import type { Messages } from './errors.ts';
import { isRecord, MAX_VALUES, Repeated, unwrapped, withoutBlanks } from './request-value.ts';
import { type TextKind, textFault } from './text.ts';

/**
 * Parses the request of an integrator into the input of an operation. It reports all errors at once, in Spanish, by
 * dotted path, and the names that no schema defines.
 */

/** A request after parsing. */
export interface ParsedRequest<T> {
  /** Set if there are no errors. */
  value?: T;
  errors: Messages;
  /** Dotted names that no schema defines. */
  ignored: string[];
}

interface Rules {
  /** Names that the schema does not define are errors. Set for operations that file at an authority. */
  onlyDefined: boolean;
  /** With `onlyDefined`: dotted names that are ignored nevertheless (`Submission.ignores`). */
  ignores?: readonly string[] | undefined;
  /** If given, wrong check digits are errors. It is large, and most stages do not use it. */
  identifiers?: Pick<typeof import('./identifiers.ts'), 'hasValidCheckDigits' | 'identifierText'>;
  /** Texts go to an authority: characters that its forms do not have are errors. */
  forAuthority?: boolean;
  /** Most values of the request, of all levels together, if not as of any. */
  mostValues?: number | undefined;
}

const kindOf = (schema: z.core.$ZodType): TextKind => {
  const { format, textKind } = z.globalRegistry.get(schema) ?? {};
  return format === 'password' ? 'secret' : (textKind ?? 'line');
};

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);

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

interface UnknownName {
  path: string[];
  /** The fields that its object may have. */
  defined: string[];
}

/** The names that no schema defines, at every depth, whatever their values: a blank one counts as any other. */
function* unknownNames(schema: z.core.$ZodType, value: unknown, path: string[] = []): Generator<UnknownName> {
  const inner = unwrapped(schema);
  if (value instanceof Repeated) {
    for (const element of value.values) yield* unknownNames(inner, element, path);
  } else if (inner instanceof z.ZodObject && isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(inner.shape, name))
        yield* unknownNames(inner.shape[name] as z.core.$ZodType, member, [...path, name]);
      else yield { path: [...path, name], defined: Object.keys(inner.shape) };
    }
  } else if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, member] of value.entries())
      yield* unknownNames(inner.element as z.core.$ZodType, member, [...path, String(index)]);
  }
}

/** The texts of a field of one or several, as they are read: blanks and line breaks at the ends do not count. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value.trim()] : Array.isArray(value) ? value.flatMap(textsOf) : [];

/** Most unknown names for which a field is proposed: more of them are no typing error. */
const MAX_PROPOSALS = 100;

/** Most unknown names that an error lists, since an answer has room for so many. */
const MAX_UNKNOWN = 30_000;

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
 * @param contradicts called with the path, from `value`, of each field that has not
 */
const inPlainForm = (
  schema: z.core.$ZodType | undefined,
  value: unknown,
  contradicts: (path: string[]) => void,
): unknown => {
  // No schema defines this value, so it is not used.
  if (!schema) return value instanceof Repeated ? value.values.at(-1) : value;
  if (value instanceof Repeated) {
    const values = value.values.map((each) => inPlainForm(schema, each, contradicts));
    const [first, ...others] = values.map((each) => z.safeParse(schema, each));
    if (!others.every((other) => other.success && isDeepStrictEqual(other.data, first?.data)))
      contradicts([]);
    return values[0];
  }
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        inPlainForm(Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined, member, (path) =>
          contradicts([name, ...path]),
        ),
      ]),
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value))
    // One more than it may have is enough to refuse it.
    return value
      .slice(0, mostMembers(inner) + 1)
      .map((member, index) =>
        inPlainForm(inner.element as z.core.$ZodType, member, (path) =>
          contradicts([String(index), ...path]),
        ),
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
      return typeFault(issue);
    case 'invalid_value':
      return `Debe ser uno de: ${issue.values.join(', ')}.`;
    default:
      return 'El valor no es válido.';
  }
};

/** The wanted type of a value, in Spanish, by the type that its schema expects. */
const typeFault = ({ expected, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string => {
  switch (expected) {
    case 'string':
      return 'Debe ser un texto.';
    case 'int':
      return 'Debe ser un número entero.';
    case 'number':
      return 'Debe ser un número.';
    case 'boolean':
      return 'Debe ser verdadero o falso.';
    case 'array':
      return 'Debe ser una lista.';
    case 'object': {
      const names = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
      return names.length > 0 ? `Debe ser un objeto con ${names.join(', ')}.` : 'Debe ser un objeto.';
    }
    default:
      return 'El tipo del valor no es válido.';
  }
};

/**
 * Parses a request with a schema.
 * @param named the request as it was sent; members that are `null` or `""` mean the same as absence
 * @throws ServiceError 400 if it nests too deeply, or has too many values
 */
export const readRequest = <S extends z.ZodObject>(
  schema: S,
  named: Record<string, unknown>,
  rules: Rules,
): ParsedRequest<z.output<S>> => {
  const messages = new Map<string, Set<string>>();
  const report = (path: string, message: string) =>
    messages.set(path, (messages.get(path) ?? new Set()).add(message));
  const sent = withoutBlanks(named, rules.mostValues) as Record<string, unknown>;
  const input = inPlainForm(schema, sent, (path) => report(path.join('.'), CONTRADICTORY)) as Record<
    string,
    unknown
  >;

  const parsed = schema.safeParse(input, { error: defaultMessage });
  for (const issue of parsed.error?.issues ?? [])
    report(
      issue.path.join('.'),
      issue.code !== 'custom' && at(input, issue.path) === undefined
        ? missingField(schema, issue.path)
        : issue.message,
    );

  const ignored = new Set<string>();
  for (const { path, defined } of unknownNames(schema, rules.onlyDefined ? named : sent)) {
    const name = path.join('.');
    if (!rules.onlyDefined || rules.ignores?.includes(name)) ignored.add(name);
    else if (messages.size < MAX_UNKNOWN)
      report(name, unknownField(path, messages.size < MAX_PROPOSALS ? defined : undefined));
  }

  for (const { schema: inner, value, path } of visits(schema, input)) {
    if (!(inner instanceof z.ZodObject || inner instanceof z.ZodArray))
      for (const text of textsOf(value)) {
        const fault = textFault(text, kindOf(inner), rules.forAuthority === true);
        if (fault) report(path.join('.'), fault);
      }
    const kind = z.globalRegistry.get(inner)?.identifier;
    const identifier = kind && rules.identifiers?.identifierText(kind, value);
    if (
      identifier &&
      !messages.has(path.join('.')) &&
      !rules.identifiers?.hasValidCheckDigits(kind, identifier, input)
    )
      report(path.join('.'), 'Los dígitos de control no son correctos.');
  }

  // Each becomes an own member, even one named `__proto__`.
  const errors: Messages = Object.fromEntries([...messages].map(([path, texts]) => [path, [...texts]]));
  return messages.size === 0 && parsed.success
    ? { value: parsed.data, errors, ignored: [...ignored] }
    : { errors, ignored: [...ignored] };
};

/** The message for a field that is missing. */
const missingField = ({ shape }: z.ZodObject, [name, ...inner]: readonly PropertyKey[]): string => {
  const field = inner.length === 0 ? (shape[String(name)] as z.ZodType | undefined) : undefined;
  return [REQUIRED, field?.meta()?.whereMissing].filter(Boolean).join(' ');
};

/**
 * The message for a name that no schema defines.
 * @param defined the fields that its object may have; none if no proposal is wanted
 */
const unknownField = (path: string[], defined?: string[]): string => {
  const header = HEADERS.get(letters(path.at(-1)!));
  if (header) return `Campo desconocido. Se envía en la cabecera ${header}.`;
  const near = defined && nearestName(path.at(-1)!, [TEST, ...defined]);
  const proposal =
    near && near !== path.at(-1) && (near === TEST ? TEST : [...path.slice(0, -1), near].join('.'));
  return `Campo desconocido.${proposal ? ` ¿Quiso decir ${proposal}?` : ''}`;
};

/** The letters of a name, in which `X-Cert-Secret`, `x_cert_secret` and `xCertSecret` are the same. */
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Headers that resemble a field by their letters, and that callers may mean as one. */
const HEADERS = new Map(
  [
    'X-Cert-Secret',
    'Cert-Secret',
    'Authorization',
    'Idempotency-Key',
    'Preview-Token',
    'Repeats',
    'Prefer',
  ].map((name) => [letters(name), name.replace(/^Cert/, 'X-Cert')]),
);

/** The field that makes a submission a dry run. */
const TEST = 'test';
/** Fewest letters of a name or field that makes it near to be part of the other. */
const MIN_PART = 4;
/** Most letters by which a name may differ from the proposed field. */
const MAX_DISTANCE = 2;
/** Most letters of a name that are compared: comparing takes time with the product of both lengths. */
const MAX_COMPARED = 60;

/** The field that is most like an unknown name, if one is near. */
export const nearestName = (name: string, fields: string[]): string | undefined => {
  const written = name.normalize('NFKC').toLowerCase().slice(0, MAX_COMPARED);
  return fields
    .filter((field) => isNear(written, field.toLowerCase()))
    .map((field) => ({ field, far: distance(written, field.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)[0]?.field;
};

const isNear = (name: string, field: string): boolean =>
  (name.length >= MIN_PART && field.includes(name)) ||
  (field.length >= MIN_PART && name.includes(field)) ||
  // First the cheap comparison. Short names, such as `id` or `nif`, are within two letters of many fields.
  (Math.abs(name.length - field.length) <= MAX_DISTANCE &&
    distance(name, field) <= Math.min(MAX_DISTANCE, name.length - 2));
