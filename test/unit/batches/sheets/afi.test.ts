import { describe, expect, test, vi } from 'vitest';
import { checkRow } from '../../../../functions/capabilities/batches/sheets/check-row.ts';
import { afiOf, eti, fab, segment } from '../../../support/sheets/afi.ts';
import { rowsOf, submissionOf, submissions } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const EMP = segment('EMP', { 4: '0111', 8: '28', 10: '000000097', 39: '0111', 43: '28', 45: '000000097' });
const RZS = segment('RZS', { 4: '0', 6: 'EMPRESA DE EJEMPLO SL' });
const TRA = segment('TRA', { 4: '280000000097', 16: '1', 17: '724', 20: '0000012345678Z', 62: '724' });
const AYN = segment('AYN', { 4: 'GARCIA', 24: 'LOPEZ', 44: 'ANA' });

const file = (...segments: string[]) => afiOf([EMP, RZS, TRA, AYN, ...segments]);
const read = (text: string) =>
  rowsOf(Buffer.from(text, 'latin1'), { format: 'afi', operations: submissions });

const worker = { regimen: '0111', ccc: '28000000097', nss: '280000000097', dni: '12345678Z' };

describe('the movements in an AFI file', () => {
  test('a registration has the values of FAB, DAM and ODL', async () => {
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
  ])('the segment %s with %o is %s', async (action, values, operation, more) => {
    const [row, ...others] = await read(file(fab(action, values)));
    expect(others).toEqual([]);
    expect(row).toMatchObject({ operation, mistakes: [] });
    expect(row?.request).toEqual({ ...worker, ...more });
    expect((await checkRow(row!, submissionOf(operation))).mistakes).toEqual([]);
  });

  test.each([
    ['MA ', 'registerEmployee', 'tipo_contrato'],
    ['MC ', 'updateContract', 'contractType'],
  ])(
    'a %s with contract 000, for a member of a board, has that contract',
    async (action, operation, field) => {
      const [row] = await read(file(fab(action, { 22: '000' }), segment('ODL', { 24: '1120' })));
      expect(row).toMatchObject({ operation, mistakes: [], request: { [field]: '000' } });
      expect((await checkRow(row!, submissionOf(operation))).mistakes).toEqual([]);
      const [blank] = await read(file(fab(action, { 22: '   ' })));
      expect((await checkRow(blank!, submissionOf(operation))).mistakes).toContainEqual(
        expect.objectContaining({ column: field, message: 'Este campo es obligatorio.' }),
      );
    },
  );

  test.each(['', '00000000000', '28000000097'])(
    'a second account in EMP is read as the same account when it is written as %j',
    async (ccc) => {
      const company = segment('EMP', { 4: '0111', 8: '28000000097', 39: ccc && '0111', 43: ccc });
      const rows = await read(afiOf([company, TRA, fab('MG ')]));
      expect(rows).toMatchObject([{ request: worker, mistakes: [] }]);
    },
  );

  test('workers, companies and several movements of one worker each have their own line', async () => {
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

describe('what is unknown in an AFI file', () => {
  const faults = async (text: string) => (await read(text)).flatMap(({ mistakes }) => mistakes);
  const ofFile = async (text: string) =>
    (await read(text)).filter((row) => row.ofFile).flatMap(({ mistakes }) => mistakes);

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
    [
      'another account of the company',
      [segment('EMP', { 4: '0111', 8: '28000000097', 39: '0111', 43: '08000000029' }), TRA, fab('MG ')],
      6,
      'EMP tiene otra cuenta de cotización (posiciones 39 a 53: 011108000000029)',
    ],
    [
      'another scheme of the company',
      [segment('EMP', { 4: '0111', 8: '28000000097', 39: '0163', 43: '28000000097' }), TRA, fab('MG ')],
      6,
      'otra cuenta de cotización',
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
  ])('a mistake is reported for %s', async (_, segments, row, message) => {
    expect(await faults(file(...segments))).toContainEqual(
      expect.objectContaining({ row, message: expect.stringContaining(message) }),
    );
  });

  test('an unreadable segment is a mistake of its movement, or of all movements below its worker or company', async () => {
    const unknown = segment('COD', {});
    const other = segment('TRA', { 4: '280000000198', 16: '6', 20: '00000X1234567L' });
    const kept = [segment('EMP', { 4: '0111', 8: '28000000198' }), other, fab('MB ', { 7: '51' })];
    const long = (text: string) => `${text}X`;
    for (const [segments, wrong] of [
      [[EMP, TRA, fab('MG '), unknown, fab('MT '), ...kept], [4]],
      [[EMP, TRA, fab('MT '), long(segment('DAM', { 61: 'b' })), fab('MG '), ...kept], [4]],
      [[EMP, TRA, fab('MT '), long(fab('MG ')), segment('ODL', { 24: '4111' }), ...kept], [5]],
      [
        [EMP, TRA, unknown, fab('MG '), fab('MT '), ...kept],
        [5, 6],
      ],
      [[EMP, long(TRA), fab('MG '), ...kept], [4]],
      [
        [EMP, long(RZS), TRA, fab('MG '), TRA, fab('MT '), ...kept],
        [5, 7],
      ],
      [[segment(EMP, { 67: 'CTA' }), TRA, fab('MG '), ...kept], [4]],
    ] as const) {
      const rows = await read(afiOf([...segments]));
      expect(rows.filter(({ mistakes }) => mistakes.length > 0).map(({ row }) => row)).toEqual(wrong);
      // Mistakes in these segments do not stop the movements of others.
      expect(rows.filter(({ ofFile }) => ofFile)).toEqual([]);
      expect(rows.at(-1)).toMatchObject({ operation: 'deregisterEmployee', mistakes: [] });
    }
    // Segments that belong to no movement belong to the file.
    const [alone, ...rows] = await read(afiOf([segment(EMP, { 67: 'CTA' }), ...kept]));
    expect(alone).toMatchObject({ row: 2, ofFile: true, mistakes: [{ row: 2 }] });
    expect(rows).toMatchObject([{ mistakes: [] }]);
  });

  test('a file is a mistake as a whole if it is cut off, is for tests, has another count or is no AFI file', async () => {
    const whole = file(fab('MG '));
    expect(await ofFile(whole.slice(0, -100))).toMatchObject([
      { message: expect.stringContaining('falta el segmento ETF') },
    ]);
    expect(await ofFile(whole.replace(eti(), eti('P')))).toMatchObject([
      { row: 1, message: expect.stringContaining('de prueba') },
    ]);
    expect(await ofFile(afiOf([EMP, TRA, fab('MG ')], { count: 9 }))).toMatchObject([
      { row: 5, message: expect.stringContaining('tiene 9 segmentos, y tiene 5') },
    ]);
    expect(await ofFile('FDI')).toMatchObject([
      { row: 1, message: expect.stringContaining('No es un fichero AFI') },
    ]);
  });

  test('a file with too many movements is a mistake as a whole', async () => {
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
