import { expect, test } from 'vitest';
import { factsOfList } from '../../../shared/operation/notifications.ts';

const listed = (state: string) =>
  factsOfList('tgss', [
    { sentReference: '1', nifTitular: '', state, availabilityDate: '2026-11-20T09:00:00+01:00' },
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
