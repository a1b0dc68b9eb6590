import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  areDates,
  faultless,
  inUsualForm,
  isSent,
  mandatory,
  notBefore,
  onlyWith,
  rule,
  together,
} from '../../../shared/kernel/rules.ts';

/** Rules between fields: their messages, the fields at which they report, and when they report nothing. */

const FIELDS = z.object({
  a: z.string({ error: 'no es texto' }).optional(),
  b: z.string().optional(),
  c: z.string().optional(),
});
type Check = ReturnType<typeof rule>;

const errorsOf = (checks: Check[], value: unknown) =>
  (FIELDS.check(...checks).safeParse(value).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('a rule between fields', () => {
  const broken = rule('b', 'mal', ({ b }) => b === 'x');

  test('the rule reports its message for its field if it is broken, and nothing else', () => {
    expect(errorsOf([broken], { b: 'x' })).toEqual(['b: mal']);
    expect(errorsOf([broken], { b: 'y' })).toEqual([]);
  });

  test('the rule runs also if other fields fail', () => {
    expect(errorsOf([broken], { a: 1, b: 'x' })).toEqual(['a: no es texto', 'b: mal']);
  });

  test('the rule says nothing about a field that failed already', () => {
    const always = rule('a', 'mal', () => true);
    expect(errorsOf([always], { a: 1 })).toEqual(['a: no es texto']);
    expect(errorsOf([always], {})).toEqual(['a: mal']);
    expect(errorsOf([always, always], {})).toEqual(['a: mal']);
  });

  test('the rule does not run for something that is no object', () => {
    const asked: unknown[] = [];
    const seen = rule('a', 'mal', (values) => {
      asked.push(values);
      return false;
    });
    for (const value of [null, undefined, 'a', 1]) {
      expect(FIELDS.check(seen).safeParse(value).success).toBe(false);
      expect(
        z
          .unknown()
          .check(seen as never)
          .safeParse(value).success,
      ).toBe(true);
    }
    expect(asked).toEqual([]);
    expect(
      z
        .unknown()
        .check(seen as never)
        .safeParse({}).success,
    ).toBe(true);
    expect(asked).toEqual([{}]);
  });
});

test('a mandatory field is missing only if its condition is true', () => {
  const check = mandatory('a', 'b = 1', { b: ['1'] });
  expect(errorsOf([check], { b: '1' })).toEqual(['a: Es obligatorio con b = 1.']);
  expect(errorsOf([check], { b: '1', a: '' })).toEqual([]);
  expect(errorsOf([check], { b: '2' })).toEqual([]);
});

test('a field that goes with others is refused only if their condition is false', () => {
  const check = onlyWith('a', 'b = 1', { b: ['1'] });
  expect(errorsOf([check], { a: 'x' })).toEqual(['a: Solo se admite con b = 1.']);
  expect(errorsOf([check], { a: 'x', b: '1' })).toEqual([]);
  expect(errorsOf([check], {})).toEqual([]);
});

test('fields that belong together are all missing as soon as one of them is present', () => {
  const checks = together('a', 'b', 'c');
  expect(errorsOf(checks, {})).toEqual([]);
  expect(errorsOf(checks, { a: '1', b: '1', c: '1' })).toEqual([]);
  expect(errorsOf(checks, { b: '1' })).toEqual([
    'a: Es obligatorio con b y c.',
    'c: Es obligatorio con a y b.',
  ]);
  expect(errorsOf(checks, { a: '1', c: '1' })).toEqual(['b: Es obligatorio con a y c.']);
});

test('the usual form changes the fields that it names, and leaves the others', () => {
  const schema = FIELDS.check(inUsualForm(({ a }) => ({ a: `${a}!`, c: undefined })) as never);
  expect(schema.parse({ a: 'x', b: 'y', c: 'z' })).toEqual({ a: 'x!', b: 'y', c: undefined });
});

test('a fault is reported in its own words, which show the values, and the reference does not list it', () => {
  const check = faultless('a', ({ a, b }) => (a === b ? `${a} es lo mismo` : undefined));
  expect(errorsOf([check], { a: 'x', b: 'x' })).toEqual(['a: x es lo mismo']);
  expect(errorsOf([check], { a: 'x', b: 'y' })).toEqual([]);
  const { error } = check._zod.def as { error?: (issue: object) => unknown };
  expect(error?.({})).toBeUndefined();
});

test('a comparison of dates accepts only dates of the calendar', () => {
  expect(areDates('2024-02-29', '2026-12-31')).toBe(true);
  for (const other of ['2026-02-29', '2026-2-1', '31/12/2025', '', '2026-13-01', undefined, 20260101])
    expect(areDates('2024-02-29', other), String(other)).toBe(false);
});

test('a rule about a member says nothing if that member failed already', () => {
  const schema = z
    .object({ a: z.object({ b: z.string({ error: 'no es texto' }) }) })
    .check(rule('a.b', 'otra cosa', () => true) as never);
  expect(schema.safeParse({ a: { b: 1 } }).error?.issues.map(({ message }) => message)).toEqual([
    'no es texto',
  ]);
  expect(schema.safeParse({ a: { b: 'x' } }).error?.issues.map(({ message }) => message)).toEqual([
    'otra cosa',
  ]);
});

test('a day must not come before another, and may be the same', () => {
  const check = notBefore('b', 'a', 'al revés');
  expect(errorsOf([check], { a: '2026-11-04', b: '2026-11-03' })).toEqual(['b: al revés']);
  for (const b of ['2026-11-04', '2026-11-05', undefined])
    expect(errorsOf([check], { a: '2026-11-04', b }), b).toEqual([]);
  // A value that is not a date has an error of its own.
  expect(errorsOf([check], { a: '2026-11-04', b: '2026-1-1' })).toEqual([]);
  expect(errorsOf([check], { a: 'mañana', b: '2026-11-04' })).toEqual([]);
});

test('a member counts as sent even if it is empty, false, zero or null', () => {
  for (const value of ['', false, 0, null]) expect(isSent(value), String(value)).toBe(true);
  expect(isSent(undefined)).toBe(false);
});

test('a rule about when a field is sent has a form for programs, too', () => {
  const askedBy = (check: Check) => (check._zod.def as { asked?: unknown }).asked;
  expect(askedBy(mandatory('a', 'b = 1', { b: ['1'] }))).toEqual({ mandatoryWith: [{ b: ['1'] }] });
  expect(askedBy(onlyWith('a', 'b = 1', { b: ['1'] }))).toEqual({ onlyWith: [{ b: ['1'] }] });
  expect(askedBy(rule('a', 'mal', () => true))).toBeUndefined();
});
