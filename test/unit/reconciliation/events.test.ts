import { describe, expect, test } from 'vitest';
import { eventsOf as eventsOfRead } from '../../../functions/capabilities/events/changes.ts';
import type { Change } from '../../../functions/capabilities/events/row-kinds.ts';
import { rowKinds } from '../../../functions/capabilities/reconciliation/row-kinds.ts';

const eventsOf = (change: Change) =>
  eventsOfRead({ kind: rowKinds.find(({ kind }) => kind === change.kind)!, change });

const AT = new Date('2026-11-23T10:00:00Z');

describe('an event of a nightly comparison', () => {
  const one = { id: 'r', accountId: 'a', company: 7 };
  const ended = { ...one, endedAt: AT.toISOString() };
  const of = (before: object | undefined, after: object | undefined) =>
    eventsOf({ id: 'record', at: AT, kind: 'reconciliation', before, after } as Change);

  test('the event says how many differences are new and in which company, and names no person', () => {
    expect(of(one, { ...ended, drift: 2 })).toMatchObject([
      {
        accountId: 'a',
        event: {
          type: 'drift.found',
          at: ended.endedAt,
          companyId: 7,
          clientId: 7,
          subject: { kind: 'reconciliation', id: 'r' },
          detail: { count: 2 },
        },
      },
    ]);
  });

  test.each([
    ['one that finds nothing new', one, ended],
    ['a row that is put back', undefined, { ...ended, drift: 2 }],
    ['a change after its end', { ...ended, drift: 2 }, { ...ended, drift: 2 }],
    ['one that is deleted', { ...ended, drift: 2 }, undefined],
  ])('the event does not follow from %s', (_, before, after) => {
    expect(of(before, after)).toEqual([]);
  });
});

describe('the event of an act by which less is reported about a company', () => {
  const of = (kind: string, before: object | undefined, after: object | undefined) =>
    eventsOf({ id: 'record', at: AT, kind, before, after } as Change);
  const nightly = { accountId: 'a', company: 7, enabled: true, clientId: 7 };
  const off = { ...nightly, enabled: false, offBy: 'u' };
  const accepted = { accountId: 'a', company: 7, key: 'k', userId: 'u', at: 'x' };
  const list = { accountId: 'a', company: 7, at: 'x', by: 'u', workers: 20 };

  test.each<[string, string, object | undefined, object, string]>([
    ['switches the nights off', 'nightly', nightly, off, 'drift.disabled'],
    ['accepts a difference', 'accepted', undefined, accepted, 'drift.accepted'],
    ['empties a list', 'workforce', list, { ...list, at: 'y', workers: 0 }, 'workforce.emptied'],
    ['sends an empty list first', 'workforce', undefined, { ...list, workers: 0 }, 'workforce.emptied'],
    [
      'sends half a list',
      'workforce',
      list,
      { ...list, at: 'y', workers: 9, fewer: { b: 20 } },
      'workforce.emptied',
    ],
  ])(
    'the office sees the event when a person %s, with the name of that person',
    (_, kind, before, after, type) => {
      expect(of(kind, before, after)).toMatchObject([
        { accountId: 'a', event: { type, companyId: 7, subject: { kind: 'user', id: 'u' } } },
      ]);
      expect(of(kind, before, after)[0]!.event).not.toHaveProperty('clientId');
      expect(of(kind, after, after)).toEqual([]);
      expect(of(kind, after, undefined)).toEqual([]);
    },
  );

  test.each<[string, string, object | undefined, object | undefined]>([
    ['who switches the nights on', 'nightly', off, nightly],
    ['a night that began', 'nightly', nightly, { ...nightly, last: 'r' }],
    ['a list of as many', 'workforce', list, { ...list, at: 'y' }],
    ['an import', 'workforce', { ...list, fewer: { b: 20 } }, { accountId: 'a', company: 7, at: 'x' }],
  ])('no event is made for this change: %s', (_, kind, before, after) => {
    expect(of(kind, before, after)).toEqual([]);
  });
});
