import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { ACCEPT, prosaPages } from '../../support/stand-in/prosa-page.ts';
import { type AccountKey, seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, today } = seed;
const { general, artists } = demo.accounts;
const [mainUser, otherUser] = demo.authorizedUsers;

const standIn = useStandIn();
const { open, actAs } = prosaPages(standIn);

const settlement = (account: AccountKey, type: string, from: string, to: string) => ({
  idRegimen: account.regimen,
  idCCC: account.ccc,
  idMesDesde: from.slice(5, 7),
  idAnioDesde: from.slice(0, 4),
  idMesHasta: to.slice(5, 7),
  idAnioHasta: to.slice(0, 4),
  idTipoLiquidacion: type,
});

describe('the settlement receipts', () => {
  test('a receipt is given for the accounts of the user only', async () => {
    const { startDate, endDate } = demo.rlc;
    const ask = async (account: AccountKey, user = mainUser) =>
      (await actAs('XV21Y200', user)).press(ACCEPT, settlement(account, 'L00', startDate, endDate));
    const refused = 'ERROR: CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO';
    const { furtherAccount } = demo;
    expect((await ask(general, otherUser)).message).toBe(refused);
    expect((await ask(furtherAccount)).message).toBe(refused);
    const list = await ask(furtherAccount, otherUser);
    const further = await list.press('SPM.ACC.CONTINUAR', { liquidacion0: true });
    expect(further.link).toBeDefined();
    expect((await ask({ ...general, regimen: '0112' })).message).toBe('ERROR: C.C.C. ERRÓNEO');
  });

  test('a receipt needs no choice of the user if there is only one', async () => {
    const page = await actAs('XV21Y200', undefined, { as: 'other' });
    expect([page.form, page.$('input[name=NUM_AUTORIZADO]').length]).toEqual(['formDatos', 0]);
  });
});

describe('the query of calculations', () => {
  test('the query goes from the list to settlement, worker and tramo, all at one address', async () => {
    const { rlc } = demo;
    const first = await open('XV21Y200');
    const list = await first.press(
      ACCEPT,
      settlement(general, 'T', addDays(rlc.startDate, -40), rlc.endDate),
    );
    expect(list.$('input[name=LIQUIDACION]').length).toBeGreaterThan(1);
    const at = (action: string, rest: [string, string][] = []) =>
      first.post([...rest, [`SPM.ACC.${action}`, '']], first.action);
    const one = await at('CONTINUAR', [['LIQUIDACION', '0']]);
    expect(one.text).toContain('T. LIQ: </strong></abbr>L00</p>');
    const total = one.$('table tr').last().find('td');
    expect(total.eq(0).text()).toBe('LIQUIDO DE TOTALES');
    expect(total.eq(4).text()).toMatch(/^\d{1,3}(\.\d{3})*,\d\d$/);
    const workers = await at('CONSULTA_TRABAJADORES');
    const naf = workers.$('input[name=NAF]').first();
    const nss = workers.$('label[for=naf0]').text();
    expect([naf.attr('title'), naf.attr('value')]).toEqual([`Seleccionar el NAF ${nss}`, '0']);
    expect((await at('CONSULTAR', [['NAF', nss]])).message).toMatch(/^ERROR: NUMERO DE AFILIACION/);
    const worker = await at('CONSULTAR', [['NAF', '0']]);
    expect(worker.text).toContain(
      `<abbr title="Número de afiliación a la Seguridad Social">NAF: </abbr>${nss}`,
    );
    expect((await at('RELACION_TRAMOS')).$('input[name=TRAMO]').length).toBe(1);
    expect((await at('CALCULOS_TRAMO')).$('table').length).toBe(1);
    // The next settlement is still requested at the first address.
    expect((await at('CONTINUAR', [['LIQUIDACION', '1']])).$('table').length).toBe(1);
  });

  test('the query names what does not exist', async () => {
    const first = await open('XV21Y200');
    const unknown = await first.press(
      ACCEPT,
      settlement({ ...general, ccc: '28000000000' }, 'T', today, today),
    );
    expect(unknown.message).toBe('ERROR: CUENTA DE COTIZACIÓN NO EXISTE');
    const empty = await first.press(ACCEPT, settlement(artists, 'T', today, today));
    expect(empty.message).toMatch(/^ERROR: NO EXISTE LIQUIDACIÓN/);
  });
});
