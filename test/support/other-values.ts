import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import * as z from 'zod';

/** Values that a field may have instead of the one that it has, found by its schema alone. */

/** The part of a JSON schema that says which values there are. */
interface Shape {
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: Shape[];
}

/** Values of the kinds of fields that no pattern or list describes. */
const COMMON = ['2026-03-02', '2027-04-01', true, false, 1, 2, 12, '200', '109', 'OTRO TEXTO', 'D87654321X'];

/** How many texts are made for a pattern, for schemas that accept some of them only. */
const SAMPLES = 30;

/**
 * What the schema makes of other values: none equals `value`, nor another of the list.
 * @param value what the schema made of the present value; `undefined` if the field is absent
 */
export const otherValues = (schema: z.ZodType, value: unknown): unknown[] => {
  const found: unknown[] = [];
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  for (const candidate of [...listed(shape), ...COMMON, ...matching(shape)]) {
    const { success, data } = schema.safeParse(candidate);
    if (success && ![undefined, value, ...found].some((other) => isDeepStrictEqual(other, data)))
      found.push(data);
  }
  return found;
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
