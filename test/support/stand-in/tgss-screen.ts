import { type CheerioAPI, load } from 'cheerio';
import { expect } from 'vitest';
import { pdfText } from '../pdf.ts';
import { cellsOf, encodeForm, type Fields, type PortalClient, submitted } from './portal-client.ts';
import { type AccountKey, type ClientOptions, type StandIn, TODAY, type WorkerKey } from './stand-in.ts';

/** A screen of a dialog in a browser: inputs, buttons and elements are found by id. */
export class Screen {
  readonly by = 'id';
  readonly html: string;
  readonly $: CheerioAPI;
  readonly #client: PortalClient;

  constructor(html: string, client: PortalClient) {
    this.html = html;
    this.$ = load(html);
    this.#client = client;
  }

  /** Text of an element; undefined if there is no such element. */
  text(id: string): string | undefined {
    const element = this.$(`[id="${id}"]`);
    return element.length === 1 ? element.text() : undefined;
  }

  /** The message line. */
  get dil() {
    return this.text('DIL');
  }

  /** The message, if it is a refusal: prompts, acceptances and notes about several results or no more results are not. */
  get refusal(): string {
    return /^(?!0350|3083|3251|3252|3408|3710)\d{4}/.test(this.dil ?? '') ? this.dil! : '';
  }

  get formname() {
    return this.$('input[name=Formname]').val();
  }

  get action(): string {
    return this.$('#jacadaform').attr('action')!;
  }

  /** The fields that a browser posts when these controls are changed and this button is pressed. */
  fields(values: Record<string, string | boolean>, pressed: string): Fields {
    const { $ } = this;
    for (const [id, value] of Object.entries(values)) {
      const control = $(`[id="${id}"]`);
      if (control.length !== 1) throw new Error(`there is no ${id} on ${this.formname}`);
      if (typeof value === 'boolean') control.prop('checked', value);
      else control.val(value);
    }
    const button = $(`[id="${pressed}"]`);
    if (pressed && button.length !== 1) throw new Error(`there is no button ${pressed} on ${this.formname}`);
    return submitted($('#jacadaform'), pressed ? button : undefined);
  }

  async press(pressed: string, values: Record<string, string | boolean> = {}): Promise<Screen> {
    return this.post(this.fields(values, pressed));
  }

