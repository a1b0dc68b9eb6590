import { readAmount, showAmount } from '../../../shared/kernel/amounts.ts';
import type { CodeList } from '../../../shared/kernel/fields.ts';
import { shareDigits, showShare } from '../../../shared/kernel/working-share.ts';
import { showDay } from './days.ts';
import type { FormField } from './fields.ts';
import { countOf, type Filled, isAsked, readShareField, textOf } from './filled.ts';
import { AUTHORITIES } from './words.ts';

/** Form values, requests and answers as people read them: with labels, and with the texts of codes. */

/** The texts of codes, by list and code; each text begins with its code. */
export type Texts = Partial<Record<CodeList, Record<string, string>>>;

/** A label and its value. */
export type Line = [label: string, value: string];

/** A part of the full working time, with the thousandths that the authority has: `37,5 % (375)`. */
export const shareText = (text: string): string => {
  const read = readShareField(text);
  return 'thousandths' in read ? `${showShare(read.thousandths)} (${shareDigits(read.thousandths)})` : text;
};

/** A value as people read it: a code with its text, a day, an amount or a part of the working time. */
export const valueText = (
  { choices, list, kind, amount, share }: FormField,
  value: string,
  texts: Texts,
): string => {
  if (kind === 'file') return 'elegido';
  if (share) return shareText(value);
  const read = amount && readAmount(value, amount.unit);
  if (amount && read && 'hundredths' in read) return showAmount(read.hundredths, amount.unit);
  return choices?.[value] ?? (list && texts[list]?.[value]) ?? (kind === 'date' ? showDay(value) : value);
};

interface Entry {
  field: FormField;
  label: string;
  value: string;
}

const entriesOf = (fields: readonly FormField[], filled: Filled, before = ''): Entry[] =>
  fields.flatMap((field): Entry[] => {
    const path = before + field.name;
    if (!isAsked(field, path, filled)) return [];
    const within = (at: string, title: string | number) =>
      entriesOf(field.fields ?? [], filled, `${at}.`).map((entry) => ({
        ...entry,
        label: `${title} · ${entry.label}`,
      }));
    if (field.kind === 'group') return within(path, field.label);
    if (field.kind === 'list')
      return Array.from({ length: countOf(path, filled) }, (_, index) =>
        within(`${path}.${index}`, index + 1),
      ).flat();
    const value = filled[path]?.trim();
    return value ? [{ field, label: field.label, value }] : [];
  });

/** All fields that are filled in, for the review before filing. */
export const summaryOf = (fields: readonly FormField[], filled: Filled, texts: Texts = {}): Line[] =>
  entriesOf(fields, filled).map(({ field, label, value }) => [label, valueText(field, value, texts)]);

/** The code lists whose texts the summary needs. */
export const listsIn = (fields: readonly FormField[], filled: Filled): CodeList[] => [
  ...new Set(entriesOf(fields, filled).flatMap(({ field }) => field.list ?? [])),
];

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * A request or an answer in lines. A value without a field has its own name as label. The bytes and the storage location of
 * documents are left out.
 */
export const linesOf = (value: unknown, fields: readonly FormField[] = [], texts: Texts = {}): Line[] => {
  if (!isNested(value)) return [];
  return Object.entries(value).flatMap(([key, part]): Line[] => {
    const isPlace = key === 'document' && typeof part === 'number';
    if (key === 'content' || key === 'contentType' || isPlace) return [];
    if (part === null || part === undefined || part === '') return [];
    const field = Array.isArray(value) ? undefined : fields.find(({ name }) => name === key);
    const label = Array.isArray(value) ? String(Number(key) + 1) : (field?.label ?? key);
    if (isNested(part) && field?.sent !== 'sepeId') {
      const within = Array.isArray(value) ? fields : (field?.fields ?? []);
      return linesOf(part, within, texts).map(([inner, text]) => [`${label} · ${inner}`, text]);
    }
    if (field) return [[label, valueText(field, textOf(field, part), texts)]];
    return [[label, typeof part === 'boolean' ? (part ? 'Sí' : 'No') : String(part)]];
  });
};

/** Labels of headers about which the gateway reports mistakes. */
const HEADERS: Record<string, string> = {
  'X-Cert-Secret': 'Certificado',
  'Preview-Token': 'El simulacro',
  'Idempotency-Key': 'La clave del envío',
  Repeats: 'Lo que ya se presentó',
};

/** The label for the path of a mistake: the label of its field. */
export const labelAt = (fields: readonly FormField[], path: string): string => {
  const [name = '', ...rest] = path.split('.');
  const field = fields.find((one) => one.name === name);
  if (!field) return HEADERS[path] ?? AUTHORITIES[path] ?? path;
  const at = field.kind === 'list' ? rest.shift() : undefined;
  return [
    field.label,
    ...(at === undefined ? [] : [Number(at) + 1]),
    ...(rest.length > 0 ? [labelAt(field.fields ?? [], rest.join('.'))] : []),
  ].join(' · ');
};
