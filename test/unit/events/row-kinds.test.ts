import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventsOf as eventsOfRead } from '../../../functions/capabilities/events/changes.ts';
import type { GatewayEvent } from '../../../functions/capabilities/events/gateway-event.ts';
import type {
  ChangedCertificate,
  ChangedFiling,
  ChangedUser,
} from '../../../functions/capabilities/events/gateway-rows.ts';
import type { Change } from '../../../functions/capabilities/events/row-kinds.ts';
import { hooks } from '../../../functions/hooks.ts';
import { shownState } from '../../../shared/stores/filings/shown-state.ts';

/** The events that follow from changes of rows. */

const kinds = await hooks.loadRowKinds();
const eventsOf = (change: Change) =>
  eventsOfRead({ kind: kinds.find(({ kind }) => kind === change.kind)!, change });

const AT = new Date('2026-11-23T10:00:00Z');
const filing: ChangedFiling = {
  id: 'f',
  state: 'claimed',
  dry: false,
  accountId: 'a',
  clientId: 0,
  authority: 'tgss',
  operation: 'POST /api/v4/seg-social/alta',
  claimedAt: AT.toISOString(),
};

const typesOf = (change: Pick<Change, 'kind' | 'before' | 'after'>) =>
  eventsOf({ id: 'record', at: AT, ...change } as Change).map(({ event }) => event.type);
const ofFiling = (before: Partial<ChangedFiling>, after: Partial<ChangedFiling>) =>
  typesOf({ kind: 'filing', before: { ...filing, ...before }, after: { ...filing, ...after } });

const stated = (filed: boolean, at = '2026-11-23T11:00:00Z') => ({ filed, note: '', userId: 'u', at });

describe('an event of a filing', () => {
  test.each<[string, Partial<ChangedFiling>, Partial<ChangedFiling>, string[]]>([
    ['accepted', { state: 'committing' }, { state: 'accepted' }, ['tramite.accepted']],
    ['refused after the commit', { state: 'committing' }, { state: 'refused' }, ['tramite.refused']],
    ['refused before it', {}, { state: 'ended', refusal: true }, ['tramite.refused']],
    ['never sent', { state: 'queued' }, { state: 'ended' }, ['tramite.notSent']],
    ['unknown', { state: 'committing' }, { state: 'unknown' }, ['tramite.unknown']],
    ['found', { state: 'unknown' }, { state: 'accepted' }, ['tramite.resolved']],
    ['found to be refused', { state: 'unknown' }, { state: 'refused' }, ['tramite.resolved']],
    ['declared', { state: 'unknown' }, { state: 'unknown', stated: stated(true) }, ['tramite.declared']],
    [
      'found after it was declared',
      { state: 'unknown', stated: stated(false) },
      { state: 'accepted', stated: stated(false) },
      ['tramite.resolved'],
    ],
    [
      'declared otherwise after it was found',
      { state: 'accepted', stated: stated(true) },
      { state: 'accepted', stated: stated(false, '2026-11-24T11:00:00Z') },
      ['tramite.declared'],
    ],
    [
      'an answer that came later',
      { reading: true },
      { reading: true, state: 'answered' },
      ['tramite.document_ready'],
    ],
    ['a question without answer', { reading: true }, { reading: true, state: 'failed' }, ['tramite.failed']],
    [
      'a question of a nightly comparison, which has an event of its own',
      { reading: true, silent: true },
      { reading: true, silent: true, state: 'failed' },
      [],
    ],
    ['a dry run', { dry: true }, { dry: true, state: 'ended' }, []],
    ['a dry run that was made later', { dry: true }, { dry: true, state: 'answered' }, []],
    ['begun', { state: 'queued' }, { state: 'claimed' }, []],
    ['evidence written', { state: 'accepted' }, { state: 'accepted', endedAt: 'later' }, []],
    ['completed by a command', { state: 'ended' }, { state: 'ended', refusal: true }, []],
  ])('a filing has an event with its outcome, or none: %s', (_, before, after, types) => {
    expect(ofFiling(before, after)).toEqual(types);
  });

  test('a row that is put back makes no event', () => {
    expect(typesOf({ kind: 'filing', before: undefined, after: { ...filing, state: 'accepted' } })).toEqual(
      [],
    );
    expect(typesOf({ kind: 'filing', before: { ...filing, state: 'accepted' }, after: undefined })).toEqual(
      [],
    );
  });

  /** The changes of a row that the store may make in each state (`shared/stores/filings`). */
  const MOVES: Record<string, Partial<ChangedFiling>[]> = {
    queued: [{ state: 'claimed' }, { state: 'committing' }, { state: 'ended' }],
    claimed: [
      { state: 'committing' },
      { state: 'ended' },
      { state: 'ended', refusal: true },
      { state: 'queued' },
    ],
    committing: [{ state: 'accepted' }, { state: 'refused' }, { state: 'unknown' }],
    unknown: [
      { state: 'accepted' },
      { state: 'refused' },
      { state: 'unknown', stated: stated(true) },
      { state: 'unknown', stated: stated(false) },
    ],
  };

  test('an event is made for each change of what is shown and for each declaration, and for nothing else', () => {
    const steps = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(steps, fc.constantFrom('queued' as const, 'claimed' as const), (choices, first) => {
        let row: ChangedFiling = { ...filing, state: first };
        let seconds = 0;
        const shown: string[] = [];
        const announced: string[] = [];
        for (const [choice, isRewritten] of choices) {
          const moves = MOVES[row.state] ?? [];
          const move = moves[choice % moves.length];
          // Other members change as well, any number of times.
          const next: ChangedFiling = isRewritten || !move ? { ...row } : { ...row, ...move };
          seconds += 1;
          const at = new Date(AT.getTime() + seconds * 1000).toISOString();
          const isStated = next.stated !== row.stated && next.stated !== undefined;
          if (isStated) next.stated = { ...next.stated!, at };
          const [was, is] = [shownState(row), shownState(next)];
          const isClosed = !['queued', 'claimed', 'committing'].includes(is);
          if (isClosed && (was !== is || isStated)) shown.push(is);
          const events = eventsOf({ kind: 'filing', id: String(seconds), at: AT, before: row, after: next });
          announced.push(...events.map(({ event }) => event.detail!.state!));
          row = next;
        }
        expect(announced).toEqual(shown);
      }),
    );
  });

  test('an event names the companies, and when it happened', () => {
    const [made] = eventsOf({
      kind: 'filing',
      id: 'record',
      at: AT,
      before: { ...filing, state: 'committing' },
      after: { ...filing, state: 'accepted', clientId: 3, companyId: 4, endedAt: '2026-11-23T09:59:59Z' },
    });
    expect(made).toEqual({
      accountId: 'a',
      event: {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        type: 'tramite.accepted',
        at: '2026-11-23T09:59:59Z',
        clientId: 3,
        companyId: 4,
        subject: { kind: 'tramite', id: 'f' },
        detail: { state: 'accepted' },
      } satisfies GatewayEvent,
    });
  });
});

