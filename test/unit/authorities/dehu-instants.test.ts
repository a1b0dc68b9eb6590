import { expect, test } from 'vitest';
import { toResource } from '../../../functions/gateway/dehu/fields.ts';
import { readNotice } from '../../../shared/authorities/dehu/notices.ts';
import { readXml } from '../../../shared/authorities/sepe/xml-reading.ts';
import { factsOfList } from '../../../shared/operation/notifications.ts';

/** A notification in a list, with this text as the time at which it was made available. */
const listed = (available: string) => {
  const key = '<identificador>1</identificador><codigoOrigen>40</codigoOrigen><tipoEnvio>2</tipoEnvio>';
  const date = `<fechaPuestaDisposicion>${available}</fechaPuestaDisposicion>`;
  return toResource(readNotice(readXml(`<item>${key}${date}</item>`, 100)));
};

test.each([
  ['with its offset', '2026-11-20T23:30:00+01:00'],
  ['of UTC', '2026-11-20T22:30:00Z'],
  ['without offset, which is of Spain wherever it is read', '2026-11-20T23:30:00'],
  ['with parts of a second', '2026-11-20T23:30:00.250'],
])('an instant %s belongs to its day in Madrid, and so does the last day to open', (_, available) => {
  const notification = listed(available);
  expect(new Date(notification.availabilityDate).toISOString()).toBe('2026-11-20T22:30:00.000Z');
  expect(notification.expirationDate).toBe('2026-11-30T23:59:59+01:00');
  expect(factsOfList('dehu', [notification])).toMatchObject([{ kind: 'notification', date: '2026-11-20' }]);
});
