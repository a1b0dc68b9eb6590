import { describe, expect, test } from 'vitest';
import {
  isNamed,
  stateText,
  type Worker,
  workerSheet,
} from '../../../../../panel/src/capabilities/reconciliation/workers.ts';

describe('the list of workers', () => {
  const worker = {
    ...{
      nombre: 'Íñigo Muñoz Peña',
      dni: '99999021N',
      nss: '289999902112',
      regimen: '0111',
      ccc: '28999901151',
    },
    ...{ fecha_alta: '2026-03-02', fecha_baja: null, tipo_contrato: '200', coeficiente: '500' },
    ...{ grupo_cotizacion: '07', cno: null },
  } as unknown as Worker;

  test.each<[string, boolean]>([
    ['inigo', true],
    ['muño pe', true],
    ['99999021', true],
    ['igo', false],
    ['inigo ruiz', false],
    ['', true],
  ])('the text %j finds a worker by the beginnings of words: %j', (typed, isFound) => {
    const words = typed.normalize('NFD').replace(/\p{M}/gu, '').split(' ').filter(Boolean);
    expect(isNamed(worker, words)).toBe(isFound);
  });

  test('a worker is shown with the first and the last day, and with a planned last day as planned', () => {
    const text = (fecha_baja: string | null) => stateText({ ...worker, fecha_baja } as Worker, '2026-11-29');
    expect([text(null), text('2026-11-29'), text('2026-11-30')]).toEqual([
      'alta 02/03/2026',
      'alta 02/03/2026 · baja 29/11/2026',
      'alta 02/03/2026 · baja prevista 30/11/2026',
    ]);
    expect(workerSheet([worker]).split('\r\n')[1]?.replaceAll('\u00a0', ' ')).toBe(
      '"Íñigo Muñoz Peña";"99999021N";"289999902112";"28 9999011 51";"02/03/2026";"";"200";"500";"07";""',
    );
  });
});
