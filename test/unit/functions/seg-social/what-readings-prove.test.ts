import { expect, test } from 'vitest';
import { listEmployeeSituations } from '../../../../functions/seg-social/operations/list-employee-situations.ts';
import { listTaDocuments } from '../../../../functions/seg-social/operations/list-ta-documents.ts';
import type { Reading } from '../../../../shared/operation/operation.ts';

/** What of a registration the questions about one worker prove: only one that goes on, as the list of workers has it. */

const proved = (reading: unknown, data: object[]) => {
  const { proves, request, example } = reading as Reading;
  return proves!(request.parse(example.request), data, { today: '2026-11-26' });
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
    ...{ ...movement, movType, fecha_real, situacion },
  });
  const { regimen, ccc, nss } = listTaDocuments.example.request as Record<string, string>;
  const ended = [of('ALTA', '2025-01-07'), of('BAJA', '2025-03-31', '93')];
  const alta = { ...ALTA, account: `${regimen}${ccc}`, nss, date: '2026-11-03' };
  expect(proved(listTaDocuments, [...ended, of('ALTA', '2026-11-03')])).toEqual([alta]);
  expect(proved(listTaDocuments, ended)).toEqual([]);
  expect(proved(listTaDocuments, [of('ALTA', '2026-11-03', '')])).toEqual([]);
});