  async post(fields: Fields): Promise<Screen> {
    const { status, text } = await this.#client.postForm(this.action, encodeForm(fields));
    expect(status).toBe(200);
    return new Screen(text, this.#client);
  }

  /**
   * Sends a form as programs without a browser do: in UTF-8, with address, session and buttons found by regular
   * expressions.
   */
  async write(fieldsFrom: (found: Record<string, string>) => Fields, times = 1): Promise<Screen> {
    const form = /<form.*action="(?<link>.+?SessionId=(?<session>[^&]+?)&.*?)"/.exec(this.html)!;
    const { link = '', session = '' } = form.groups!;
    const buttons = [...this.html.matchAll(/name="([^"]+)"[^>]*value="(Continuar|Confirmar)"/g)];
    const names = Object.fromEntries(buttons.map(([, name, label]) => [`button.${label}`, name!]));
    const body = encodeForm(fieldsFrom({ session, ...names }), 'utf8');
    const address = link.replaceAll('&amp;', '&').replace(/^\/?/, '/');
    let text = '';
    for (let time = 0; time < times; time += 1) ({ text } = await this.#client.postForm(address, body));
    return new Screen(text, this.#client);
  }

  /** Double-clicks a row. */
  choose(table: string, row: number): Promise<Screen> {
    return this.press('', { [`${table}_0_${row}`]: 'Select', CommandEdit: 'EN', FkeyButton: '+' });
  }

  /** The cells of a column, without the empty ones at its end. */
  column(table: string, column: number): string[] {
    const cells = this.$(`label[id^="${table}_${column}_"]`).map((_, cell) => this.$(cell).text());
    return cells.get().filter(Boolean);
  }

  /** The fields that the report page's script posts. */
  reportFields(): Fields {
    const value = (id: string) => String(this.$(`[id="${id}"]`).val());
    return [
      ['param', value('SDFFICHERO')],
      ['trans', [1, 2, 3, 4].map((piece) => value(`SDFINFORMEA60${piece}`)).join('')],
      ['aplicacion', value('SDFAPLICACION')],
      ['usuario', value('SDFUSUARIO')],
      ['idioma', value('SDFIDIOMA')],
      ['fecha', `${value('SDFFECHA')} ${value('SDFHORA')}`],
      ['tipo', value('SDFTIPO')],
    ];
  }

  /** The document of a report page. */
  async pdf(): Promise<Buffer> {
    expect(this.formname).toBe('EIOMINTE');
    const { bytes, headers } = await this.#client.postForm(REPORT, encodeForm(this.reportFields()));
    expect(headers['content-type']).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    return bytes;
  }

  async pdfText(): Promise<string> {
    return pdfText(await this.pdf());
  }
}

/** Address of the documents. */
export const REPORT = '/ImprPDF/InSeNaCoder';

/** The button of transactions that register. */
export const CONTINUE = 'Sub2207401004';
/** The button of most queries. */
export const ASK = 'Sub2207601004';

export const IDC_FIELDS = ['SDFREGCTA', 'SDFTESCTA', 'SDFCUENTA'];
export const NAF_FIELDS = ['SDFTESNAF', 'SDFNAF'];
const TA_FIELDS = ['SDFREGCTA_NH', 'SDFTESCTA', 'SDFCUENTA'];

export const accountFields = (account: AccountKey, [regimen, province, number]: string[]) => ({
  [regimen!]: account.regimen,
  [province!]: account.ccc.slice(0, 2),
  [number!]: account.ccc.slice(2),
});

export const workerFields = (worker: WorkerKey, [province, number]: string[]) => ({
  [province!]: worker.nss.slice(0, 2),
  [number!]: worker.nss.slice(2),
});

export const dayFields = (prefix: string, date: string, [day, month, year] = ['DD', 'MM', 'AA']) => ({
  [`${prefix}${day}`]: date.slice(8),
  [`${prefix}${month}`]: date.slice(5, 7),
  [`${prefix}${year}`]: date.slice(0, 4),
});

/** The fields of the first screen of an alta or a baja. */
export const movement = (worker: WorkerKey, account: AccountKey, kind: 'Alta' | 'Baja') => ({
  ListaAltasBajas: kind,
  ...workerFields(worker, ['SDFPROAFI', 'SDFCODAFI']),
  SDFTIPPFI_ayuda: String(worker.identificacion),
  SDFNUMPFI: worker.dni.padStart(10, '0'),
  ...accountFields(account, ['SDFREGAFI_ayuda', 'SDFTESCTACOT', 'SDFCTACOT']),
});

/** The fields of the second screen of an alta. */
const ALTA = {
  SDFSITAFI_ayuda: '01',
  ...dayFields('SDFFREAL', TODAY),
  SDFGRUCOT_ayuda: '07',
  SDFTICO_ayuda: '200',
  SDFCOEFCO_ayuda: '500',
  SDFCNOCUP_ayuda: '4309',
};
const PRINT = { ListaSiNo: 'SI', ListaTipoImpresion001: 'OnLine' };

/** The rows of the list of affiliates, up to the first empty one. */
export const affiliateRows = ({ $ }: Screen): string[][] =>
  cellsOf($, $('#Sub1000112079 > tbody > tr')).filter(([nss]) => nss !== '');

/** Functions that run dialogs which several tests use. */
export const tgssDialogs = (standIn: StandIn) => {
  const open = async (
    transaction: string,
    { application = 'AFIR', ...options }: ClientOptions & { application?: string } = {},
  ): Promise<Screen> => {
    const client = standIn.client(options);
    const { status, text } = await client.get(
      `/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=${transaction}&E=I&AP=${application}`,
    );
    expect(status).toBe(200);
    return new Screen(text, client);
  };

  /** The second screen of an alta or a baja, or the first one with a refusal. */
  const begin = async (
    worker: WorkerKey,
    account: AccountKey,
    kind: 'Alta' | 'Baja',
    options: ClientOptions = {},
  ): Promise<Screen> => (await open('ATR01', options)).press(CONTINUE, movement(worker, account, kind));

  const move = async (
    worker: WorkerKey,
    account: AccountKey,
    kind: 'Alta' | 'Baja',
    data: Record<string, string>,
    options: ClientOptions,
  ) => {
    const second = await begin(worker, account, kind, options);
    expect(second.dil).toMatch(/^3083/);
    return second.press(CONTINUE, data);
  };

  return {
    open,
    begin,

    register: (worker: WorkerKey, account: AccountKey, data = {}, options: ClientOptions = {}) =>
      move(worker, account, 'Alta', { ...ALTA, ...PRINT, ...data }, options),

    terminate: (worker: WorkerKey, account: AccountKey, data = {}, options: ClientOptions = {}) => {
      const baja = { SDFSITAFI_ayuda: '51', ...dayFields('SDFFREAL', TODAY) };
      return move(worker, account, 'Baja', { ...baja, ...PRINT, ...data }, options);
    },

    /** Opens the list of a worker's documents. */
    duplicates: async (worker: WorkerKey, account: AccountKey, data = {}, options: ClientOptions = {}) =>
      (await open('ATR65', options)).press(ASK, {
        ...workerFields(worker, NAF_FIELDS),
        ...accountFields(account, TA_FIELDS),
        ListaTipoImpresion: 'OnLine',
        SDFINFTA1: true,
        ...data,
      }),

    /** Opens the list of an account's workers: with box 1 the registered ones, with box 2 the scheduled and former ones. */
    affiliates: async (account: AccountKey, box: 1 | 2) =>
      (await open('ATR62')).press(ASK, {
        ...accountFields(account, ['SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62']),
        [`chkgrupo1_${box}`]: true,
      }),

    /** Opens the data of a worker. */
    query: async (worker: WorkerKey, options: ClientOptions = {}) =>
      (await open('ATR61', options)).press(ASK, workerFields(worker, ['SDFTESORNAF', 'SDFNUMNAF'])),
  };
};
