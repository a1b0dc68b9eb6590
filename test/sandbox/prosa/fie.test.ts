import { read, utils } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import { prosaPages } from '../../support/stand-in/prosa-page.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, today } = seed;
const { general } = demo.accounts;

const standIn = useStandIn();
const { open } = prosaPages(standIn);

describe('the FIE report', () => {
  const { fie } = demo;
  const COMPANY = { REG: general.regimen, PROV: general.ccc.slice(0, 2), NUM: general.ccc.slice(2) };
  const PERIOD = { fechaIniEmpresa: slashed(fie.startDate), fechaFinEmpresa: slashed(fie.endDate) };
  const search = async (values: Record<string, string | true> = { ...COMPANY, ...PERIOD }) =>
    (await open('XV26L100')).press('ENVIO_10', values);
  const rowsOf = (bytes: Buffer) => {
    const book = read(bytes, { type: 'buffer' });
    return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, {
      header: 1,
      raw: true,
      defval: '',
    });
  };

  test('is a spreadsheet in the old binary format, with sections above repeated headers', async () => {
    const found = await search();
    expect(found.dataElement('TOTAL_REGISTROS')).toBe('4');
    const page = await found.press('ENVIO_15');
    expect(page.message).toBe('INFO: 0350 - INFORME GENERADO CORRECTAMENTE');
    const { headers, bytes } = await page.document();
    expect(headers['content-type']).toBe('application/vnd.ms-excel');
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    const [title, sections, names, ...rows] = rowsOf(bytes);
    expect(title![0]).toContain('FICHERO INSS EMPRESAS');
    expect(sections!.filter(Boolean)).toEqual([
      'EMPRESA',
      'TRABAJADOR',
      'INCAPACIDAD TEMPORAL (IT)',
      'DEDUCCION POR IMPAGO (DIP)',
      'DEDUCCION (DOP)',
    ]);
    expect(names!.filter((name) => name === 'Entidad Responsable').length).toBe(4);
    expect(names!.filter((name) => name === 'Fecha Baja IT').length).toBe(2);
    expect(names!.indexOf('Entidad Responsable', 11)).toBe(sections!.indexOf('INCAPACIDAD TEMPORAL (IT)'));
    expect(rows.length).toBe(4);
    const naf = names!.indexOf('N.A.F.');
    expect(new Set(rows.map((row) => row[naf]))).toEqual(
      new Set([demo.worker, demo.manySituations, demo.nieWorker, demo.passportWorker].map(({ nss }) => nss)),
    );
    for (const row of rows) {
      expect(row[0]).toMatch(/^\d{8}$/);
      expect(row.length).toBe(names!.length);
      expect(row).toContain('');
    }
    // The same link gives the same bytes.
    expect((await page.document()).bytes.equals(bytes)).toBe(true);
  });

  test('has new columns from one day to the next', async () => {
    await standIn.control.addFieColumns();
    const { bytes } = await (await (await search()).press('ENVIO_15')).document();
    const [, sections, names, first] = rowsOf(bytes);
    expect(names).toEqual(expect.arrayContaining(['Indicador Nuevo', 'Fecha Nueva']));
    expect(first![names!.indexOf('Fecha Nueva')]).toMatch(/^\d{8}$/);
    expect(sections!.indexOf('DEDUCCION POR IMPAGO (DIP)')).toBe(names!.indexOf('Indicador Nuevo') + 1);
  });

  test('can also be queried by self-employed worker and by user', async () => {
    const own = await search({ OPCIONES_BUSQUEDA_5: true, NAF: fie.naf, ...PERIOD });
    expect(own.dataElement('TOTAL_REGISTROS')).toBe('1');
    const all = await search({ OPCIONES_BUSQUEDA_6: true, ...PERIOD });
    expect(all.dataElement('TOTAL_REGISTROS')).toBe('5');
    const { bytes } = await (await own.press('ENVIO_15')).document();
    expect(rowsOf(bytes)[3]).toContain(fie.naf);
  });

  test.each([
    [
      { ...COMPANY, fechaIniEmpresa: slashed(addDays(today, -29)), fechaFinEmpresa: slashed(today) },
      'EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS',
    ],
    [
      { ...COMPANY, fechaIniEmpresa: '01/01/2020', fechaFinEmpresa: '28/01/2020' },
      'NO EXISTEN DATOS PARA LOS CRITERIOS INDICADOS',
    ],
    [{ ...COMPANY, NUM: '1', ...PERIOD }, 'CUENTA DE COTIZACION NO AUTORIZADA'],
    [{ ...COMPANY, fechaIniEmpresa: '32/01/2020', fechaFinEmpresa: '28/01/2020' }, 'FECHA ERRONEA'],
  ])('is refused with %o', async (values, text) => {
    const page = await search(values);
    expect([page.message, page.has('ENVIO_15')]).toEqual([`ERROR: ${text}`, false]);
  });

  test('may span 28 days', async () => {
    const from = slashed(addDays(today, -28));
    const page = await search({ ...COMPANY, fechaIniEmpresa: from, fechaFinEmpresa: slashed(today) });
    expect(page.message).toBeUndefined();
  });
});
