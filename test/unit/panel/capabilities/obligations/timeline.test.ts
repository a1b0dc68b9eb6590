import { expect, test } from 'vitest';
import { dueEntries } from '../../../../../panel/src/capabilities/obligations/timeline.ts';
import type { Obligation } from '../../../../../panel/src/capabilities/obligations/to-do.ts';
import { timelineOf } from '../../../../../panel/src/gateway/workers/timeline.ts';

test('one timeline has trámites and obligations, without withdrawn ones', () => {
  const obligation = (state: string, day: string, id = 'contrato') =>
    ({
      id: day,
      state,
      due: day,
      of: day,
      opens: '2026-11-20',
      rule: { id, title: 'Contrato' },
      worker: null,
    }) as unknown as Obligation;
  const entries = timelineOf<{ kind: string; at: string }>(
    [{ kind: 'filing', at: '2026-11-23T09:00:00Z' }],
    dueEntries([
      obligation('open', '2026-12-01'),
      // A renewal that is planned is in two of the lists that are asked for.
      obligation('open', '2026-12-01'),
      obligation('withdrawn', '2026-12-02'),
      obligation('closed', '2026-11-01'),
      obligation('open', '2026-11-30', 'notificacion-dehu'),
    ]),
  );
  expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
    ['obligation', '2026-12-01'],
    ['filing', '2026-11-23T09:00:00Z'],
    // By the day on which it was sent.
    ['notification', '2026-11-20'],
    ['obligation', '2026-11-01'],
  ]);
});
