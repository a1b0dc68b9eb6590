import { describe, expect, test } from 'vitest';
import { toBatch } from '../../../functions/capabilities/batches/fields.ts';
import type { Batch } from '../../../functions/capabilities/batches/store/batch.ts';

/** The estimated end of a batch. */

const NOW = new Date('2026-11-23T12:00:00.000Z');
const endsAt = (more: Partial<Batch>) => {
  const batch = {
    state: 'previewing',
    createdAt: '2026-11-23T11:50:00.000Z',
    tries: { userId: 'u' },
    committedAt: '2026-11-23T11:58:00.000Z',
    ...more,
  } as Batch;
  return toBatch(batch, NOW).ends_at;
};

describe('the expected end of a batch', () => {
  test('the end of the dry runs follows from how fast they went since the batch was sent', () => {
    // 20 of 50 in ten minutes. Rows with mistakes take no time.
    const counts = { wrong: 7, tried: 15, failed: 5, trying: 10, waiting: 20 };
    expect(endsAt({ counts })).toBe('2026-11-23T12:15:00.000Z');
  });

  test('the end of the filings follows from how fast they went since the batch was committed', () => {
    // 10 of 40 in two minutes. Rows that did not pass are not filed.
    const counts = {
      failed: 9,
      filed: 6,
      refused: 1,
      unknown: 1,
      notSent: 1,
      partial: 1,
      filing: 4,
      tried: 26,
    };
    expect(endsAt({ state: 'filing', counts })).toBe('2026-11-23T12:06:00.000Z');
  });
});

test.each<[string, Partial<Batch>]>([
  ['before a first row was tried', { counts: { waiting: 5, trying: 5 } }],
  ['before a first row was filed', { state: 'filing', counts: { tried: 5, filing: 5, failed: 3 } }],
  ['while it waits for an authority', { counts: { tried: 5, waiting: 5 }, waitsFor: 'En espera.' }],
  ['while it waits for a person', { state: 'previewed', counts: { tried: 5 } }],
  ['once it has ended', { state: 'ended', counts: { filed: 5 } }],
])('the expected end of a batch is unknown %s', (_, more) => {
  expect(endsAt(more)).toBeNull();
});
