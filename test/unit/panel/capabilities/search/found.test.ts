import { expect, test } from 'vitest';
import { hitsOf, saidOf } from '../../../../../panel/src/capabilities/search/found.ts';

/** The results of the search. */

const nothing = { workers: [], companies: [], filings: [], more: false };

test('workers, companies and trámites are offered with what distinguishes them, and lead to their pages', () => {
  const hits = hitsOf({
    workers: [
      {
        document: '99999100E',
        nss: null,
        name: 'BEGOÑA RUIZ PEÑA',
        companies: [{ id: 7, name: 'Talleres Ruiz' }],
      },
      { document: 'X1234567L', nss: null, name: null, companies: [] },
    ],
    companies: [{ id: 7, name: 'Talleres Ruiz', cif: 'B12345674', accounts: ['011128999901151'] }],
    filings: [
      {
        id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
        state: 'accepted',
        operationName: 'Alta',
        worker: null,
        companyName: 'Talleres Ruiz',
        reference: null,
        created_at: '2026-11-27T10:00:00.000Z',
      },
    ],
    more: false,
  });
  expect(hits.map(({ group, text, detail, address }) => [group, text, detail, address])).toEqual([
    ['Trabajadores', 'BEGOÑA RUIZ PEÑA', '99999100E · Talleres Ruiz', '#/historia/99999100E'],
    ['Trabajadores', 'X1234567L', '', '#/historia/X1234567L'],
    ['Empresas', 'Talleres Ruiz', 'B12345674 · 28\u00a09999011\u00a051', '#/empresas/7'],
    [
      ...['Trámites', 'Alta', 'Talleres Ruiz · 27/11/2026 · Aceptado'],
      '#/tramites/01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
    ],
  ]);
});

test('an unknown document leads to its page all the same, and other words without a result do not', () => {
  expect(hitsOf(nothing, '99.999.100-e').map(({ address }) => address)).toEqual(['#/historia/99999100E']);
  expect(hitsOf(nothing, 'garcía')).toEqual([]);
});

test('the search says what can be searched for, that it searches, and its result', () => {
  expect(saidOf('', undefined)).toContain('Nombre, DNI');
  expect(saidOf('ru', undefined)).toBe('Buscando…');
  expect(saidOf('ru', nothing)).toBe('No se encuentra nada.');
  expect(saidOf('ru', { ...nothing, more: true })).toContain('Hay más');
});
