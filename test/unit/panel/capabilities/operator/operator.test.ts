import { expect, test } from 'vitest';
import {
  alarmGroups,
  byFailures,
  share,
  totalsByState,
} from '../../../../../panel/src/capabilities/operator/operator.ts';

/** How the operator's page presents answers of the gateway. */

const account = (id: string, failure_rate: number | null, last_call_at: string | null = null) => ({
  id,
  name: id,
  created_at: '2026-01-01T00:00:00Z',
  disabled: false,
  last_call_at,
  failure_rate,
  accepted: 0,
  refused: 0,
  notSent: 0,
  unknown: 0,
});

test('accounts with most failures come first, and those without trámites last', () => {
  const accounts = [
    account('none', null),
    account('called', null, '2026-11-24T08:00:00Z'),
    account('well', 0),
    account('bad', 0.5),
  ];
  expect(byFailures(accounts).map(({ id }) => id)).toEqual(['bad', 'well', 'called', 'none']);
});

test('totals of all days and operations have one line for each state', () => {
  const total = (state: 'accepted' | 'unknown', count: number, day: string) => ({
    state,
    count,
    day,
    authority: 'tgss',
    operation: 'POST /api/v4/seg-social/alta',
  });
  const totals = [
    total('unknown', 4, '2026-11-24'),
    total('accepted', 3, '2026-11-24'),
    total('accepted', 2, '2026-11-23'),
  ];
  expect(totalsByState(totals)).toEqual([
    ['accepted', 5],
    ['unknown', 4],
  ]);
});

test('alarms have one line for each kind, those that ring first, the longest before the others', () => {
  const alarm = (
    name: string,
    of: string | null,
    state: 'alarm' | 'ok' | 'noData',
    since: string | null = null,
  ) => ({
    alarm: name,
    of,
    state,
    since,
    runbook: `Qué hacer con ${name}.`,
  });
  const groups = alarmGroups([
    alarm('FunctionErrors', 'sepe', 'ok'),
    alarm('QueueAge', 'sepe', 'noData'),
    alarm('QueueAge', 'tgss', 'alarm', '2026-11-27T08:10:00Z'),
    alarm('AuthorityUnreachable', 'tgss', 'alarm', '2026-11-27T08:05:00Z'),
    alarm('AuthorityUnreachable', 'sepe', 'alarm', '2026-11-27T08:00:00Z'),
    alarm('AuthorityUnreachable', 'aeat', 'ok'),
  ]);
  expect(groups.map(({ alarm: name, state, count }) => [name, state, count])).toEqual([
    ['AuthorityUnreachable', 'alarm', 3],
    ['QueueAge', 'alarm', 2],
    ['FunctionErrors', 'ok', 1],
  ]);
  expect(groups[0]!.ringing.map(({ of }) => of)).toEqual(['sepe', 'tgss']);
});

test('a part is shown in percent', () => {
  expect(share(0.025)).toBe('2,5\u00a0%');
});
