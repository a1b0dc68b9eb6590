import { type CalledContract, showCalledContract } from '../../../shared/authorities/sepe/identifiers.ts';
import { readAmount, showAmount } from '../../../shared/kernel/amounts.ts';
import { holds, type When } from '../../../shared/kernel/asked.ts';
import { FULL_TIME, readShare, shareDigits, showShare } from '../../../shared/kernel/working-share.ts';
import type { FormField } from './fields.ts';

/** The values of a form, and the requests that are made from them. */

/** The values of a form: the text of each field by its dotted path, such as `employees.0.nss`. */
export type Filled = Record<string, string>;

/** Whether anything is filled in at a path or within it. */
export const isFilled = (filled: Filled, at: string): boolean =>
  Object.entries(filled).some(
    ([path, value]) => value.trim() !== '' && (path === at || path.startsWith(`${at}.`)),
  );

/** The initial values of a form. The document is asked for, because it is the proof of the filing. */
export const startOf = (fields: readonly FormField[]): Filled =>
  fields.some(({ name }) => name === 'duplicate') ? { duplicate: '1' } : {};

/** Whether a person has chosen something at a path or within it. Initial values and a "no" do not count as chosen. */
export const isChosen = (field: FormField, at: string, filled: Filled): boolean => {
  const { choices, fields = [], kind } = field;
  if (kind === 'group' || kind === 'list') {
    const within =
      kind === 'group' ? [at] : Array.from({ length: countOf(at, filled) }, (_, index) => `${at}.${index}`);
    return within.some((path) => fields.some((inner) => isChosen(inner, `${path}.${inner.name}`, filled)));
  }
  const value = filled[at]?.trim() ?? '';
  const isNo = choices?.[value] === 'No';
  return value !== '' && !isNo && startOf([field])[at] !== value;
};

/** The path in a rule, completed with the indexes of the list elements in which the field stands. */
const nextTo = (wanted: string, path: string): string => {
  const parts = path.split('.');
  return wanted
    .split('.')
    .flatMap((name) => {
      if (parts.shift() !== name) parts.length = 0;
      return /^\d+$/.test(parts[0] ?? '') ? [name, parts.shift()!] : [name];
    })
    .join('.');
};

/** Whether a condition holds for the field at a path. */
const isTrue = (when: When, path: string, filled: Filled): boolean =>
  holds(when, (wanted) => {
    const at = nextTo(wanted, path);
    return isFilled(filled, at) ? (filled[at]?.trim() ?? 'sent') : undefined;
  });

/** Whether a field is shown: the values that were chosen before allow it, and at least one field in it if it is a group. */
export const isAsked = (field: FormField, path: string, filled: Filled): boolean =>
  (field.onlyWith ?? []).every((whens) => whens.some((when) => isTrue(when, path, filled))) &&
  (field.kind !== 'group' ||
    (field.fields ?? []).some((inner) => isAsked(inner, `${path}.${inner.name}`, filled)));

/**
 * Whether a field is required.
 * @param byChoice ignores conditions that only demand that other fields are filled in, and counts the ones that demand certain
 * values
 */
export const isNeeded = (
  field: FormField,
  path: string,
  { filled, byChoice = false }: { filled: Filled; byChoice?: boolean },
): boolean =>
  field.required ||
  (field.neededWith ?? []).some(
    (when) =>
      isTrue(when, path, filled) && !(byChoice && Object.values(when).every((wanted) => wanted === true)),
  ) ||
  (field.kind === 'group' &&
    (field.fields ?? []).some(
      (inner) => inner.neededWith && isNeeded(inner, `${path}.${inner.name}`, { filled, byChoice }),
    ));

/** Whether a field is in view at once: it is required because of chosen values, or usual with them. */
export const isInView = (field: FormField, path: string, filled: Filled): boolean =>
  isNeeded(field, path, { filled, byChoice: true }) ||
  (field.expectedWith ?? []).some((when) => isTrue(when, path, filled));

/** The number of elements of a list to show: at least one. */
export const countOf = (path: string, filled: Filled): number => {
  const indexes = Object.keys(filled)
    .filter((each) => each.startsWith(`${path}.`))
    .map((each) => Number(each.slice(path.length + 1).split('.')[0]));
  return Math.max(0, ...indexes) + 1;
};

export const requestOf = (
  fields: readonly FormField[],
  filled: Filled,
  before = '',
): Record<string, unknown> => {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const path = before + field.name;
    if (!isAsked(field, path, filled)) return [];
    const value = filledIn(field, path, filled);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
};

