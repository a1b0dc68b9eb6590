import * as z from 'zod';

/**
 * Rules between fields of one request. They run also while other fields fail, so that an integrator sees everything at
 * once; a rule about a field that failed by itself stays silent.
 */

type Values = Record<string, unknown>;
type Condition = (values: Values) => boolean;

/** A check that reports `message` on `field` where `broken` holds. */
export const rule = (field: string, message: string, broken: Condition) =>
  z.refine<Values>((values) => !broken(values), {
    path: [field],
    error: message,
    when: ({ value, issues }) =>
      typeof value === 'object' && value !== null && !issues.some((issue) => issue.path?.[0] === field),
  });

/** `field` must be sent where the condition holds. `where` completes "Es obligatorio con …". */
export const mandatory = (field: string, where: string, condition: Condition) =>
  rule(field, `Es obligatorio con ${where}.`, (values) => condition(values) && values[field] === undefined);

/** `field` may be sent only where the condition holds. `where` completes "Solo se admite con …". */
export const onlyWith = (field: string, where: string, condition: Condition) =>
  rule(field, `Solo se admite con ${where}.`, (values) => !condition(values) && values[field] !== undefined);

/** Fields that are sent all or none. */
export const together = (...fields: string[]) =>
  fields.map((field) =>
    mandatory(field, fields.filter((other) => other !== field).join(' y '), (values) =>
      fields.some((other) => values[other] !== undefined),
    ),
  );
