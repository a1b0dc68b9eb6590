import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'cheerio';
import { stdnum } from 'stdnum';
import { Agent, request } from 'undici';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, slashed, spaced } from '../functions/sandbox/calendar.ts';
import { createAuthority, type Issued, issueClient, issueServer } from '../functions/sandbox/pki.ts';
import { makeSeed, seed } from '../functions/sandbox/seed.ts';
import { type Sandbox, startSandbox } from '../functions/sandbox/server.ts';
import type { State } from '../functions/sandbox/state.ts';
import type { Tally } from '../functions/sandbox/tally.ts';

const { demo, other, today } = seed;
const { general, agrarian, artists, second } = demo.accounts;
const [newWorker, secondNewWorker] = demo.newWorkers as [
  (typeof demo.newWorkers)[0],
  (typeof demo.newWorkers)[0],
];

let sandbox: Sandbox;
let agents: Record<'demo' | 'other' | 'foreign' | 'expired' | 'nobody' | 'stranger', Agent>;

beforeAll(async () => {
  const [authority, foreign] = await Promise.all([createAuthority(), createAuthority('Otra CA')]);
  const issued = await Promise.all([
    issueClient(authority, { person: demo.holder }),
    issueClient(authority, { person: other.holder }),
    issueClient(foreign, { person: demo.holder }),
    issueClient(authority, { person: demo.holder }, { notAfter: new Date(Date.now() - 1000) }),
    issueClient(authority, { person: { ...demo.holder, nif: newWorker.dni } }),
  ]);
  sandbox = await startSandbox({
    pki: { authority, server: await issueServer(authority) },
    slowMilliseconds: 300,
  });
  const agent = (client?: Issued) =>
    new Agent({
      connections: 1,
      connect: { ca: authority.certificate, ...(client && { cert: client.chain, key: client.key }) },
    });
  const [forDemo, forOther, forForeign, forExpired, forStranger] = issued.map(agent);
  agents = {
    demo: forDemo!,
    other: forOther!,
    foreign: forForeign!,
    expired: forExpired!,
    stranger: forStranger!,
    nobody: agent(),
  };
});

afterAll(async () => {
  await Promise.all(Object.values(agents).map((agent) => agent.close()));
  await sandbox.close();
});

beforeEach(async () => {
  const { statusCode, body } = await request(`${sandbox.controlUrl}/reset`, { method: 'POST' });
  await body.dump();
  expect(statusCode).toBe(200);
});

/** What the control server answers at each address. */
interface Controls {
  '/stats': Tally;
  '/state': State;
  '/digest': { digest: string };
  '/health': { ok: boolean };
}

async function look<Path extends keyof Controls>(path: Path): Promise<Controls[Path]> {
  const { body } = await request(sandbox.controlUrl + path);
  return (await body.json()) as Controls[Path];
}

const digest = async () => (await look('/digest')).digest;

interface Options {
  as?: keyof typeof agents;
  scenario?: string;
  contentType?: string;
}

