import { expect, test } from 'vitest';
import { CAUSES } from '../../../functions/capabilities/obligations/rules/causes.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** A company certificate is for workers who can claim unemployment benefit because of how the work ended (LGSS, 267). */

const ended = (cause: string | undefined, document = '99999001R'): Fact => ({
  id: `baja-${document}`,
  kind: 'baja',
  at: '2026-11-05T09:00:00.000Z',
  how: 'accepted',
  cause,
  account: '011128000000097',
  document,
  date: '2026-11-04',
});
const due = (fact: Fact) =>
  obligationsOf([fact], 'worker', { today: '2026-11-20' }).map((one) => `${one.rule} ${one.due}`);
const CERTIFICATE = ['certificado-empresa 2026-11-04'];

test.each(['51', '55', '56', '58', '60', '61', '63', '68', '73', '74', '89', '94'])(
  'no company certificate is due for cause %s',
  (cause) => {
    expect(due(ended(cause))).toEqual([]);
  },
);

test.each(['52', '53', '54', '69', '77', '80', '85', '91', '92', '93', '99'])(
  'a company certificate is due for cause %s',
  (cause) => {
    expect(due(ended(cause))).toEqual(CERTIFICATE);
  },
);

test('a company certificate is due for an unknown cause, and none is due without a cause', () => {
  expect(Object.keys(CAUSES)).not.toContain('57');
  expect(due(ended('57'))).toEqual(CERTIFICATE);
  expect(due(ended(undefined))).toEqual([]);
});

test.each([
  ['2026-11-03', 'open'],
  ['2026-11-04', 'closed'],
  ['2026-11-05', 'closed'],
  ['2026-11-06', 'open'],
])('a company certificate of a suspension on %s leaves the one of 4 November %s', (date, state) => {
  const fact = ended('53');
  const certificate: Fact = {
    ...fact,
    id: 'c',
    kind: 'companyCertificate',
    at: '2026-11-09T09:00:00.000Z',
    date,
  };
  expect(obligationsOf([fact, certificate], 'worker', { today: '2026-11-20' })).toMatchObject([{ state }]);
});

test('the transfer of 200 workers to another company makes no obligation', () => {
  const workers = Array.from({ length: 200 }, (_, index) =>
    ended('55', `9999${String(index).padStart(4, '0')}R`),
  );
  expect(workers.flatMap(due)).toEqual([]);
});
