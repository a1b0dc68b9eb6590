import { read, utils } from '@e965/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { demo } from '../support/demo.ts';
import { companyOf, ok, refusalOf, useSocialSecurity } from '../support/social-security.ts';

/** The FIE, the report on sick leave, as a spreadsheet and as a list. */

const socialSecurity = useSocialSecurity();
const { authorities } = socialSecurity;
const { general } = seed.demo.accounts;
const { persons } = seed.state;

describe('the FIE', () => {
  const { startDate, endDate, naf } = demo.fie;
  const ofAccount = { regimen: general.regimen, ccc: general.ccc, startDate, endDate };
  beforeEach(() => authorities.reset());

  /** The columns that the interface names, and the others. A repeated header has its section in brackets. */
  const COLUMNS = [
    ...['Fecha Registro', 'C.C.C. Principal', 'Razón Social', 'N.A.F.', 'IPF', 'Primer Apellido'],
    ...['Segundo Apellido', 'Nombre', 'Fecha Inicio Relación Laboral', 'Fecha Extinción Relación Laboral'],
    ...['Entidad Responsable', 'Entidad Responsable (IT)', 'Fecha Baja IT', 'Indicador Recaida'],
    ...['Días Acumulados', 'Contingencia', 'Tipo Proceso', 'Duración Estimada', 'Fecha Fin IT'],
    ...['Causa Fin IT', 'Base reguladora INSS', 'Entidad Responsable (DIP)', 'Fecha Baja IT (DIP)'],
    ...['Fecha Inicio DIP', 'Fecha Fin DIP', 'Causa DIP', 'Entidad Responsable (DOP)', 'Fecha Inicio DOP'],
    ...['Fecha Fin DOP', 'Importe DOP'],
  ];

  const list = async (query: Record<string, string | number>) =>
    (await socialSecurity.get('/excel-fie', { ...query, format: 'json' })).list as Record<string, string>[];

  test('the FIE is a spreadsheet, and the list has the same data', async () => {
    const { data, message } = ok(await socialSecurity.gateway.get('/seg-social/excel-fie', ofAccount));
    expect(message).toMatch(/^\d+/);
    expect(data.file).toMatchObject({
      contentType: 'application/vnd.ms-excel',
      name: expect.stringMatching(/\.xls$/),
    });
    const bytes = Buffer.from(data.file.content, 'base64');
    // The old binary format.
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    const book = read(bytes);
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, {
      header: 1,
      raw: false,
      defval: '',
    });
    const headers = rows.findIndex((row) => row.includes('N.A.F.'));
    expect(rows[headers]!.filter((name) => name === 'Entidad Responsable')).toHaveLength(4);
    expect(rows[headers]!.filter((name) => name === 'Fecha Baja IT')).toHaveLength(2);

    const found = await list(ofAccount);
    expect(found.map(Object.keys)).toEqual(found.map(() => COLUMNS));
    expect(found.map(Object.values)).toEqual(rows.slice(headers + 1));
    expect(found).toHaveLength(4);

    const { fie } = (await authorities.state()).tgss;
    for (const row of found) {
      const record = fie.find(
        ({ nss, registered }) =>
          nss === row['N.A.F.'] && registered.replaceAll('-', '') === row['Fecha Registro'],
      )!;
      const worker = persons.find(({ nss }) => nss === record.nss)!;
      expect(row).toMatchObject({
        'C.C.C. Principal': `${general.regimen}${general.ccc}`,
        'Razón Social': companyOf(general).name,
        IPF: expect.stringContaining(worker.dni),
        Nombre: worker.name,
        'Primer Apellido': worker.surname,
        'Segundo Apellido': worker.secondSurname,
        'Entidad Responsable': record.entity,
        'Entidad Responsable (IT)': record.it?.['Entidad Responsable'] ?? '',
        'Entidad Responsable (DIP)': record.dip?.['Entidad Responsable'] ?? '',
        'Entidad Responsable (DOP)': record.dop?.['Entidad Responsable'] ?? '',
        'Fecha Baja IT': record.it?.['Fecha Baja IT'] ?? '',
        'Fecha Baja IT (DIP)': record.dip?.['Fecha Baja IT'] ?? '',
        'Base reguladora INSS': record.it?.['Base reguladora INSS'] ?? '',
        'Importe DOP': record.dop?.['Importe DOP'] ?? '',
      });
    }
  });

  test('the FIE may have new columns', async () => {
    const before = await list(ofAccount);
    await authorities.addFieColumns();
    const after = await list(ofAccount);
    expect(Object.keys(after[0]!)).toEqual([
      ...COLUMNS.slice(0, 21),
      'Indicador Nuevo',
      'Inicio Descanso Nacimiento',
      ...COLUMNS.slice(21),
      'Fecha Nueva',
    ]);
    const NEW = ['Indicador Nuevo', 'Inicio Descanso Nacimiento', 'Fecha Nueva'];
    const withoutNew = after.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !NEW.includes(name))),
    );
    expect(withoutNew).toEqual(before);
    expect(new Set(after.map((row) => row['Indicador Nuevo']))).toEqual(new Set(['S', '']));
  });

  test('the FIE covers 28 days at most', async () => {
    await list({ ...ofAccount, startDate: addDays(endDate, -28) });
    const longer = await socialSecurity.gateway.get('/seg-social/excel-fie', {
      ...ofAccount,
      startDate: addDays(endDate, -29),
    });
    expect(refusalOf(longer)).toEqual(['EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS']);
  });

  test('the FIE is asked for a self-employed worker, or for the authorised user', async () => {
    const own = await list({ opcionesBusqueda: 1, naf, startDate, endDate });
    expect(own).toEqual([expect.objectContaining({ 'N.A.F.': naf, 'C.C.C. Principal': '' })]);
    const all = await list({ opcionesBusqueda: 2, startDate, endDate });
    expect(all).toHaveLength(5);
    expect(all).toEqual(expect.arrayContaining([...own, ...(await list(ofAccount))]));
    const withoutLeaves = { opcionesBusqueda: 1, naf: demo.newWorker.nss, startDate, endDate };
    const none = /NO EXISTEN DATOS/;
    expect(
      await socialSecurity.gateway.get('/seg-social/excel-fie', { ...withoutLeaves, format: 'json' }),
    ).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringMatching(none), data: { list: [] } },
    });
    const noSheet = await socialSecurity.gateway.get('/seg-social/excel-fie', withoutLeaves);
    expect(refusalOf(noSheet)).toEqual([expect.stringMatching(none)]);
    expect(
      await socialSecurity.gateway.get('/seg-social/excel-fie', { opcionesBusqueda: 1, startDate, endDate }),
    ).toMatchObject({
      status: 422,
      body: { errors: { naf: [expect.any(String)] } },
    });
  });
});
