import type { Examples, Repeated } from '../functions/gateway/reference/document.ts';
import { markOf, XML_FILE } from '../functions/gateway/reference/relative-dates.ts';
import { demoData } from '../local/demo.ts';
import { makeSeed, type Seed } from '../sandbox/seed.ts';
import { addressOf } from '../shared/derive/routes.ts';
import type { Group, Operation } from '../shared/operation/operation.ts';
import { requestsAt } from './requests.ts';

/**
 * An example of each operation, by method and address. On a stage with stand-ins they succeed unchanged in a sandbox that was
 * reset today; filings have `test: 0`, to show the field that makes a dry run. On other stages they are illustrations, and dry
 * runs if the operation has one.
 */
export const examplesOf = (groups: Group[], { standIns }: { standIns: boolean }): Examples => {
  const succeeding = standIns ? relativeRequests() : {};
  const titles = new Map<string, string>();
  for (const group of groups)
    for (const operation of group.operations)
      titles.set(
        nameOf(group, operation).replace('/api/v4', ''),
        `${operation.summary} (${operation.method} ${addressOf(group, operation)})`,
      );
  return Object.fromEntries(
    groups.flatMap((group) =>
      group.operations.map((operation) => {
        const name = nameOf(group, operation);
        const { request: filed, after = [] } = succeeding[name.replace('/api/v4', '')] ?? {};
        const request = filed
          ? withTest(operation, filed, 0)
          : withTest(operation, textsOf(operation.example.request as Record<string, unknown>), 1);
        const before = after.map(([earlier, sent]) => ({
          title: titles.get(earlier) ?? earlier,
          request: sent,
        }));
        const repeated = changedValues(operation.example.request, request);
        return [
          name,
          { request, ...(before.length > 0 && { before }), ...(repeated.length > 0 && { repeated }) },
        ];
      }),
    ),
  );
};

/**
 * Values that differ between an operation's own example and this request, by the name of the member, so that the example answer
 * can repeat the request's values.
 */
const changedValues = (own: unknown, request: unknown, name = ''): Repeated[] => {
  if (typeof own !== 'object' || own === null)
    return own === undefined || own === request || typeof request === 'object' || request === undefined
      ? []
      : [{ name, from: own, to: request }];
  const other = (request ?? {}) as Record<string, unknown>;
  return Object.entries(own).flatMap(([key, value]) =>
    changedValues(value, other[key], Array.isArray(own) ? name : key),
  );
};

/** Method and address of an operation. */
const nameOf = (group: Group, operation: Operation) => `${operation.method} ${addressOf(group, operation)}`;

/** Adds `test`, if the operation has a dry run. */
const withTest = (operation: Operation, request: Record<string, unknown>, test: 0 | 1) => ({
  ...request,
  ...(operation.kind === 'submission' && operation.dryRun !== 'not-offered' && { test }),
});

/** Replaces the bytes of a file by its name. */
const textsOf = (request: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => [
      name,
      Buffer.isBuffer((value as { bytes?: unknown } | null)?.bytes)
        ? (value as { name: string }).name
        : value,
    ]),
  );

/**
 * Two days with different year, month and day of the month, so that text which is equal for both has no date of the seed.
 */
const DAYS = ['2024-05-15', '2026-11-28'] as const;

/** Requests that succeed, with placeholders for dates that are relative to the seed's day. */
const relativeRequests = (): ReturnType<typeof requestsAt> => {
  const [one, other] = DAYS.map((day) => {
    const seed = makeSeed(day);
    return withMarkedKeys(requestsAt(seed, demoData(seed)), seed);
  });
  return relative(one, other) as ReturnType<typeof requestsAt>;
};

/** The year in the key of a contract: province, year and number, with dashes or without. */
const YEAR = /(?<=E-?28-?)\d{4}(?=-?(\d{7}))/g;

/** Replaces the year in the key of a contract, which is the year of the contract's start, by a placeholder. */
const withMarkedKeys = (value: unknown, seed: Seed): unknown => {
  const { contract, convertibleContract, convertedContract, seasonalContract } = seed.demo;
  const starts = new Map(
    [contract, convertibleContract, convertedContract, seasonalContract].map(({ sepeId, startDate }) => [
      sepeId.slice(-7),
      (Date.parse(startDate) - Date.parse(seed.today)) / DAY_MS,
    ]),
  );
  const marked = (text: string): string =>
    FILE.test(text)
      ? XML_FILE + marked(contentOf(text))
      : text.replace(YEAR, (year, number: string) => {
          const start = starts.get(number);
          return start === undefined ? year : markOf('yearOfDay', start);
        });
  return JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? marked(each) : each));
};

const relative = (one: unknown, other: unknown): unknown => {
  if (typeof one === 'string' && typeof other === 'string') return relativeText(one, other);
  if (typeof one === 'number' && one !== other) return relativeText(String(one), String(other));
  if (typeof one !== 'object' || one === null) return one;
  const both = other as Record<string, unknown>;
  if (Array.isArray(one)) return one.map((each, index) => relative(each, both[index]));
  return Object.fromEntries(Object.entries(one).map(([name, each]) => [name, relative(each, both[name])]));
};

const DATES = /(?<!\d)(?:\d{4}-\d\d-\d\d|\d{8}|\d{4}-\d\d|\d{4})(?!\d)/g;
const FILE = /^data:application\/xml;base64,/;

/** @throws Error if the texts differ in more than dates relative to their days */
const relativeText = (one: string, other: string): string => {
  if (one === other) return one;
  const dates = [...other.matchAll(DATES)].map(([date]) => date);
  if (one.replace(DATES, '') !== other.replace(DATES, '')) throw new Error(`no date differs in: ${one}`);
  return one.replace(DATES, (date) => relativeDate(date, dates.shift()!));
};

const contentOf = (file: string): string => Buffer.from(file.replace(FILE, ''), 'base64').toString('latin1');

const DAY_MS = 24 * 60 * 60 * 1000;
const withDashes = (date: string) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
const monthsOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** Distance of both dates from their own days, if it is the same. */
const distance = (one: string, other: string, count: (date: string) => number): number | undefined => {
  const far = count(one) - count(DAYS[0]);
  return far === count(other) - count(DAYS[1]) ? far : undefined;
};

const isLastOfMonth = (date: string) => new Date(Date.parse(date) + DAY_MS).getUTCDate() === 1;

const relativeDate = (one: string, other: string): string => {
  if (one === other) return one;
  const iso = withDashes(one);
  if (iso.length === 10) {
    const days = distance(iso, withDashes(other), (date) => Date.parse(date) / DAY_MS);
    if (days !== undefined) return markOf(one === iso ? 'day' : 'compact', days);
  }
  const months = iso.length >= 7 ? distance(iso, withDashes(other), monthsOf) : undefined;
  const rest = one.slice(7);
  if (months !== undefined && one === iso && rest === other.slice(7)) return markOf('month', months) + rest;
  if (months !== undefined && isLastOfMonth(one) && isLastOfMonth(other)) return markOf('end', months);
  const years = one.length === 4 ? distance(one, other, (date) => Number(date.slice(0, 4))) : undefined;
  if (years === undefined) throw new Error(`neither ${one} nor ${other} counts from its day`);
  return markOf('year', years);
};
