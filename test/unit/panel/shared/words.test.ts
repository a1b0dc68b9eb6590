import { expect, test } from 'vitest';
import { warningsOf } from '../../../../functions/capabilities/obligations/due.ts';
import { RATES } from '../../../../panel/src/gateway/tokens/limits.ts';
import {
  actOf,
  initialsOf,
  inPlainWords,
  inTitles,
  isLate,
  theAuthority,
} from '../../../../panel/src/shared/words.ts';
import type { Fact } from '../../../../shared/operation/fact.ts';
import { LIMITS } from '../../../../shared/operation/rates.ts';

/** The panel's names for things of the interface. */

test('a mistake names kinds of trámites by their titles, and leaves other words', () => {
  const titles = new Map([['updateGroup', 'Cambiar el grupo de cotización']]);
  expect(inTitles('¿Quiso decir updateGroup? (fecha_real, startDate)', titles)).toBe(
    '¿Quiso decir «Cambiar el grupo de cotización»? (fecha_real, startDate)',
  );
});

test('each class of requests in the list of sign-ins has a name', () => {
  const { anonymous, ...own } = LIMITS;
  expect(Object.keys(RATES).map(Number).toSorted()).toEqual(Object.values(own).toSorted());
  expect(Object.keys(RATES)).not.toContain(String(anonymous));
});

/** The gateway's warnings about a fact that becomes known on a day, and takes effect on the first of October. */
const warnings = (kind: Fact['kind'], day: string, more: Partial<Fact> = {}) =>
  warningsOf({
    id: '',
    kind,
    date: '2026-10-01',
    at: `2026-${day}T10:00:00Z`,
    how: 'declared',
    ...more,
    account: '011128000000097',
    document: '12345678Z',
  });

test('the button that files says that the filing is late exactly when a term of the gateway is over', () => {
  for (const kind of ['alta', 'baja', 'change', 'contract'] as const) {
    const late = warnings(kind, '11-10');
    expect(late.map(isLate), kind).toEqual([true]);
    expect(actOf(late)).toBe('Presentar fuera de plazo');
    expect(actOf(warnings(kind, '09-20')), kind).toBe('Presentar');
  }
  expect(actOf(warnings('removed', '10-02', { removes: 'alta' }))).toBe('Presentar fuera de plazo');
  // On the day itself it may still be in time.
  expect(actOf(warnings('alta', '10-01'))).toBe('Presentar a pesar del aviso');
  expect(actOf(['uno', 'otro'])).toBe('Presentar a pesar de los avisos');
});

test('an authority has its article within a sentence', () => {
  expect(['tgss', 'sepe', 'aeat', 'dehu'].map((one) => theAuthority(one))).toEqual([
    ...['la Seguridad Social', 'el SEPE', 'la Agencia Tributaria', 'la DEHú'],
  ]);
  expect([theAuthority('sepe', 'de'), theAuthority('sepe', 'a'), theAuthority('tgss', 'de')]).toEqual([
    ...['del SEPE', 'al SEPE', 'de la Seguridad Social'],
  ]);
});

test.each([
  ['declare que no consta (POST /tramites/01K/resolve).', 'declare que no consta.'],
  ['La copia (POST /sepe/copy-basic, o con el contrato), o nada.', 'La copia (o con el contrato), o nada.'],
  [
    'DEHú no ha dado el acuse: pídalo con GET /dehu/notification-document.',
    'DEHú no ha dado el acuse: pídalo.',
  ],
  ['TA.pdf: GET /tramites/01K/documents/1.', 'TA.pdf.'],
  ['Nada que quitar (a veces).', 'Nada que quitar (a veces).'],
  [
    'Si se presenta ahora no se enviará otra vez; si hay que repetirlo, indique ese trámite en Repeats.',
    'Si se presenta ahora no se enviará otra vez.',
  ],
  [
    'No se ha enviado. Si hay que repetirlo, envíela en otro lote con ese trámite en repeats.',
    'No se ha enviado.',
  ],
  [
    'Falta «CNO»: añada la columna, o diga en mapping cuál es o qué valor vale para todas las filas. Diga en mapping qué es, o quítela.',
    'Falta «CNO»: añada la columna, o diga cuál es. Diga qué es, o quítela.',
  ],
  ['Si lo presenta, se repetirá. Si hay dudas, mire.', 'Si lo presenta, se repetirá. Si hay dudas, mire.'],
])('the text %s is shown to people without addresses', (text, plain) => {
  expect(inPlainWords(text)).toBe(plain);
});

test('a name is shortened to its first letters if there is no room', () => {
  expect(['Lucía Martín Soto', 'Nóminas', '«Álvarez» & hijos', ''].map(initialsOf)).toEqual([
    'LM',
    'N',
    'ÁH',
    '',
  ]);
});