/** One exchange, its text read as pages are written. */
async function exchange(path: string, options: Options & { body?: string; method?: 'HEAD' } = {}) {
  const { as = 'demo', scenario, body, contentType = 'application/x-www-form-urlencoded' } = options;
  const response = await request(sandbox.url + path, {
    dispatcher: agents[as],
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(scenario && { 'x-sandbox-scenario': scenario }),
      ...(body !== undefined && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes, html: bytes.toString('latin1') };
}

/** `application/x-www-form-urlencoded` in ISO-8859-1. */
const encoded = (fields: Iterable<[string, string]>): string =>
  [...fields]
    .map((pair) =>
      pair
        .map((text) =>
          [...Buffer.from(text, 'latin1')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
        )
        .join('='),
    )
    .join('&');

/** A page as somebody with a browser has it: fills inputs by id, presses buttons by id, reads elements by id. */
class Screen {
  readonly html: string;
  readonly $: ReturnType<typeof load>;
  readonly #options: Options;

  constructor(html: string, options: Options) {
    this.html = html;
    this.$ = load(html);
    this.#options = options;
  }

  /** Text of an element, and whether there is one. */
  text(id: string): string | undefined {
    const element = this.$(`[id="${id}"]`);
    return element.length === 1 ? element.text() : undefined;
  }

  get dil() {
    return this.text('DIL');
  }

  get formname() {
    return this.$('input[name=Formname]').val();
  }

  get action(): string {
    return this.$('#jacadaform').attr('action')!;
  }

  /** What a browser would post, with these controls changed and this button pressed. */
  fields(values: Record<string, string | boolean>, pressed: string): [string, string][] {
    const { $ } = this;
    for (const [id, value] of Object.entries(values)) {
      const control = $(`[id="${id}"]`);
      if (control.length !== 1) throw new Error(`there is no ${id} on ${this.formname}`);
      if (typeof value === 'boolean') control.prop('checked', value);
      else control.val(value);
    }
    const fields = $('#jacadaform').serializeArray();
    const button = $(`[id="${pressed}"]`);
    if (pressed && button.length !== 1) throw new Error(`there is no button ${pressed} on ${this.formname}`);
    return [
      ...fields.map(({ name, value }): [string, string] => [name, value]),
      ...(pressed ? [[button.attr('name')!, button.attr('value')!] as [string, string]] : []),
    ];
  }

  async press(pressed: string, values: Record<string, string | boolean> = {}): Promise<Screen> {
    return this.post(this.fields(values, pressed));
  }

  async post(fields: Iterable<[string, string]>): Promise<Screen> {
    const { status, html } = await exchange(this.action, { ...this.#options, body: encoded(fields) });
    expect(status).toBe(200);
    return new Screen(html, this.#options);
  }

  /** A double click on a row. */
  choose(table: string, row: number): Promise<Screen> {
    return this.press('', { [`${table}_0_${row}`]: 'Select', CommandEdit: 'EN', FkeyButton: '+' });
  }

  /** Cells of a column, without the empty ones that fill the page up. */
  column(table: string, column: number): string[] {
    const cells = this.$(`label[id^="${table}_${column}_"]`).map((_, cell) => this.$(cell).text());
    return cells.get().filter(Boolean);
  }

  /** What the report page's script would post. */
  reportFields(): [string, string][] {
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

  /** The document that a report page offers. */
  async pdf(): Promise<Buffer> {
    expect(this.formname).toBe('EIOMINTE');
    const { bytes, headers } = await exchange('/ImprPDF/InSeNaCoder', {
      ...this.#options,
      body: encoded(this.reportFields()),
    });
    expect(headers['content-type']).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    return bytes;
  }

  async pdfText(): Promise<string> {
    const { text } = await extractText(new Uint8Array(await this.pdf()), { mergePages: true });
    return text;
  }
}

async function open(transaction: string, options: Options = {}): Promise<Screen> {
  const { status, html } = await exchange(
    `/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=${transaction}&E=I&AP=AFIR`,
    options,
  );
  expect(status).toBe(200);
  return new Screen(html, options);
}

type Worker = Pick<(typeof demo)['worker'], 'nss' | 'identificacion' | 'dni'>;
type Account = Pick<(typeof demo)['accounts']['general'], 'regimen' | 'ccc'>;

const movement = (worker: Worker, account: Account, kind: 'Alta' | 'Baja') => ({
  ListaAltasBajas: kind,
  SDFPROAFI: worker.nss.slice(0, 2),
  SDFCODAFI: worker.nss.slice(2),
  SDFTIPPFI_ayuda: String(worker.identificacion),
  SDFNUMPFI: worker.dni.padStart(10, '0'),
  SDFREGAFI_ayuda: account.regimen,
  SDFTESCTACOT: account.ccc.slice(0, 2),
  SDFCTACOT: account.ccc.slice(2),
});

const dayFields = (prefix: string, date: string, [day, month, year] = ['DD', 'MM', 'AA']) => ({
  [`${prefix}${day}`]: date.slice(8),
  [`${prefix}${month}`]: date.slice(5, 7),
  [`${prefix}${year}`]: date.slice(0, 4),
});

const ALTA = {
  SDFSITAFI_ayuda: '01',
  ...dayFields('SDFFREAL', today),
  SDFGRUCOT_ayuda: '07',
  SDFTICO_ayuda: '200',
  SDFCOEFCO_ayuda: '500',
  SDFCNOCUP_ayuda: '4309',
};
const PRINT = { ListaSiNo: 'SI', ListaTipoImpresion001: 'OnLine' };
const CONTINUE = 'Sub2207401004';

async function register(worker: Worker, account: Account, data = {}, options: Options = {}) {
  const second = await (await open('ATR01', options)).press(CONTINUE, movement(worker, account, 'Alta'));
  expect(second.dil).toMatch(/^3083/);
  return second.press(CONTINUE, { ...ALTA, ...PRINT, ...data });
}

async function terminate(worker: Worker, account: Account, data = {}, options: Options = {}) {
  const second = await (await open('ATR01', options)).press(CONTINUE, movement(worker, account, 'Baja'));
  expect(second.dil).toMatch(/^3083/);
  const baja = { SDFSITAFI_ayuda: '51', ...dayFields('SDFFREAL', today) };
  return second.press(CONTINUE, { ...baja, ...PRINT, ...data });
}

const accountFields = (account: Account, [regimen, province, number]: string[]) => ({
  [regimen!]: account.regimen,
  [province!]: account.ccc.slice(0, 2),
  [number!]: account.ccc.slice(2),
});

const workerFields = (worker: Worker, [province, number]: string[]) => ({
  [province!]: worker.nss.slice(0, 2),
  [number!]: worker.nss.slice(2),
});

const IDC_FIELDS = ['SDFREGCTA', 'SDFTESCTA', 'SDFCUENTA'];
const TA_FIELDS = ['SDFREGCTA_NH', 'SDFTESCTA', 'SDFCUENTA'];
const NAF_FIELDS = ['SDFTESNAF', 'SDFNAF'];

const duplicates = async (worker: Worker, account: Account, data = {}, options: Options = {}) =>
  (await open('ATR65', options)).press('Sub2207601004', {
    ...workerFields(worker, NAF_FIELDS),
    ...accountFields(account, TA_FIELDS),
    ListaTipoImpresion: 'OnLine',
    SDFINFTA1: true,
    ...data,
  });

const affiliates = async (account: Account, box: 1 | 2, options: Options = {}) =>
  (await open('ATR62', options)).press('Sub2207601004', {
    ...accountFields(account, ['SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62']),
    [`chkgrupo1_${box}`]: true,
  });

/** Rows of the list of affiliates, up to the first empty one. */
const affiliateRows = (screen: Screen): string[][] =>
  screen
    .$('#Sub1000112079 > tbody > tr')
    .get()
    .map((row) =>
      screen
        .$(row)
        .find('td')
        .get()
        .map((cell) => screen.$(cell).text()),
    )
    .filter(([nss]) => nss !== '');

const query = async (worker: Worker, options: Options = {}) =>
  (await open('ATR61', options)).press('Sub2207601004', workerFields(worker, ['SDFTESORNAF', 'SDFNUMNAF']));

describe('who is let in', () => {
  test.each([
    ['foreign', 'reconocida'],
    ['expired', 'caducado'],
    ['nobody', 'No se ha presentado'],
    ['stranger', 'no está autorizado'],
  ] as const)(
    'a certificate that is %s gets the page of the portal, not a broken handshake',
    async (as, reason) => {
      const { status, html } = await exchange('/Xhtml?TRANSACCION=ATR01', { as });
      expect(status).toBe(403);
      expect(load(html)('.cuerpo_noautorizado p').text()).toContain(reason);
    },
  );

  test('the head is there for anybody', async () => {
    const { status } = await exchange('/Xhtml?TRANSACCION=ATR01', { as: 'nobody', method: 'HEAD' });
    expect(status).toBe(200);
  });

  test('one connection serves a dialog, and requests are counted by transaction', async () => {
    await query(demo.worker);
    const stats = await look('/stats');
    expect(stats.requests).toEqual({ 'tgss.ATR61': 2 });
    expect(stats.handshakes).toBeLessThanOrEqual(1);
  });

  test("another holder's session and another tenant's account are out of reach", async () => {
    const screen = await open('ATR61');
    const { html } = await exchange(screen.action, {
      as: 'other',
      body: encoded(screen.fields({}, 'Sub2207601004')),
    });
    expect(load(html)('.cabMensaje').text()).toMatch(/sesión/);

    const foreign = await (await open('ATR01', { as: 'other' })).press(
      CONTINUE,
      movement(newWorker, general, 'Alta'),
    );
    expect(foreign.dil).toBe('3462* CUENTA DE COTIZACION NO AUTORIZADA');
    expect((await query(demo.worker, { as: 'other' })).dil).toMatch(/^3543/);
    expect((await query(other.worker, { as: 'other' })).formname).toBe('ATRM6103');
  });
});

describe('pages', () => {
  test('are written for those who read them with regular expressions', async () => {
    const screen = await open('ATR37');
    // The first form whose address has a session, on one line, with something after the session.
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

  test('name their character set, and read what the request says it is', async () => {
    const { headers, html } = await exchange('/Xhtml?TRANSACCION=ATR01');
    expect(headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    expect(html).toContain('Régimen');
    const screen = await open('ATR01');
    const post = async (value: string, contentType: string) => {
      const body = `Formname=ATRM0100&btn_${CONTINUE}=&txt_SDFPROAFI=${value}`;
      const answer = await exchange(screen.action, { body, contentType });
      return load(answer.html)('#SDFPROAFI').val();
    };
    const form = 'application/x-www-form-urlencoded';
    expect(await post('%D1', form)).toBe('Ñ');
    expect(await post('%C3%91', `${form}; charset=UTF-8`)).toBe('Ñ');
  });

  test('take their session from the address only, also with slashes before it', async () => {
    const first = await open('ATR01');
    const fields = first
      .fields(movement(newWorker, general, 'Alta'), CONTINUE)
      .map(([name, value]): [string, string] => [name, name === 'sessionId' ? 'STALE' : value]);
    const { html } = await exchange(`/${first.action}`, { body: encoded(fields) });
    expect(new Screen(html, {}).formname).toBe('ATRM0101');

    const { html: none } = await exchange('/Xhtml', { body: encoded(fields) });
    expect(load(none)('.cabMensaje').text()).toMatch(/sesión/);
    expect((await exchange('//Xhtml?TRANSACCION=ATR61')).status).toBe(200);
  });

  test('tell the dialog by the name of the form, also at the address of an earlier page', async () => {
    const first = await open('ATR37');
    const list = await first.press('Sub2207601004', {
      ...workerFields(demo.worker, NAF_FIELDS),
      ...accountFields(general, IDC_FIELDS),
      ListaTipoImpresion: 'OnLine',
    });
    // A public program chooses the row at the first page's address, with values of another transaction.
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
    // And comes back by a post that names no button it could know.
    const back = await report.post([
      ['Applname', 'SGIRED'],
      ['Formname', 'EIOMINTE'],
      ['btn_FkeyButton', '+'],
    ]);
    expect(back.formname).toBe('ATRM3701');
  });

  test('are not changed by a post without their button', async () => {
    const first = await open('ATR01');
    const same = await first.press('', movement(newWorker, general, 'Alta'));
    expect(same.formname).toBe('ATRM0100');
  });
});

describe('a registration', () => {
  test('is filed by the second screen only, and its document has the data', async () => {
    const before = await digest();
    const second = await (await open('ATR01')).press(CONTINUE, movement(newWorker, general, 'Alta'));
    expect(second.formname).toBe('ATRM0101');
    expect(await digest()).toBe(before);
    expect((await look('/stats')).submissions).toEqual({});

    const report = await second.press(CONTINUE, { ...ALTA, ...PRINT });
    const text = await report.pdfText();
    for (const part of [
      'RESOLUCION SOBRE RECONOCIMIENTO DE ALTA',
      'ENTORNO DE PRUEBAS - SIN VALIDEZ',
      newWorker.nss,
      newWorker.dni,
      `${newWorker.surname} ${newWorker.secondSurname}, ${newWorker.name}`,
      `${general.regimen} ${general.ccc}`,
      demo.company.name,
      slashed(today),
      '07 AUXILIARES ADMINISTRATIVOS',
      '200',
      '500',
      '4309',
      general.convenio,
    ]) {
      expect(text).toContain(part);
    }
    expect(await digest()).not.toBe(before);
    const { submissions, accepted } = await look('/stats');
    expect(submissions).toEqual({ 'tgss.alta': 1 });
    expect(accepted).toEqual({ 'tgss.alta': 1 });
  });

  test('shows in every query, and the termination ends it', async () => {
    const yesterday = addDays(today, -1);
    await register(newWorker, general, dayFields('SDFFREAL', yesterday));
    const padded = newWorker.dni.padStart(10, '0');
    const rows = affiliateRows(await affiliates(general, 1));
    expect(rows.find((row) => row[4] === padded)?.[3]).toBe('');
    const data = await query(newWorker);
    expect(data.text('SDFTSITUACAFI')).toBe('01 ALTA NORMAL');
    expect(data.text('SDFFRAAFI')).toBe(slashed(yesterday));
    expect(data.text('SDFFRBAFI')).toBe('');

    const again = await (await open('ATR01')).press(CONTINUE, movement(newWorker, general, 'Alta'));
    expect(again.dil).toBe('4359* MOVIMIENTO PREVIO ERRONEO - AFILIADO EN ALTA PREVIA');

    const ta = await terminate(newWorker, general);
    expect(await ta.pdfText()).toContain('RESOLUCION SOBRE RECONOCIMIENTO DE BAJA');
    expect((await query(newWorker)).text('SDFTSITUACAFI')).toBe('51 BAJA VOLUNTARIA');
    expect(affiliateRows(await affiliates(general, 1)).some((row) => row[4] === padded)).toBe(false);
    expect(affiliateRows(await affiliates(general, 2)).find((row) => row[4] === padded)?.[3]).toBe('BJ');

    const documents = await duplicates(newWorker, general);
    expect(documents.column('Sub0900112079', 1)).toEqual(['BAJA', 'ALTA']);
    expect(documents.column('Sub0900112079', 2)).toEqual([spaced(today), spaced(yesterday)]);
    const gone = await (await open('ATR01')).press(CONTINUE, movement(newWorker, general, 'Baja'));
    expect(gone.dil).toMatch(/^3010/);
  });

  test('without a document is told by the message line, on the same screen', async () => {
    const done = await register(newWorker, general, { ListaSiNo: 'NO' });
    expect(done.dil).toBe('9125* ALTA REALIZADA. ASIGNADO CONVENIO DE LA CUENTA');
    expect(done.text('SDFSITAFI_ayuda')).toBe('');
    const strange = await register(secondNewWorker, general, {
      ListaSiNo: 'NO',
      SDFCONVCOL_ayuda: '12345678901234',
    });
    expect(strange.dil).toBe('9086* ALTA REALIZADA CORRECTAMENTE.CONVENIO COLECTIVO NO ADMITIDO');
  });

  test.each<[string, { worker?: Worker; account?: Account }, string]>([
    ['an account that is not theirs', { account: other.accounts.general }, '3462'],
    ['another scheme', { account: { ...general, regimen: '0112' } }, '3030'],
    ['an unknown number', { worker: { ...newWorker, nss: '280000000097' } }, '3820'],
    ["another's document", { worker: { ...newWorker, dni: demo.worker.dni } }, '2204'],
    ['another kind of document', { worker: { ...newWorker, identificacion: 6 } }, '2204'],
    ['nothing', { worker: { ...newWorker, nss: '' } }, '3001'],
  ])('is refused on the first screen for %s', async (_, { worker = newWorker, account = general }, code) => {
    const screen = await (await open('ATR01')).press(CONTINUE, movement(worker, account, 'Alta'));
    expect(screen.formname).toBe('ATRM0100');
    expect(screen.dil).toMatch(new RegExp(`^${code}\\*`));
    expect(screen.$('#SDFNUMPFI').val()).toBe(worker.dni.padStart(10, '0'));
  });

  test.each([
    ['an impossible date', dayFields('SDFFREAL', '2026-02-30'), '3053', 'SDFFREALDD'],
    ['a date too far ahead', dayFields('SDFFREAL', addDays(today, 61)), '3053', ''],
    ['no group', { SDFGRUCOT_ayuda: '' }, '3001', 'SDFGRUCOT_ayuda'],
    ['an unknown contract', { SDFTICO_ayuda: '999' }, '0007', 'SDFTICO_ayuda'],
    ['a contract that needs a collective', { SDFTICO_ayuda: '402' }, '3001', 'SDFCOLTRA_ayuda'],
    ['a coefficient that is none', { SDFCOEFCO_ayuda: 'x' }, '3066', 'SDFCOEFCO_ayuda'],
    ['a baja code', { SDFSITAFI_ayuda: '51' }, '0007', 'SDFSITAFI_ayuda'],
  ])('is refused on the second screen for %s, and counted', async (_, data, code, focus) => {
    const before = await digest();
    const screen = await register(newWorker, general, data);
    expect(screen.dil).toMatch(new RegExp(`^${code}\\*`));
    expect(screen.$('#focusedControl').val()).toBe(focus);
    expect(await digest()).toBe(before);
    const { submissions, accepted } = await look('/stats');
    expect([submissions, accepted]).toEqual([{ 'tgss.alta': 1 }, {}]);
  });

  test('is refused before the end of an earlier stay, and a termination before its beginning', async () => {
    const early = await register(demo.formerWorker, general, dayFields('SDFFREAL', addDays(today, -61)));
    expect(early.dil).toMatch(/^3053/);
    const baja = await terminate(
      demo.worker,
      general,
      dayFields('SDFFREAL', addDays(demo.worker.fecha_alta, -1)),
    );
    expect(baja.dil).toMatch(/^3053/);
  });

  test('asks again about a strange coefficient, and files when that is confirmed', async () => {
    const warning = await register(newWorker, general, { SDFCOEFCO_ayuda: '10' });
    expect(warning.text('Sub0600401054')?.toLowerCase()).toContain(
      'revise el contenido del coeficiente a tiempo parcial',
    );
    expect((await look('/stats')).accepted).toEqual({});
    const report = await warning.press(warning.$('input[value=Confirmar]').attr('id')!);
    expect(await report.pdfText()).toContain('010');
    expect((await look('/stats')).submissions).toEqual({ 'tgss.alta': 1 });
  });

  test('has the fields of its scheme, and keeps them all', async () => {
    await register(newWorker, artists, {
      SDFCATPRO_ayuda: '0000301',
      ...dayFields('SDFFIC', today),
      SDFCAUSUS_ayuda: '01',
      SDFPRONAFSUS: demo.worker.nss.slice(0, 2),
      SDFCODNAFSUS: demo.worker.nss.slice(2),
      SDFEXCCTZ_ayuda: '64',
      SDFCONDES_ayuda: '1',
      SDFBENEF_ayuda: '2',
      SDFSEXO_ayuda: '1',
      ...dayFields('SDFFNAC', '1980-01-31'),
      SDFRLCE_ayuda: '0100',
      SDFCOLTRA_ayuda: '967',
      SDFOCUPACION_ayuda: 'a',
      SDFCESREG_ayuda: '111',
      SDFCESTES: general.ccc.slice(0, 2),
      SDFCESCTA: general.ccc.slice(2),
      SDFCESTIP_ayuda: '2',
    });
    const { SDFMODCOTI, ListaTipoImpresion } = { SDFMODCOTI: '2', ListaTipoImpresion: 'OnLine' };
    const second = await (await open('ATR01')).press(CONTINUE, movement(secondNewWorker, agrarian, 'Alta'));
    expect(second.text('ListaTipoImpresion001')).toBeUndefined();
    const report = await second.press(CONTINUE, {
      ...ALTA,
      SDFMODCOTI_ayuda: SDFMODCOTI,
      SDFFOMAGR_ayuda: '1',
      ListaSiNo: 'SI',
      ListaTipoImpresion,
    });
    expect(report.formname).toBe('EIOMINTE');
    const { tgss } = await look('/state');
    expect(tgss.registrations.at(-2)).toMatchObject({
      terms: {
        categoria: '0000301',
        fic: today,
        causaSustitucion: '01',
        nssSustituido: demo.worker.nss,
        exclusionCotizacion: '064',
        condicionDesempleado: '1',
        beneficios: '2',
        sexo: '1',
        fechaNacimiento: '1980-01-31',
        rlce: '0100',
        colectivo: '967',
        ocupacion: 'A',
      },
      assignments: [{ regimen: '0111', ccc: general.ccc, tipo: '02', from: today }],
    });
    expect(tgss.registrations.at(-1)!.terms).toMatchObject({ modalidad: '2', fomentoAgrario: '1' });
  });
});

describe('a termination', () => {
  test('keeps all that it says', async () => {
    await terminate(demo.worker, general, {
      SDFSITAFI_ayuda: '93',
      ...dayFields('SDFFFINV', addDays(today, 5)),
      SDFINDSAA: '010',
      SDFDIATRA: '7',
      ...dayFields('SDFFFT', today),
    });
    const { tgss } = await look('/state');
    const stay = tgss.registrations.find(({ nss }) => nss === demo.worker.nss);
    expect(stay?.baja).toMatchObject({
      date: today,
      situacion: '93',
      finVacaciones: addDays(today, 5),
      indicativoSaa: '010',
      diasTrabajados: '07',
      finTemporal: today,
    });
  });

  test('needs an indicator with holidays, and its own day for an inactivity', async () => {
    const holidays = await terminate(demo.worker, general, dayFields('SDFFFINV', addDays(today, 5)));
    expect(holidays.dil).toMatch(/^3001/);
    const inactive = await terminate(demo.worker, general, { ListaInactZ: 'SI' });
    expect(inactive.dil).toMatch(/^0007/);
  });
});

describe('documents', () => {
  test('come again as often as they are asked for, the same bytes', async () => {
    const list = await duplicates(demo.worker, general);
    const report = await list.choose('Sub0900112079', 0);
    const [first, second] = [await report.pdf(), await report.pdf()];
    expect(first.equals(second)).toBe(true);
    const duplicate = await (await duplicates(demo.worker, general)).choose('Sub0900112079', 0);
    expect((await duplicate.pdf()).equals(first)).toBe(true);
  });

  test('are for the holder whom they were offered to, and for those who repeat the whole slip', async () => {
    const report = await (await duplicates(demo.worker, general)).choose('Sub0900112079', 0);
    const fields = report.reportFields();
    const { html } = await exchange('/ImprPDF/InSeNaCoder', { as: 'other', body: encoded(fields) });
    expect(html).toContain('no existe');
    const damaged = fields.map(([name, value]): [string, string] => [
      name,
      name === 'trans' ? 'null' : value,
    ]);
    const { headers } = await exchange('/ImprPDF/InSeNaCoder', { body: encoded(damaged) });
    expect(headers['content-type']).toMatch('text/html');
  });

  test('are fetched by the form that browsers submit', async () => {
    const report = await (await duplicates(demo.worker, general)).choose('Sub0900112079', 0);
    const form = report.$('form[name=InvocaFormularioImpRED]');
    expect(form.attr()).toMatchObject({ action: '/ImprPDF/InSeNaCoder', target: '_blank', method: 'post' });
    expect(form.serializeArray().map(({ name }) => name)).toEqual(
      report.reportFields().map(([name]) => name),
    );
    expect(report.dil).toBe('');
  });

  test('can be limited to a day, and there may be none', async () => {
    const date = dayFields('SDF', demo.worker.fecha_alta, ['DIA', 'MES', 'AO']);
    const found = await duplicates(demo.worker, general, date);
    expect(found.column('Sub0900112079', 1)).toEqual(['ALTA']);
    const none = await duplicates(demo.worker, general, dayFields('SDF', today, ['DIA', 'MES', 'AO']));
    expect(none.dil).toBe('3543* NO EXISTEN DATOS PARA ESTA CONSULTA');
    expect(none.formname).toBe('ATRM6500');
    expect((await duplicates(newWorker, general)).dil).toMatch(/^3543/);
    expect((await duplicates(demo.worker, general, { ListaTipoImpresion: '' })).dil).toMatch(/^4879/);
  });
});

describe('row lists', () => {
  const idcList = async (data = {}) =>
    (await open('ATR37')).press('Sub2207601004', {
      ...workerFields(demo.manySituations, NAF_FIELDS),
      ...accountFields(general, IDC_FIELDS),
      ListaTipoImpresion: 'OnLine',
      ...data,
    });

  test('have the shape that programs count on', async () => {
    const list = await idcList();
    expect(list.dil).toBe('');
    expect(list.$('#Sub0900112078 > thead th').eq(1).text()).toBe('F. R. Alta');
    expect(list.$('#Sub0900112078 > tbody > tr').length).toBe(12);
    const lines = list.html.split('\n');
    const cell = /^<label[^<>]* ?id="Sub0900112078_1_0"[^<>]*>\d\d \d\d \d{4}<\/label>$/;
    const at = lines.findIndex((line) => cell.test(line));
    expect(lines.slice(at - 2, at + 3).filter((_, index) => index !== 2)).toEqual([
      '<td>',
      '<span>',
      '</span>',
      '</td>',
    ]);
    expect(list.$('label[name="_1_0"]').length).toBe(1);
    for (const id of ['Sub2206101001', 'Sub2206301003', 'CommandEdit', 'FkeyButton', 'Ayuda']) {
      expect(list.text(id)).toBeDefined();
    }
    expect(list.html).toContain("addEventListener('dblclick'");
  });

  test('go on, most recent first, until there are no more', async () => {
    const first = await idcList();
    const next = await first.press('Sub2206301003');
    const dates = [first, next].flatMap((page) => page.column('Sub0900112078', 1));
    expect(dates.length).toBe(23);
    expect(dates[0]).toBe(spaced(demo.manySituations.fecha_alta));
    const beyond = await next.press('Sub2206301003');
    expect(beyond.dil).toMatch(/^3037/);
    expect((await next.press('Sub2206101001')).column('Sub0900112078', 1)).toEqual(dates.slice(0, 12));
    const report = await next.choose('Sub0900112078', 10);
    const text = await report.pdfText();
    expect(text).toContain('INFORME DE DATOS PARA LA COTIZACION');
    expect(text).toContain(dates[22]!.replaceAll(' ', '/'));
    const empty = await (await first.press('Sub2206301003')).choose('Sub0900112078', 11);
    expect(empty.dil).toMatch(/^3037/);
  });

  test('choose the row before any button that came along', async () => {
    const list = await idcList();
    const fields = list.fields({ Sub0900112078_0_1: 'Select' }, 'Sub2206301003');
    expect((await list.post(fields)).formname).toBe('EIOMINTE');
  });

  test('of reports are limited to the stays of a day', async () => {
    const alive = await idcList(dayFields('SDF', today, ['DIA', 'MES', 'AO']));
    expect(alive.column('Sub0900112078', 1)).toEqual([spaced(demo.manySituations.fecha_alta)]);
  });
});

describe('the query of a worker', () => {
  test('shows the only record at once', async () => {
    const page = await query(demo.worker);
    expect(page.formname).toBe('ATRM6103');
    expect(page.text('Sub2205801004')).toBeUndefined();
    const { worker } = demo;
    const [year, month, day] = worker.birthDate.split('-');
    for (const [id, text] of Object.entries({
      SDFAPELNOM: `${worker.surname} ${worker.secondSurname}, ${worker.name}`,
      SDFTIPIPF: '1',
      SDFNUMIPF: worker.dni.padStart(10, '0'),
      SDFDIANAC: day,
      SDFMESNAC: month,
      SDFAONAC: year,
      SDFSEXO: 'VARON',
      SDFMOVIL: worker.phone,
      SDFREGIM: '0111',
      SDFTESORCCC: general.ccc.slice(0, 2),
      SDFNUMCCC: general.ccc.slice(2),
      SDFEMPRESARIO3: demo.company.cif,
      SDFNOMBRE3: demo.company.name,
      SDFTSITUACAFI: '01 ALTA NORMAL',
      SDFCGRUPOAFI: '07',
      SDFTGRUPOAFI: 'AUXILIARES ADMINISTRATIVOS',
      SDFTIPOAFI: '100',
      SDFCOEFAFI: '',
      SDFFRAAFI: slashed(worker.fecha_alta),
      SDFFRBAFI: '',
    })) {
      expect(page.text(id), id).toBe(text);
      expect(page.html).toContain(`\n<label id="${id}">${text}</label>\n`);
    }
  });

  test('lists several records, and comes back to the page it left', async () => {
    const first = await query(demo.manySituations);
    expect(first.formname).toBe('ATRM6102');
    expect(first.dil).toMatch(/^3251/);
    expect(first.column('Sub0900112061', 2)[0]).toBe(`${general.ccc.slice(0, 2)} ${general.ccc.slice(2)}`);
    const last = await first.press('Sub2206301003');
    expect(last.dil).toMatch(/^3252/);
    expect(last.column('Sub0900112061', 5).length).toBe(11);
    const data = await last.choose('Sub0900112061', 10);
    expect(data.formname).toBe('ATRM6103');
    expect(data.text('SDFTSITUACAFI')).toBe('93 BAJA FIN CONTRATO TEMPORAL');
    const back = await data.press('Sub2205801004');
    expect(back.column('Sub0900112061', 3)).toEqual(last.column('Sub0900112061', 3));
  });

  test('adds what the boxes ask for', async () => {
    const list = await query(demo.manySituations);
    const data = await list.choose('Sub0900112061', 0);
    const asked = { SDFDATOSCONTAFI: true, SDFCONVCOL: true, SDFPECLIQAFI: true, SDFCES: true };
    const period = { SDFMESPEC: today.slice(5, 7), SDFAOPEC: today.slice(0, 4) };
    const extra = await data.press('Sub2207601004', { ...asked, ...period });
    expect(extra.formname).toBe('ATRM6104');
    expect(extra.text('SDFCNOCUP')).toBe('4309');
    expect(extra.text('SDFCONVCOL')).toBe(general.convenio);
    expect(extra.text('SDFTSITUACAFI')).toBe('01 ALTA NORMAL');
    expect(extra.text('Sub0900112063_14_0')).toBe('1.234,56');
    expect(extra.text('Sub0900112063_8_0')).toBe(slashed(demo.manySituations.fecha_alta));
    const past = await data.press('Sub2207601004', { SDFPECLIQAFI: true, SDFMESPEC: '1', SDFAOPEC: '2001' });
    expect(past.text('Sub0900112063_1_0')).toBeUndefined();
    expect((await extra.press('Sub2205801004')).formname).toBe('ATRM6102');

    const agency = await (await query(demo.agencyWorker)).press('Sub2207601004', { SDFCES: true });
    expect([1, 2, 3, 4].map((column) => agency.text(`Sub0900112064_${column}_0`))).toEqual([
      demo.company.name,
      '02',
      '0111',
      general.ccc,
    ]);
    expect((await agency.press('Sub2205801004')).formname).toBe('ATRM6103');
  });

  test('finds nobody who is in no account of the holder', async () => {
    expect((await query(newWorker)).dil).toMatch(/^3543/);
    expect((await query({ ...newWorker, nss: '280000000097' })).dil).toMatch(/^3820/);
  });
});

describe('the workers of an account', () => {
  test('come in pages of twelve', async () => {
    const first = await affiliates(second, 1);
    expect(first.dil).toBe('3251* HAY MAS AFILIADOS A CONSULTAR');
    expect(first.$('table').first().attr('id')).toBe('Sub1000112079');
    expect(first.html).not.toMatch(/<tr /);
    expect(first.$('#Sub1000112079 > tbody > tr').first().find('td > span > label').length).toBe(5);
    const last = await first.press('Sub2207801001');
    expect(last.dil).toBe('3252* NO HAY MAS AFILIADOS A CONSULTAR');
    const rows = [first, last].flatMap(affiliateRows);
    expect(rows.map(([nss]) => nss!.replace(' ', '')).toSorted()).toEqual(
      demo.staff.map(({ nss }) => nss).toSorted(),
    );
    expect((await last.press('Sub2207801001')).dil).toMatch(/^3145/);
    expect((await last.press('Sub2205801004')).formname).toBe('ATRM6201');
  });

  test('are those of the box that came most often', async () => {
    const former = demo.formerWorker.dni.padStart(10, '0');
    const scheduled = demo.scheduledWorker.dni.padStart(10, '0');
    const documents = (screen: Screen) => affiliateRows(screen).map((row) => row[4]);
    expect(documents(await affiliates(general, 1))).not.toContain(former);
    expect(documents(await affiliates(general, 2)).toSorted()).toEqual([former, scheduled].toSorted());

    const screen = await open('ATR62');
    const box = (number: number): [string, string] => [`chk_chkgrupo1_${number}`, '1'];
    const common: [string, string][] = [
      ['LIBAFCON', 'LIBAFCON'],
      ['Formname', 'ATRM6201'],
      ['txt_SDFREG62_ayuda', '111'],
      ['txt_SDFTESO62', general.ccc.slice(0, 2)],
      ['txt_SDFNUM62', general.ccc.slice(2)],
      ['btn_Sub2207601004', ''],
    ];
    expect(documents(await screen.post([...common, box(2), box(2), box(1)]))).toContain(former);
    expect(documents(await screen.post([...common, box(1), box(1), box(2)]))).not.toContain(former);
    expect(documents(await screen.post([...common, box(2)]))).toContain(former);
    expect((await affiliates(artists, 1)).dil).toMatch(/^3543/);
  });

  test('may be asked for with a passport or a foreigner among them', async () => {
    const rows = affiliateRows(await affiliates(general, 1));
    for (const worker of [demo.nieWorker, demo.passportWorker]) {
      expect(rows.find((row) => row[4] === worker.dni.padStart(10, '0'))?.[0]).toBe(
        `${worker.nss.slice(0, 2)} ${worker.nss.slice(2)}`,
      );
    }
  });
});

describe('a program that reads text with regular expressions', () => {
  /** The address of the next post, as such programs find it and build it. */
  const linkOf = (html: string) =>
    `/${/<form.*action="(.+?SessionId=([^&]+?)&.*?)"/.exec(html)![1]!.replaceAll('&amp;', '&')}`;

  /** The value of an element, looked for on the line that has its id. */
  const inputValue = (html: string, id: string) => {
    const element = new RegExp(`<\\w+?\\s*.*?id=('|")${id}('|").*?>`, 'i').exec(html)?.[0] ?? '';
    return /.*?value=('|")(?<value>.*?)('|").*/.exec(element)?.groups?.value ?? 'null';
  };

  const send = async (link: string, fields: Record<string, string>) =>
    (await exchange(link, { body: encoded(Object.entries(fields)) })).html;

  test('gets a duplicate', async () => {
    const { worker } = demo;
    const first = (await exchange('//Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=ATR65&E=I&AP=AFIR')).html;
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
    const { bytes } = await exchange('/ImprPDF/InSeNaCoder', {
      contentType: 'application/x-www-form-urlencoded; charset=UTF-8',
      body: new URLSearchParams({
        param: inputValue(report, 'SDFFICHERO'),
        trans: ['1', '2', '3', '4'].map((piece) => inputValue(report, `SDFINFORMEA60${piece}`)).join(''),
        aplicacion: inputValue(report, 'SDFAPLICACION'),
        usuario: inputValue(report, 'SDFUSUARIO'),
        idioma: inputValue(report, 'SDFIDIOMA'),
        fecha: `${inputValue(report, 'SDFFECHA')} ${inputValue(report, 'SDFHORA')}`,
        tipo: inputValue(report, 'SDFTIPO'),
      }).toString(),
    });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('reads the data of an account, line by line', async () => {
    const first = (await exchange('/Xhtml?TRANSACCION=ACR69')).html;
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

describe('reports', () => {
  const month = { SDFMES: today.slice(5, 7), SDFAO: today.slice(0, 4) };

  test.each([
    {
      transaction: 'ATR64',
      button: 'Sub2207601004',
      ids: ['SDFREG62_ayuda', 'SDFTESO62', 'SDFNUM62'],
      account: second,
      workers: demo.staff,
    },
    {
      transaction: 'ATR38',
      button: 'Sub2207601004',
      ids: IDC_FIELDS,
      account: second,
      workers: demo.staff,
      data: month,
    },
    {
      transaction: 'ATR74',
      button: 'Sub2207501004',
      ids: ['SDFREGENT_ayuda', 'SDFTESCCCENT', 'SDFCODCCCENT'],
      account: general,
      workers: [demo.scheduledWorker],
    },
  ])(
    '$transaction lists the workers of an account',
    async ({ transaction, button, ids, account, ...rest }) => {
      const first = await open(transaction);
      const ask = (about: Account, ListaTipoImpresion: string) =>
        first.press(button, { ...accountFields(about, ids), ...rest.data, ListaTipoImpresion });
      const text = await (await ask(account, 'OnLine')).pdfText();
      for (const { nss } of rest.workers) expect(text).toContain(nss);
      expect((await ask(account, 'Diferido')).dil).toMatch(/^3408/);
      expect((await ask(artists, 'OnLine')).dil).toMatch(/^3543/);
    },
  );

  test('ATR39 is about a worker in a month, and the same post may come again', async () => {
    const first = await open('ATR39');
    const fields = first.fields(
      {
        ...workerFields(demo.worker, NAF_FIELDS),
        ...accountFields(general, ['SDFREGCTA_ayuda', 'SDFTESCTA', 'SDFCUENTA']),
        ...month,
        ListaTipoImpresion: 'OnLine',
      },
      'Sub2207601004',
    );
    for (const report of [await first.post(fields), await first.post(fields)]) {
      expect(await report.pdfText()).toContain(demo.worker.nss);
    }
    const never = await first.press('Sub2207601004', { SDFAO: '1999' });
    expect(never.dil).toMatch(/^3543/);
  });
});

describe('corrections', () => {
  const person = (worker: Worker) => ({
    SDFPROAFI: worker.nss.slice(0, 2),
    SDFCODAFI: worker.nss.slice(2),
    SDFTIPPFI_ayuda: String(worker.identificacion),
    SDFNUMPFI: worker.dni,
    SDFTESCTACOT: general.ccc.slice(0, 2),
    SDFCTACOT: general.ccc.slice(2),
  });

  test('ATR02 takes a consolidated termination back, once it is confirmed', async () => {
    const { formerWorker } = demo;
    const first = await open('ATR02');
    const data = {
      ...workerFields(formerWorker, ['SDFIDPRONAF', 'SDFIDNAFCON']),
      SDFIDTIPOPF_ayuda: '1',
      SDFIDNIDEPF: formerWorker.dni,
      ...accountFields(general, ['SDFIDREGIMEN_ayuda', 'SDFIDTESCTA', 'SDFIDCTACON']),
    };
    const wrong = await first.press(CONTINUE, { ...data, ...dayFields('SDFIDFREAL', today) });
    expect(wrong.dil).toMatch(/^4113/);
    const before = await digest();
    const confirmation = await first.press(CONTINUE, {
      ...data,
      ...dayFields('SDFIDFREAL', addDays(today, -60)),
    });
    expect(confirmation.text('S2_0603901009')).toBeTruthy();
    expect(await digest()).toBe(before);
    const button = confirmation.$('input[value=Confirmar]').attr('id')!;
    const done = await confirmation.press(button);
    expect(done.dil).toMatch(/^3408/);
    expect(done.$('input[name=txt_SDFSITALT_ayuda]').length).toBe(1);
    expect((await query(formerWorker)).text('SDFFRBAFI')).toBe('');
    expect((await confirmation.press(button)).dil).toMatch(/^4113/);
    const { submissions, accepted } = await look('/stats');
    expect([submissions, accepted]).toEqual([{ 'tgss.anulacion-baja': 2 }, { 'tgss.anulacion-baja': 1 }]);
  });

  const STAY_FIELDS = ['SDFREGCC_ayuda', 'SDFTESCC', 'SDFNUMCC'];

  test('ATR41 takes a consolidated registration back at once', async () => {
    const first = await open('ATR41');
    const data = {
      ...workerFields(demo.worker, ['SDFTESORNAF', 'SDFNUMNAF']),
      ...accountFields(general, STAY_FIELDS),
    };
    const done = await first.press('Sub2207501004', data);
    expect(done.dil).toMatch(/^3408/);
    expect((await query(demo.worker)).dil).toMatch(/^3543/);
    expect((await first.press('Sub2207501004', data)).dil).toMatch(/^3010/);
    const scheduled = workerFields(demo.scheduledWorker, ['SDFTESORNAF', 'SDFNUMNAF']);
    expect((await first.press('Sub2207501004', { ...data, ...scheduled })).dil).toMatch(/^4113/);
  });

  test('ATR42 takes a movement back that is yet to come', async () => {
    const { scheduledWorker, worker } = demo;
    const data = (who: Worker, kind: string, date: string) => ({
      ...workerFields(who, ['SDFTESORNAF', 'SDFNUMNAF']),
      ...accountFields(general, STAY_FIELDS),
      ListaAltasBajas001: kind,
      ListaAltasBajas: 'Eliminación',
      ...dayFields('SDF', date, ['DIAB', 'MESB', 'AOB']),
    });
    const BUTTON = 'Sub2207101004';
    const first = await open('ATR42');
    expect((await first.press(BUTTON, data(worker, 'Alta', worker.fecha_alta))).dil).toMatch(/^4113/);
    const confirmation = await first.press(BUTTON, data(scheduledWorker, 'Alta', scheduledWorker.fecha_alta));
    expect(confirmation.$('input[name=txt_SDFSITALT_ayuda]').val()).toBe('01');
    expect((await confirmation.press(BUTTON)).dil).toMatch(/^3408/);
    const before = await digest();
    expect((await confirmation.press(BUTTON)).dil).toMatch(/^4113/);
    expect(await digest()).toBe(before);

    const leaving = addDays(today, 20);
    await terminate(worker, general, dayFields('SDFFREAL', leaving));
    const termination = await first.press(BUTTON, data(worker, 'Baja', leaving));
    expect((await termination.press(BUTTON)).dil).toMatch(/^3408/);
    expect((await query(worker)).text('SDFFRBAFI')).toBe('');
  });

  test('ATR45 changes contract and coefficient', async () => {
    const first = await open('ATR45');
    const data = await first.press('Sub2207601004', { ...person(demo.worker), SDFREGAFI_ayuda: '0111' });
    expect(data.$('#SDFTICO_ayuda').val()).toBe('100');
    const values = { ...dayFields('SDFFREAL', today), SDFTICO_ayuda: '200', SDFCOEFCO_ayuda: '600' };
    const done = await data.press(CONTINUE, values);
    expect(done.dil).toMatch(/^3408/);
    const page = await query(demo.worker);
    expect([page.text('SDFTIPOAFI'), page.text('SDFCOEFAFI')]).toEqual(['200', '600']);
    const documents = await duplicates(demo.worker, general);
    expect(documents.column('Sub0900112079', 1)).toEqual(['VARIACION', 'ALTA']);
    const text = await (await documents.choose('Sub0900112079', 0)).pdfText();
    expect(text).toContain('RESOLUCION SOBRE VARIACION DE DATOS');
    expect(text).toContain('600');
    const early = await data.press(CONTINUE, {
      ...values,
      ...dayFields('SDFFREAL', addDays(demo.worker.fecha_alta, -1)),
    });
    expect(early.dil).toMatch(/^3053/);
    const warning = await data.press(CONTINUE, { ...values, SDFCOEFCO_ayuda: '10' });
    expect(warning.text('Sub0600401054')).toContain('Revise el contenido del coeficiente a tiempo parcial');
  });

  test('ATR55 changes the occupation code', async () => {
    const data = await (await open('ATR55')).press('Sub2207001004_40', {
      ...person(demo.worker),
      SDFREGAFI: '0111',
    });
    const done = await data.press('Sub2207001004_83', {
      ...dayFields('SDF', today, ['DREAL', 'MREAL', 'AREAL']),
      SDFCNOCUP_ayuda: '11',
    });
    expect(done.dil).toMatch(/^3408/);
    const extra = await (await query(demo.worker)).press('Sub2207601004', { SDFDATOSCONTAFI: true });
    expect(extra.text('SDFCNOCUP')).toBe('0011');
  });
});

describe('numbers and documents', () => {
  test('ATR66 tells the document of a number', async () => {
    const first = await open('ATR66');
    const ids = ['SDFPROVANT', 'SDFNUMANT'];
    const page = await first.press('Sub2207201008', workerFields(demo.nieWorker, ids));
    expect(page.text('SDFIPFTIPO')).toBe('6');
    expect(page.text('SDFIPFNUM')).toBe(demo.nieWorker.dni.padStart(10, '0'));
    const nobody = await first.press('Sub2207201008', { SDFPROVANT: '28', SDFNUMANT: '97' });
    expect(nobody.text('SDFNOMBRE')).toBe('NUMERO DE AFILIACION INEXISTENTE');
  });

  test('ATR67 tells the number of a document', async () => {
    const { worker } = demo;
    const first = await open('ATR67');
    const data = { SDFTIPO_ayuda: '1', SDFNUMERO: worker.dni.padStart(10, '0'), SDFAPELL1: worker.surname };
    const page = await first.press('Sub2207601004', data);
    expect([page.text('SDFPROVNAF'), page.text('SDFNUMNAF')]).toEqual([
      worker.nss.slice(0, 2),
      worker.nss.slice(2),
    ]);
    expect((await first.press('Sub2207601004', { ...data, SDFAPELL1: 'OTRO' })).dil).toMatch(/^2204/);
    expect((await first.press('Sub2207601004', { ...data, SDFNUMERO: '0' })).dil).toMatch(/^3543/);
  });

  test('ACR69 lists the workers of an account, thirteen a page, up to a missing cell', async () => {
    const first = await open('ACR69');
    const company = await first.press(
      'Sub2207601004',
      accountFields(second, ['SDFREGCTA_ayuda', 'SDFTESCTA', 'SDFNUMCTA']),
    );
    const choice = await company.press('Sub2207601004', { SDFCONSSALDOS: true, SDFCONSSII: true });
    const list = await choice.press('Sub2207601004', { SDFCONSALTA: true, SDFCONSPREV: true });
    expect(list.text('SDFNISS3')).toBe(second.ccc.slice(2));
    expect(list.dil).toMatch(/^3251/);
    const next = await list.press('Sub2207901001');
    expect(next.dil).toMatch(/^3083/);
    const numbers = [list, next].map((page) => page.column('Sub0900113079', 1).length);
    expect(numbers).toEqual([13, 1]);
    expect(next.text('Sub0900113079_1_1')).toBeUndefined();
    expect((await next.press('Sub2207901001')).dil).toMatch(/^3145/);
  });
});

describe('scenarios', () => {
  test('error-page and maintenance are answered at once', async () => {
    const broken = await exchange('/Xhtml?TRANSACCION=ATR01', { scenario: 'error-page' });
    expect([broken.status, load(broken.html)('p.p2').length]).toEqual([500, 2]);
    const closed = await exchange('/Xhtml?TRANSACCION=ATR01', { scenario: 'maintenance' });
    expect([closed.status, closed.headers['retry-after']]).toEqual([503, '5']);
    expect(load(closed.html)('p.p2').first().text()).toBe('Aplicación Cerrada temporalmente.');
  });

  test('slow answers late', async () => {
    const start = performance.now();
    await open('ATR01', { scenario: 'slow' });
    expect(performance.now() - start).toBeGreaterThan(250);
  });

  test('refused refuses the first data screen', async () => {
    const screen = await (await open('ATR01', { scenario: 'refused' })).press(
      CONTINUE,
      movement(newWorker, general, 'Alta'),
    );
    expect([screen.formname, screen.dil]).toEqual(['ATRM0100', '3462* CUENTA DE COTIZACION NO AUTORIZADA']);
  });

  test('lost-answer files and hangs up', async () => {
    await expect(register(newWorker, general, {}, { scenario: 'lost-answer' })).rejects.toThrow();
    expect((await look('/stats')).accepted).toEqual({ 'tgss.alta': 1 });
    const found = await duplicates(newWorker, general, {}, { scenario: 'lost-answer' });
    expect(found.column('Sub0900112079', 1)).toEqual(['ALTA']);
    // What is refused has no effect to keep quiet about.
    const refused = await register(
      secondNewWorker,
      general,
      { SDFTICO_ayuda: '999' },
      { scenario: 'lost-answer' },
    );
    expect(refused.dil).toMatch(/^0007/);
  });

  test('no-duplicate files without a document, which can be looked up or not', async () => {
    const done = await terminate(demo.worker, general, {}, { scenario: 'no-duplicate' });
    expect(done.dil).toMatch(/^3408/);
    const found = await duplicates(demo.worker, general, {}, { scenario: 'no-duplicate' });
    expect(found.column('Sub0900112079', 1)).toEqual(['BAJA', 'ALTA']);

    const registered = await register(newWorker, general, {}, { scenario: 'no-duplicate-no-ta' });
    expect(registered.dil).toMatch(/^3408/);
    const lost = await duplicates(newWorker, general, {}, { scenario: 'no-duplicate-no-ta' });
    expect(lost.dil).toMatch(/^3543/);
  });
});

describe('the seed', () => {
  test('has valid check digits, whoever computes them', () => {
    const { persons, accounts, companies, holders } = seed.state;
    const { dni: DNI, nie: NIE, cif: CIF } = stdnum.ES!;
    for (const { nss, dni, identificacion } of persons) {
      expect(Number(nss.slice(0, 10)) % 97).toBe(Number(nss.slice(10)));
      if (identificacion === 1) expect(DNI!.validate(dni).isValid).toBe(true);
      if (identificacion === 6) expect(NIE!.validate(dni).isValid).toBe(true);
    }
    for (const { ccc } of accounts) expect(Number(ccc.slice(0, 9)) % 97).toBe(Number(ccc.slice(9)));
    for (const { cif } of companies) expect(CIF!.validate(cif).isValid).toBe(true);
    for (const { nif } of holders) expect(DNI!.validate(nif).isValid).toBe(true);
    for (const key of ['nss', 'dni'] as const) {
      expect(new Set(persons.map((person) => person[key])).size).toBe(persons.length);
    }
    expect(new Set(accounts.map(({ ccc }) => ccc)).size).toBe(accounts.length);
    expect(demo.newWorkers.length).toBe(11);
  });

  test('has the same people on any day, with dates that follow it', () => {
    const early = makeSeed('2024-03-01');
    expect(early.demo.newWorkers).toEqual(demo.newWorkers);
    expect(early.demo.worker.nss).toBe(demo.worker.nss);
    expect(early.demo.worker.fecha_alta).toBe('2023-03-02');
  });
});

describe('the process', () => {
  test('tells where it is, keeps its certificates, and ends when it is told to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    try {
      const first = await run(folder);
      const second = await run(folder);
      expect(second.ca).toBe(first.ca);
      expect((await stat(join(folder, 'ca.key'))).mode & 0o777).toBe(0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  async function run(folder: string): Promise<{ ca: string }> {
    const main = join(import.meta.dirname, '../functions/sandbox/main.ts');
    const child = spawn(process.execPath, [main, '--pki', folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(child.stdout, 'data');
    const { url, controlUrl } = JSON.parse(String(line)) as { url: string; controlUrl: string };
    const { body } = await request(`${controlUrl}/health`);
    expect(await body.json()).toEqual({ ok: true });
    const ca = await readFile(join(folder, 'ca.pem'), 'utf8');
    const dispatcher = new Agent({ connect: { ca } });
    expect((await request(url, { dispatcher })).statusCode).toBe(403);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await dispatcher.destroy();
    return { ca };
  }
});
