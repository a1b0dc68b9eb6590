import * as z from 'zod';
import { type AmountUnit, HUNDREDTHS_TEXT, showAmount } from '../kernel/amounts.ts';
import { isRecord, metaOf, unwrapped } from '../kernel/request-value.ts';

/** An amount in a request: its name, and its hundredths. */
interface Amount {
  label: string;
  hundredths: string;
  unit: AmountUnit;
}

/**
 * Most amounts of a field that are listed one by one. More are summed up: their number, the smallest and the
 * largest.
 */
const MOST = 3;

/** The amounts of a request in a sentence, as they were read, in Spanish; `undefined` where it has none. */
export const amountsText = (schema: z.core.$ZodType, request: unknown): string | undefined => {
  const byLabel = Map.groupBy(amountsIn(schema, request), ({ label }) => label);
  if (byLabel.size === 0) return undefined;
  const texts = [...byLabel].map(([label, amounts]) => `${label}: ${inWords(amounts)}`);
  return `Se han leído estos importes. ${texts.join('; ')}.`;
};

const inWords = (amounts: Amount[]): string => {
  const show = ({ hundredths, unit }: Amount) => showAmount(hundredths, unit);
  if (amounts.length <= MOST) return amounts.map(show).join(', ');
  const sorted = amounts.toSorted((a, b) => Number(a.hundredths) - Number(b.hundredths));
  return `${amounts.length}, de ${show(sorted[0]!)} a ${show(sorted.at(-1)!)}`;
};

/** @param within name of the enclosing object, in Spanish */
const amountsIn = (schema: z.core.$ZodType, value: unknown, within = ''): Amount[] => {
  const { hundredthsOf: unit, description = '' } = metaOf(schema);
  if (unit) {
    const label = description.replace(HUNDREDTHS_TEXT, '');
    const named = within ? `${within}, ${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
    return typeof value === 'string' ? [{ label: named, hundredths: value, unit }] : [];
  }
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((one) => amountsIn(inner.element, one, sentence(description)))
      : [];
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return [];
  return Object.entries(inner.shape).flatMap(([name, member]) =>
    amountsIn(member as z.core.$ZodType, value[name], sentence(description) || within),
  );
};

/** The first sentence of a description, without its end. */
const sentence = (description: string): string => description.replace(/[.:].*$/s, '');
