import * as z from 'zod';
import { type Asked, holds, type When } from './asked.ts';

/**
 * Rules between fields of one request. They also run if other fields fail, so that an integrator sees all errors at
 * once. A rule about a field that already failed reports nothing.
 */

type Values = Record<string, unknown>;
type Condition = (values: Values) => boolean;

/**
 * A check that reports `message` for `field` if `broken` is true.
 * @param message a function of the values if it shows how they were read; the reference does not list such a rule
 */
export const rule = (
  field: string,
  message: string | ((values: Values) => string | undefined),
  broken: Condition,
) =>
  z.refine<Values>((values) => !broken(values), {
    path: [field],
    error:
      typeof message === 'string' ? message : ({ input }) => (input ? message(input as Values) : undefined),
    when: ({ value, issues }) =>
      typeof value === 'object' && value !== null && !issues.some((issue) => issue.path?.join('.') === field),
  });

/** A check that reports for `field` what `fault` finds wrong, in its words. */
export const faultless = (field: string, fault: (values: Values) => string | undefined) =>
  rule(field, fault, (values) => fault(values) !== undefined);

/** Whether a request has a member. */
export const isSent = (value: unknown): boolean => value !== undefined;

/** The check, which says for programs, too, when its field is asked for. */
export const asking = <C extends ReturnType<typeof rule>>(check: C, asked: Asked): C => {
  Object.assign(check._zod.def, { asked });
  return check;
};

const anyHolds = (whens: readonly When[], values: Values): boolean =>
  whens.some((when) => holds(when, (field) => values[field]));

/** `field` must be sent if one of the conditions is true. `where` completes "Es obligatorio con …". */
export const mandatory = (field: string, where: string, ...whens: When[]) =>
  asking(
    rule(
      field,
      `Es obligatorio con ${where}.`,
      (values) => values[field] === undefined && anyHolds(whens, values),
    ),
    { mandatoryWith: whens },
  );

/** `field` may only be sent if one of the conditions is true. `where` completes "Solo se admite con …". */
export const onlyWith = (field: string, where: string, ...whens: When[]) =>
  asking(
    rule(
      field,
      `Solo se admite con ${where}.`,
      (values) => values[field] !== undefined && !anyHolds(whens, values),
    ),
    { onlyWith: whens },
  );

/**
 * `field` is usual if one of the conditions is true. A request without it is accepted.
 * @param message what becomes of a request without it, in Spanish, for the reference
 */
export const expected = (field: string, message: string, ...whens: When[]) =>
  asking(
    rule(field, message, () => false),
    { expectedWith: whens },
  );

const DAY = z.iso.date();

/** All are calendar dates, `YYYY-MM-DD`. A rule between dates reports nothing about others, which have their own error. */
export const areDates = (...values: unknown[]): boolean =>
  values.every((value) => DAY.safeParse(value).success);

/** The day in `end` must not come before that in `start`. */
export const notBefore = (end: string, start: string, message: string) =>
  rule(
    end,
    message,
    (values) => areDates(values[start], values[end]) && String(values[end]) < String(values[start]),
  );

/** Codes, or names of fields, in a Spanish text: `402, 407, 502 y 507`. */
export const listed = (codes: Iterable<string>): string => new Intl.ListFormat('es').format(codes);

/** Fields that must be sent all together or not at all. */
export const together = (...fields: string[]) =>
  fields.map((field) => {
    const others = fields.filter((other) => other !== field);
    return mandatory(field, listed(others), ...others.map((other) => ({ [other]: true })));
  });

/**
 * Writes fields of a valid request in the form in which they count, so that requests that mean the same are the same.
 * @param fields the changed fields; `undefined` takes a field out
 */
export const inUsualForm = (fields: (values: Values) => Values) =>
  z.overwrite((values) => ({ ...(values as Values), ...fields(values as Values) }));
