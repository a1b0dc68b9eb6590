import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Obligation } from '../../../functions/capabilities/obligations/due.ts';
import type { Fact, FactKind } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/**
 * Jobs that began in any year since 1990, compared with an independent computation from the law that shares no code with the
 * rules: the obligations of each job, their last days, and whether they were fulfilled.
 */

/** A job. Days are counted from 1 January 1970; missing values did not happen. */
interface Job {
  start: number;
  /** The days on which contract and registration were filed. */
  contractFiled?: number;
  altaFiled?: number;
  /** The last day of the contract, and the last day of its extension. */
  end?: number;
  extendedTo?: number;
  /** Whether the contract was sent with its basic copy; otherwise, the day on which the copy was filed. */
  hasCopy: boolean;
  copyFiled?: number;
  transformed?: number;
  isChangeFiled: boolean;
  leave?: number;
  left?: number;
  cause: string;
  isCertificateFiled: boolean;
  /** The month for which a receipt was seen, counted from the month of the start. */
  settledAfter?: number;
  today: number;
}

const DAY = 86_400_000;
const numberOf = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;
const textOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

// --- The computation from the law

/** National holidays as the BOE publishes them (BOE-A-2024-21316, BOE-A-2025-21667), and for 2027 as the regions do. */
const FREE = new Set(
  [
    '2025: 1/1 6/1 18/4 1/5 15/8 1/11 6/12 8/12 25/12',
    '2026: 1/1 6/1 3/4 1/5 15/8 12/10 1/11 8/12 25/12',
    '2027: 1/1 6/1 26/3 1/5 15/8 12/10 1/11 6/12 8/12 25/12',
  ].flatMap((line) => {
    const [year, days = ''] = line.split(': ');
    return days.split(' ').map((day) => {
      const [date, month] = day.split('/').map(Number);
      return Date.UTC(Number(year), month! - 1, date) / DAY;
    });
  }),
);
const COUNTED_TO = numberOf('2027-12-31');
/** The rules apply to terms that begin from this day on. */
const SINCE = numberOf('2025-01-01');

/** Ley 39/2015, 30.2 and 30.3: without Saturdays, Sundays and holidays, from the next day. Nothing is computed beyond 2027. */
const working = (from: number, count: number): string => {
  let day = from;
  for (let left = count; left > 0; ) {
    day += 1;
    if (day > COUNTED_TO) return 'not known';
    // 1 January 1970 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6 && !FREE.has(day)) left -= 1;
  }
  return textOf(day);
};
/** LGSS, 267: a worker who leaves for these reasons is not legally unemployed, and needs no company certificate. */
const NOT_UNEMPLOYED = ['51', '55', '56', '58', '60', '61', '63', '68', '73', '74', '94'];

/** RD 643/2026: six days for what happens since 1 August 2026, three for what happened before. */
const daysAfter = (event: number): number => (event >= numberOf('2026-08-01') ? 6 : 3);

