import { expect, test } from 'vitest';
import { getFie } from '../../../../functions/seg-social/operations/get-fie.ts';
import { listEmployeeSituations } from '../../../../functions/seg-social/operations/list-employee-situations.ts';
import { listTaDocuments } from '../../../../functions/seg-social/operations/list-ta-documents.ts';
import type { Reading } from '../../../../shared/operation/operation.ts';

/**
 * The facts that readings about one worker prove about a registration: only a registration that continues, as the list of
 * workers shows it.
 */

const proved = (reading: unknown, data: object[]) => {
  const { emitsOnRead, request, example } = reading as Reading;
  return emitsOnRead!(request.parse(example.request), data, { today: '2026-11-26' });
};
const ALTA = { kind: 'alta', account: '011128000000097', nss: '280000000097' };

test('situations prove a registration that has not ended', () => {
  const [situation] = listEmployeeSituations.example.response as [object];
  const of = (fecha_alta: string, fecha_baja = '') => ({ ...situation, fecha_alta, fecha_baja });
  const { regimen, ccc, dni } = listEmployeeSituations.example.request as Record<string, string>;
  const { nss } = situation as { nss: string };
  expect(proved(listEmployeeSituations, [of('2026-11-03'), of('2025-01-07', '2025-03-31'), of('')])).toEqual([
    { ...ALTA, account: `${regimen}${ccc}`, nss, document: dni, date: '2026-11-03' },
  ]);
});

test('movements prove a registration that has its data and no end', () => {
  const [movement] = listTaDocuments.example.response as [object];
  const of = (movType: string, fecha_real: string, situacion = '01') => ({
    ...movement,
    movType,
    fecha_real,
    situacion,
  });
  const { regimen, ccc, nss } = listTaDocuments.example.request as Record<string, string>;
  const ended = [of('ALTA', '2025-01-07'), of('BAJA', '2025-03-31', '93')];
  const alta = { ...ALTA, account: `${regimen}${ccc}`, nss, date: '2026-11-03' };
  expect(proved(listTaDocuments, [...ended, of('ALTA', '2026-11-03')])).toEqual([alta]);
  expect(proved(listTaDocuments, ended)).toEqual([]);
  expect(proved(listTaDocuments, [of('ALTA', '2026-11-03', '')])).toEqual([]);
});

test('rows of the FIE prove a sick leave by its first day, and its end only where that may be its first notice', () => {
  const row = (registered: string, ended = '') => ({
    'C.C.C. Principal': '011128000000097',
    IPF: '1012345678Z',
    'N.A.F.': '281234567840',
    'Fecha Registro': registered,
    'Fecha Baja IT': '20261102',
    'Fecha Fin IT': ended,
  });
  const { emitsOnRead } = getFie as unknown as Reading;
  const proved = (list: object[]) => emitsOnRead!({}, { list }, { today: '2026-11-26' });
  const leave = {
    kind: 'sickLeave',
    account: '011128000000097',
    document: '12345678Z',
    nss: '281234567840',
    start: '2026-11-02',
  };
  expect(proved([row('20261103'), row('20261110')])).toEqual([
    { ...leave, date: '2026-11-03' },
    { ...leave, date: '2026-11-10' },
  ]);
  // A leave of less than five days has one notice for its beginning and its end (Real Decreto 625/2014, 2.3).
  expect(proved([row('20261107', '20261105')])).toEqual([{ ...leave, date: '2026-11-07' }]);
  // The end of a longer leave comes long after the notice that began the term.
  expect(proved([row('20261108', '20261107'), row('20261124', '20261123')])).toEqual([]);
});
