import { expect, test } from 'vitest';
import { NO_FIELD_FOR_CNO } from '../../../../functions/gateway/seg-social/facts.ts';
import { getCno } from '../../../../functions/gateway/seg-social/operations/get-cno.ts';
import { getContributionRecord } from '../../../../functions/gateway/seg-social/operations/get-contribution-record.ts';
import { getFie } from '../../../../functions/gateway/seg-social/operations/get-fie.ts';
import { getNssByIpf } from '../../../../functions/gateway/seg-social/operations/get-nss-by-ipf.ts';
import { listEmployeeSituations } from '../../../../functions/gateway/seg-social/operations/list-employee-situations.ts';
import { listTaDocuments } from '../../../../functions/gateway/seg-social/operations/list-ta-documents.ts';
import { listContracts } from '../../../../functions/gateway/sepe/operations/list-contracts.ts';
import type { Reading } from '../../../../shared/operation/operation.ts';

/**
 * The facts that readings about one worker prove: a registration, with its end if it has ended, a change of contract, and a sick
 * leave.
 */

const proved = (reading: unknown, data: object, message?: string, more: object = {}) => {
  const { emitsOnRead, request, example } = reading as Reading;
  const asked = request.parse({ ...(example.request as object), ...more });
  return emitsOnRead!(asked, data, { today: '2026-11-26', ...(message && { message }) });
};
const ALTA = { kind: 'alta', account: '011128000000097', nss: '280000000097' };

test('situations prove registrations, and the end of those that have ended', () => {
  const [situation] = listEmployeeSituations.example.response as [object];
  const of = (fecha_alta: string, fecha_baja = '') => ({ ...situation, fecha_alta, fecha_baja });
  const { regimen, ccc, dni } = listEmployeeSituations.example.request as Record<string, string>;
  const { nss } = situation as { nss: string };
  expect(proved(listEmployeeSituations, [of('2026-11-03'), of('2025-01-07', '2025-03-31'), of('')])).toEqual([
    { ...ALTA, account: `${regimen}${ccc}`, nss, document: dni, date: '2026-11-03' },
    { ...ALTA, account: `${regimen}${ccc}`, nss, document: dni, date: '2025-01-07' },
    { ...ALTA, kind: 'baja', account: `${regimen}${ccc}`, nss, document: dni, date: '2025-03-31' },
  ]);
});

test('movements prove registrations and ends that have their data', () => {
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
  const before = [
    { ...alta, date: '2025-01-07' },
    { ...alta, kind: 'baja', date: '2025-03-31' },
  ];
  expect(proved(listTaDocuments, [...ended, of('ALTA', '2026-11-03')])).toEqual([...before, alta]);
  expect(proved(listTaDocuments, ended)).toEqual(before);
  // If there is no more than a document of its end, it may go on for all that is known.
  expect(proved(listTaDocuments, [of('ALTA', '2025-01-07'), of('BAJA', '2025-03-31', '')])).toEqual([]);
  expect(proved(listTaDocuments, [of('ALTA', '2026-11-03', '')])).toEqual([]);
});

test('a contribution record proves the present contract, from the day of its last change', () => {
  const { regimen, ccc, nss, dni } = getContributionRecord.example.request as Record<string, string>;
  const of = (contrato: object) => proved(getContributionRecord, { contrato });
  expect(proved(getContributionRecord, getContributionRecord.example.response)).toEqual([
    {
      kind: 'change',
      account: `${regimen}${ccc}`,
      nss,
      document: dni,
      date: '2025-11-03',
      contractType: '100',
    },
  ]);
  expect(of({ tipoContrato: { codigo: '189' } })).toEqual([]);
  expect(of({ fechaCambioContrato: '03/11/2025' })).toEqual([]);
});

test('the list of contracts proves all communications of a contract', () => {
  const [entry] = listContracts.example.response as [object];
  const kinds = ['CONTRATO', 'PRÓRROGA', 'PRORROGA', 'TRANSFORMACIÓN', 'LLAMAMIENTO', 'OTRA'].map((tipo) =>
    proved(listContracts, [{ ...entry, tipo }]).map(({ kind }) => kind),
  );
  expect(kinds).toEqual([['contract'], ['extension'], ['extension'], ['transformation'], ['workCall'], []]);
});

test.each([
  ['3=ACCIDENTE DE TRABAJO', true],
  ['4', true],
  ['ACCIDENTE DE TRABAJO', true],
  ['Enfermedad profesional', true],
  ['1=ENFERMEDAD COMUN', false],
  ['2=ACCIDENTE NO LABORAL', false],
  ['5=PERIODO DE OBSERVACION POR ENFERMEDAD PROFESIONAL', false],
  ['34', false],
  ['', false],
])('a leave with the contingency «%s» is caused by work or not: %s', (Contingencia, isWorkRelated) => {
  const row = { IPF: '1012345678Z', 'Fecha Registro': '20261103', 'Fecha Baja IT': '20261102', Contingencia };
  const [leave] = proved(getFie, { list: [row] });
  expect(leave!.isWorkRelated ?? false).toBe(isWorkRelated);
});