/** The obligations of a job by law, each as its rule, last day and state. */
const byLaw = (job: Job): string[] => {
  const { start, contractFiled, altaFiled, end, extendedTo, transformed, leave, left, today } = job;
  const due: string[] = [];
  const add = (rule: string, countedFrom: number, last: string, isDone: boolean) => {
    if (countedFrom >= SINCE) due.push(`${rule} ${last} ${isDone ? 'closed' : 'open'}`);
  };
  // ET 8.3: ten working days from the conclusion of the contract, which is at the latest the start of the work. An employer
  // that filed it before owes nothing.
  if (altaFiled !== undefined && !(contractFiled !== undefined && contractFiled < altaFiled)) {
    const from = Math.min(altaFiled, start);
    add('contrato', from, working(from, 10), contractFiled !== undefined);
  }
  if (contractFiled !== undefined) {
    // RD 84/1996, 32.3.1: before work begins.
    if (!(altaFiled !== undefined && altaFiled < contractFiled))
      add('alta', start, textOf(start - 1), altaFiled !== undefined);
    // ET 8.4: ten days from the contract.
    if (!job.hasCopy) {
      const from = Math.min(contractFiled, start);
      add('copia-basica', from, textOf(from + 10), job.copyFiled !== undefined);
    }
    // RD 84/1996, 32.3.2, and ET 8.3: three days, or six since RD 643/2026, and ten working days, after the end, whatever the
    // day of the contract.
    const isOver = transformed !== undefined || left !== undefined;
    const ends = [
      ...(end === undefined ? [] : [{ last: end, isDone: isOver || extendedTo !== undefined }]),
      ...(extendedTo === undefined ? [] : [{ last: extendedTo, isDone: isOver }]),
    ];
    for (const { last, isDone } of ends) {
      add('baja', last, textOf(last + daysAfter(last)), isDone);
      add('prorroga', last, working(last, 10), isDone);
    }
    if (transformed !== undefined)
      add('variacion', transformed, textOf(transformed + daysAfter(transformed)), job.isChangeFiled);
  }
  // RD 625/2014, 7.2.
  if (leave !== undefined) add('it', leave, working(leave, 3), false);
  if (left !== undefined && !NOT_UNEMPLOYED.includes(job.cause))
    add('certificado-empresa', left, textOf(left), job.isCertificateFiled);
  // RD 1415/2004, 56: each month in the following one, until its last day but one.
  if (altaFiled !== undefined) {
    const first = new Date(start * DAY);
    const until = textOf(left !== undefined && left < today ? left : today).slice(0, 7);
    // The first term to which the rules apply is the one for December 2024.
    const before = 12 * (2024 - first.getUTCFullYear()) + 11 - first.getUTCMonth();
    for (let month = Math.max(0, before); ; month += 1) {
      const of = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1));
      if (of.toISOString().slice(0, 7) > until) break;
      const next = Date.UTC(of.getUTCFullYear(), of.getUTCMonth() + 1, 1) / DAY;
      const last = Date.UTC(of.getUTCFullYear(), of.getUTCMonth() + 2, 1) / DAY - 2;
      // Months that were over when the registration was filed were settled by somebody else.
      if (last >= altaFiled) add('liquidacion', next, textOf(last), month === job.settledAfter);
    }
  }
  return due;
};

// --- The same job as facts

const factsOf = (job: Job): Fact[] => {
  const facts: Fact[] = [];
  const add = (kind: FactKind, filed: number, date: number, more: Partial<Fact> = {}) => {
    facts.push({
      id: `${kind}-${facts.length}`,
      kind,
      how: 'accepted',
      date: textOf(date),
      at: `${textOf(filed)}T09:00:00.000Z`,
      account: '011128000000097',
      document: '99999001R',
      ...more,
    });
  };
  const { start, end, extendedTo, transformed, left, leave, contractFiled, altaFiled, copyFiled, today } =
    job;
  if (contractFiled !== undefined) {
    const more = {
      ...(end !== undefined && { end: textOf(end) }),
      ...(job.hasCopy && { needsNoCopy: true }),
    };
    add('contract', contractFiled, start, more);
    if (copyFiled !== undefined) add('basicCopy', copyFiled, start);
    if (extendedTo !== undefined) add('extension', end! + 1, start, { end: textOf(extendedTo) });
    if (transformed !== undefined) {
      add('transformation', transformed + 1, transformed, { start: textOf(start) });
      if (job.isChangeFiled) add('change', transformed + 2, transformed, { contractType: '189' });
    }
  }
  if (altaFiled !== undefined) add('alta', altaFiled, start, { contractType: '100' });
  if (leave !== undefined) add('sickLeave', leave + 1, leave, { start: textOf(leave), how: 'proved' });
  if (left !== undefined) {
    add('baja', left + 2, left, { cause: job.cause });
    if (job.isCertificateFiled) add('companyCertificate', left + 3, left + 1, { how: 'proved' });
  }
  if (job.settledAfter !== undefined) {
    const first = new Date(start * DAY);
    const of = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + job.settledAfter, 1) / DAY;
    // A receipt is seen only after the registration is known.
    add('settlement', Math.max(today, (altaFiled ?? 0) + 1), of, { how: 'proved' });
  }
  return facts;
};

const shown = ({ rule, due, state }: Obligation): string => `${rule} ${due ?? 'not known'} ${state}`;

/** A value that is missing in some cases. */
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });

