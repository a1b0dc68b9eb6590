import { expect, test } from 'vitest';
import { groups } from '../../../../../functions/operations.ts';
import { type Act, DONE, detailsOf, KINDS } from '../../../../../panel/src/capabilities/audit/activity.ts';
import { ACT_KINDS } from '../../../../../shared/kernel/act-kinds.ts';

/** What the page says of the activity of an account. */

test('the page of the activity names each kind and each operation that is noted, and no other', () => {
  const noted = groups
    .flatMap(({ operations }) => operations)
    .filter((operation) => operation.kind === 'resource' && operation.noted && 'kind' in operation.noted);
  expect(Object.keys(DONE).toSorted()).toEqual([...new Set(noted.map(({ id }) => id))].toSorted());
  expect(Object.keys(KINDS)).toEqual(Object.keys(ACT_KINDS));
});

test('an act says about whom it was, what was chosen, and with which token', () => {
  const act = {
    object: { kind: 'user', id: '1', name: 'Lucía Martín' },
    values: { role: 'files', days: 30 },
    reason: null,
    token: { id: '2', name: 'Nóminas 3000' },
  } as unknown as Act;
  expect(detailsOf(act)).toMatch(/^Lucía Martín · .+ · con el token «Nóminas 3000»$/);
  expect(detailsOf({ ...act, object: null, values: {}, token: null, reason: 'noCode' })).toBe(
    'contraseña correcta, sin el código',
  );
});
