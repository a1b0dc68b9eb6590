import { expect, test } from 'vitest';
import { calendarOf } from '../../../functions/capabilities/obligations/feed.ts';
import { RULES } from '../../../functions/capabilities/obligations/rules/index.ts';
import type { KeptObligation } from '../../../functions/capabilities/obligations/store/obligation-row.ts';

const obligation = (due: string, moved?: number): KeptObligation => ({
  id: 'o1',
  rule: RULES[0]!.id,
  state: 'open',
  of: 'x',
  opens: '2026-11-01',
  due,
  by: { id: 'f1', kind: 'alta', at: '2026-11-01T09:00:00.000Z', how: 'accepted', date: '2026-11-01' },
  ...(moved !== undefined && { moved }),
  changedAt: '2026-11-01T09:00:00.000Z',
  accountId: 'a1',
  subject: { kind: 'worker', mac: 'm' },
});

const linesOf = (one: KeptObligation, today = '2026-11-02') => calendarOf([one], { today }).split('\r\n');

test('an event of a calendar leaves its day free, and has the time of the last change of its obligation', () => {
  expect(linesOf(obligation('2026-11-11'))).toEqual(
    expect.arrayContaining([
      'TRANSP:TRANSPARENT',
      'DTSTAMP:20261101T090000Z',
      'LAST-MODIFIED:20261101T090000Z',
    ]),
  );
  expect(linesOf(obligation('2026-11-11'), '2026-11-11')).toEqual(linesOf(obligation('2026-11-11')));
  // Its title changes when it is late.
  expect(linesOf(obligation('2026-11-11'), '2026-11-20')).toEqual(
    expect.arrayContaining(['DTSTAMP:20261111T230000Z', 'LAST-MODIFIED:20261111T230000Z']),
  );
});

test('an event of a calendar whose day has moved is a later version of the same event', () => {
  expect(linesOf(obligation('2026-11-11'))).toEqual(
    expect.arrayContaining(['UID:o1@pasarela', 'SEQUENCE:0', 'DTSTART;VALUE=DATE:20261111']),
  );
  expect(linesOf(obligation('2026-11-12', 2))).toEqual(
    expect.arrayContaining(['UID:o1@pasarela', 'SEQUENCE:2', 'DTSTART;VALUE=DATE:20261112']),
  );
});
