import { parseXml } from '@rgrove/parse-xml';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { slashed } from '../../../sandbox/calendar.ts';
import { APPLICATIONS } from '../../../sandbox/tgss/prosa/applications/index.ts';
import { encodeForm, type Fields } from '../../support/stand-in/portal-client.ts';
import { DONE, entry, prosaPages, workerAndAccount } from '../../support/stand-in/prosa-page.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

const { demo, today } = seed;
const { general } = demo.accounts;
const [mainUser] = demo.authorizedUsers;

const standIn = useStandIn();
const { open, dataPage, actAs } = prosaPages(standIn);

describe('an application of Prosa', () => {
  test('a client that is no browser gets HTML whose form can be read line by line', async () => {
    const { headers, text } = await standIn.client().get(entry('XV24M00C'));
    expect(headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    expect(headers['set-cookie']).toMatch(/^JSESSIONID_endPoint=\w+;/);
    // As clients with regular expressions read it.
    const form = /<form.*action="([^"]*ARQ\.SPM\.TICKET=([^"&]*)&[^"]*)"/.exec(text)!;
    expect(form[1]).toMatch(
      /^\/ProsaInternet\/OnlineAccessUtf8;jsessionid=\w+\?ARQ\.SPM\.TICKET=[0-9A-F]{32}&amp;/,
    );
    expect(/<[^/<>]*id="FORMULARIO_1"[^<>]*action="/.test(text)).toBe(true);
    expect(/<[^/<>]*id="ARQ_SPM_TICKET"[^<>]*value="([^"]*)"/.exec(text)?.[1]).toBe(form[2]);
    expect(/<[^/<>]*id="ARQ_SPM_TMS_NAVEGACION"[^<>]*value="(\d+)"/.test(text)).toBe(true);
  });

  test('a browser, and a form that asks for data, get data without a form', async () => {
    const { headers, text } = await standIn.client().get(entry('XV24M00C'), { 'user-agent': 'Mozilla/5.0' });
    expect(headers['content-type']).toBe('text/xml; charset=ISO-8859-1');
    const lines = text.split('\n');
    expect(lines[0]).toBe('<?xml version="1.0" encoding="ISO-8859-1"?>');
    expect(lines[1]).toMatch(/^<\?xml-stylesheet type="text\/xsl" href="[^"]+"\?>$/);
    expect(text).not.toMatch(/<(?:form|input|select|button|MESSAGES)\b/);
    expect(text).toMatch(/<SPM\.TICKET id="SPM\.TICKET">[0-9A-F]{32}</);
    expect(text).toMatch(/<SPM\.IDSESSION id="SPM\.IDSESSION">;jsessionid=\w+</);
    expect(text).toMatch(/<SPM\.URLFRONTEND>https:\/\/127\.0\.0\.1:\d+\/ProsaInternet\/OnlineAccessUtf8</);

    const client = standIn.client();
    const action = load((await client.get(entry('XV24M00C'))).text)('form').attr('action')!;
    const post = (fields: Fields) => client.postForm(action, encodeForm(fields, 'utf8'));
    const query: Fields = [
      ['NA1NumSegSocialSinDC1', demo.worker.nss.slice(0, 10)],
      ['SPM.ACC.Consultar', 'Consultar'],
    ];
    expect((await post(query)).text).toContain('<form');
    const data = await post([['ARQ.SPM.OUT', 'XML_STYLESHEET'], ...query]);
    expect(data.text).not.toContain('<form');
    expect(data.text).toContain(`<IP9NumDoc>${demo.worker.dni}</IP9NumDoc>`);
  });

  test('a message of the application has its kind before its text', async () => {
    const page = await (await open('XV24M00D')).press('ENVIO_2', { tipo: '1', ipf6NumeroDocumento: '1' });
    expect(page.text).toMatch(
      /<MESSAGES.*><MESSAGE><TIPO>ERROR<\/TIPO><TEXTO><!\[CDATA\[NO EXISTEN DATOS[^\]]*\]\]><\/TEXTO>/,
    );
    // The input still has the posted value.
    expect(page.$('#ipf6NumeroDocumento').attr('value')).toBe('1');
  });

  test('each page has a stylesheet, which makes the form, without the need of a cookie', async () => {
    const page = await open('XV24M00B');
    const [, address] = /href="([^"]+)"/.exec(page.text)!;
    const { headers, text } = await standIn.client().get(address!);
    expect(headers['content-type']).toContain('text/xml');
    const $ = load(text, { xml: true });
    expect($('xsl\\:stylesheet').attr('version')).toBe('1.0');
    expect($('form').attr('id')).toBe('FORMULARIO_6');
    expect($('form > input[name="ARQ.SPM.TICKET"]').attr('value')).toBe(page.data('SPM\\.TICKET').text());
    expect((await standIn.client({ as: 'other' }).get(address!)).status).toBe(404);
    expect((await standIn.client().get('/ProsaInternet')).status).toBe(200);
  });

  test.each(APPLICATIONS.map(({ code }) => code))(
    'the page of %s is well-formed, as data and as the stylesheet that makes its page',
    async (code) => {
      const { text } = await standIn.client().get(entry(code), { 'user-agent': 'Mozilla/5.0' });
      const [, address] = /<\?xml-stylesheet [^>]*href="([^"]+)"/.exec(text) ?? [];
      if (!address) return expect(text).toMatch(/^<!DOCTYPE html>.*<form id="form\w+"/s);
      const stylesheet = parseXml((await standIn.client().get(address)).text);
      expect([parseXml(text).root?.name, stylesheet.root?.name]).toEqual(['ProsaXMLData', 'xsl:stylesheet']);
    },
  );

  test('the form that a stylesheet makes keeps what was posted, also braces', async () => {
    const page = await (await open('XV24M00D')).press('ENVIO_2', { ipf6NumeroDocumento: '{x}' });
    const [, address] = /href="([^"]+)"/.exec(page.text)!;
    expect((await standIn.client().get(address!)).text).toContain('value="{{x}}"');
    expect(page.$('#ipf6NumeroDocumento').attr('value')).toBe('{x}');
  });

  test('an application on w2sp has its data in a page, with what a program needs to write the form itself', async () => {
    const client = standIn.client();
    const host = { host: 'w2sp.seg-social.es' };
    const { text } = await client.get(entry('XV24M00C'), host);
    const xml = load(/<script id="xml"[^>]*>(.*)<\/script>/s.exec(text)![1]!, { xml: true });
    const known = (name: string) => xml(name.replace('.', '\\.')).text();
    expect(['SPM.CONTEXT', 'SPM.LANGUAGE', 'SPM.ISPOPUP'].map(known)).toEqual(['internet', 'ES', '0']);
    const fields: Fields = [
      ['ARQ.SPM.TICKET', known('SPM.TICKET')],
      ['SPM.CONTEXT', 'internet'],
      ['ARQ.SPM.OUT', 'XML_STYLESHEET'],
      ['SPM.ACC.Consultar', 'Consultar'],
      ['NA1NumSegSocialSinDC1', demo.worker.nss.slice(0, 10)],
    ];
    const found = await client.postForm(
      known('SPM.URLFRONTEND') + known('SPM.IDSESSION'),
      encodeForm(fields, 'utf8'),
      host,
    );
    expect(found.text).toContain(`<IP9NumDoc>${demo.worker.dni}</IP9NumDoc>`);
  });

  test('the application accepts actions in upper and lower case, and a wrong ticket or none', async () => {
    const page = await open('XV24M00B');
    const fields = page.fields(workerAndAccount(demo.worker, general), 'ENVIO_10');
    const bare = fields.filter(([name]) => !/TICKET|CONTEXT|ACC/.test(name));
    const second = await page.post([...bare, ['CONTEXT', 'internet'], ['SPM.ACC.CONTINUAR', '']]);
    expect(second.form).toBe('FORMULARIO_1');
    // The address of the first page, with an invalid ticket.
    const change: [string, string][] = [
      ['ARQ.SPM.TICKET', 'A'.repeat(32)],
      ['codNuevoGrupo', '5'],
      ['fechaSituacion', slashed(today)],
      ['SPM.ACC.continuar', 'x'],
    ];
    expect((await second.post(change, page.action)).message).toBe(DONE);
  });

  test('the application lets a browser go back', async () => {
    const first = await open('XV24M00B');
    const second = await first.press('ENVIO_10', workerAndAccount(demo.worker, general));
    expect(second.dataElement('trabajador > NA5NumSegSocialCompleto')).toBe(demo.worker.nss);
    const another = await first.press('ENVIO_10', workerAndAccount(demo.nieWorker, general));
    expect(another.dataElement('trabajador > NA5NumSegSocialCompleto')).toBe(demo.nieWorker.nss);
  });

  test('the application reads forms in UTF-8', async () => {
    const page = await open('XV24M00D');
    const { worker } = demo;
    const data = { tipo: '1', ipf6NumeroDocumento: worker.dni, primerApellido: worker.surname };
    const found = await page.press('ENVIO_2', { ...data, segundoApellido: worker.secondSurname });
    expect(found.dataElement('SECCION_1 > NA5NumSegSocialCompleto')).toBe(worker.nss);
    const wrong = await page.press('ENVIO_2', { ...data, segundoApellido: 'OTRO' });
    expect(wrong.message).toBe('ERROR: IDENTIFICADOR DE PERSONA FISICA ERRONEO');
  });

  test('the application gives sessions and documents to their owners only', async () => {
    const page = await dataPage('XV24M00G', demo.worker, general);
    const change = { NueOcu: 'D', fecSit: slashed(today), tipoImpresion: 'OnLine' };
    const report = await page.press('ENVIO_7', change);
    const stolen = await standIn.client({ as: 'other' }).get(report.link!);
    expect(stolen.text).toContain('cabMensaje');
    expect((await standIn.client().get(report.link!.replace('=1&', '=2&'))).text).toContain('cabMensaje');
    expect((await standIn.client({ as: 'other' }).postForm(page.action, 'a=b')).text).toContain(
      'La sesión ha caducado',
    );
    expect((await standIn.client({ as: 'anonymous' }).get(entry('XV24M00B'))).status).toBe(403);
    expect((await standIn.client().get(entry('XX'))).status).toBe(404);
  });
});

describe('scenarios', () => {
  test('the scenario refused refuses the first page with data, but not the choice of the user before it', async () => {
    const options = { scenario: 'refused' };
    const text = 'ERROR: CUENTA DE COTIZACION NO AUTORIZADA';
    expect((await dataPage('XV24M00B', demo.worker, general, options)).message).toBe(text);
    const user = await actAs('XV21B400', mainUser, options);
    expect(user.message).toBeUndefined();
    expect((await user.press('ENVIO_3')).message).toBe(text);
    expect((await standIn.control.stats()).accepted).toEqual({});
  });

  test('the scenario no-duplicate files without the document', async () => {
    const page = await dataPage('XV24M00G', demo.worker, general, { scenario: 'no-duplicate' });
    const filed = await page.press('ENVIO_7', {
      NueOcu: 'D',
      fecSit: slashed(today),
      tipoImpresion: 'OnLine',
    });
    expect([filed.message, filed.link]).toEqual([DONE, undefined]);
  });
});
