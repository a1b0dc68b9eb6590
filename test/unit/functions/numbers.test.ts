import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { groups } from '../../../functions/operations.ts';

/** Programs send codes and texts as integers, and numbers as texts. */

/** The leaves of a request, by dotted path. */
const leavesOf = (schema: z.ZodType, path: string): [path: string, leaf: z.ZodType][] => {
  const inner = objectIn(schema);
  return inner instanceof z.ZodObject
    ? Object.entries(inner.shape).flatMap(([name, member]) =>
        leavesOf(member as z.ZodType, path ? `${path}.${name}` : name),
      )
    : inner instanceof z.ZodArray
      ? leavesOf(inner.element as z.ZodType, `${path}[]`)
      : [[path, schema]];
};

/** The object or list inside optional, default and pre-processing wrappers; otherwise the schema itself. */
const objectIn = (schema: z.ZodType): z.ZodType => {
  const { innerType, in: before, out } = schema.def as unknown as Record<string, z.ZodType | undefined>;
  const inner = innerType ?? (before?.def.type === 'transform' ? out : before);
  return inner ? objectIn(inner) : schema;
};

/** Digits without a leading zero, of every length that an integer in JSON can have. */
const DIGITS = Array.from({ length: 15 }, (_, index) => '1234567891234567'.slice(0, index + 1));

/** The parsed value as text, without the zeros that pad a code. */
const read = (leaf: z.ZodType, value: unknown) => {
  const { success, data } = leaf.safeParse(value);
  return success ? String(data).replace(/^0+(?=.)/, '') : undefined;
};

/** Texts that no program writes as a number. */
const NEVER_NUMBERS = [
  /token$/i,
  /^cert_secret$/,
  /^alternativo$/,
  /^(id|tokenId|userId|draftId)$/,
  /^types\[\]$/,
  /^file\.content$/,
];

const fields = groups.flatMap((group) =>
  group.operations
    .filter(({ page }) => !page)
    .flatMap((operation) =>
      leavesOf(operation.request, '').map(([path, leaf]) => ({
        name: `${operation.method} ${group.prefix}${operation.path}: ${path}`,
        path,
        leaf,
      })),
    ),
);

describe('a field', () => {
  test('a field that accepts digits as text accepts them as an integer, with the same meaning', () => {
    const fail = fields
      .filter(({ path }) => !NEVER_NUMBERS.some((pattern) => pattern.test(path)))
      .filter(({ leaf }) =>
        DIGITS.some((digits) => {
          const asText = read(leaf, digits);
          return asText !== undefined && read(leaf, Number(digits)) !== asText;
        }),
      );
    expect(fail.map(({ name }) => name)).toEqual([]);
  });

  test('a field that accepts an integer accepts it as text, with the width of its codes', () => {
    const fail = fields.filter(({ leaf }) =>
      DIGITS.some((digits) => {
        const { success, data } = leaf.safeParse(Number(digits));
        const width = typeof data === 'string' ? data.length : 0;
        return success && read(leaf, digits.padStart(width, '0')) !== read(leaf, Number(digits));
      }),
    );
    expect(fail.map(({ name }) => name)).toEqual([]);
  });

  test('a field that accepts nothing but digits and integers has both in the reference', () => {
    const fail = fields.filter(({ leaf }) => {
      const { pattern = '', type } = z.toJSONSchema(leaf, { io: 'input', unrepresentable: 'any' });
      const isOfDigits = pattern.includes('\\d') && !/[a-z]/i.test(pattern.replaceAll('\\d', ''));
      const takesIntegers = DIGITS.some((digits) => leaf.safeParse(Number(digits)).success);
      return isOfDigits && takesIntegers && !(type as string[] | undefined)?.includes('integer');
    });
    expect(fail.map(({ name }) => name)).toEqual([]);
  });

  test('a field accepts no integer that JSON cannot hold exactly', () => {
    // For `perPage` a larger value means the largest one.
    const fail = fields.filter(({ leaf, path }) => path !== 'perPage' && leaf.safeParse(2 ** 60).success);
    expect(fail.map(({ name }) => name)).toEqual([]);
  });
});
