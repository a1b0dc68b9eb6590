import { expect, test } from 'vitest';
import { unfiledCount, waitingCount } from '../../../../../panel/src/capabilities/batches/today.ts';
import { dueCounts, notificationCount } from '../../../../../panel/src/capabilities/obligations/today.ts';
import {
  countsOf,
  expiredCount,
  refusedCount,
  unknownCount,
} from '../../../../../panel/src/gateway/today/counts.ts';

/** The line of counts at the top of Hoy. */

const things = (count: number) => Array.from({ length: count }, (_, index) => index);

test('the line counts what waits, the most urgent first, and leaves out what is zero, far away or unread', () => {
  const due = (['late', 'perhaps', 'today', 'week', 'later'] as const).map((when, index) => ({
    when,
    obligations: things(index + 1),
  }));
  const certificates = [{ daysLeft: -1 }, { daysLeft: 5 }];
  const counts = countsOf(
    [
      expiredCount(certificates),
      refusedCount(things(10)),
      { place: 70, section: 'drift', count: undefined, texts: ['diferencia', 'diferencias'], tone: 'warn' },
      notificationCount(things(0)),
      unfiledCount(things(2)),
      waitingCount(things(1)),
      ...dueCounts(due),
      unknownCount(things(1)),
    ],
    10,
  );
  expect(counts.map(({ section, text, tone }) => [section, text, tone])).toEqual([
    ['unknown', '1 resultado desconocido', 'bad'],
    ['late', '1 fuera de plazo', 'bad'],
    ['due', '2 pueden haber vencido', 'warn'],
    ['due', '3 vencen hoy', 'warn'],
    ['due', '4 vencen esta semana', 'calm'],
    ['expired', '1 certificado caducado', 'bad'],
    ['batches', '1 lote por confirmar', 'warn'],
    ['unfiled', '2 lotes con filas sin presentar', 'warn'],
    ['refused', '10 o más rechazados', 'bad'],
  ]);
  expect(countsOf([unknownCount(undefined), expiredCount(undefined)], 10)).toEqual([]);
});
