import { expect, test } from 'vitest';
import { factsOfList } from '../../../shared/operation/notifications.ts';

const listed = (state: string) =>
  factsOfList('tgss', [
    {
      sentReference: '1',
      nifTitular: '',
      state,
      availabilityDate: '2026-11-20T09:00:00+01:00',
      concept: '',
    },
  ]).map(({ kind }) => kind);

test.each([
  ['PENDIENTE', ['notification']],
  ['ACEPTADA', ['notificationOpened']],
  ['RECHAZADA', ['notificationOpened']],
  // It was never opened and counts as refused, so the obligation stays late.
  ['EXPIRADA', []],
  ['REALIZADA_TEU', []],
  ['LEIDA', []],
])('a list that shows a notification as %s declares the facts %j', (state, kinds) => {
  expect(listed(state)).toEqual(kinds);
});

test('the fact of a pending notification has what its list says of it, and nothing that is empty', () => {
  const item = {
    sentReference: '1',
    nifTitular: 'B99990012',
    state: 'PENDIENTE',
    availabilityDate: '2026-11-20',
    concept: ` ${'a'.repeat(400)}`,
  };
  const about = { kind: 'notification', cif: 'B99990012', date: '2026-11-20', concept: 'a'.repeat(300) };
  const dehu = factsOfList('dehu', [{ ...item, emitterEntity: 'Ayuntamiento' }])[0];
  expect(dehu).toEqual({ ...about, authority: 'dehu', reference: '1', sender: 'Ayuntamiento' });
  const aeat = factsOfList('aeat', [{ ...item, titular: 'TALLERES RUIZ' }])[0];
  expect(aeat).toEqual({ ...about, authority: 'aeat', reference: '1', holder: 'TALLERES RUIZ' });
  const opened = factsOfList('dehu', [{ ...item, state: 'ACEPTADA' }])[0];
  expect(opened).not.toHaveProperty('concept');
});
