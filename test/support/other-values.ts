import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import * as z from 'zod';

/** Alternative values of a field, found from its schema alone. */

/** The part of a JSON schema that says which values are possible. */
interface Shape {
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: Shape[];
}

/** Values for kinds of fields that neither a pattern nor a list describes, such as a tax id of exactly nine characters. */
const COMMON = [
  ...['2026-03-02', '2027-04-01', true, false, 1, 2, 12, '200', '109', 'OTRO TEXTO', 'OTRO TEXTO MAS LARGO'],
  ...['D87654321X', 'B87654321'],
];

/** How many texts are generated for a pattern, because some schemas accept only a few of them. */
const SAMPLES = 30;

/** A value in the request, and the parsed value. */
interface Other {
  sent: unknown;
  read: unknown;
}

/**
 * Alternative values, which parse to neither `value` nor to each other.
 * @param value the parsed present value; `undefined` if the field is absent
 */
export const othersOf = (schema: z.ZodType, value: unknown): Other[] => {
  const found: Other[] = [];
  for (const sent of candidatesOf(schema)) {
    const { success, data } = schema.safeParse(sent);
    if (
      success &&
      ![undefined, value, ...found.map(({ read }) => read)].some((one) => isDeepStrictEqual(one, data))
    )
      found.push({ sent, read: data });
  }
  return found;
};

/** Parsed alternative values. */
export const otherValues = (schema: z.ZodType, value: unknown): unknown[] =>
  othersOf(schema, value).map(({ read }) => read);

/** Candidate values by schema, cached because generating texts for a pattern takes long. */
const known = new WeakMap<z.ZodType, unknown[]>();

const candidatesOf = (schema: z.ZodType): unknown[] => {
  const made = known.get(schema);
  if (made) return made;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const candidates = [...listed(shape), ...COMMON, ...matching(shape)];
  known.set(schema, candidates);
  return candidates;
};

const listed = (shape: Shape): unknown[] => [
  ...(shape.enum ?? []),
  ...('const' in shape ? [shape.const] : []),
  ...(shape.anyOf ?? []).flatMap(listed),
];

const matching = (shape: Shape): string[] => [
  ...(shape.pattern
    ? fc.sample(fc.stringMatching(new RegExp(shape.pattern)), { numRuns: SAMPLES, seed: 1 })
    : []),
  ...(shape.anyOf ?? []).flatMap(matching),
];

/** A field of a request. */
export interface Leaf {
  path: string[];
  schema: z.ZodType;
}

/** The fields of a schema, including the members of objects and of the first element of a list of objects. */
export const leavesOf = (schema: z.ZodType, path: string[] = []): Leaf[] => {
  const object = objectIn(schema);
  const element = listIn(schema)?.element as z.ZodType | undefined;
  if (element && objectIn(element)) return leavesOf(element, [...path, '0']);
  if (!object) return [{ path, schema }];
  return Object.entries(object.shape).flatMap(([name, member]) =>
    leavesOf(member as z.ZodType, [...path, name]),
  );
};

/** The inner schema of optional and pre-processing wrappers, unless they transform the value. */
const unwrapped = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodOptional) return unwrapped(schema.def.innerType);
  return schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform
    ? unwrapped(schema.def.out)
    : schema;
};

const objectIn = (schema: z.core.$ZodType): z.ZodObject | undefined => {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodObject ? inner : undefined;
};

const listIn = (schema: z.core.$ZodType): z.ZodArray | undefined => {
  const inner = unwrapped(schema);
  return inner instanceof z.ZodArray ? inner : undefined;
};

type Fields = Record<string, unknown>;

/** The value of a field; `undefined` if the field or a block around it is absent. */
export const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Fields | undefined)?.[name], value);

/** The request with another value in one field. */
export const withOther = (value: unknown, [name, ...rest]: string[], other: unknown): Fields => {
  const inner = rest.length === 0 ? other : withOther((value as Fields | undefined)?.[name!], rest, other);
  if (Array.isArray(value)) return value.with(Number(name), inner) as unknown as Fields;
  return { ...(value as Fields), [name!]: inner };
};
