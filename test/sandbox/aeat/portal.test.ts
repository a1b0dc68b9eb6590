import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import {
  AeatClient,
  CONTRACTORS,
  csvOf,
  ECOT,
  HOLDER,
  IAE,
  mainOf,
  paidBy,
  scriptValue,
  signed,
  upToDate,
  validation,
  year,
} from '../../support/stand-in/aeat-client.ts';
import { encodeForm, type Fields, submitted } from '../../support/stand-in/portal-client.ts';
import { type ClientOptions, seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/** A form as browsers encode it: a space is `+`. */
const encodeLikeABrowser = (fields: Fields) =>
  encodeForm(fields).replaceAll('%20', '+').replaceAll('~', '%7E');

const { demo } = seed;
const { payers, agency } = demo;

const standIn = useStandIn();
const newClient = (options?: ClientOptions) => new AeatClient(standIn.client(options));

describe('access', () => {
  test('a representative and the seal of a company both act for the company', async () => {
    const representative = await newClient({ as: 'agency' }).validate(ECOT, upToDate('C1'));
    expect(scriptValue(representative.text, '_fbNif')).toBe(agency.cif);
    expect(scriptValue(representative.text, '_fbNombre')).toBe(agency.name);
    const seal = await newClient({ as: 'seal' }).validate(ECOT, upToDate('C1'));
    expect(scriptValue(seal.text, '_fbNif')).toBe(demo.company.cif);
    expect(scriptValue(seal.text, '_fbNombre')).toBe('DEMOSTRACIÓN Y PRUEBAS SL');
  });

  test('a session is a cookie and belongs to one certificate', async () => {
    const client = newClient();
    const token = await client.begin(ECOT);
    const body = encodeForm(validation(token, upToDate('C1')));
    const without = await newClient().send(ECOT, body);
    expect([without.status, mainOf(without.text)]).toEqual([
      200,
      'No se ha podido identificar con el certificado electrónico.',
    ]);
    const stranger = newClient({ as: 'other' });
    await stranger.begin(ECOT);
    expect(mainOf((await stranger.send(ECOT, body)).text)).toMatch(/^No se ha podido/);
    // A token is valid for one procedure only.
    expect(mainOf((await client.send(IAE, body)).text)).toMatch(/^No se ha podido/);
    expect((await client.send(ECOT, body)).text).toContain("id='Form'");
  });

  test('clients that open the servlet directly get their session at the servlet', async () => {
    const client = newClient();
    const { text, headers } = await client.send(ECOT);
    expect(headers['set-cookie']).toBeDefined();
    const token = /name='fIslw' value='(.+?)'/.exec(text)![1]!;
    const confirmation = await client.send(ECOT, encodeForm(validation(token, upToDate('G1'))));
    expect(csvOf((await client.sign(ECOT, confirmation)).text)).toBeDefined();
  });
});

describe('inconsistent data in requests', () => {
  const changes: [string, (fields: Fields) => Fields][] = [
    ['left out', (fields) => fields.filter(([name]) => name !== 'fProcedimiento')],
    ['changed', (fields) => fields.map(([name, value]) => [name, name === 'fAccion' ? '4' : value])],
    ['not signed', (fields) => fields.map(([name, value]) => [name, name === 'FIR' ? '' : value])],
    ['signed by another', (fields) => fields.map(([name, value]) => [name, name === 'FIRNIF' ? 'X' : value])],
    ['out of order', (fields) => fields.toReversed()],
    ['one too many', (fields) => [...fields, ['FirmayEnvia_1', 'Firmar Enviar']]],
  ];

  test.each(changes)('inconsistent data are refused when signing: %s', async (_, change) => {
    const before = await standIn.control.digest();
    const client = newClient();
    const { text } = await client.validate(ECOT, upToDate('C1'));
    const answer = await client.send(ECOT, encodeForm(change(signed(text))));
    expect([answer.status, mainOf(answer.text)]).toEqual([200, 'Datos inconsistentes.']);
    expect(answer.text).not.toContain('CSV=');
    expect(await standIn.control.digest()).toBe(before);
  });

  test('data in UTF-8 are refused', async () => {
    const client = newClient();
    const confirmation = await client.validate(ECOT, upToDate('G1'));
    const inUtf8 = (fields: Fields) => encodeForm(fields, 'utf8');
    expect(mainOf((await client.sign(ECOT, confirmation, inUtf8)).text)).toBe('Datos inconsistentes.');
    const name = paidBy(payers.usual.nif, 'PEÑA Y OTROS SL');
    expect(mainOf((await newClient().validate(CONTRACTORS, name, inUtf8)).text)).toBe(
      'Datos inconsistentes.',
    );
    expect((await newClient().validate(CONTRACTORS, name)).text).toContain("id='Form'");
  });

  test.each([
    ['an unknown purpose', ECOT, upToDate('Z9')],
    ['a day in the past', ECOT, upToDate('C1').map(([name, value]) => [name, value || '01-01-2026'])],
    ['a field of another form', IAE, [...year('2026'), ...paidBy('')]],
    ['a missing field', CONTRACTORS, paidBy(payers.usual.nif).slice(0, 1)],
  ] as [string, string, Fields][])(
    'inconsistent data are refused when asking: %s',
    async (_, servlet, own) => {
      const { text } = await newClient().validate(servlet, own);
      expect(mainOf(text)).toBe('Datos inconsistentes.');
      expect(text).not.toContain('<form');
    },
  );

  test('a space may be encoded either way', async () => {
    const client = newClient();
    const confirmation = await client.validate(ECOT, upToDate('C1'), encodeLikeABrowser);
    expect(csvOf((await client.sign(ECOT, confirmation, encodeLikeABrowser)).text)).toBeDefined();
  });

  test('the token has characters that must be encoded', async () => {
    expect(await newClient().begin(ECOT)).toMatch(/^\+\+\/\/.+==$/);
  });
});

describe('a browser', () => {
  test.each([
    [ECOT, '#fTipoCertificado4', '#fMomentoDeterminacionEcot0'],
    [IAE, '#fEjercicio option[value=2025]'],
    [CONTRACTORS],
  ])('a browser finds on %s the elements that scripts for browsers click', async (servlet, ...clicked) => {
    const client = newClient();
    const $ = load((await client.send(servlet)).text);
    for (const selector of ['#fTipoRepresentacion0', ...clicked]) {
      expect($(selector).length, selector).toBe(1);
      $(selector).prop($(selector).is('option') ? 'selected' : 'checked', true);
    }
    for (const selector of ['#fTipoRepresentacion1', '#fNifT', '#fNombreT'])
      expect($(selector).length).toBe(1);
    $('#fNifPagador').val(payers.atOnce.nif);
    const button = $('input#validarSolicitud[type=submit]');
    const body = encodeLikeABrowser(submitted($('#solicitud'), button));
    const confirmation = load((await client.send(button.closest('form').attr('action')!, body)).text);

    for (const selector of ['.AEAT_boton', "input[value='Firmar Enviar']", "input[id^='FirmayEnvia_']"]) {
      expect(confirmation(selector).length, selector).toBe(1);
    }
    const popup = /window\.open\('(.+?)'/.exec(confirmation.html())![1]!;
    const $popup = load((await client.send(popup)).text);
    expect($popup('input#Conforme[type=checkbox]').length).toBe(1);
    expect($popup('input#Firmar[name=Firmar]').val()).toBe('Firmar y Enviar');
    // The values that the popup's script fills in before it submits.
    confirmation('[name=FIRNIF]').val(demo.holder.nif);
    confirmation('[name=FIRNOMBRE]').val(HOLDER);
    confirmation('[name=FIR]').val('FirmaBasica');
    const signedBody = encodeLikeABrowser(submitted(confirmation('#Form')));
    const receipt = load((await client.send(servlet, signedBody)).text);
    expect(receipt('input#descarga').val()).toBe('Descargar documento');
    const address = /window\.open\('(.+?)'/.exec(receipt('#descarga').attr('onclick')!)![1]!;
    expect((await client.send(address)).headers['content-type']).toBe('application/pdf');
    const viewer = await client.send(address.replace('CotejoDocIdSv', 'CotejoIdSv'));
    expect(load(viewer.text)('a').attr('href')).toBe(address);
  });
});
