import { read, utils } from '@e965/xlsx';
import { load } from 'cheerio';
import { Agent, request } from 'undici';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, slashed } from '../functions/sandbox/calendar.ts';
import { createAuthority, issueClient, issueServer } from '../functions/sandbox/pki.ts';
import { makeSeed, seed } from '../functions/sandbox/seed.ts';
import { type Sandbox, startSandbox } from '../functions/sandbox/server.ts';
import type { State } from '../functions/sandbox/state.ts';
import type { Tally } from '../functions/sandbox/tally.ts';

const { demo, other, today } = seed;
const { general, artists, agency } = demo.accounts;
const [newWorker] = demo.newWorkers as [(typeof demo.newWorkers)[0]];
const [mainUser, otherUser] = demo.authorizedUsers;

let sandbox: Sandbox;
let agents: Record<'demo' | 'other' | 'nobody', Agent>;

beforeAll(async () => {
  const authority = await createAuthority();
  const [forDemo, forOther] = await Promise.all([
    issueClient(authority, { person: demo.holder }),
    issueClient(authority, { person: other.holder }),
  ]);
  sandbox = await startSandbox({
    pki: { authority, server: await issueServer(authority) },
    slowMilliseconds: 300,
  });
  const agent = (client?: typeof forDemo) =>
    new Agent({
      connect: {
        ca: authority.certificate,

        ...(client && { cert: client.chain, key: client.key }),
      },
    });
  agents = { demo: agent(forDemo), other: agent(forOther), nobody: agent() };
});

afterAll(async () => {
  await Promise.all(Object.values(agents).map((agent) => agent.close()));
  await sandbox.close();
});

const control = async (path: string, method: 'GET' | 'POST' = 'GET') => {
  const { statusCode, body } = await request(sandbox.controlUrl + path, { method });
  expect(statusCode).toBe(200);
  return body.json();
};
const stats = async () => (await control('/stats')) as Tally;
const state = async () => (await control('/state')) as State;
const digest = async () => ((await control('/digest')) as { digest: string }).digest;

beforeEach(async () => {
  await control('/reset', 'POST');
});

interface Options {
  as?: keyof typeof agents;
  scenario?: string;
}