const certificate: ChangedCertificate = {
  id: 'c',
  accountId: 'a',
  clientId: 0,
  notAfter: '2027-01-01T00:00:00Z',
  dni: '99999001R',
  givenName: 'ANA',
  surname: 'GARCIA',
  name: 'GARCIA ANA - 99999001R',
  createdAt: '2026-01-01T00:00:00Z',
};
const ofCertificate = (before?: Partial<ChangedCertificate>, after?: Partial<ChangedCertificate>) =>
  typesOf({
    kind: 'certificate',
    before: before && { ...certificate, ...before },
    after: after && { ...certificate, ...after },
  });

test('a certificate has an event when it is stored, when it is deleted, and each time that it was not admitted', () => {
  const refused = (at: string) => ({ refusedAt: at, refusedBy: 'tgss' as const });
  expect(ofCertificate(undefined, {})).toEqual(['certificate.uploaded']);
  expect(ofCertificate({}, undefined)).toEqual(['certificate.deleted']);
  expect(ofCertificate({}, refused('1'))).toEqual(['certificate.refused_by_authority']);
  expect(ofCertificate(refused('1'), refused('2'))).toEqual(['certificate.refused_by_authority']);
  expect(ofCertificate(refused('1'), refused('1'))).toEqual([]);
});

const user: ChangedUser = { id: 'u', accountId: 'a', name: 'Lucía', role: 'files', generation: 0 };
const ofUser = (before?: Partial<ChangedUser>, after?: Partial<ChangedUser>) =>
  typesOf({ kind: 'user', before: before && { ...user, ...before }, after: after && { ...user, ...after } });

test.each<[string, Partial<ChangedUser> | undefined, Partial<ChangedUser> | undefined, string[]]>([
  ['made', undefined, {}, ['user.invited']],
  ['with a first password', {}, { joinedAt: 'x', generation: 1 }, ['user.joined']],
  ['with another password', { joinedAt: 'x', generation: 1 }, { joinedAt: 'x', generation: 2 }, []],
  ['signed out everywhere', {}, { generation: 1 }, []],
  ['with another role', {}, { role: 'reads' }, ['user.changed']],
  ['with another name', {}, { name: 'Lucía M.' }, ['user.changed']],
  ['with a second factor', {}, { hasSecondFactor: true }, ['user.changed']],
  ['removed', {}, { removedAt: 'x', generation: 1 }, ['user.removed']],
  ['removed, and its row deleted', { removedAt: 'x' }, undefined, []],
  ['of a client company that is removed', { clientId: 3 }, undefined, ['user.removed']],
])('a user has the events of each change: %s', (_, before, after, types) => {
  expect(ofUser(before, after)).toEqual(types);
});

test('events contain no personal data', () => {
  const text = JSON.stringify(eventsOf({ kind: 'user', id: 'r', at: AT, before: undefined, after: user }));
  expect(text).not.toContain('Lucía');
});
