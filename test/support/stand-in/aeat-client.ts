import { load } from 'cheerio';
import { expect } from 'vitest';
import { pdfText } from '../pdf.ts';
import { cellsOf, encodeForm, type Fields, type PortalAnswer, type PortalClient } from './portal-client.ts';

export const ACCESS = '/wlpl/BUGC-JDIT/MdcAcceso';
export const ECOT = '/wlpl/EMCE-JDIT/ECOTInternetCiudadanosServlet';
export const IAE = '/wlpl/EMCE-JDIT/ServletAaeeGralnternet';

export const CONTRACTORS = '/wlpl/EMCE-JDIT/ContratistasInternetServlet';
export const PICK_UP =
  '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones?fAccion=1&fTipoPet=2&fTramite=G3032';
export const DOCUMENT = '/wlpl/KATA-APLI/cotejo/CotejoDocIdSv?CSV=';

/** Name of the demo holder, as the agency writes it. */
export const HOLDER = 'TITULAR DE PRUEBAS DEMO';

const LATIN1 = { 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' };

/** A client that reads the pages with regular expressions, as public ones do. */
export class AeatClient {
  readonly #portal: PortalClient;
  #cookie = '';

  constructor(portal: PortalClient) {
    this.#portal = portal;
  }

  /** Gets a page, or posts a form that is already encoded. */
  async send(path: string, form?: string): Promise<PortalAnswer> {
    const headers = { ...(this.#cookie && { cookie: this.#cookie }) };
    const answer = await (form === undefined
      ? this.#portal.get(path, headers)
      : this.#portal.postForm(path, form, { ...LATIN1, ...headers }));
    const given = answer.headers['set-cookie'];
    if (given) this.#cookie = /^[^;]+/.exec(String(given))![0];
    return answer;
  }

  /** Opens the page of a procedure. Returns its token. */
  async begin(servlet: string): Promise<string> {
    expect((await this.send(ACCESS)).status).toBe(200);
    const { text } = await this.send(servlet);
    return /name=['"]fIslw['"]\s+value=['"]([^'"]*)['"]/.exec(text)![1]!;
  }

  /** Fills in the page. Returns the page to be signed. */
  async validate(servlet: string, own: Fields, encode = encodeForm): Promise<PortalAnswer> {
    const token = await this.begin(servlet);
    return this.send(servlet, encode(validation(token, own)));
  }

  async sign(servlet: string, confirmation: PortalAnswer, encode = encodeForm): Promise<PortalAnswer> {
    return this.send(servlet, encode(signed(confirmation.text)));
  }

  async ask(servlet: string, own: Fields): Promise<PortalAnswer> {
    return this.sign(servlet, await this.validate(servlet, own));
  }

  /** The document to which a receipt leads: its code, text and bytes. */
  async document(receipt: PortalAnswer): Promise<{ csv: string; text: string; bytes: Buffer }> {
    const csv = csvOf(receipt.text)!;
    const { status, headers, bytes } = await this.send(DOCUMENT + csv);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('%PDF');
    return { csv, text: await pdfText(bytes), bytes };
  }

  /** Rows of the list of requested contractor certificates. */
  async rows(): Promise<{ cells: string[]; csv: string | undefined }[]> {
    const { status, text } = await this.send(PICK_UP);
    expect(status).toBe(200);
    const $ = load(text);
    const rows = $('tr:has(td)');
    const codes = rows.get().map((row) => csvOf($(row).html()!));
    return cellsOf($, rows).map((cells, index) => ({ cells, csv: codes[index] }));
  }
}

/** Fields of the request form, with the additional fields of its procedure. */
export const validation = (token: string, own: Fields, represented = ['', '']): Fields => [
  ['fTipoRepresentacion', represented[0] ? '2' : '1'],
  ['fNifT', represented[0]!],
  ['fNombreT', represented[1]!],
  ...own,
  ['fAccion', '2'],
  ['fIslw', token],
  ['validarSolicitud', 'Validar solicitud'],
];

const unescaped = (text: string) => load(`<p>${text}</p>`)('p').text();

/** Value of a variable of the page's script. */
export const scriptValue = (html: string, name: string) =>
  new RegExp(`${name}\\s*[=:]\\s*(['"])(.*?)\\1`).exec(html)?.[2];

/** All hidden and text inputs of the form, with the signature filled in. */
export const signed = (html: string): Fields => {
  const form = /<form[^>]*\sid=['"]Form['"][\s\S]*?<\/form>/i.exec(html)![0];
  const signature: Record<string, string> = {
    FIRNIF: scriptValue(html, '_fbNif')!,
    FIRNOMBRE: scriptValue(html, '_fbNombre')!,
    FIR: 'FirmaBasica',
  };
  return [...form.matchAll(/<input[^>]*>/gi)].flatMap(([tag]): Fields => {
    const attribute = (name: string) => new RegExp(`\\s${name}=(['"])(.*?)\\1`).exec(tag)?.[2];
    const name = attribute('name');
    if (!name || !['hidden', 'text'].includes(attribute('type')!)) return [];
    return [[name, signature[name] ?? unescaped(attribute('value') ?? '')]];
  });
};

/** The code of the document that a page names. */
export const csvOf = (html: string) => /CSV=(\w+)/.exec(html)?.[1];

/** The text of a page. */
export const mainOf = (html: string) => load(html)('main').text().replace(/\s+/g, ' ').trim();

/** Additional fields of the certificate of being up to date. */
export const upToDate = (purpose: string): Fields => [
  ['fTipoCertificado', purpose],
  ['fMomentoDeterminacionEcot', '1'],
  ['fFechaPasada', ''],
];

/** Additional fields of the certificate of economic activities. */
export const year = (value: string): Fields => [['fEjercicio', value]];

/** Additional fields of the contractor certificate. */
export const paidBy = (nif: string, name = ''): Fields => [
  ['fNifPagador', nif],
  ['fNombrePagador', name],
];
