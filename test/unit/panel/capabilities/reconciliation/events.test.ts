import { expect, test } from 'vitest';
import { placeOf } from '../../../../../panel/src/capabilities/events/events.ts';
import { eventNames } from '../../../../../panel/src/capabilities/reconciliation/event-names.ts';

test('an event about a comparison links to it in the page of the company', () => {
  const of = (company: number | null) =>
    placeOf({ subject: { kind: 'reconciliation', id: 'x' }, company }, [{ eventNames }]);
  expect(of(12)).toBe('#/empresas/12?cuadre=x');
  expect(of(null)).toBeUndefined();
});
