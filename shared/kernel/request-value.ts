import * as z from 'zod';
import { malformed } from './errors.ts';

/** Values of a request as they were sent, and the schema that is to read them. */

/** The values of a field that a request has several times. */
export class Repeated {
  readonly values: unknown[];
  constructor(values: unknown[]) {
    this.values = values;
  }
}

/** A JSON object, not a list or the bytes of an uploaded file. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Deepest nesting of a request. It limits the recursion. */
const MAX_DEPTH = 20;
export const TOO_DEEP = 'El contenido tiene demasiados niveles.';
/** 400: the request nests too deeply. */
export const tooDeep = () => malformed(TOO_DEEP);

/** Whether a value nests deeper than a request may, and so many levels more. */
export const isTooDeep = (value: unknown, more = 0): boolean => {
  const left = MAX_DEPTH + more;
  if (left < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => isTooDeep(member, more - 1));
};

/** Most values of a request, of all levels together: a company with as many accounts and codes as it may have has 7,000. */
export const MAX_VALUES = 10_000;
const tooMany = (most: number) => malformed(`El contenido tiene más de ${most} valores.`);

/**
 * Removes members that are `null` or `""`, at every depth: they mean the same as absence.
 * @param most values, of all levels together
 * @throws ServiceError 400 if the value nests too deeply, or has too many values
 */
export const withoutBlanks = (value: unknown, most = MAX_VALUES): unknown => {
  let count = 0;
  const without = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH) throw tooDeep();
    const members = membersOf(value);
    count += members.length;
    if (count > most) throw tooMany(most);
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

/** Whether it means the same as absence. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === '' || (value instanceof Repeated && value.values.every(isBlank));

/** A schema and those inside its optional, default and pre-processing wrappers, from outside to inside. */
export function* layersOf(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  yield schema;
  const def = schema._zod.def as {
    innerType?: z.core.$ZodType;
    in?: z.core.$ZodType;
    out?: z.core.$ZodType;
    type: string;
  };
  if (def.innerType) yield* layersOf(def.innerType);
  else if (def.type === 'pipe' && def.in && def.out)
    yield* layersOf(def.in._zod.def.type === 'transform' ? def.out : def.in);
}

/** The schema inside optional, default and pre-processing wrappers. */
export const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType => {
  let inner = schema;
  for (const layer of layersOf(schema)) inner = layer;
  return inner;
};

/** The metadata of a field from all its layers; the outermost counts. */
export const metaOf = (schema: z.core.$ZodType): NonNullable<ReturnType<typeof z.globalRegistry.get>> =>
  Object.assign({}, ...[...layersOf(schema)].reverse().map((layer) => z.globalRegistry.get(layer) ?? {}));
