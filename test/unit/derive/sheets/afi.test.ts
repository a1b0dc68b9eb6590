import { describe, expect, test, vi } from 'vitest';
import { checkRow } from '../../../../shared/derive/sheets/check-row.ts';
import { rowsOf, submissionOf, submissions } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

/** A segment of 70 characters, with texts at their places, from 1. */
const segment = (name: string, values: Record<number, string>) => {
  const characters = Array.from(name.padEnd(70));
  for (const [at, text] of Object.entries(values))
    for (const [index, character] of Array.from(text).entries())
      characters[Number(at) - 1 + index] = character;
  return characters.join('');
};

const ETI = segment('ETIAFI9', { 8: '6WS740', 54: ' ' });
const EMP = segment('EMP', { 4: '0111', 8: '28', 10: '000000097', 39: '0111', 43: '28', 45: '000000097' });
const RZS = segment('RZS', { 4: '0', 6: 'EMPRESA DE EJEMPLO SL' });
const TRA = segment('TRA', { 4: '280000000097', 16: '1', 17: '724', 20: '0000012345678Z', 62: '724' });
const AYN = segment('AYN', { 4: 'GARCIA', 24: 'LOPEZ', 44: 'ANA' });
/** As public programs write it: what does not apply is zeros, N or blank. */
const fab = (action: string, values: Record<number, string> = {}) =>
  segment('FAB', {
    4: action,
    7: '01',
    9: '20261201',
    17: '03',
    19: '000',
    22: '100',
    26: 'N',
    27: '000000',
    34: '0000000',
    41: '19900517',
    49: '2',
    51: '0000',
    56: 'NNN',
    60: '000000000',
    68: 'NN',
    ...values,
  });
const ETF = (count: number) => segment('ETFAFI9', { 55: '00001', 60: String(count).padStart(8, '0') });

const file = (...segments: string[]) =>
  [ETI, EMP, RZS, TRA, AYN, ...segments, ETF(segments.length + 6)].join('\r\n');
const read = (text: string) =>
  rowsOf(Buffer.from(text, 'latin1'), { format: 'afi', operations: submissions });

const worker = { regimen: '0111', ccc: '28000000097', nss: '280000000097', dni: '12345678Z' };

describe('movements', () => {
  test('a registration has what FAB, DAM and ODL say', async () => {
    const rows = await read(
      file(
        fab('MA ', { 25: '1', 27: '500', 30: '967', 33: 'C', 60: '0409' }),
        segment('DAM', { 4: '20261101', 12: 'N', 13: '280000000198', 25: '01', 59: '11', 61: 'a' }),
        segment('ODL', { 4: '28001234012003', 24: '4111' }),
      ),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      row: 6,
      operation: 'registerEmployee',
      mistakes: [],
      request: {
        ...worker,
        identificacion: '1',
        fecha_real: '2026-12-01',
        grupo_cotizacion: '03',
        tipo_contrato: '100',
        cond_desempleado: '1',
        coeficiente: '500',
        worker_collective: '967',
        rlce: '0409',
        duplicate: 1,
        obtener_idc: 1,
        fnacimiento: '1990-05-17',
        sexo: 'F',
        fic: '2026-11-01',
        sust_nss: '280000000198',
        sust_cause: '01',
        beneficios: '11',
        ocupacion: 'a',
        convenio: '28001234012003',
        cno: '4111',
      },
    });
    expect((await checkRow(rows[0]!, submissionOf('registerEmployee'))).mistakes).toEqual([]);
  });

  test.each([
    [
      'MB ',
      { 7: '93' },
      'deregisterEmployee',
      { identificacion: '1', situacion: '93', fecha_real: '2026-12-01' },
    ],
    ['MG ', {}, 'updateGroup', { fecha_real: '2026-12-01', grupo_cotizacion: '03' }],
    [
      'MC ',
      { 27: '500' },
      'updateContract',
      { startDate: '2026-12-01', contractType: '100', coeficiente: '500' },
    ],
    ['MD ', {}, 'removeRegistration', { fecha_real: '2026-12-01' }],
    ['MR ', { 7: '93' }, 'removeTermination', { fecha_real: '2026-12-01' }],
    ['ME ', {}, 'removeRegistration', { fecha_real: '2026-12-01' }],
    ['ME ', { 7: '93' }, 'removeTermination', { fecha_real: '2026-12-01' }],
  ])('%s %o is %s', async (action, values, operation, more) => {
    const [row, ...others] = await read(file(fab(action, values)));
    expect(others).toEqual([]);
    expect(row).toMatchObject({ operation, mistakes: [] });
    expect(row?.request).toEqual({ ...worker, ...more });
    expect((await checkRow(row!, submissionOf(operation))).mistakes).toEqual([]);
  });

  test('workers, companies and several movements of one each have their own line', async () => {
    const other = segment('TRA', { 4: '280000000198', 16: '6', 20: '00000X1234567L' });
    const rows = await read(
      file(
        fab('MG '),
        fab('MT '),
        segment('DAM', { 61: 'b' }),
        other,
        fab('MB ', { 7: '51' }),
        EMP.replace('EMP0111', 'EMP0163'),
        TRA,
        fab('MG '),
      ),
    );
    expect(rows.map(({ row, operation, request }) => [row, operation, request.nss, request.regimen])).toEqual(
      [
        [6, 'updateGroup', worker.nss, '0111'],
        [7, 'updateOccupation', worker.nss, '0111'],
        [10, 'deregisterEmployee', '280000000198', '0111'],
        [13, 'updateGroup', worker.nss, '0163'],
      ],
    );
    expect(rows[1]?.request.ocupacion).toBe('b');
    expect(rows[2]?.request).toMatchObject({ identificacion: '6', dni: 'X1234567L' });
  });
});

