import { expect, test } from 'vitest';
import { offsetTime, stateOf } from '../../sandbox/dehu/notices.ts';
import type { DehuNotice } from '../../sandbox/dehu/records.ts';

test.each([
  ['in winter', '2026-11-20T22:59:59Z', '2026-11-30T23:59:59+01:00'],
  ['in summer', '2026-06-30T22:30:00Z', '2026-07-11T23:59:59+02:00'],
  ['on the day on which clocks go forward', '2026-03-19T12:00:00Z', '2026-03-29T23:59:59+02:00'],
  ['on the day on which clocks go back', '2026-10-15T12:00:00Z', '2026-10-25T23:59:59+01:00'],
])('a notification expires with the tenth day, %s', (_, available, last) => {
  const notice = { kind: 2, available } as DehuNotice;
  expect(stateOf(notice, new Date(last))).toBe('PENDIENTE');
  const after = stateOf(notice, new Date(Date.parse(last) + 1000));
  expect(after).toMatchObject({ state: 'EXPIRADA' });
  expect(offsetTime((after as { at: string }).at)).toBe(last);
});