const filledIn = (field: FormField, path: string, filled: Filled): unknown => {
  if (field.kind === 'group') return unlessEmpty(requestOf(field.fields ?? [], filled, `${path}.`));
  if (field.kind === 'list') {
    const elements = Array.from({ length: countOf(path, filled) }, (_, index) =>
      unlessEmpty(requestOf(field.fields ?? [], filled, `${path}.${index}.`)),
    ).filter((element) => element !== undefined);
    return elements.length > 0 ? elements : undefined;
  }
  const text = filled[path]?.trim();
  if (!text) return undefined;
  if (field.amount) {
    const read = readAmount(text, field.amount.unit);
    return 'hundredths' in read ? read.hundredths.padStart(field.amount.width, '0') : text;
  }
  if (field.share) {
    const read = readShareField(text);
    return 'thousandths' in read ? shareDigits(read.thousandths % FULL_TIME) : text;
  }
  if (field.sent === 'boolean') return text === 'true';
  // Text that is not a number is sent unchanged, so that the gateway says what is wrong with it.
  return field.sent === 'number' && !Number.isNaN(Number(text)) ? Number(text) : text;
};

/** Reads a part of the full working time, as the field asks for it: `37,5` is a percentage. */
export const readShareField = (text: string) => readShare(text, { code: 'percent' });

/** Messages for amounts and parts of the working time that cannot be parsed, by dotted path. */
export const wrongAmounts = (
  fields: readonly FormField[],
  filled: Filled,
  before = '',
): Record<string, string[]> =>
  Object.assign(
    {},
    ...fields.map((field) => {
      const path = before + field.name;
      const { amount, fields: inner = [] } = field;
      if (!isAsked(field, path, filled)) return {};
      if (field.kind === 'group') return wrongAmounts(inner, filled, `${path}.`);
      if (field.kind === 'list')
        return Object.assign(
          {},
          ...Array.from({ length: countOf(path, filled) }, (_, index) =>
            wrongAmounts(inner, filled, `${path}.${index}.`),
          ),
        );
      const mistake = amount
        ? mistakeOf(amount, filled[path] ?? '')
        : field.share && shareMistake(field.share, filled[path] ?? '');
      return mistake ? { [path]: [mistake] } : {};
    }),
  );

const mistakeOf = ({ unit, width }: NonNullable<FormField['amount']>, text: string): string | undefined => {
  if (text.trim() === '') return undefined;
  const read = readAmount(text, unit);
  if ('mistake' in read) return read.mistake;
  return read.hundredths.length > width ? `Como máximo ${showAmount('9'.repeat(width), unit)}.` : undefined;
};

const shareMistake = (share: NonNullable<FormField['share']>, text: string): string | undefined => {
  if (text.trim() === '') return undefined;
  const read = readShareField(text);
  if ('mistake' in read) return read.mistake;
  return read.thousandths === FULL_TIME && share === 'absent'
    ? 'A tiempo completo no lleva coeficiente: deje el campo vacío.'
    : undefined;
};

const unlessEmpty = (request: Record<string, unknown>) =>
  Object.keys(request).length > 0 ? request : undefined;

/**
 * The form values of a request that was sent before. The trámite keeps the request after it was parsed, so 1 and 0 are true and
 * false there. Values for which the form has no field are left out.
 */
export const filledOf = (fields: readonly FormField[], request: unknown, before = ''): Filled => {
  const values = (request ?? {}) as Record<string, unknown>;
  return Object.assign(
    {},
    ...fields.map((field) => {
      const path = before + field.name;
      const value = values[field.name];
      if (value === null || value === undefined) return {};
      if (field.kind === 'group') return filledOf(field.fields ?? [], value, `${path}.`);
      if (field.kind === 'list')
        return Object.assign(
          {},
          ...(value as unknown[]).map((each, index) =>
            filledOf(field.fields ?? [], each, `${path}.${index}.`),
          ),
        );
      return { [path]: textOf(field, value) };
    }),
  );
};

/**
 * The form values in the query of an address, by dotted path; a list gets its first element. Values for which the form has no
 * field are left out.
 */
export const givenIn = (fields: readonly FormField[], given: Filled, before = ''): Filled =>
  Object.assign(
    {},
    ...fields.map(({ name, kind, fields: inner = [] }) => {
      const path = before + name;
      if (kind === 'group') return givenIn(inner, given, `${path}.`);
      if (kind === 'list') return givenIn(inner, given, `${path}.0.`);
      return given[path] ? { [path]: given[path] } : {};
    }),
  );

/** A value of a parsed request, as text for a form field. */
export const textOf = ({ sent, amount, share }: FormField, value: unknown): string => {
  if (amount && /^\d+$/.test(String(value))) return showAmount(String(value));
  if (share && /^\d{1,3}$/.test(String(value))) return showShare(String(value));
  if (typeof value === 'boolean' && sent !== 'boolean') return value ? '1' : '0';
  if (sent === 'sepeId')
    return showCalledContract({
      transformation: '',
      ...(value as Partial<CalledContract>),
    } as CalledContract);
  return String(value);
};

/** The values without one element of a list. The elements after it move up. */
export const withoutElement = (filled: Filled, list: string, index: number): Filled =>
  Object.fromEntries(
    Object.entries(filled).flatMap(([path, value]): [string, string][] => {
      if (!path.startsWith(`${list}.`)) return [[path, value]];
      const [number = '', ...rest] = path.slice(list.length + 1).split('.');
      if (Number(number) === index) return [];
      return [[[list, Number(number) > index ? Number(number) - 1 : number, ...rest].join('.'), value]];
    }),
  );