describe('what is not known is a mistake of its line', () => {
  const faults = async (text: string) => (await read(text)).flatMap(({ mistakes }) => mistakes);

  test.each([
    ['an action', [fab('ADT')], 6, 'La acción ADT no se tramita aquí'],
    ['a segment', [fab('MG '), segment('COD', {})], 7, 'El segmento COD no se conoce'],
    [
      'a field that no request has',
      [fab('MA ', { 26: 'S' })],
      6,
      'mujer subrepresentada (posiciones 26 a 26 de FAB): S',
    ],
    [
      'data after the movement',
      [fab('MA '), segment('DAM', { 68: '500' })],
      7,
      'coeficiente de tiempo parcial inicial',
    ],
    ['a situation', [fab('MA ', { 7: '12' })], 6, 'La situación 12 de un alta'],
    [
      'an action of the company',
      [segment('EMP', { 4: '0111', 67: 'CTA' }), TRA, fab('MG ')],
      6,
      'La acción CTA de la empresa',
    ],
    ['a worker without movement', [TRA, fab('MG ')], 4, 'no tiene ningún movimiento'],
    ['data without movement', [segment('ODL', {}), fab('MG ')], 6, 'ODL sin el segmento FAB'],
    ['a segment that is too long', [`${fab('MG ')}X`, fab('MG ')], 6, 'más de 70 caracteres'],
  ])('%s', async (_, segments, row, message) => {
    expect(await faults(file(...segments))).toContainEqual(
      expect.objectContaining({ row, message: expect.stringContaining(message) }),
    );
  });

  test('a file that is cut off, for tests, of another count, or no AFI file', async () => {
    const whole = file(fab('MG '));
    expect(await faults(whole.slice(0, -100))).toMatchObject([
      { message: expect.stringContaining('falta el segmento ETF') },
    ]);
    expect(await faults(whole.replace(ETI, segment(ETI, { 54: 'P' })))).toMatchObject([
      { row: 1, message: expect.stringContaining('de prueba') },
    ]);
    expect(await faults([ETI, EMP, TRA, fab('MG '), ETF(9)].join('\n'))).toMatchObject([
      { row: 5, message: expect.stringContaining('tiene 9 segmentos, y tiene 5') },
    ]);
    expect(await faults('FDI')).toMatchObject([
      { row: 1, message: expect.stringContaining('No es un fichero AFI') },
    ]);
  });

  test('too many movements', async () => {
    const rows = await rowsOf(file(fab('MG '), fab('MT '), fab('MC ')), {
      format: 'afi',
      operations: submissions,
      limits: { rows: 2 },
    });
    expect(rows.at(-1)?.mistakes).toMatchObject([
      { row: 8, message: expect.stringContaining('más de 2 movimientos') },
    ]);
  });
});
