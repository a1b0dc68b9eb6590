import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { encodeForm } from '../../support/stand-in/portal-client.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import {
  ASK,
  accountFields,
  CONTINUE,
  IDC_FIELDS,
  movement,
  NAF_FIELDS,
  Screen,
  tgssDialogs,
  workerFields,
} from '../../support/stand-in/tgss-screen.ts';

const { demo, other } = seed;
const { general } = demo.accounts;
const newWorker = demo.newWorkers[0]!;
const secondNewWorker = demo.newWorkers[1]!;

const standIn = useStandIn({ slowMilliseconds: 300 });
const { open, begin, register, duplicates, query } = tgssDialogs(standIn);

/** The start address of a dialog. */
const START = '/Xhtml?TRANSACCION=ATR01';

describe('access', () => {
  test.each([
    ['of an unknown authority', 'foreign', 'reconocida'],
    ['that has expired', 'expired', 'caducado'],
    ['that is missing', 'anonymous', 'No se ha presentado'],
    ['of a person without authorisation', 'unknown', 'no está autorizado'],
  ] as const)(
    'a certificate %s is refused with a page of the portal, and not with a broken handshake',
    async (_, as, reason) => {
      const { status, text } = await standIn.client({ as }).get(START);
      expect(status).toBe(403);
      expect(load(text)('.cuerpo_noautorizado p').text()).toContain(reason);
    },
  );

  test('a HEAD request needs no certificate', async () => {
    const { status } = await standIn.client({ as: 'anonymous' }).send(START, { method: 'HEAD' });
    expect(status).toBe(200);
  });

  test('the session of another holder and the account of another tenant are refused', async () => {
    const screen = await open('ATR61');
    const { text } = await standIn
      .client({ as: 'other' })
      .postForm(screen.action, encodeForm(screen.fields({}, ASK)));
    expect(load(text)('.cabMensaje').text()).toMatch(/sesión/);

    const foreign = await begin(newWorker, general, 'Alta', { as: 'other' });
    expect(foreign.dil).toBe('3462* CUENTA DE COTIZACION NO AUTORIZADA');
    expect((await query(demo.worker, { as: 'other' })).dil).toMatch(/^3543/);
    expect((await query(other.worker, { as: 'other' })).formname).toBe('ATRM6103');
  });
});

describe('the pages of the portal', () => {
  test('a page can be read with regular expressions', async () => {
    const screen = await open('ATR37');
    // The first form whose address has a session, on one line, with more text after the session.
    const [, link, session] = /<form.*action="(.+?SessionId=([^&]+?)&.*?)"/.exec(screen.html)!;
    expect(link).toContain('&amp;');
    expect(screen.$('input[name=sessionId]').val()).toBe(session);
    expect(screen.html).toMatch(/^<label id="DIL">\d{4}\*.*<\/label>$/m);
    expect(screen.html).toMatch(/<input\s*[^>]*?value="Continuar"[^>]*?\/>/);
    for (const line of screen.html.match(/.*type="hidden".*/g)!) {
      expect(line).toMatch(/^<input type="hidden" [^<>]*\/>$/);
    }
    expect(screen.html).not.toMatch(/cabMensaje|NO DISPONIBLE|TEMPORALMENTE/);
  });

  test('a page names its character set, and its request is read in that set', async () => {
    const { headers, text } = await standIn.client().get(START);
    expect(headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    expect(text).toContain('Régimen');
    const screen = await open('ATR01');
    const post = async (value: string, contentType: string) => {
      const body = `Formname=ATRM0100&btn_${CONTINUE}=&txt_SDFPROAFI=${value}`;
      const answer = await standIn.client().postForm(screen.action, body, { 'content-type': contentType });
      return load(answer.text)('#SDFPROAFI').val();
    };
    const form = 'application/x-www-form-urlencoded';
    expect(await post('%D1', form)).toBe('Ñ');
    expect(await post('%C3%91', `${form}; charset=UTF-8`)).toBe('Ñ');
  });

  test('a page takes its session from the address only, also when it begins with two slashes', async () => {
    const first = await open('ATR01');
    const fields = first
      .fields(movement(newWorker, general, 'Alta'), CONTINUE)
      .map(([name, value]): [string, string] => [name, name === 'sessionId' ? 'STALE' : value]);
    const client = standIn.client();
    const { text } = await client.postForm(`/${first.action}`, encodeForm(fields));
    expect(new Screen(text, client).formname).toBe('ATRM0101');

    const { text: none } = await client.postForm('/Xhtml', encodeForm(fields));
    expect(load(none)('.cabMensaje').text()).toMatch(/sesión/);
    expect((await client.get('//Xhtml?TRANSACCION=ATR61')).status).toBe(200);
  });

  test('a page recognises the dialog by the name of the form, also at the address of an earlier page', async () => {
    const first = await open('ATR37');
    const list = await first.press(ASK, {
      ...workerFields(demo.worker, NAF_FIELDS),
      ...accountFields(general, IDC_FIELDS),
      ListaTipoImpresion: 'OnLine',
    });
    // A public client chooses the row at the first page's address, with values of another transaction.
    const report = await first.post([
      ['Applname', 'LIBAFCON'],
      ['Formname', 'ATRM3701'],
      ['txt_Transac', 'Atr65'],
      ['btn_FkeyButton', '+'],
      ['tbl_cbo_Sub0900112078_0_0', 'Select'],
      ['tbl_cbo_Sub0900112078_0_1', ''],
    ]);
    expect(list.formname).toBe('ATRM3701');
    expect(await report.pdfText()).toContain(demo.worker.nss);
    // It goes back with a request that names no button of the page.
    const back = await report.post([
      ['Applname', 'SGIRED'],
      ['Formname', 'EIOMINTE'],
      ['btn_FkeyButton', '+'],
    ]);
    expect(back.formname).toBe('ATRM3701');
  });

  test('a page is shown again after a post without its button', async () => {
    const first = await open('ATR01');
    const same = await first.press('', movement(newWorker, general, 'Alta'));
    expect(same.formname).toBe('ATRM0100');
  });
});

describe('scenarios', () => {
  test('the scenario slow answers late', async () => {
    const start = performance.now();
    await open('ATR01', { scenario: 'slow' });
    expect(performance.now() - start).toBeGreaterThan(250);
  });

  test('the scenario lost-answer files, then closes the connection', async () => {
    await expect(register(newWorker, general, {}, { scenario: 'lost-answer' })).rejects.toThrow();
    expect((await standIn.control.stats()).accepted).toEqual({ 'tgss.alta': 1 });
    const found = await duplicates(newWorker, general, {}, { scenario: 'lost-answer' });
    expect(found.column('Sub0900112079', 1)).toEqual(['ALTA']);
    // A refusal files nothing, so it is answered in spite of the scenario.
    const refused = await register(
      secondNewWorker,
      general,
      { SDFTICO_ayuda: '999' },
      { scenario: 'lost-answer' },
    );
    expect(refused.dil).toMatch(/^0007/);
  });
});