const job: fc.Arbitrary<Job> = fc
  .record({
    start: fc.integer({ min: numberOf('1990-01-01'), max: numberOf('2027-09-30') }),
    contractLag: maybe(fc.integer({ min: -40, max: 40 })),
    altaLag: maybe(fc.oneof(fc.integer({ min: -41, max: 41 }), fc.integer({ min: 42, max: 9_000 }))),
    length: maybe(fc.oneof(fc.integer({ min: 50, max: 800 }), fc.integer({ min: 50, max: 13_000 }))),
    extension: maybe(fc.integer({ min: 1, max: 600 })),
    hasCopy: fc.boolean(),
    copyLag: maybe(fc.integer({ min: 1, max: 30 })),
    changed: maybe(fc.integer({ min: 45, max: 13_000 })),
    isChangeFiled: fc.boolean(),
    leaveAfter: maybe(fc.integer({ min: 45, max: 13_000 })),
    leftAfter: maybe(fc.integer({ min: 45, max: 13_000 })),
    cause: fc.constantFrom(...NOT_UNEMPLOYED, '52', '53', '54', '77', '85', '91', '92', '93', '99'),
    isCertificateFiled: fc.boolean(),
    settledAfter: maybe(fc.integer({ min: 0, max: 440 })),
    today: fc.integer({ min: numberOf('2025-06-01'), max: numberOf('2027-12-31') }),
  })
  .map(
    ({
      start,
      contractLag,
      altaLag,
      length,
      extension,
      copyLag,
      changed,
      leaveAfter,
      leftAfter,
      ...rest
    }) => {
      const last = numberOf('2027-11-30');
      const day = (after: number | undefined) =>
        after === undefined || start + after > last ? undefined : start + after;
      const contractFiled = contractLag === undefined ? undefined : start + contractLag;
      // Two facts of the same day would be ordered by their names.
      const lag = altaLag === contractLag && altaLag !== undefined ? altaLag + 1 : altaLag;
      const end = day(length);
      const extendedTo =
        contractFiled !== undefined && end !== undefined && extension !== undefined && end + extension <= last
          ? end + extension
          : undefined;
      // A fact that continues or ends a contract becomes known after all facts that it follows.
      const transformed = contractFiled === undefined ? undefined : day(changed);
      const isBefore = (at: number | undefined) =>
        at !== undefined && extendedTo !== undefined && at <= end! + 2;
      const left = day(leftAfter);
      return {
        ...rest,
        start,
        ...(contractFiled !== undefined && { contractFiled }),
        ...(lag !== undefined && { altaFiled: start + lag }),
        ...(end !== undefined && { end }),
        ...(extendedTo !== undefined && { extendedTo }),
        ...(contractFiled !== undefined && !rest.hasCopy && copyLag !== undefined
          ? { copyFiled: contractFiled + copyLag }
          : {}),
        ...(transformed !== undefined && !isBefore(transformed) && { transformed }),
        ...(day(leaveAfter) !== undefined && { leave: day(leaveAfter)! }),
        ...(left !== undefined && !isBefore(left) && { left }),
      } as Job;
    },
  );

test('the obligations of 2,000 jobs that began in any year since 1990 are those of the law, and no others', () => {
  const rules = new Map<string, number>();
  fc.assert(
    fc.property(job, (one) => {
      const facts = factsOf(one);
      const today = textOf(one.today);
      const all = (['worker', 'account'] as const).flatMap((subject) =>
        obligationsOf(facts, subject, { today }),
      );
      const wanted = byLaw(one);
      expect(all.map(shown).toSorted()).toEqual(wanted.toSorted());
      for (const line of wanted) {
        const rule = `${line.split(' ')[0]} ${one.start < SINCE ? 'of before' : 'of now'}`;
        rules.set(rule, (rules.get(rule) ?? 0) + 1);
      }
    }),
    { numRuns: 2_000 },
  );
  // Terms that are counted only from the beginning of a job cause nothing for jobs that began before the rules applied.
  const never = ['contrato of before', 'alta of before', 'copia-basica of before'];
  const all = [
    'contrato',
    'alta',
    'copia-basica',
    'baja',
    'prorroga',
    'variacion',
    'it',
    'certificado-empresa',
    'liquidacion',
  ];
  const reached = all
    .flatMap((rule) => [`${rule} of before`, `${rule} of now`])
    .filter((one) => !never.includes(one));
  expect([...rules.keys()].filter((one) => !never.includes(one)).toSorted()).toEqual(reached.toSorted());
});
