import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { ACCEPT, entry, prosaPages } from '../../support/stand-in/prosa-page.ts';
import { type AccountKey, type ClientOptions, seed, useStandIn } from '../../support/stand-in/stand-in.ts';

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

describe('receipts', () => {
  test('are for the accounts of the user only', async () => {
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

  test('need no choice of the user where there is only one', async () => {
    const page = await actAs('XV21Y200', undefined, { as: 'other' });
    expect([page.form, page.$('input[name=NUM_AUTORIZADO]').length]).toEqual(['formDatos', 0]);
  });
});

describe('settlements', () => {
  const { rlc } = demo;
  const form = async (application: string, user: string | undefined, options: ClientOptions = {}) => {
    const first = await actAs(application, user, options);
    // The draft and the confirmation spell the id of the option in two ways.
    return first.press(ACCEPT, { [first.has('idOPCION1') ? 'idOPCION1' : 'idOpcion1']: true });
  };
  const L00 = settlement(general, 'L00', rlc.startDate, rlc.endDate);

  test.each([
    ['XV21Y300', 'settlement-draft'],
    ['XV21Y600', 'settlement-confirmation'],
  ])('are filed by the second screen of %s, which has no receipt', async (application, kind) => {
    const before = await standIn.control.digest();
    const second = await form(application, mainUser);
    expect([
      second.form,
      await standIn.control.digest(),
      (await standIn.control.stats()).submissions,
    ]).toEqual(['formDatos', before, {}]);
    const done = await second.press(ACCEPT, L00);
    expect([done.$('.INFO.mensaje').text(), done.link]).toEqual([
      'OPERACION REALIZADA CORRECTAMENTE',
      undefined,
    ]);
    expect(await standIn.control.stats()).toMatchObject({
      submissions: { [`tgss.${kind}`]: 1 },
      accepted: { [`tgss.${kind}`]: 1 },
    });
    const { settlements, settlementFilings } = (await standIn.control.state()).tgss;
    const { number } = settlements.find(
      ({ ccc, type, from }) => ccc === general.ccc && type === 'L00' && from === rlc.startDate.slice(0, 7),
    )!;
    expect(settlementFilings).toEqual([{ number, kind, communicated: expect.any(String) }]);
  });

  test('are also filed by their number', async () => {
    const { number } = (await standIn.control.state()).tgss.settlements[0]!;
    const choice = await actAs('XV21Y600', mainUser);
    const page = await choice.press(ACCEPT, { idOpcion2: true });
    await page.press(ACCEPT, { idOpcion2: true, numeroLiquidacion: number });
    expect((await standIn.control.state()).tgss.settlementFilings).toMatchObject([{ number }]);
  });

  test('are confirmed again for a whole account, which also shows its bank data', async () => {
    const page = await actAs('XV21Y800', mainUser);
    expect([page.form, page.has('idOpcion1')]).toEqual(['formDatos', false]);
    const done = await page.press(ACCEPT, { idRegimen: general.regimen, idCCC: general.ccc });
    expect(done.$('.INFO.mensaje').text()).toBe('OPERACION REALIZADA CORRECTAMENTE');
    expect(await standIn.control.stats()).toMatchObject({
      submissions: { 'tgss.settlement-second-confirmation': 1 },
    });
  });

  test('are behind their menu', async () => {
    const { text } = await standIn.client().get('/M/menuSLD-REMESAS.html');
    const $ = load(text);
    for (const application of ['XV21Y200', 'XV21Y300', 'XV21Y600', 'XV21Y800'])
      expect($(`a[href="${entry(application)}"]`)).toHaveLength(1);
  });

  test.each([
    ['a settlement that does not exist', settlement(general, 'L90', rlc.startDate, rlc.endDate), /NO EXISTE/],
    [
      'the account of another user',
      settlement(demo.furtherAccount, 'L00', rlc.startDate, rlc.endDate),
      /NO ASIGNADA/,
    ],
  ])('are refused for %s, and counted as submissions', async (_, values, text) => {
    const page = await (await form('XV21Y600', mainUser)).press(ACCEPT, values);
    expect(page.message).toMatch(text);
    expect(await standIn.control.stats()).toMatchObject({
      submissions: { 'tgss.settlement-confirmation': 1 },
      accepted: {},
    });
    expect((await standIn.control.state()).tgss.settlementFilings).toEqual([]);
  });

  test('need no choice of the user where there is only one', async () => {
    expect((await form('XV21Y600', undefined, { as: 'other' })).form).toBe('formDatos');
  });
});

describe('the query of calculations', () => {
  test('goes from the list to settlement, worker and tramo, all at one address', async () => {
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
    // The next settlement, still at the first address.
    expect((await at('CONTINUAR', [['LIQUIDACION', '1']])).$('table').length).toBe(1);
  });

  test('names what does not exist', async () => {
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
