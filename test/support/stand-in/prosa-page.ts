import { type CheerioAPI, load } from 'cheerio';
import { expect } from 'vitest';
import { pdfText } from '../pdf.ts';
import { encodeForm, type Fields, type PortalAnswer, type PortalClient, submitted } from './portal-client.ts';
import type { AccountKey, ClientOptions, StandIn, WorkerKey } from './stand-in.ts';

/** The header of a client that says that it is a browser. */
const BROWSER = { 'user-agent': 'Mozilla/5.0' };

/** Applies the stand-in's stylesheet to the data. */
const transformed = (stylesheet: string): string => {
  const $ = load(stylesheet, { xml: true });
  return $('xsl\\:template[match="/"]')
    .html()!
    .replace(/="[^"]*"/g, (attribute) => attribute.replaceAll('{{', '{').replaceAll('}}', '}'));
};

/**
 * A page of an application, as a browser shows it: XML pages become HTML through their stylesheet. Controls and buttons are
 * found by id, and elements of the data by name.
 */
export class Page {
  readonly by = 'id';
  /** The page as it was received. */
  readonly text: string;
  /** The page as HTML. */
  readonly $: CheerioAPI;
  /** The data; of older pages, the HTML. */
  readonly data: CheerioAPI;
  readonly #client: PortalClient;

  private constructor(text: string, html: string, client: PortalClient) {
    this.text = text;
    this.#client = client;
    this.$ = load(html);
    this.data = html === text ? this.$ : load(text, { xml: true });
  }

  static async of(text: string, client: PortalClient): Promise<Page> {
    const [, stylesheet] = /<\?xml-stylesheet [^>]*href="([^"]+)"/.exec(text) ?? [];
    if (!stylesheet) return new Page(text, text, client);
    return new Page(text, transformed((await client.get(stylesheet)).text), client);
  }

  get action(): string {
    return this.$('form').first().attr('action')!;
  }

  /** The kind and the text of the message. */
  get message(): string | undefined {
    const { $, data } = this;
    const one = data('MESSAGES > MESSAGE');
    if (one.length > 0) return `${one.find('TIPO').text()}: ${one.find('TEXTO').text()}`;
    const error = $('#ARQContenMensaje > ul > .mensajeError');
    return error.length > 0 ? `ERROR: ${error.text()}` : undefined;
  }

  /** The message if it is an error; otherwise empty. */
  get refusal(): string {
    return this.message?.startsWith('ERROR') ? this.message : '';
  }

  /** The text of a data element, by its path. */
  dataElement(path: string): string | undefined {
    const found = this.data(path);
    return found.length === 1 ? found.text() : undefined;
  }

  has(id: string): boolean {
    return this.$(`[id="${id}"]`).length === 1;
  }

  /** The values that choose an authorised user, by a radio button or in a list. */
  choiceOf(user: string): Record<string, string | true> {
    const { $ } = this;
    const label = $('label[for]').filter((_, each) => $(each).text().startsWith(user));
    const radio = $(`[id="${label.attr('for')}"]`).attr('id');
    return radio ? { [radio]: true } : { NUM_AUTORIZADO: user };
  }

  get form(): string | undefined {
    return this.$('form').attr('id');
  }

  /** The fields that a browser posts when these controls are filled in and this button is pressed. */
  fields(values: Record<string, string | true>, pressed: string): Fields {
    const { $ } = this;
    const set = new Map<string, string>();
    for (const [id, value] of Object.entries(values)) {
      const control = $(`[id="${id}"]`);
      if (control.length !== 1) throw new Error(`there is no ${id} on ${this.form}`);
      set.set(control.attr('name')!, value === true ? control.attr('value')! : value);
    }
    const fields = new Map([...submitted($('form')), ...set]);
    const button = $(`[id="${pressed}"]`);
    if (button.length !== 1) throw new Error(`there is no button ${pressed} on ${this.form}`);
    return [...fields, [button.attr('name')!, button.attr('value')!]];
  }

  press(pressed: string, values: Record<string, string | true> = {}): Promise<Page> {
    return this.post(this.fields(values, pressed));
  }

  async post(fields: Fields, action = this.action): Promise<Page> {
    const { status, text } = await this.#client.postForm(action, encodeForm(fields, 'utf8'), BROWSER);
    expect(status).toBe(200);
    return Page.of(text, this.#client);
  }

  /** Sends a form as programs without a browser do, to the address of the page's form, which has the ticket. */
  write(
    fieldsFrom: (found: Record<string, string>) => Fields,
    _times?: number,
    to = this.action,
  ): Promise<Page> {
    const [, ticket = ''] = /ARQ\.SPM\.TICKET=([^&]+)/.exec(this.action) ?? [];
    return this.post(fieldsFrom({ ticket }), to);
  }

  async follow(address: string): Promise<Page> {
    const { status, text } = await this.#client.get(address, BROWSER);
    expect(status).toBe(200);
    return Page.of(text, this.#client);
  }

  /** Address of the document to which the page links. */
  get link(): string | undefined {
    return this.$('a[data-pc_tipo="documento"]').attr('href');
  }

  document(): Promise<PortalAnswer> {
    return this.#client.get(this.link!);
  }

  async pdf(): Promise<string> {
    const { headers, bytes } = await this.document();
    expect(headers['content-type']).toBe('application/pdf');
    return pdfText(bytes);
  }
}

/** Address at which an application starts. */
export const entry = (application: string) =>
  `/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=${application}`;

/** Scheme and number of an account, as fields have them. */
export const fullAccount = ({ regimen, ccc }: AccountKey) => `${regimen}${ccc}`;

/** Fields of a worker in an account. */
export const workerAndAccount = (worker: WorkerKey, account: AccountKey) => ({
  NA5NumSegSocialCompleto: worker.nss,
  tipo: String(worker.identificacion),
  IP9NumDoc: worker.dni.padStart(10, '0'),
  CC1EmpresaAut: fullAccount(account),
});

export const DONE = 'INFO: OPERACION REALIZADA CORRECTAMENTE';

/** The button of the HTML applications. */
export const ACCEPT = 'SPM.ACC.ACEPTAR';

/** Functions that open pages which several tests use. */
export const prosaPages = (standIn: StandIn) => {
  const open = async (application: string, options: ClientOptions = {}): Promise<Page> => {
    const client = standIn.client(options);
    const { status, text } = await client.get(entry(application), BROWSER);
    expect(status).toBe(200);
    return Page.of(text, client);
  };

  return {
    open,

    /** The page with a worker's data. */
    dataPage: async (
      application: string,
      worker: WorkerKey,
      account: AccountKey,
      options: ClientOptions = {},
    ) => (await open(application, options)).press('ENVIO_10', workerAndAccount(worker, account)),

    /** The page after the choice of an authorised user; the first page if no user is given. */
    actAs: async (application: string, user: string | undefined, options: ClientOptions = {}) => {
      const first = await open(application, options);
      return user ? first.press(ACCEPT, first.choiceOf(user)) : first;
    },
  };
};
