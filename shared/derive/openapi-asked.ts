import type * as z from 'zod';
import type { Asked, When } from '../kernel/asked.ts';
import { layersOf } from '../kernel/request-value.ts';

/** A rule between fields as the reference shows it for programs: its field, by its dotted path, and when it is asked for. */
export interface AskedRule extends Asked {
  field: string;
  /** With what it is refused, in Spanish. */
  text: string;
}

interface Def {
  shape?: Record<string, z.core.$ZodType>;
  checks?: z.core.$ZodCheck[];
  element?: z.core.$ZodType;
}

/** What a rule of `shared/kernel/rules.ts` has. */
interface Marked {
  path?: string[];
  asked?: Asked;
  error(issue: object): string;
}

/**
 * The rules of a request that say when a field is asked for. Paths begin at the request; of elements of lists they have no
 * number, and name fields of the same element.
 */
export const askedIn = (schema: z.core.$ZodType, before = ''): AskedRule[] =>
  [...layersOf(schema)].flatMap((layer) => {
    const { shape = {}, checks = [], element } = layer._zod.def as Def;
    return [
      ...checks.flatMap(({ _zod: { def } }) => {
        const { path = [], asked, error } = def as unknown as Marked;
        return asked ? [{ field: before + path.join('.'), text: error({}), ...within(asked, before) }] : [];
      }),
      ...Object.entries(shape).flatMap(([name, part]) => askedIn(part, `${before}${name}.`)),
      ...(element ? askedIn(element, before) : []),
    ];
  });

const within = (asked: Asked, before: string): Asked =>
  Object.fromEntries(
    Object.entries(asked).map(([name, whens]: [string, readonly When[]]) => [
      name,
      whens.map((when) =>
        Object.fromEntries(Object.entries(when).map(([field, wanted]) => [before + field, wanted])),
      ),
    ]),
  );
