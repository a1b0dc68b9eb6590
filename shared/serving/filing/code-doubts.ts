import * as z from 'zod';
import { isPublic, publicCodes } from '../../kernel/public-codes.ts';
import { isRecord, metaOf, unwrapped } from '../../kernel/request-value.ts';

/** Warnings of codes that the published lists do not have. A list may lack a code that is newer, so none of them is a mistake. */

interface Coded {
  path: string;
  code: string;
  list: Parameters<typeof publicCodes>[0];
}

/** The codes of a request whose lists are published. */
function* codedIn(schema: z.core.$ZodType, value: unknown, path: string): Generator<Coded> {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject && isRecord(value)) {
    for (const [name, member] of Object.entries(inner.shape))
      yield* codedIn(member as z.core.$ZodType, value[name], path === '' ? name : `${path}.${name}`);
    return;
  }
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, member] of value.entries())
      yield* codedIn(inner.element as z.core.$ZodType, member, `${path}.${index}`);
    return;
  }
  if (typeof value !== 'string') return;
  const { codeList } = metaOf(schema);
  if (isPublic(codeList)) yield { path, code: value, list: codeList };
}

/** Digits of the codes of occupations. Older codes, of another list, have more. */
const OCCUPATION = 4;

/** Spanish: the codes of a valid request that their lists do not have. */
export const codeDoubts = async (schema: z.ZodObject, request: unknown): Promise<string[]> => {
  const doubts = await Promise.all(
    [...codedIn(schema, request, '')].map(async ({ path, code, list }) => {
      const whole = list === 'occupations' ? code.padStart(OCCUPATION, '0') : code;
      if (list === 'occupations' && whole.length > OCCUPATION) return [];
      const { textOf, about } = await publicCodes(list);
      return textOf(whole) === undefined
        ? [`${path}: ${code} no está en ${about}. Compruebe el código.`]
        : [];
    }),
  );
  return doubts.flat();
};
