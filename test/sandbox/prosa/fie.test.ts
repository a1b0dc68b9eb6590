import { describe, expect, test } from 'vitest';
import { slashed } from '../../../sandbox/calendar.ts';
import { prosaPages } from '../../support/stand-in/prosa-page.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo } = seed;
const { general } = demo.accounts;

const { open } = prosaPages(useStandIn());

describe('the FIE report', () => {
  const COMPANY = { REG: general.regimen, PROV: general.ccc.slice(0, 2), NUM: general.ccc.slice(2) };
  const PERIOD = { fechaIniEmpresa: slashed(demo.fie.startDate), fechaFinEmpresa: slashed(demo.fie.endDate) };

  test.each([
    [
      { ...COMPANY, fechaIniEmpresa: '01/01/2020', fechaFinEmpresa: '28/01/2020' },
      'NO EXISTEN DATOS PARA LOS CRITERIOS INDICADOS',
    ],
    [{ ...COMPANY, NUM: '1', ...PERIOD }, 'CUENTA DE COTIZACION NO AUTORIZADA'],
    [{ ...COMPANY, fechaIniEmpresa: '32/01/2020', fechaFinEmpresa: '28/01/2020' }, 'FECHA ERRONEA'],
  ])('the report is refused with %o', async (values, text) => {
    const page = await (await open('XV26L100')).press('ENVIO_10', values);
    expect([page.message, page.has('ENVIO_15')]).toEqual([`ERROR: ${text}`, false]);
  });
});
