import { type CheerioAPI, load } from 'cheerio';
import { expect } from 'vitest';
import { CookieJar } from '../../../shared/authorities/channel/cookies.ts';
import { pdfText } from '../pdf.ts';
import { cellsOf, encodeForm, type PortalClient, submitted } from './portal-client.ts';
import type { ClientOptions, StandIn } from './stand-in.ts';

/** A page of an application in a browser without scripts: it follows links, fills in fields by name, and presses buttons. */
export class Page {
  readonly by = 'name';
  readonly $: CheerioAPI;
  readonly #client: PortalClient;

  readonly #cookies: CookieJar;
  /** Base address of its form. */
  readonly #path: string;

  constructor(html: string, client: PortalClient, { cookies, path }: { cookies: CookieJar; path: string }) {
    this.$ = load(html);
    this.#client = client;
    this.#cookies = cookies;
    this.#path = path;
  }

  static async open(client: PortalClient, path: string, cookies = new CookieJar()): Promise<Page> {
    const cookie = cookies.header(path);
    const { status, text, headers } = await client.get(path, { ...(cookie && { cookie }) });
    cookies.store(headers['set-cookie']);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    return new Page(text, client, { cookies, path });
  }

  /** Follows the link with exactly this address. */
  follow(href: string): Promise<Page> {
    const anchors = this.$('a').filter((_, anchor) => this.$(anchor).attr('href') === href);
    if (anchors.length === 0) throw new Error(`no link ${href}`);
    return this.visit(href);
  }

  /** Opens an address in the same session, whether the page has a link to it or not. */
  visit(href: string): Promise<Page> {
    const { pathname, search } = new URL(href, 'https://sede.sepe.gob.es');
    return Page.open(this.#client, pathname + search, this.#cookies);
  }

  async #post(values: Record<string, string | true>, pressed?: string) {
    const { $ } = this;
    const form = $('form').first();
    for (const [name, value] of Object.entries(values)) {
      const controls = form.find(`[name="${name}"]`);
      if (controls.length === 0) throw new Error(`no field ${name}`);
      if (/radio|checkbox/.test(controls.attr('type') ?? '')) {
        const box = controls.filter(`[value="${value}"]`);
        if (box.length !== 1) throw new Error(`no choice ${name} ${value}`);
        controls.prop('checked', false);
        box.prop('checked', true);
      } else controls.val(String(value));
    }
    const button = pressed ? form.find(`[type=submit][name="${pressed}"]`) : undefined;
    if (button && button.length !== 1) throw new Error(`no button ${pressed}`);
    const fields = submitted(form, button);
    const action = this.#action;
    const cookie = this.#cookies.header(action);
    const answer = await this.#client.postForm(action, encodeForm(fields), { ...(cookie && { cookie }) });
    this.#cookies.store(answer.headers['set-cookie']);
    return answer;
  }

  get #action(): string {
    const { pathname, search } = new URL(this.$('form').first().attr('action')!, `https://x${this.#path}`);
    return pathname + search;
  }

  /** Submits the form, with a button, or without one as a script does. */
  async press(pressed: string | undefined, values: Record<string, string | true> = {}): Promise<Page> {
    const { status, text, headers } = await this.#post(values, pressed);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    return new Page(text, this.#client, { cookies: this.#cookies, path: this.#action });
  }

  /** Submits the form, expects a PDF, and returns its text. */
  async pdf(pressed: string, values: Record<string, string> = {}): Promise<string> {
    const { headers, bytes } = await this.#post(values, pressed);
    expect(headers['content-type']).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    return pdfText(bytes);
  }

  get error() {
    return this.$('#avisos > div > p:last-child').text();
  }

  get refusal(): string {
    return this.error || this.$('#contenido > form > p.formAviso, #contenido .msj_advertencia > p').text();
  }

  get success() {
    return this.$('#contIzq p').text();
  }

  /** The value next to a title, in a block or anywhere on the page. */
  value(title: string, legend = ''): string | undefined {
    const { $ } = this;
    const block = $('fieldset').filter((_, each) => $(each).children('legend').text().includes(legend));
    return block
      .find('div > div[class*=titulo]')
      .filter((_, each) => $(each).text().includes(title))
      .first()
      .next()
      .text();
  }

  rows(selector: string): string[][] {
    return cellsOf(this.$, this.$(selector).find('tr'));
  }
}

