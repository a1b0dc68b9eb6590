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
  accountId: 'a1',
  subject: { kind: 'worker', mac: 'm' },
});

test('an event of a calendar whose day has moved is a later version of the same event', () => {
  const linesOf = (one: KeptObligation) =>
    calendarOf([one], { today: '2026-11-02', now: new Date('2026-11-02T09:00:00Z') }).split('\r\n');
  expect(linesOf(obligation('2026-11-11'))).toEqual(
    expect.arrayContaining(['UID:o1@pasarela', 'SEQUENCE:0', 'DTSTART;VALUE=DATE:20261111']),
  );
  expect(linesOf(obligation('2026-11-12', 2))).toEqual(
    expect.arrayContaining(['UID:o1@pasarela', 'SEQUENCE:2', 'DTSTART;VALUE=DATE:20261112']),
  );
});
