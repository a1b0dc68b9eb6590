import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../../../../functions/capabilities/events/gateway-event.ts';
import type { EventNames } from '../../../../../panel/src/capabilities/capability.ts';
import { familiesOf, placeOf } from '../../../../../panel/src/capabilities/events/events.ts';

const FOLDER = join(import.meta.dirname, '../../../../../panel/src/capabilities');
/** What the pages of each capability say of its events. */
const capabilities: { eventNames: EventNames }[] = await Promise.all(
  globSync('*/event-names.ts', { cwd: FOLDER }).map((file) => import(join(FOLDER, file))),
);

test('an event of the gateway leads to the page of its subject', () => {
  const of = (kind: Parameters<typeof placeOf>[0]['subject']['kind']) =>
    placeOf({ subject: { kind, id: 'x' }, company: 12 }, capabilities);
  expect(of('tramite')).toBe('#/tramites/x');
  expect(of('obligation')).toBe('#/hoy');
  expect(of('authority')).toBeUndefined();
});

test('each kind of event has a name, and its place among them', () => {
  const families = new Set(Object.keys(EVENT_TYPES).map((type) => type.split('.')[0]));
  const named = familiesOf(capabilities);
  expect(Object.keys(named).toSorted()).toEqual([...families].toSorted());
  const order = [
    'Trámites',
    'Obligaciones',
    'Notificaciones',
    'Certificados',
    'Lotes',
    'Cuadres',
    'Plantillas',
  ];
  const names = [...order, 'Organismos', 'Personas', 'Actividad de la cuenta', 'Webhooks'];
  expect(Object.values(named)).toEqual(names.filter((name) => Object.values(named).includes(name)));
});
