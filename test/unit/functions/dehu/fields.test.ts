import { expect, test } from 'vitest';
import { listRequest } from '../../../../functions/gateway/dehu/fields.ts';
import { listPendingNotifications } from '../../../../functions/gateway/dehu/operations/list-pending.ts';
import { read } from '../../../support/portals/operations.ts';

test.each([0, 'A', 'B123456789'])('a holder that LEMA would not read is refused: %s', (titularNif) => {
  expect(listRequest.safeParse({ titularNif }).success).toBe(false);
});

test('a range that ends before it begins is refused', () => {
  const of = (startDate: string, endDate: string) =>
    read(listPendingNotifications, { startDate, endDate }).errors;
  expect(of('2026-11-02', '2026-11-01')).toEqual({ endDate: ['No puede ser anterior a startDate.'] });
  expect(of('2026-11-02', '2026-11-02')).toEqual({});
});
