import { expect, test } from 'vitest';
import { placeOf } from '../../../../../panel/src/capabilities/events/events.ts';

test('an event links to the page of its subject, drift.found to its comparison in the page of the company', () => {
  const of = (kind: Parameters<typeof placeOf>[0]['subject']['kind'], company: number | null = 12) =>
    placeOf({ subject: { kind, id: 'x' }, company });
  expect(of('reconciliation')).toBe('#/empresas/12?cuadre=x');
  expect(of('reconciliation', null)).toBeUndefined();
  expect(of('tramite')).toBe('#/tramites/x');
  expect(of('obligation')).toBe('#/hoy');
  expect(of('authority')).toBeUndefined();
});
