import { describe, expect, test } from 'vitest';
import type { FilingEntry } from '../../../shared/kernel/reply.ts';
import {
  ANSWER,
  type Manifest,
  manifestOf,
  type Part,
  REQUEST,
  readManifest,
} from '../../../shared/serving/evidence/manifest.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import type { UserName } from '../../../shared/stores/identity/users.ts';

/** The content of the manifest in a filing's evidence. */

const FILING = {
  id: 'f1',
  operation: 'POST /api/v4/seg-social/alta',
  authority: 'tgss',
  state: 'unknown',
  requestId: 'r1',
  accountId: 'a1',
  userId: 'u1',
  clientId: 3,
  certificate: { id: 'c1', fingerprint: 'f', nif: '12345678Z' },
  claimedAt: '2026-11-04T11:00:00.000Z',
} as Filing;

const part = (name: string, kind: Part['kind'], size = 1): Part => ({
  name,
  kind,
  contentType: 'text/plain',
  size,
  sha256: 'x',
});
const request = part(REQUEST, 'request');
const answer = part(`${ANSWER}1`, 'answer');
const of = (
  filing: Partial<Filing>,
  given: {
    parts?: Part[];
    missing?: string[];
    earlier?: Manifest;
    entries?: FilingEntry[];
    by?: UserName;
  } = {},
) =>
  manifestOf({ ...FILING, ...filing }, given.entries ?? [], {
    parts: given.parts ?? [],
    missing: given.missing ?? [],
    earlier: given.earlier,
    by: given.by,
  });

describe('a manifest', () => {
  test('a manifest says what was filed, by whom, with which certificate and when', () => {
    expect(of({}, { parts: [request, answer] })).toEqual({
      version: 1,
      filing: {
        id: 'f1',
        operation: 'POST /api/v4/seg-social/alta',
        authority: 'tgss',
        state: 'unknown',
        requestId: 'r1',
        entries: [],
      },
      by: { account: 'a1', user: 'u1', client: 3 },
      certificate: { id: 'c1', fingerprint: 'f', nif: '12345678Z' },
      times: { claimed: '2026-11-04T11:00:00.000Z' },
      parts: [request, answer],
      missing: [],
    });
  });

  test('a later manifest names the user as the first one did', () => {
    const by = { name: 'Lucía', email: 'lucia@example.com' };
    const first = of({}, { by });
    expect(first.by).toEqual({ account: 'a1', user: 'u1', ...by, client: 3 });
    expect(of({}, { earlier: first, by: { ...by, name: 'Otra' } }).by).toEqual(first.by);
    expect(of({}, { earlier: of({}), by }).by).toEqual(first.by);
  });

  test('a manifest says how its filing ended, if it has ended', () => {
    const entries = [{ state: 'accepted' }] as unknown as FilingEntry[];
    const made = of(
      { state: 'accepted', reference: '', messages: ['m'], committingAt: 'c', endedAt: 'e' },
      { entries },
    );
    expect(made.filing).toMatchObject({ state: 'accepted', reference: '', messages: ['m'], entries });
    expect(made.times).toEqual({ claimed: FILING.claimedAt, committing: 'c', ended: 'e' });
  });

  test('a manifest keeps the parts of an earlier one, and takes the newer of two', () => {
    const earlier = of({}, { parts: [request, answer], missing: ['x.pdf'] });
    const newer = { ...answer, size: 9 };
    const document = part('x.pdf', 'document');
    expect(of({}, { parts: [newer, document], earlier }).parts).toEqual([request, newer, document]);
    expect(of({}, { earlier }).parts).toEqual([request, answer]);
  });

  test('a manifest says what is missing: names without a part, and an answer if there is none', () => {
    expect(of({}, { parts: [request], missing: ['x.pdf', REQUEST] }).missing).toEqual(['x.pdf', 'answer']);
    expect(of({}, { parts: [answer], missing: [answer.name, 'y'] }).missing).toEqual(['y']);
    expect(of({}, { earlier: of({}, { parts: [answer] }) }).missing).toEqual([]);
  });
});

describe('reading a manifest', () => {
  test('a manifest is read as it was written', () => {
    const whole = { ...answer, status: 200, headers: { date: 'x' } };
    const made = of(
      { reference: 'r', messages: [], committingAt: 'c', endedAt: 'e' },
      { parts: [request, whole] },
    );
    expect(readManifest(Buffer.from(JSON.stringify(made)))).toEqual(made);
    expect(readManifest(Buffer.from(JSON.stringify(of({}))))).toEqual(of({}));
  });

  test.each<[string, (made: Manifest) => unknown]>([
    ['no JSON', () => undefined],
    ['another version', (made) => ({ ...made, version: 2 })],
    ['no filing', ({ filing: _, ...made }) => made],
    ['an unknown state', (made) => ({ ...made, filing: { ...made.filing, state: 'x' } })],
    ['no account', (made) => ({ ...made, by: { user: 'u', client: 0 } })],
    ['no holder', (made) => ({ ...made, certificate: { id: 'c', fingerprint: 'f' } })],
    ['no time', (made) => ({ ...made, times: {} })],
    ['a part of another kind', (made) => ({ ...made, parts: [{ ...request, kind: 'x' }] })],
    ['a part without its digest', (made) => ({ ...made, parts: [{ ...request, sha256: undefined }] })],
    ['nothing said of what is missing', ({ missing: _, ...made }) => made],
  ])('a manifest with a fault is refused: %s', (_, spoil) => {
    expect(() => readManifest(Buffer.from(JSON.stringify(spoil(of({}))) ?? '-'))).toThrow();
  });
});