export const START = '/ccomunicacto/servlet/ServletInicio?CCAA=99&idioma=14';
export const JSP = '/ccomunicacto/comunicacto/jsp';
export const SERVLET = '/ccomunicacto/servlet';

/** Links from the start to the queries. */
export const QUERIES = [
  '/ccomunicacto/actionLogin.do?pagina=consultas',
  `${JSP}/menu_consultasImpresion.jsp?origen=`,
];
/** Links from the start to the queries of contracts. */
const CONTRACTS = [...QUERIES, `${SERVLET}/ServletRegresar?ruta=menu_consultasgeneral&origen=`];
const BY_ID = [...CONTRACTS, `${SERVLET}/ServletConsultaEmpresa?pagina=idcomunicacion&origen=`];
export const BY_WORKER = [...CONTRACTS, `${SERVLET}/ServletConsultaEmpresa?pagina=idtrabajador&origen=`];

/** Links from the start to the removal of a contract (C) or a transformation (T). */
export const removal = (letter: 'C' | 'T') => [
  '/ccomunicacto/actionLogin.do?pagina=anulacioncomunicacion',
  `${JSP}/menu_anulacion_bajas.jsp?origen=anulacioncomunicacion`,
  `${SERVLET}/ServletAnulComunic?pagina=init${letter}`,
];

/** Form fields for the number of a contract. */
export const parts = (id: string) => {
  const digits = id.replace(/\D/g, '');
  return {
    idcomunicacion1: digits.slice(0, 2),
    idcomunicacion2: digits.slice(2, 6),
    idcomunicacion3: digits.slice(6, 13),
  };
};

/** Form fields for a date. @param end the end of their names */
const dayFields = (date: string, end: string) => ({
  [`dia${end}`]: date.slice(8),
  [`mes${end}`]: date.slice(5, 7),
  [`annio${end}`]: date.slice(0, 4),
});

/** Form fields for a period of one day. */
export const period = (date: string) => ({ ...dayFields(date, 'desde'), ...dayFields(date, 'hasta') });

const LOGIN =
  '/GetAccess/Saml/SSO/Init?GAURI=https%3A%2F%2Fsede.sepe.gob.es%2FDCertificadosWeb%2FActionNavegacion.do%3FaccesoGA%3Dempresas%26accion%3Dnavegacion';
const CERTIFICATES = 'https://sede.sepe.gob.es/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do';

/** Functions that open pages of SEPE's applications. */
export const sepePages = (standIn: StandIn) => {
  const open = (path: string, options?: ClientOptions) => Page.open(standIn.client(options), path);

  /** Follows links from the start. */
  const followLinks = async (hrefs: string[], options?: ClientOptions): Promise<Page> => {
    let page = await open(START, options);
    for (const href of hrefs) page = await page.follow(href);
    return page;
  };

  return {
    open,
    followLinks,

    contractPage: async (id: string, options?: ClientOptions) =>
      (await followLinks(BY_ID, options)).press('aceptar', parts(id)),

    /** Signs in. Returns the page to query company certificates. */
    certificateQuery: async (options?: ClientOptions): Promise<Page> => {
      const first = await open(LOGIN, options);
      expect(first.$('form[name=idpRedirect]')).toHaveLength(1);
      const second = await first.press(undefined, { SelectedIdP: 'AFIRMA' });
      expect(second.$('form [name=SAMLResponse]')).toHaveLength(1);
      return (await second.press(undefined)).follow(CERTIFICATES);
    },
  };
};
