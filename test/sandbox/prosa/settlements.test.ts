import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { ACCEPT, entry, type Page, prosaPages } from '../../support/stand-in/prosa-page.ts';
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
  const { rlc } = demo;
  const ask = async (
    account: AccountKey,
    type: string,
    from: string,
    to: string,
    rest = {},
    user = mainUser,
  ) => (await actAs('XV21Y200', user)).press(ACCEPT, { ...settlement(account, type, from, to), ...rest });
  /** The page of a settlement of the list. */
  const choose = (list: Page, index = 0) =>
    list.press('SPM.ACC.CONTINUAR', { [`liquidacion${index}`]: true });

  test('are on the page of a settlement, in plain HTML, for one of the authorised users', async () => {
    const { headers, text } = await standIn.client().get(entry('XV21Y200'));
    expect(headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    const $ = load(text);
    expect($('legend').text()).toBe('Seleccione un Número de Autorización');
    expect(
      $('input[name=NUM_AUTORIZADO]')
        .toArray()
        .map((one) => $(one).attr('value')),
    ).toEqual(['0', '1']);
    expect($('label[for^=autorizacion]').text()).toMatch(new RegExp(`^${otherUser} - .*${mainUser} - `));
    expect($('input[value=Aceptar]').attr('id')).toBe(ACCEPT);
    const page = await choose(await ask(general, rlc.liquidType, rlc.startDate, rlc.endDate));
    expect(page.$('#ARQContenMensaje').length).toBe(0);
    const pdf = await page.pdf();
    expect(pdf).toContain('RECIBO DE LIQUIDACION DE COTIZACIONES');
    expect(pdf).toContain(`${general.regimen} ${general.ccc}`);
    expect(pdf).toContain(rlc.startDate.slice(0, 7).replace(/(\d+)-(\d+)/, '$2/$1'));
    expect(pdf).toContain('LIQUIDO DE TOTALES');
  });

  test('exist for some periods and types, one for each settlement', async () => {
    const { empty } = rlc;
    const none = 'ERROR: NO EXISTE LIQUIDACIÓN PARA LOS DATOS INTRODUCIDOS';
    expect((await ask(general, 'L00', empty.startDate, empty.endDate)).message).toBe(none);
    expect((await ask(general, 'L90', rlc.startDate, rlc.endDate)).message).toBe(none);
    const long = await ask(general, 'L00', addDays(rlc.startDate, -40), rlc.endDate);
    const [first, second] = [await choose(long, 0), await choose(long, 1)];
    expect((await first.pdf()).match(/LIQUIDACION 99/g)).toHaveLength(1);
    expect(await second.pdf()).not.toBe(await first.pdf());
  });

  test('of retroactive payments are found by their control month', async () => {
    const { settlements } = (await standIn.control.state()).tgss;
    const { from, to, control: when } = settlements.find(({ type }) => type === 'L03')!;
    const at = (date: string) => ({ idMesControl: date.slice(5, 7), idAnioControl: date.slice(0, 4) });
    expect(await (await choose(await ask(general, 'L03', from, to, at(when!)))).pdf()).toContain(
      'MES DE CONTROL',
    );
    expect((await ask(general, 'L03', from, to, at(to))).message).toMatch(/NO EXISTE LIQUIDACIÓN/);
    // The query of settlements needs no control month.
    expect((await ask(general, 'L03', from, to)).has('liquidacion0')).toBe(true);
  });

  test('are for the accounts of the user only', async () => {
    const refused = 'ERROR: CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO';
    const { startDate, endDate } = rlc;
    const { furtherAccount } = demo;
    expect((await ask(general, 'L00', startDate, endDate, {}, otherUser)).message).toBe(refused);
    expect((await ask(furtherAccount, 'L00', startDate, endDate)).message).toBe(refused);
    const further = await choose(await ask(furtherAccount, 'L00', startDate, endDate, {}, otherUser));
    expect(further.link).toBeDefined();
    const wrong = { ...general, regimen: '0112' };
    expect((await ask(wrong, 'L00', startDate, endDate)).message).toBe('ERROR: C.C.C. ERRÓNEO');
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
