import { describe, expect, test } from 'vitest';
import { spaced } from '../../../sandbox/calendar.ts';
import { encodeForm } from '../../support/stand-in/portal-client.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';
import { REPORT } from '../../support/stand-in/tgss-screen.ts';

const { demo } = seed;
const { general } = demo.accounts;

const standIn = useStandIn();

describe('a client that reads text with regular expressions', () => {
  /** The address of the next request, as such clients find and build it. */
  const linkOf = (html: string) =>
    `/${/<form.*action="(.+?SessionId=([^&]+?)&.*?)"/.exec(html)![1]!.replaceAll('&amp;', '&')}`;

  /** The value of an element, searched on the line that has its id. */
  const inputValue = (html: string, id: string) => {
    const element = new RegExp(`<\\w+?\\s*.*?id=('|")${id}('|").*?>`, 'i').exec(html)?.[0] ?? '';
    return /.*?value=('|")(?<value>.*?)('|").*/.exec(element)?.groups?.value ?? 'null';
  };

  const get = async (path: string) => (await standIn.client().get(path)).text;
  const send = async (link: string, fields: Record<string, string>) =>
    (await standIn.client().postForm(link, encodeForm(Object.entries(fields)))).text;

  test('the client gets a duplicate', async () => {
    const { worker } = demo;
    const first = await get('//Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=ATR65&E=I&AP=AFIR');
    const list = await send(linkOf(first), {
      Applname: 'LIBAFCON',
      Formname: 'ATRM6500',
      txt_SDFTESNAF: worker.nss.slice(0, 2),
      txt_SDFNAF: worker.nss.slice(2),
      txt_SDFREGCTA_NH: general.regimen,
      txt_SDFTESCTA: general.ccc.slice(0, 2),
      txt_SDFCUENTA: general.ccc.slice(2),
      txt_SDFDIA: String(Number(worker.fecha_alta.slice(8))),
      txt_SDFMES: String(Number(worker.fecha_alta.slice(5, 7))),
      txt_SDFAO: worker.fecha_alta.slice(0, 4),
      cbo_ListaTipoImpresion: 'OnLine',
      chk_SDFINFTA1: '1',
      btn_Sub2207601004: '',
    });
    const cell = new RegExp(
      `<label[^<>]*id=["'](?<id>Sub0900112079_(?<column>\\d+)_(?<row>\\d+))["'][^<>]*>${spaced(worker.fecha_alta)}[^<>]*</label>`,
      'is',
    ).exec(list)!.groups!;
    expect(cell).toMatchObject({ column: '2', row: '0' });
    const report = await send(linkOf(list), {
      Formname: 'ATRM6501',
      focusedControl: 'Archivo_SalirALTF4_101',
      [`tbl_cbo_Sub0900112079_0_${cell.row}`]: 'Select',
    });
    const fields = new URLSearchParams({
      param: inputValue(report, 'SDFFICHERO'),
      trans: ['1', '2', '3', '4'].map((piece) => inputValue(report, `SDFINFORMEA60${piece}`)).join(''),
      aplicacion: inputValue(report, 'SDFAPLICACION'),
      usuario: inputValue(report, 'SDFUSUARIO'),
      idioma: inputValue(report, 'SDFIDIOMA'),
      fecha: `${inputValue(report, 'SDFFECHA')} ${inputValue(report, 'SDFHORA')}`,
      tipo: inputValue(report, 'SDFTIPO'),
    });
    const { bytes } = await standIn.client().postForm(REPORT, fields.toString(), {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the client reads the data of an account, line by line', async () => {
    const first = await get('/Xhtml?TRANSACCION=ACR69');
    const page = await send(linkOf(first), {
      Formname: 'ACRM6901',
      txt_SDFREGCTA_ayuda: '111',
      txt_SDFTESCTA: general.ccc.slice(0, 2),
      txt_SDFNUMCTA: general.ccc.slice(2),
      btn_Sub2207601004: 'Continuar',
    });
    const linesOf = (html: string) =>
      Object.fromEntries(
        html.split('\n').flatMap((line) => {
          const found = /^<[^<>]*?id=("|')([^"<>']+?)("|')[^<>]*>([^<>]*)<[^<>]+>$/i.exec(line);
          return found ? [[found[2], found[4]]] : [];
        }),
      );
    expect(linesOf(page)).toMatchObject({
      SDFEMPRESARIO3: demo.company.cif,
      SDFCNISS3: general.ccc.slice(2),
      SDFNISS3: general.ccc.slice(2),
      SDFNROTRA3: '4',
      SDFTTOTN12: '1,50',
      SDFCESTAL: 'NO',
    });
    const identity = await send(linkOf(page), {
      Formname: 'ACRM6905',
      chk_SDFCONSCOLE: '1',
      btn_Sub2205801003: 'Datos+Iden.',
    });
    expect(linesOf(identity)).toMatchObject({ SDFANAGR3: demo.company.name, SDFPOSTAL4: '28999' });
  });
});