async function exchange(path: string, options: Options = {}, body?: string) {
  const { as = 'demo', scenario } = options;
  const response = await request(sandbox.url + path, {
    dispatcher: agents[as],
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(scenario && { 'x-sandbox-scenario': scenario }),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString('latin1') };
}

/** A page of an application, XML or HTML: fills controls by id, presses buttons by id, reads elements by name. */
class Page {
  readonly text: string;
  readonly $: ReturnType<typeof load>;
  readonly #options: Options;

  constructor(text: string, options: Options) {
    this.text = text;
    this.#options = options;
    this.$ = load(text, { xml: text.startsWith('<?xml') });
  }

  get action(): string {
    return this.$('form').first().attr('action')!;
  }

  /** What the message area says. */
  get message(): string | undefined {
    const { $ } = this;
    const one = $('MESSAGES > MESSAGE');
    if (one.length > 0) return `${one.find('TIPO').text()}: ${one.find('TEXTO').text()}`;
    const error = $('#ARQContenMensaje > ul > .mensajeError');
    return error.length > 0 ? `ERROR: ${error.text()}` : undefined;
  }

  /** Text of a data element, by its path. */
  datum(path: string): string | undefined {
    const found = this.$(path);
    return found.length === 1 ? found.text() : undefined;
  }

  has(id: string): boolean {
    return this.$(`[id="${id}"]`).length === 1;
  }

  get form(): string | undefined {
    return this.$('form').attr('id');
  }

  fields(values: Record<string, string | true>, pressed: string): [string, string][] {
    const { $ } = this;
    const set = new Map<string, string>();
    for (const [id, value] of Object.entries(values)) {
      const control = $(`[id="${id}"]`);
      if (control.length !== 1) throw new Error(`there is no ${id} on ${this.form}`);
      set.set(control.attr('name')!, value === true ? control.attr('value')! : value);
    }
    const controls = $('form input, form select').toArray();
    const fields = new Map<string, string>();
    for (const control of controls) {
      const name = $(control).attr('name')!;
      const type = $(control).attr('type');
      if (type === 'submit') continue;
      if ((type === 'radio' || type === 'checkbox') && $(control).attr('checked') === undefined) continue;
      fields.set(name, $(control).attr('value') ?? $(control).find('option').first().attr('value') ?? '');
    }
    for (const [name, value] of set) fields.set(name, value);
    const button = $(`[id="${pressed}"]`);
    if (button.length !== 1) throw new Error(`there is no button ${pressed} on ${this.form}`);
    return [...fields, [button.attr('name')!, button.attr('value')!]];
  }

  press(pressed: string, values: Record<string, string | true> = {}): Promise<Page> {
    return this.post(this.fields(values, pressed));
  }

  async post(fields: Iterable<[string, string]>, action = this.action): Promise<Page> {
    const body = new URLSearchParams([...fields]).toString();
    const { status, text } = await exchange(action, this.#options, body);
    expect(status).toBe(200);
    return new Page(text, this.#options);
  }

  /** Address of the document that the page links to. */
  get link(): string | undefined {
    return this.$('a[data-pc_tipo="documento"]').attr('href');
  }

  async document() {
    return exchange(this.link!, this.#options);
  }

  async pdf(): Promise<string> {
    const { headers, bytes } = await this.document();
    expect(headers['content-type']).toBe('application/pdf');
    return (await extractText(new Uint8Array(bytes), { mergePages: true })).text;
  }
}

const entry = (application: string) =>
  `/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=${application}`;

async function open(application: string, options: Options = {}): Promise<Page> {
  const { status, text } = await exchange(entry(application), options);
  expect(status).toBe(200);
  return new Page(text, options);
}

type Worker = Pick<(typeof demo)['worker'], 'nss' | 'identificacion' | 'dni'>;
type Account = { regimen: string; ccc: string };

const whole = ({ regimen, ccc }: Account) => `${regimen}${ccc}`;

const who = (worker: Worker, account: Account) => ({
  NA5NumSegSocialCompleto: worker.nss,
  tipo: String(worker.identificacion),
  IP9NumDoc: worker.dni.padStart(10, '0'),
  CC1EmpresaAut: whole(account),
});

const DONE = 'INFO: OPERACION REALIZADA CORRECTAMENTE';

const dataPage = async (application: string, worker: Worker, account: Account, options: Options = {}) =>
  (await open(application, options)).press('ENVIO_10', who(worker, account));

/** Data of a worker's only record, as the affiliation dialogs show them. */
async function affiliation(worker: Worker, boxes: string[] = []) {
  const first = await exchange('/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=ATR61&E=I&AP=AFIR');
  const post = async (html: string, fields: [string, string][]) => {
    const $ = load(html);
    const hidden = $('#jacadaform').serializeArray();
    const body = new URLSearchParams([
      ...hidden.map(({ name, value }): [string, string] => [name, value]),
      ...fields,
    ]);
    return (await exchange($('#jacadaform').attr('action')!, {}, body.toString())).text;
  };
  const press: [string, string] = ['btn_Sub2207601004', 'Continuar'];
  const $first = load(first.text);
  $first('[id=SDFTESORNAF]').attr('value', worker.nss.slice(0, 2));
  $first('[id=SDFNUMNAF]').attr('value', worker.nss.slice(2));
  const page = await post($first.html(), [press]);
  if (boxes.length === 0) return load(page);
  return load(await post(page, [...boxes.map((id): [string, string] => [`chk_${id}`, '1']), press]));
}

describe('the wire', () => {
  test('is XML with its stylesheet on a line of its own, readable line by line', async () => {
    const { headers, text } = await exchange(entry('XV24M00C'));
    expect(headers['content-type']).toBe('text/xml; charset=ISO-8859-1');
    expect(headers['set-cookie']).toMatch(/^JSESSIONID_endPoint=\w+;/);
    const lines = text.split('\n');
    expect(lines[0]).toBe('<?xml version="1.0" encoding="ISO-8859-1"?>');
    expect(lines[1]).toMatch(/^<\?xml-stylesheet type="text\/xsl" href="[^"]+"\?>$/);
    // As programs of the plain kind read it.
    const form = /<form.*action="([^"]*ARQ\.SPM\.TICKET=([^"&]*)&[^"]*)"/.exec(text)!;
    expect(form[1]).toMatch(
      /^\/ProsaInternet\/OnlineAccessUtf8;jsessionid=\w+\?ARQ\.SPM\.TICKET=[0-9A-F]{32}&amp;/,
    );
    expect(/<[^/<>]*id="FORMULARIO_1"[^<>]*action="/.test(text)).toBe(true);
    expect(/<[^/<>]*id="ARQ_SPM_TICKET"[^<>]*value="([^"]*)"/.exec(text)?.[1]).toBe(form[2]);
    expect(/<[^/<>]*id="ARQ_SPM_TMS_NAVEGACION"[^<>]*value="(\d+)"/.test(text)).toBe(true);
    expect(text).toMatch(/<SPM\.TICKET id="SPM\.TICKET">[0-9A-F]{32}</);
    expect(text).toMatch(/<SPM\.IDSESSION id="SPM\.IDSESSION">;jsessionid=\w+</);
    expect(text).toMatch(/<SPM\.URLFRONTEND>https:\/\/127\.0\.0\.1:\d+\/ProsaInternet\/OnlineAccessUtf8</);
    expect(text).not.toContain('MESSAGES');
  });

  test('has messages whose kind comes before their text', async () => {
    const page = await (await open('XV24M00D')).press('ENVIO_2', { tipo: '1', ipf6NumeroDocumento: '1' });
    expect(page.text).toMatch(
      /<MESSAGES.*><MESSAGE><TIPO>ERROR<\/TIPO><TEXTO><!\[CDATA\[NO EXISTEN DATOS[^\]]*\]\]><\/TEXTO>/,
    );
    // What was typed is still there.
    expect(page.$('#ipf6NumeroDocumento').attr('value')).toBe('1');
  });

  test('has a stylesheet that covers what pages hold', async () => {
    const { headers, text } = await exchange('/ProsaInternet/xsl/ficha.xsl');
    expect(headers['content-type']).toContain('text/xml');
    const $ = load(text, { xml: true });
    expect($('xsl\\:stylesheet').attr('version')).toBe('1.0');
    for (const part of ['MESSAGES', 'prevdocumentoseinformes', 'form|input|select']) {
      expect($(`xsl\\:template[match^="${part}"]`).length).toBeGreaterThan(0);
    }
    expect((await exchange('/ProsaInternet')).status).toBe(200);
  });

  test('is a script in HTML, without a form, on the newer host', async () => {
    const { headers, text } = await exchange(`${entry('RETC0001')}&PAUC.NIVEL=1&PAUC.TIPO_IDENTIFICACION=0`);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toMatch(/<input type="hidden" id="ARQ\.SPM\.TICKET" value="[0-9A-F]{32}"/);
    expect(text).not.toContain('<form');
    const xml = load(/<script id="xml"[^>]*>(.*)<\/script>/s.exec(text)![1]!, { xml: true });
    expect(xml('listaAutorizados').attr('TOTAL_FILAS')).toBe('5');
    expect(xml('listaAutorizados > ccc').first().find('CC4cod').text()).toBe(general.ccc.slice(2));
  });

  test('takes actions in any case, stale tickets and none', async () => {
    const page = await open('XV24M00B');
    const fields = page.fields(who(demo.worker, general), 'ENVIO_10');
    const bare = fields.filter(([name]) => !/TICKET|CONTEXT|ACC/.test(name));
    const shouted = await page.post([...bare, ['CONTEXT', 'internet'], ['SPM.ACC.CONTINUAR', '']]);
    expect(shouted.form).toBe('FORMULARIO_1');
    // The address of the first page, the ticket of nobody.
    const change: [string, string][] = [
      ['ARQ.SPM.TICKET', 'A'.repeat(32)],
      ['codNuevoGrupo', '5'],
      ['fechaSituacion', slashed(today)],
      ['SPM.ACC.continuar', 'x'],
    ];
    expect((await shouted.post(change, page.action)).message).toBe(DONE);
  });

  test('lets a browser go back', async () => {
    const first = await open('XV24M00B');
    const second = await first.press('ENVIO_10', who(demo.worker, general));
    expect(second.datum('trabajador > NA5NumSegSocialCompleto')).toBe(demo.worker.nss);
    const another = await first.press('ENVIO_10', who(demo.nieWorker, general));
    expect(another.datum('trabajador > NA5NumSegSocialCompleto')).toBe(demo.nieWorker.nss);
  });

  test('reads UTF-8, and what else a request names', async () => {
    const page = await open('XV24M00D');
    const { worker } = demo;
    const data = { tipo: '1', ipf6NumeroDocumento: worker.dni, primerApellido: worker.surname };
    const found = await page.press('ENVIO_2', { ...data, segundoApellido: worker.secondSurname });
    expect(found.datum('SECCION_1 > NA5NumSegSocialCompleto')).toBe(worker.nss);
    const strange = await page.press('ENVIO_2', { ...data, segundoApellido: 'OTRO' });
    expect(strange.message).toBe('ERROR: IDENTIFICADOR DE PERSONA FISICA ERRONEO');
  });

  test('keeps sessions and documents to their owners', async () => {
    const page = await open('INAF0014');
    const report = await page.press('ENVIO_3', {
      NA5NumSegSocialCompleto: demo.worker.nss,
      CC1EmpresaAut: whole(general),
    });
    const stolen = await exchange(report.link!, { as: 'other' });
    expect(stolen.text).toContain('cabMensaje');
    expect((await exchange(report.link!.replace('=1&', '=2&'))).text).toContain('cabMensaje');
    expect((await exchange(page.action, { as: 'other' }, 'a=b')).text).toContain('La sesión ha caducado');
    expect((await exchange(entry('XV24M00B'), { as: 'nobody' })).status).toBe(403);
    expect((await exchange(entry('XX'))).status).toBe(404);
  });
});

describe('changes of group, occupation and category', () => {
  test('begin with who it is, chosen by index, and what is known', async () => {
    const first = await open('XV24M00B');
    expect(first.form).toBe('FORMULARIO_6');
    const options = first.$('select[name=tipo] > option').toArray();
    expect(options.map((option) => first.$(option).attr('value'))).toEqual(['', ...'123456']);
    expect(first.has('PR_CAMPO_ORIGEN')).toBe(true);
    const page = await first.press('ENVIO_10', who(demo.passportWorker, general));
    const { passportWorker } = demo;
    for (const [path, text] of Object.entries({
      'trabajador > NA1NumSegSocialSinDC': passportWorker.nss.slice(0, 10),
      'trabajador > IP2TipoDocIPF': '2',
      'trabajador > ipfPsaf > IP3numero': passportWorker.dni,
      'trabajador > NOMBRE_COMPLETO': `${passportWorker.surname}, ${passportWorker.name}`,
      'cuentaCotizacion > CC1EmpresaAut': whole(general),
      'cuentaCotizacion > RAZ_solicitante': demo.company.name,
      'contrato > tipoContrato > codigo': '200',
      'contrato > coeficienteContrato': '750',
      'contrato > fechaCambioContrato': slashed(passportWorker.fecha_alta),
      'categoriaProfesional > fechaCambioCategoriaProfesional': '',
      'claveSituacionPeriodo > claveSituacion > desLarga': 'ALTA NORMAL',
      'grupoCotizacion > grupoCotizacion > codigo': '07',
      'grupoCotizacion > indCotizacionMensual': 'N',
      'ocupacion > ocupacion > codigo': 'A',
    })) {
      expect([path, page.datum(path)]).toEqual([path, text]);
    }
  });

  test.each([
    ['XV24M00B', { codNuevoGrupo: '03' }, 'fechaSituacion', 'grupo', 'SDFCGRUPOAFI', '03'],
    ['XV24M00G', { NueOcu: 'b' }, 'fecSit', 'ocupacion', 'SDFOCUPACION', 'B'],
  ])('%s files at once, and the change is seen everywhere', async (code, value, field, kind, id, text) => {
    const { worker } = demo;
    const before = await digest();
    const page = await dataPage(code, worker, general);
    expect(await digest()).toBe(before);
    const when = addDays(today, -3);
    const filed = await page.press('ENVIO_7', {
      ...value,
      [field]: slashed(when),
      tipoImpresion: 'OnLine',
    });
    expect(filed.message).toBe(DONE);
    const pdf = await filed.pdf();
    expect(pdf).toContain('RESOLUCION SOBRE VARIACION DE DATOS');
    expect(pdf).toContain(slashed(when));
    const known = await dataPage('XV24M00B', worker, general);
    expect(
      known.datum(
        `${kind === 'grupo' ? 'grupoCotizacion > grupoCotizacion' : 'ocupacion > ocupacion'} > codigo`,
      ),
    ).toBe(text);
    expect(known.datum(kind === 'grupo' ? 'fechaCambioGrupo' : 'fechaCambioOcupacion')).toBe(slashed(when));
    expect((await affiliation(worker))(`[id=${id}]`).text()).toBe(text);
    const { submissions, accepted } = await stats();
    expect([submissions, accepted]).toEqual([{ [`tgss.${kind}`]: 1 }, { [`tgss.${kind}`]: 1 }]);
  });

  test('of category are for artists', async () => {
    const page = await dataPage('XV24M00I', demo.worker, general);
    const refused = await page.press('ENVIO_7', { NueCat: '1234567', fecSit: slashed(today) });
    expect(refused.message).toMatch(/^ERROR: LA CATEGORIA/);
    expect(refused.$('#NueCat').attr('value')).toBe('1234567');
    const { submissions, accepted } = await stats();
    expect([submissions, accepted]).toEqual([{ 'tgss.categoria': 1 }, {}]);
  });

  test.each([
    ['another account', () => who(demo.worker, other.accounts.general), 'CUENTA DE COTIZACION NO AUTORIZADA'],
    ['another scheme', () => who(demo.worker, { ...general, regimen: '0112' }), 'REGIMEN ERRONEO'],
    [
      'nobody',
      () => ({ ...who(demo.worker, general), NA5NumSegSocialCompleto: '1' }),
      'NUMERO DE AFILIACION INEXISTENTE',
    ],
    [
      'a strange document',
      () => ({ ...who(demo.worker, general), IP9NumDoc: '1' }),
      'IDENTIFICADOR DE PERSONA FISICA ERRONEO',
    ],
    ['one who is not there', () => who(newWorker, general), 'EL TRABAJADOR NO ESTA EN SITUACION DE ALTA'],
    ['nothing', () => ({}), 'EL CAMPO CC1EmpresaAut DEBE TENER CONTENIDO'],
  ])('are refused for %s', async (_, values, text) => {
    const page = await (await open('XV24M00B')).press('ENVIO_10', values());
    expect([page.form, page.message]).toEqual(['FORMULARIO_6', `ERROR: ${text}`]);
  });

  test.each([
    [{ codNuevoGrupo: '99', fechaSituacion: slashed(today) }, 'VALOR ERRONEO EN EL CAMPO codNuevoGrupo'],
    [{ codNuevoGrupo: '05', fechaSituacion: '31/02/2024' }, 'FECHA ERRONEA'],
    [{ codNuevoGrupo: '05', fechaSituacion: slashed(addDays(today, -400)) }, 'FECHA ERRONEA'],
    [{ codNuevoGrupo: '05' }, 'EL CAMPO fechaSituacion DEBE TENER CONTENIDO'],
  ])('refuse wrong data and leave all as it was', async (values, text) => {
    const page = await dataPage('XV24M00B', demo.worker, general);
    const before = await digest();
    expect((await page.press('ENVIO_7', values)).message).toBe(`ERROR: ${text}`);
    expect(await digest()).toBe(before);
  });
});

describe('assignments', () => {
  const assignment = (values: Record<string, string>) => ({
    OPCION: 'A',
    ...who(demo.agencyWorker, agency),
    CesEmpresa: whole(demo.cesion),
    CesTipo: '02',
    fechaInicio: slashed(addDays(today, -5)),
    fechaFin: slashed(addDays(today, 20)),
    ...values,
  });
  const ask = async (values: Record<string, string> = {}, options: Options = {}) =>
    (await open('XV24M00K', options)).press('ENVIO_3', assignment(values));
  const known = async () => {
    const $ = await affiliation(demo.agencyWorker, ['SDFCES']);
    const cell = (column: number, row: number) => $(`[id=Sub0900112064_${column}_${row}]`).text();
    return [0, 1, 2].map((row) => [2, 3, 4, 5].map((column) => cell(column, row))).filter(([tipo]) => tipo);
  };
  const first = ['02', general.regimen, general.ccc, slashed(demo.agencyWorker.fecha_alta)];

  test('are added, changed and taken out, each after a confirmation', async () => {
    const before = await digest();
    const confirm = await ask({ tipoImpresion: 'OnLine' });
    expect(confirm.message).toBeUndefined();
    expect(confirm.has('ENVIO_21')).toBe(true);
    expect(confirm.$('[name=CesEmpresa]').attr('value')).toBe(whole(demo.cesion));
    expect([await digest(), (await stats()).submissions]).toEqual([before, {}]);
    const done = await confirm.press('ENVIO_20');
    expect(done.message).toBe(DONE);
    expect(await done.pdf()).toContain('RESOLUCION SOBRE ALTA DE CESION');
    const from = slashed(addDays(today, -5));
    expect(await known()).toEqual([first, ['02', demo.cesion.regimen, demo.cesion.ccc, from]]);

    expect((await ask()).message).toBe('ERROR: LA CESION YA EXISTE');
    const change = await ask({ OPCION: 'M', CesTipo: '03', fechaFin: slashed(today) });
    expect((await change.press('ENVIO_20')).message).toBe(DONE);
    const { registrations } = (await state()).tgss;
    const stay = registrations.find(({ nss }) => nss === demo.agencyWorker.nss)!;
    expect(stay.assignments[1]).toMatchObject({ tipo: '03', to: today });

    const strange = await ask({ OPCION: 'B', fechaInicio: slashed(today), fechaFin: '' });
    expect(strange.message).toBe('ERROR: LA CESION NO EXISTE');
    const removal = await ask({ OPCION: 'B', fechaFin: '' });
    expect((await removal.press('ENVIO_20')).message).toBe(DONE);
    expect(await known()).toEqual([first]);
    expect((await stats()).accepted).toEqual({
      'tgss.cesion-alta': 1,
      'tgss.cesion-variacion': 1,
      'tgss.cesion-baja': 1,
    });
  });

  test('that are open can be changed by their company alone', async () => {
    const change = await ask({ OPCION: 'M', CesEmpresa: whole(general), fechaInicio: slashed(today) });
    expect((await change.press('ENVIO_20')).message).toBe(DONE);
  });

  test('can be gone back on', async () => {
    const back = await (await ask()).press('ENVIO_21');
    expect(back.$('#CesEmpresa').attr('value')).toBe(whole(demo.cesion));
  });

  test.each([
    [{ CesEmpresa: '011128000000000' }, 'VALOR ERRONEO EN EL CAMPO CesEmpresa'],
    [{ CesTipo: '09' }, 'VALOR ERRONEO EN EL CAMPO CesTipo'],
    [{ fechaFin: slashed(addDays(today, -6)) }, 'FECHA ERRONEA'],
    [{ OPCION: 'M' }, 'LA CESION NO EXISTE'],
    [who(newWorker, agency), 'EL TRABAJADOR NO ESTA EN SITUACION DE ALTA'],
  ])('are refused with %o', async (values, text) => {
    expect((await ask(values)).message).toBe(`ERROR: ${text}`);
  });
});

describe('the removal of a registration', () => {
  const remove = async (worker: Worker, options: Options = {}) =>
    (await open('XV24M00E', options)).press('ENVIO_3', {
      NA5NumSegSocialCompleto: worker.nss,
      CC1EmpresaAut: whole(general),
      tipoImpresion: 'OnLine',
    });

  test('files at once', async () => {
    const first = await open('XV24M00E');
    expect(first.$('select[name=tipoImpresion] > option').eq(2).attr('value')).toBe('OnLine');
    const done = await remove(demo.worker);
    // Programs look for either writing.
    for (const text of ['REALIZADA CORRECTAMENTE', 'realizada correctamente']) {
      expect(done.$('#MESSAGES').text()).toContain(text);
    }
    expect(await done.pdf()).toContain(slashed(demo.worker.fecha_alta));
    expect((await remove(demo.worker)).message).toBe('ERROR: EL TRABAJADOR NO ESTA EN SITUACION DE ALTA');
    expect((await stats()).accepted).toEqual({ 'tgss.anulacion-alta': 1 });
  });

  test('is for those that have come to pass', async () => {
    expect((await remove(demo.scheduledWorker)).message).toMatch(/^ERROR: NO EXISTE ALTA CONSOLIDADA/);
  });
});

describe('unpaid placements', () => {
  const period = today.slice(0, 8).replace(/^(\d+)-(\d+)-/, '$2/$1');
  const file = async (values: Record<string, string> = {}) =>
    (await open('XV24M00P')).press('ENVIO_3', {
      ...who(demo.worker, general),
      periodo: period,
      diaEfectivo: '5',
      noRemunerada: '1',
      ...values,
    });

  test('are kept by worker and month', async () => {
    expect((await file()).message).toBe(DONE);
    expect((await file({ diaEfectivo: '12', indPractica: 'N', noRemunerada: '' })).message).toBe(DONE);
    expect((await state()).tgss.placements).toMatchObject([
      {
        nss: demo.worker.nss,
        ccc: general.ccc,
        month: today.slice(0, 7),
        diaEfectivo: '12',
        indPractica: 'N',
      },
    ]);
    expect((await stats()).accepted).toEqual({ 'tgss.practicas': 2 });
  });

  test.each([
    [{ diaEfectivo: '32' }, 'VALOR ERRONEO EN EL CAMPO diaEfectivo'],
    [{ periodo: '13/2024' }, 'FECHA ERRONEA'],
    [{ periodo: '01/2001' }, 'EL TRABAJADOR NO ESTA EN SITUACION DE ALTA EN EL PERIODO'],
  ])('are refused with %o', async (values, text) => {
    expect((await file(values)).message).toBe(`ERROR: ${text}`);
  });
});

describe('identifiers', () => {
  test('are found by up to seven numbers without their check digits', async () => {
    const page = await (await open('XV24M00C')).press('ENVIO_3', {
      NA1NumSegSocialSinDC1: demo.worker.nss.slice(0, 10),
      NA1NumSegSocialSinDC2: '2800000000',
      NA1NumSegSocialSinDC7: demo.nieWorker.nss.slice(0, 10),
    });
    expect(
      page
        .$('TRABAJADOR > IP9NumDoc')
        .toArray()
        .map((one) => page.$(one).text()),
    ).toEqual([demo.worker.dni, demo.nieWorker.dni]);
    const row = page.$('tr').eq(6).find('td');
    expect(row.eq(0).find('input').attr('value')).toBe(demo.nieWorker.nss.slice(0, 10));
    expect([1, 2].map((cell) => row.eq(cell).text())).toEqual([
      demo.nieWorker.nss,
      `6  ${demo.nieWorker.dni}`,
    ]);
  });

  test('are found by document and surnames, written plainly', async () => {
    const { passportWorker } = demo;
    const page = await (await open('XV24M00D')).press('ENVIO_2', {
      tipo: '2',
      ipf6NumeroDocumento: passportWorker.dni.toLowerCase(),
      primerApellido: passportWorker.surname.normalize('NFD').replace(/\p{M}/gu, ''),
      checkApellido2: true,
    });
    expect(page.datum('SECCION_1 > NA5NumSegSocialCompleto')).toBe(passportWorker.nss);
    expect(page.datum('SECCION_1 > CODIGO_TIPO')).toBe('2');
  });
});

describe('the FIE report', () => {
  const { fie } = demo;
  const COMPANY = { REG: general.regimen, PROV: general.ccc.slice(0, 2), NUM: general.ccc.slice(2) };
  const PERIOD = { fechaIniEmpresa: slashed(fie.startDate), fechaFinEmpresa: slashed(fie.endDate) };
  const search = async (values: Record<string, string | true> = { ...COMPANY, ...PERIOD }) =>
    (await open('XV26L100')).press('ENVIO_10', values);
  const rowsOf = (bytes: Buffer) => {
    const book = read(bytes, { type: 'buffer' });
    return utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, {
      header: 1,
      raw: true,
      defval: '',
    });
  };

  test('is a spreadsheet of the old binary kind, with sections over repeated headers', async () => {
    const found = await search();
    expect(found.datum('TOTAL_REGISTROS')).toBe('4');
    const page = await found.press('ENVIO_15');
    expect(page.message).toBe('INFO: 0350 - INFORME GENERADO CORRECTAMENTE');
    const { headers, bytes } = await page.document();
    expect(headers['content-type']).toBe('application/vnd.ms-excel');
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    const [title, sections, names, ...rows] = rowsOf(bytes);
    expect(title![0]).toContain('FICHERO INSS EMPRESAS');
    expect(sections!.filter(Boolean)).toEqual([
      'EMPRESA',
      'TRABAJADOR',
      'INCAPACIDAD TEMPORAL (IT)',
      'DEDUCCION POR IMPAGO (DIP)',
      'DEDUCCION (DOP)',
    ]);
    expect(names!.filter((name) => name === 'Entidad Responsable').length).toBe(4);
    expect(names!.filter((name) => name === 'Fecha Baja IT').length).toBe(2);
    expect(names!.indexOf('Entidad Responsable', 11)).toBe(sections!.indexOf('INCAPACIDAD TEMPORAL (IT)'));
    expect(rows.length).toBe(4);
    const naf = names!.indexOf('N.A.F.');
    expect(new Set(rows.map((row) => row[naf]))).toEqual(
      new Set([demo.worker, demo.manySituations, demo.nieWorker, demo.passportWorker].map(({ nss }) => nss)),
    );
    for (const row of rows) {
      expect(row[0]).toMatch(/^\d{8}$/);
      expect(row.length).toBe(names!.length);
      expect(row).toContain('');
    }
    // The same link gives the same bytes.
    expect((await page.document()).bytes.equals(bytes)).toBe(true);
  });

  test('is downloaded by programs of another time, too', async () => {
    const first = await open('XV26L100');
    const fields = first.fields({ ...COMPANY, ...PERIOD, OPCIONES_BUSQUEDA_3: true }, 'ENVIO_5');
    const found = await first.post(fields);
    expect(found.datum('TOTAL_REGISTROS')).toBe('4');
    // The same button of the first page under another name, then an address made up.
    const again = fields.map(([name, value]): [string, string] =>
      name.startsWith('SPM.ACC') ? ['SPM.ACC.DESCARGAR', 'DESCARGAR'] : [name, value],
    );
    const page = await first.post(again);
    const session = /;jsessionid=\w+/.exec(page.text)![0];
    const { bytes } = await exchange(`/ProsaInternet/ViewDocUtf8${session}?SECUENCIAL=1&TYPEVIEW=INFORME`);
    expect(rowsOf(bytes).length).toBe(7);
  });

  test('has new columns from one day to the next', async () => {
    await control('/fie-columns', 'POST');
    const { bytes } = await (await (await search()).press('ENVIO_15')).document();
    const [, sections, names, first] = rowsOf(bytes);
    expect(names).toEqual(expect.arrayContaining(['Indicador Nuevo', 'Fecha Nueva']));
    expect(first![names!.indexOf('Fecha Nueva')]).toMatch(/^\d{8}$/);
    expect(sections!.indexOf('DEDUCCION POR IMPAGO (DIP)')).toBe(names!.indexOf('Indicador Nuevo') + 1);
  });

  test('is also by self-employed worker and by user', async () => {
    const own = await search({ OPCIONES_BUSQUEDA_5: true, NAF: fie.naf, ...PERIOD });
    expect(own.datum('TOTAL_REGISTROS')).toBe('1');
    const all = await search({ OPCIONES_BUSQUEDA_6: true, ...PERIOD });
    expect(all.datum('TOTAL_REGISTROS')).toBe('5');
    const { bytes } = await (await own.press('ENVIO_15')).document();
    expect(rowsOf(bytes)[3]).toContain(fie.naf);
  });

  test.each([
    [
      { ...COMPANY, fechaIniEmpresa: slashed(addDays(today, -29)), fechaFinEmpresa: slashed(today) },
      'EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS',
    ],
    [
      { ...COMPANY, fechaIniEmpresa: '01/01/2020', fechaFinEmpresa: '28/01/2020' },
      'NO EXISTEN DATOS PARA LOS CRITERIOS INDICADOS',
    ],
    [{ ...COMPANY, NUM: '1', ...PERIOD }, 'CUENTA DE COTIZACION NO AUTORIZADA'],
    [{ ...COMPANY, fechaIniEmpresa: '32/01/2020', fechaFinEmpresa: '28/01/2020' }, 'FECHA ERRONEA'],
  ])('is refused with %o', async (values, text) => {
    const page = await search(values);
    expect([page.message, page.has('ENVIO_15')]).toEqual([`ERROR: ${text}`, false]);
  });

  test('goes as far as 28 days', async () => {
    const from = slashed(addDays(today, -28));
    const page = await search({ ...COMPANY, fechaIniEmpresa: from, fechaFinEmpresa: slashed(today) });
    expect(page.message).toBeUndefined();
  });
});

const settlement = (account: Account, type: string, from: string, to: string) => ({
  idRegimen: account.regimen,
  idCCC: account.ccc,
  idMesDesde: from.slice(5, 7),
  idAnioDesde: from.slice(0, 4),
  idMesHasta: to.slice(5, 7),
  idAnioHasta: to.slice(0, 4),
  idTipoLiquidacion: type,
});
const ACCEPT = 'SPM.ACC.ACEPTAR';

describe('receipts', () => {
  const { rlc } = demo;
  const form = async (user: string | undefined, options: Options = {}) => {
    const first = await open('XV21Y600', options);
    const choice = user ? await first.press(ACCEPT, { [`autorizado${user}`]: true }) : first;
    return choice.press(ACCEPT, { idOPCION1: true });
  };
  const ask = async (account: Account, type: string, from: string, to: string, rest = {}, user = mainUser) =>
    (await form(user)).press(ACCEPT, { ...settlement(account, type, from, to), ...rest });

  test('are got as one of the authorised users, in plain HTML', async () => {
    const { headers, text } = await exchange(entry('XV21Y600'));
    expect(headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    const $ = load(text);
    expect($('legend').text()).toBe('Seleccione un Número de Autorización');
    expect(
      $('input[name=NUM_AUTORIZADO]')
        .toArray()
        .map((one) => $(one).attr('value')),
    ).toEqual([otherUser, mainUser]);
    expect($('input[value=Aceptar]').attr('id')).toBe(ACCEPT);
    const page = await ask(general, rlc.liquidType, rlc.startDate, rlc.endDate);
    expect(page.$('#ARQContenMensaje').length).toBe(0);
    const pdf = await page.pdf();
    expect(pdf).toContain('RECIBO DE LIQUIDACION DE COTIZACIONES');
    expect(pdf).toContain(`${general.regimen} ${general.ccc}`);
    expect(pdf).toContain(rlc.startDate.slice(0, 7).replace(/(\d+)-(\d+)/, '$2/$1'));
    expect(pdf).toContain('LIQUIDO DE TOTALES');
  });

  test('are there for some periods and types', async () => {
    const { empty } = rlc;
    const none = 'ERROR: NO EXISTE LIQUIDACION PARA LOS DATOS INTRODUCIDOS';
    expect((await ask(general, 'L00', empty.startDate, empty.endDate)).message).toBe(none);
    expect((await ask(general, 'L90', rlc.startDate, rlc.endDate)).message).toBe(none);
    const long = await ask(general, 'L00', addDays(rlc.startDate, -40), rlc.endDate);
    expect((await long.pdf()).match(/LIQUIDACION 99/g)?.length).toBeGreaterThan(1);
  });

  test('of retroactive payments go by their control date', async () => {
    const { settlements } = (await state()).tgss;
    const { from, to, control: when } = settlements.find(({ type }) => type === 'L03')!;
    const at = (date: string) => ({ idMesControl: date.slice(5, 7), idAnioControl: date.slice(0, 4) });
    expect(await (await ask(general, 'L03', from, to, at(when!))).pdf()).toContain('MES DE CONTROL');
    expect((await ask(general, 'L03', from, to, at(to))).message).toMatch(/NO EXISTE LIQUIDACION/);
    expect((await ask(general, 'L03', from, to)).message).toMatch(/MES_CONTROL DEBE TENER CONTENIDO/);
  });

  test('are those of accounts of the user', async () => {
    const refused = 'ERROR: CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO';
    const { startDate, endDate } = rlc;
    const { furtherAccount } = demo;
    expect((await ask(general, 'L00', startDate, endDate, {}, otherUser)).message).toBe(refused);
    expect((await ask(furtherAccount, 'L00', startDate, endDate)).message).toBe(refused);
    expect((await ask(furtherAccount, 'L00', startDate, endDate, {}, otherUser)).link).toBeDefined();
    const wrong = { ...general, regimen: '0112' };
    expect((await ask(wrong, 'L00', startDate, endDate)).message).toBe('ERROR: C.C.C. ERRONEO');
  });

  test('need no choice of user where there is one', async () => {
    const page = await form(undefined, { as: 'other' });
    expect(page.form).toBe('formDatos');
  });

  test('are found by number, too', async () => {
    const { number } = (await state()).tgss.settlements[0]!;
    const choice = await (await open('XV21Y600')).press(ACCEPT, { [`autorizado${mainUser}`]: true });
    const page = await (await choice.press(ACCEPT, { idOpcion2: true })).press(ACCEPT, {
      numeroLiquidacion: number,
    });
    expect(await page.pdf()).toContain(`LIQUIDACION ${number}`);
  });
});

describe('the query of calculations', () => {
  test('goes from the list to settlement, worker and bracket, all at one address', async () => {
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
    expect(naf.attr('title')).toBe(`Seleccionar el NAF ${naf.attr('value')}`);
    const worker = await at('CONSULTAR', [['NAF', naf.attr('value')!]]);
    expect(worker.text).toContain(
      `<abbr title="Número de afiliación a la Seguridad Social">NAF: </abbr>${naf.attr('value')}`,
    );
    expect((await at('RELACION_TRAMOS')).$('input[name=TRAMO]').length).toBe(1);
    expect((await at('CALCULOS_TRAMO')).$('table').length).toBe(1);
    // The next settlement, still at the first address.
    expect((await at('CONTINUAR', [['LIQUIDACION', '1']])).$('table').length).toBe(1);
  });

  test('says what does not exist', async () => {
    const first = await open('XV21Y200');
    const nobody = await first.press(
      ACCEPT,
      settlement({ ...general, ccc: '28000000000' }, 'T', today, today),
    );
    expect(nobody.message).toBe('ERROR: CUENTA DE COTIZACIÓN NO EXISTE');
    const empty = await first.press(ACCEPT, settlement(artists, 'T', today, today));
    expect(empty.message).toMatch(/^ERROR: NO EXISTE LIQUIDACIÓN/);
  });
});

describe('bank details', () => {
  // A number made of zeros and the country's check digits for them.
  const BANK = { IBAN: 'ES82', ENTIDAD: '0000', OFICINA: '0000', DCNC: '0000', NUM1: '0000', NUM2: '0000' };
  const HOLDER = { TIPO_DOC: '9', NIF_TITULAR: demo.company.cif, TITULAR: 'Titular de pruebas' };
  const ask = async (account: Account, user: string, rest: Record<string, string> = {}) => {
    const page = await (await open('XV21B400')).press(ACCEPT, { [`autorizado${user}`]: true });
    return page.press('ENVIO_3', { CC1EmpresaAut: whole(account), OPCION: 'C', ...BANK, ...HOLDER, ...rest });
  };

  test('ask who is reporting, and are filed after a confirmation', async () => {
    const first = await open('XV21B400');
    expect(first.$(`label[for=autorizado${otherUser}]`).text()).toBe(`${otherUser} - OTRO AUTORIZADO`);
    const before = await digest();
    const confirm = await ask(general, mainUser);
    expect([confirm.message, await digest()]).toEqual([undefined, before]);
    const done = await confirm.press('ENVIO_20');
    expect(done.message).toBe(DONE);
    const pdf = await done.pdf();
    expect(pdf).toContain('ES8200000000000000000000');
    expect(pdf).toContain('TITULAR DE PRUEBAS');
    await (await ask(general, mainUser, { OPCION: 'A' })).press('ENVIO_20');
    expect((await state()).tgss.bankAccounts).toMatchObject([
      { ccc: general.ccc, use: 'CUENTA', holderDocument: `9 ${demo.company.cif}` },
      { ccc: general.ccc, use: 'ACREEDOR' },
    ]);
    expect((await stats()).accepted).toEqual({ 'tgss.datos-bancarios': 2 });
  });

  test.each([
    [{ IBAN: 'ES83' }, 'CUENTA BANCARIA ERRONEA'],
    [{ ENTIDAD: '0001' }, 'CUENTA BANCARIA ERRONEA'],
    [{ OPCION: 'X' }, 'VALOR ERRONEO EN EL CAMPO OPCION'],
    [{ TITULAR: '' }, 'EL CAMPO TITULAR DEBE TENER CONTENIDO'],
  ])('are refused with %o', async (rest, text) => {
    expect((await ask(general, mainUser, rest)).message).toBe(`ERROR: ${text}`);
  });

  test('are for the accounts of the user', async () => {
    expect((await ask(general, otherUser)).message).toBe(
      'ERROR: CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO',
    );
    expect((await (await ask(demo.furtherAccount, otherUser)).press('ENVIO_20')).message).toBe(DONE);
  });
});

describe('the life work report', () => {
  const ask = async (worker: Worker) =>
    (await open('INAF0014')).press('ENVIO_3', {
      NA5NumSegSocialCompleto: worker.nss,
      CC1EmpresaAut: whole(general),
    });

  test("lists a worker's stays in the account", async () => {
    const page = await ask(demo.manySituations);
    expect(page.message).toBe('INFO: Informe generado correctamente');
    const pdf = await page.pdf();
    expect(pdf).toContain('VIDA LABORAL');
    expect(pdf.match(/BAJA VOLUNTARIA|BAJA FIN CONTRATO|ALTA NORMAL/g)?.length).toBe(23);
    expect((await ask(newWorker)).message).toBe('ERROR: NO EXISTEN DATOS PARA ESTA CONSULTA');
  });
});

describe('scenarios', () => {
  test('error-page and maintenance are answered at once', async () => {
    expect((await exchange(entry('XV24M00B'), { scenario: 'error-page' })).status).toBe(500);
    const closed = await exchange(entry('XV24M00B'), { scenario: 'maintenance' });
    expect([closed.status, closed.headers['retry-after']]).toEqual([503, '5']);
  });

  test('slow answers late', async () => {
    const start = performance.now();
    await open('XV24M00B', { scenario: 'slow' });
    expect(performance.now() - start).toBeGreaterThan(250);
  });

  test('refused refuses the first page with data, and not the choice before it', async () => {
    const options = { scenario: 'refused' };
    const text = 'ERROR: CUENTA DE COTIZACION NO AUTORIZADA';
    expect((await dataPage('XV24M00B', demo.worker, general, options)).message).toBe(text);
    const user = await (await open('XV21B400', options)).press(ACCEPT, { [`autorizado${mainUser}`]: true });
    expect(user.message).toBeUndefined();
    expect((await user.press('ENVIO_3')).message).toBe(text);
    expect((await stats()).accepted).toEqual({});
  });

  test('lost-answer files and hangs up', async () => {
    const page = await dataPage('XV24M00B', demo.worker, general, { scenario: 'lost-answer' });
    const change = { codNuevoGrupo: '02', fechaSituacion: slashed(today) };
    await expect(page.press('ENVIO_7', change)).rejects.toThrow();
    const known = await dataPage('XV24M00B', demo.worker, general);
    expect(known.datum('grupoCotizacion > grupoCotizacion > codigo')).toBe('02');
  });

  test('no-duplicate files without the document', async () => {
    const page = await dataPage('XV24M00G', demo.worker, general, { scenario: 'no-duplicate' });
    const filed = await page.press('ENVIO_7', {
      NueOcu: 'D',
      fecSit: slashed(today),
      tipoImpresion: 'OnLine',
    });
    expect([filed.message, filed.link]).toEqual([DONE, undefined]);
  });
});

describe('the seed', () => {
  test('follows the day', () => {
    const early = makeSeed('2024-03-15').demo;
    expect(early.fie.endDate).toBe('2024-03-15');
    expect(early.rlc).toMatchObject({ startDate: '2024-01-01', endDate: '2024-01-31' });
    expect(makeSeed('2024-01-31').demo.rlc).toMatchObject({ startDate: '2023-11-01', endDate: '2023-11-30' });
    expect(early.authorizedUsers).toEqual(demo.authorizedUsers);
    expect(early.cesion).toEqual(demo.cesion);
  });
});