test('a FIE that cannot be read is answered as it is, and says that its leaves are not in the list', async () => {
  const ports = {
    tgss: { read: async () => ({ document: { bytes: new Uint8Array(8) }, message: '0350' }) },
    keep: async () => 'kept',
  };
  const { data, message, proves } = await (getFie as unknown as Reading).run(
    { format: 'excel' },
    ports as never,
  );
  expect({ data, proves }).toEqual({ data: { file: 'kept' }, proves: undefined });
  expect(message).toMatch(/^0350 No se ha podido leer la hoja/);
});

test('rows of the FIE prove a sick leave by its first day, and its end only if that may be its first notice', () => {
  const row = (registered: string, ended = '') => ({
    'C.C.C. Principal': '011128000000097',
    IPF: '1012345678Z',
    'N.A.F.': '281234567840',
    'Primer Apellido': 'CAÑIZARES',
    'Segundo Apellido': '',
    Nombre: 'NOELIA',
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
    name: 'NOELIA CAÑIZARES',
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

test.each([
  ['Inicio Descanso Nacimiento', '20261102', true],
  ['Datos de cuidado de menor', 'S', true],
  ['NACIMIENTO Y CUIDADO DEL MENOR (2)', 'x', true],
  ['Inicio Descanso Nacimiento', '', false],
  ['Fecha de Nacimiento', '19900517', false],
  ['Fecha Nacimiento (NCM)', '19900517', false],
  ['Columna Nueva', 'x', false],
])('a column «%s» with «%s» shows a birth or not: %s', (column, value, isBirth) => {
  const row = {
    IPF: '1012345678Z',
    'C.C.C. Principal': '011128000000097',
    'Fecha Registro': '20261103',
    [column]: value,
  };
  const notice = {
    kind: 'birthNotice',
    account: '011128000000097',
    document: '12345678Z',
    date: '2026-11-03',
  };
  expect(proved(getFie, { list: [row] })).toEqual(isBirth ? [notice] : []);
  // With a leave, the row shows both.
  const kinds = proved(getFie, { list: [{ ...row, 'Fecha Baja IT': '20261102' }] }).map(({ kind }) => kind);
  expect(kinds).toEqual([...(isBirth ? ['birthNotice'] : []), 'sickLeave']);
});

test('the answer to the question for a number makes it known, with the name if the authority gives it', () => {
  const { dni } = getNssByIpf.example.request as Record<string, string>;
  const answer = getNssByIpf.example.response as { nss: string };
  const number = { kind: 'affiliationNumber', document: dni, nss: answer.nss, date: '2026-11-26' };
  expect(proved(getNssByIpf, answer)).toEqual([{ ...number, name: 'ANA GARCIA LOPEZ' }]);
  expect(proved(getNssByIpf, { ...answer, nombres: '', apellidos: '' })).toEqual([number]);
});

test('the occupation of a registration that goes on is proved, and its absence only where the page has the field', () => {
  const data = getCno.example.response as { nss: string; dni: string };
  const { regimen, ccc, nss, dni } = getCno.example.request as Record<string, string>;
  const shown = { kind: 'occupation', account: `${regimen}${ccc}`, document: dni, nss, date: '2025-11-03' };
  expect(proved(getCno, data)).toEqual([{ ...shown, occupation: '4122' }]);
  expect(proved(getCno, { ...data, cno: '' })).toEqual([{ ...shown, occupation: '' }]);
  expect(proved(getCno, { ...data, cno: '' }, NO_FIELD_FOR_CNO)).toEqual([]);
  expect(proved(getCno, { ...data, fecha_baja: '2026-01-31' })).toEqual([]);
  expect(proved(getCno, [])).toEqual([]);
  const [situation] = listEmployeeSituations.example.response as [object];
  const kinds = (more: object) =>
    proved(listEmployeeSituations, [situation], undefined, more).map(({ kind }) => kind);
  expect(kinds({ getDatos: 1 })).toEqual(['alta', 'occupation']);
  expect(kinds({})).toEqual(['alta']);
  // Whoever lacks it is called by name where it is due.
  const without = { ...situation, nombres: 'ANA', apellidos: 'RUIZ GIL', cno: '' };
  expect(proved(listEmployeeSituations, [without], undefined, { getDatos: 1 })[1]).toMatchObject({
    kind: 'occupation',
    name: 'ANA RUIZ GIL',
  });
});
