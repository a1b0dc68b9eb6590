import { inflateSync } from 'node:zlib';
import { load } from 'cheerio';
import { stdnum } from 'stdnum';
import { Agent, request } from 'undici';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isNif } from '../functions/sandbox/aeat/nif.ts';
import { cif, dni, nie } from '../functions/sandbox/identifiers.ts';
import { createAuthority, type Issued, issueClient, issueServer } from '../functions/sandbox/pki.ts';
import { makeSeed } from '../functions/sandbox/seed.ts';
import { type Sandbox, startSandbox } from '../functions/sandbox/server.ts';
import type { State } from '../functions/sandbox/state.ts';
import type { Tally } from '../functions/sandbox/tally.ts';

const TODAY = '2026-06-15';
const NOON = Date.parse(`${TODAY}T10:00:00Z`);
const seed = makeSeed(TODAY);
const { demo, other } = seed;
const { payers, agency } = demo;

const ACCESS = '/wlpl/BUGC-JDIT/MdcAcceso';
const ECOT = '/wlpl/EMCE-JDIT/ECOTInternetCiudadanosServlet';
const IAE = '/wlpl/EMCE-JDIT/ServletAaeeGralnternet';
const CONTRACTORS = '/wlpl/EMCE-JDIT/ContratistasInternetServlet';
const PICK_UP =
  '/wlpl/inwinvoc/es.aeat.dit.adu.emce.recogidaCertInt.RceAcciones?fAccion=1&fTipoPet=2&fTramite=G3032';
const DOCUMENT = '/wlpl/KATA-APLI/cotejo/CotejoDocIdSv?CSV=';

let sandbox: Sandbox;
let agents: Record<
  'demo' | 'other' | 'agency' | 'seal' | 'foreign' | 'expired' | 'nobody' | 'unknown',
  Agent
>;
/** The authorities' clock. */
let clock = NOON;

beforeAll(async () => {
  const [authority, foreign] = await Promise.all([createAuthority(), createAuthority('Otra CA')]);
  const person = demo.holder;
  const [forDemo, forOther, forAgency, seal, ofForeign, expired, unknown] = await Promise.all([
    issueClient(authority, { person }),
    issueClient(authority, { person: other.holder }),
    issueClient(authority, { person, organisation: agency }),
    issueClient(authority, { organisation: demo.company }),
    issueClient(foreign, { person }),
    issueClient(authority, { person }, { notAfter: new Date(Date.now() - 1000) }),
    issueClient(authority, { person: { ...person, nif: dni(12_345_678) } }),
  ]);
  sandbox = await startSandbox({
    pki: { authority, server: await issueServer(authority) },
    seed,
    now: () => new Date(clock),
    slowMilliseconds: 300,
  });
  const agent = (client?: Issued) =>
    new Agent({
      connections: 1,
      connect: { ca: authority.certificate, ...(client && { cert: client.chain, key: client.key }) },
    });
  agents = {
    demo: agent(forDemo),
    other: agent(forOther),
    agency: agent(forAgency),
    seal: agent(seal),
    foreign: agent(ofForeign),
    expired: agent(expired),
    nobody: agent(),
    unknown: agent(unknown),
  };
});

afterAll(async () => {
  await Promise.all(Object.values(agents).map((agent) => agent.close()));
  await sandbox.close();
});

beforeEach(async () => {
  clock = NOON;
  const { body } = await request(`${sandbox.controlUrl}/reset`, { method: 'POST' });
  await body.dump();
});

interface Controls {
  '/stats': Tally;
  '/state': State;
  '/digest': { digest: string };
}

async function look<Path extends keyof Controls>(path: Path): Promise<Controls[Path]> {
  const { body } = await request(sandbox.controlUrl + path);
  return (await body.json()) as Controls[Path];
}

const digest = async () => (await look('/digest')).digest;

type Fields = [name: string, value: string][];

const LATIN1 = 'application/x-www-form-urlencoded; charset=ISO-8859-1';

const percent = (text: string, charset: BufferEncoding) =>
  [...Buffer.from(text, charset)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** A form as programs write it: blanks as `%20`. */
const encode = (fields: Fields, charset: BufferEncoding = 'latin1') =>
  fields.map((pair) => pair.map((text) => percent(text, charset)).join('=')).join('&');

/** A form as browsers write it: blanks as `+`. */
const encodeLikeABrowser = (fields: Fields) => encode(fields).replaceAll('%20', '+').replaceAll('~', '%7E');

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  html: string;
}

/** Somebody who goes through the pages as public programs do, with their regular expressions. */
class Program {
  readonly #as: keyof typeof agents;
  readonly #scenario: string | undefined;
  #cookie = '';

  constructor(as: keyof typeof agents = 'demo', scenario?: string) {
    this.#as = as;
    this.#scenario = scenario;
  }

  async send(path: string, body?: string): Promise<Answered> {
    const response = await request(sandbox.url + path, {
      dispatcher: agents[this.#as],
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(this.#cookie && { cookie: this.#cookie }),
        ...(this.#scenario && { 'x-sandbox-scenario': this.#scenario }),
        ...(body !== undefined && { 'content-type': LATIN1 }),
      },
      ...(body !== undefined && { body }),
    });
    const cookie = response.headers['set-cookie'];
    if (cookie) this.#cookie = /^[^;]+/.exec(String(cookie))![0];
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes,
      html: bytes.toString('latin1'),
    };
  }

  /** From the door to the page on which to ask. Answers the token. */
  async begin(servlet: string): Promise<string> {
    expect((await this.send(ACCESS)).status).toBe(200);
    const { html } = await this.send(servlet);
    return /name=['"]fIslw['"]\s+value=['"]([^'"]*)['"]/.exec(html)![1]!;
  }

  /** As far as the page on which to sign. */
  async validate(servlet: string, own: Fields, write = encode): Promise<Answered> {
    const token = await this.begin(servlet);
    return this.send(servlet, write(validation(token, own)));
  }

  async sign(servlet: string, confirmation: Answered, write = encode): Promise<Answered> {
    return this.send(servlet, write(signed(confirmation.html)));
  }

  async ask(servlet: string, own: Fields): Promise<Answered> {
    return this.sign(servlet, await this.validate(servlet, own));
  }

  /** Address of the document of a receipt, and its text. */
  async document(receipt: Answered): Promise<{ csv: string; text: string; bytes: Buffer }> {
    const csv = csvOf(receipt.html)!;
    const { status, headers, bytes } = await this.send(DOCUMENT + csv);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('%PDF');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    return { csv, text, bytes };
  }

  /** Rows of the list of what is to be picked up. */
  async rows(): Promise<{ cells: string[]; csv: string | undefined }[]> {
    const { status, html } = await this.send(PICK_UP);
    expect(status).toBe(200);
    const $ = load(html);
    return $('tr:has(td)')
      .get()
      .map((row) => ({
        cells: $(row)
          .find('td')
          .get()
          .map((cell) => $(cell).text()),
        csv: csvOf($(row).html()!),
      }));
  }
}

const validation = (token: string, own: Fields, represented = ['', '']): Fields => [
  ['fTipoRepresentacion', represented[0] ? '2' : '1'],
  ['fNifT', represented[0]!],
  ['fNombreT', represented[1]!],
  ...own,
  ['fAccion', '2'],
  ['fIslw', token],
  ['validarSolicitud', 'Validar solicitud'],
];

const unescaped = (text: string) => load(`<p>${text}</p>`)('p').text();

const scriptValue = (html: string, name: string) =>
  new RegExp(`${name}\\s*[=:]\\s*(['"])(.*?)\\1`).exec(html)?.[2];

/** All hidden and text inputs of the form, the signature in its place. */
function signed(html: string): Fields {
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
}

const csvOf = (html: string) => /CSV=(\w+)/.exec(html)?.[1];

const mainOf = (html: string) => load(html)('main').text().replace(/\s+/g, ' ').trim();

const upToDate = (purpose: string): Fields => [
  ['fTipoCertificado', purpose],
  ['fMomentoDeterminacionEcot', '1'],
  ['fFechaPasada', ''],
];

const year = (value: string): Fields => [['fEjercicio', value]];

const paidBy = (nif: string, name = ''): Fields => [
  ['fNifPagador', nif],
  ['fNombrePagador', name],
];

const HOLDER = 'TITULAR DE PRUEBAS DEMO';

describe('who is let in', () => {
  test.each(['foreign', 'expired', 'nobody', 'unknown'] as const)('%s gets 403, anywhere', async (as) => {
    const program = new Program(as);
    for (const path of [ACCESS, ECOT, IAE, CONTRACTORS, PICK_UP, DOCUMENT]) {
      expect((await program.send(path)).status).toBe(403);
    }
  });

  test('a representative asks for the company, and so does its seal', async () => {
    const representative = await new Program('agency').validate(ECOT, upToDate('C1'));
    expect(scriptValue(representative.html, '_fbNif')).toBe(agency.cif);
    expect(scriptValue(representative.html, '_fbNombre')).toBe(agency.name);
    const seal = await new Program('seal').validate(ECOT, upToDate('C1'));
    expect(scriptValue(seal.html, '_fbNif')).toBe(demo.company.cif);
    expect(scriptValue(seal.html, '_fbNombre')).toBe('DEMOSTRACIÓN Y PRUEBAS SL');
  });

  test('a session is a cookie and belongs to one certificate', async () => {
    const program = new Program();
    const token = await program.begin(ECOT);
    const body = encode(validation(token, upToDate('C1')));
    const without = await new Program().send(ECOT, body);
    expect([without.status, mainOf(without.html)]).toEqual([
      200,
      'No se ha podido identificar con el certificado electrónico.',
    ]);
    const stranger = new Program('other');
    await stranger.begin(ECOT);
    expect(mainOf((await stranger.send(ECOT, body)).html)).toMatch(/^No se ha podido/);
    // A token is for one procedure only.
    expect(mainOf((await program.send(IAE, body)).html)).toMatch(/^No se ha podido/);
    expect((await program.send(ECOT, body)).html).toContain("id='Form'");
  });

  test('programs that go straight to the servlet get their session there', async () => {
    const program = new Program();
    const { html, headers } = await program.send(ECOT);
    expect(headers['set-cookie']).toBeDefined();
    const token = /name='fIslw' value='(.+?)'/.exec(html)![1]!;
    const confirmation = await program.send(ECOT, encode(validation(token, upToDate('G1'))));
    expect(csvOf((await program.sign(ECOT, confirmation)).html)).toBeDefined();
  });
});

describe('up to date with tax obligations', () => {
  test.each([
    ['C1', 'Contratos sector público'],
    ['B1', 'Subvenciones públicas'],
    ['T1', 'Autorizaciones de transporte'],
    ['E1', 'Permisos de trabajo o residencia de extranjeros'],
    ['G1', 'Genérico'],
  ])('%s in four steps', async (purpose, title) => {
    const program = new Program();
    const confirmation = await program.validate(ECOT, upToDate(purpose));
    expect(confirmation.headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    expect(confirmation.html).toContain(`name='fTipoCertificado' value='${title}'`);
    expect(scriptValue(confirmation.html, '_fbNif')).toBe(demo.holder.nif);
    expect(scriptValue(confirmation.html, '_fbNombre')).toBe(HOLDER);

    const receipt = await program.sign(ECOT, confirmation);
    expect(receipt.html.match(/CSV=/g)).toHaveLength(1);
    const { csv, text } = await program.document(receipt);
    expect(csv).toMatch(/^[A-Z0-9]{16}$/);
    for (const part of [demo.holder.nif, HOLDER, title, 'tiene carácter POSITIVO', csv, '15/06/2026']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('NEGATIVO');
  });

  test.each(['other', 'agency'] as const)('whoever has debts, as %s, gets a negative one', async (as) => {
    const program = new Program(as);
    const { text } = await program.document(await program.ask(ECOT, upToDate('C1')));
    expect(text).toContain('tiene carácter NEGATIVO');
    expect(text).not.toContain('POSITIVO');
  });

  test('the sign is one string of a compressed stream', async () => {
    const program = new Program();
    const { bytes } = await program.document(await program.ask(ECOT, upToDate('C1')));
    const streams = [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)];
    const shown = streams
      .flatMap(([, stream]) => {
        try {
          return [inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1')];
        } catch {
          return [];
        }
      })
      .flatMap((stream) => [...stream.matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g)])
      .map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'));
    expect(shown).toContain('El certificado tiene carácter POSITIVO.');
  });

  test('the same request on the same day has the same code, and another has another', async () => {
    const ask = async (purpose: string, as: keyof typeof agents = 'demo') =>
      csvOf((await new Program(as).ask(ECOT, upToDate(purpose))).html);
    const first = await ask('C1');
    const after = await digest();
    clock += 3_600_000;
    expect(await ask('C1')).toBe(first);
    expect(await digest()).toBe(after);
    clock += 24 * 3_600_000;
    const codes = [first, await ask('C1'), await ask('G1'), await ask('C1', 'other')];
    expect(new Set(codes).size).toBe(4);
    const { submissions, accepted } = await look('/stats');
    expect([submissions, accepted]).toEqual([{ 'aeat.ECOT': 5 }, { 'aeat.ECOT': 4 }]);
    expect((await look('/state')).aeat.certificates).toHaveLength(4);
  });

  test('nothing is stored before it is signed, and requests are counted', async () => {
    const before = await digest();
    const program = new Program();
    const confirmation = await program.validate(ECOT, upToDate('C1'));
    expect(await digest()).toBe(before);
    const receipt = await program.sign(ECOT, confirmation);
    expect(await digest()).not.toBe(before);
    const { bytes } = await program.document(receipt);
    expect((await program.document(receipt)).bytes.equals(bytes)).toBe(true);
    const stats = await look('/stats');
    expect(stats.requests).toEqual({ 'aeat.acceso': 1, 'aeat.ECOT': 3, 'aeat.cotejo': 2 });
    expect(stats.handshakes).toBeLessThanOrEqual(1);
  });

  test('somebody else is represented where the holder may act for him', async () => {
    const represent = async (nif: string, name: string) => {
      const program = new Program();
      const token = await program.begin(ECOT);
      const body = encode(validation(token, upToDate('C1'), [nif, name]));
      return [program, await program.send(ECOT, body)] as const;
    };
    const [program, confirmation] = await represent(agency.cif, agency.name);
    expect(scriptValue(confirmation.html, '_fbNif')).toBe(demo.holder.nif);
    const { text } = await program.document(await program.sign(ECOT, confirmation));
    expect(text).toContain(agency.cif);
    expect(text).toContain('NEGATIVO');
    const [, refused] = await represent(other.company.cif, other.company.name);
    expect(mainOf(refused.html)).toMatch(/representación/);
    expect(mainOf((await represent(agency.cif, ''))[1].html)).toBe('Datos inconsistentes.');
  });
});

describe('inconsistent data', () => {
  const changes: [string, (fields: Fields) => Fields][] = [
    ['left out', (fields) => fields.filter(([name]) => name !== 'fProcedimiento')],
    ['changed', (fields) => fields.map(([name, value]) => [name, name === 'fAccion' ? '4' : value])],
    ['not signed', (fields) => fields.map(([name, value]) => [name, name === 'FIR' ? '' : value])],
    ['signed by another', (fields) => fields.map(([name, value]) => [name, name === 'FIRNIF' ? 'X' : value])],
    ['out of order', (fields) => fields.toReversed()],
    ['one too many', (fields) => [...fields, ['FirmayEnvia_1', 'Firmar Enviar']]],
  ];

  test.each(changes)('are refused when signing: %s', async (_, change) => {
    const before = await digest();
    const program = new Program();
    const { html } = await program.validate(ECOT, upToDate('C1'));
    const answer = await program.send(ECOT, encode(change(signed(html))));
    expect([answer.status, mainOf(answer.html)]).toEqual([200, 'Datos inconsistentes.']);
    expect(answer.html).not.toContain('CSV=');
    expect(await digest()).toBe(before);
  });

  test('are refused when they come in UTF-8', async () => {
    const program = new Program();
    const confirmation = await program.validate(ECOT, upToDate('G1'));
    const inUtf8 = (fields: Fields) => encode(fields, 'utf8');
    expect(mainOf((await program.sign(ECOT, confirmation, inUtf8)).html)).toBe('Datos inconsistentes.');
    const name = paidBy(payers.usual.nif, 'PEÑA Y OTROS SL');
    expect(mainOf((await new Program().validate(CONTRACTORS, name, inUtf8)).html)).toBe(
      'Datos inconsistentes.',
    );
    expect((await new Program().validate(CONTRACTORS, name)).html).toContain("id='Form'");
  });

  test.each([
    ['an unknown purpose', ECOT, upToDate('Z9')],
    ['a day in the past', ECOT, upToDate('C1').map(([name, value]) => [name, value || '01-01-2026'])],
    ['a field of another form', IAE, [...year('2026'), ...paidBy('')]],
    ['a missing field', CONTRACTORS, paidBy(payers.usual.nif).slice(0, 1)],
  ] as [string, string, Fields][])('are refused when asking: %s', async (_, servlet, own) => {
    const { html } = await new Program().validate(servlet, own);
    expect(mainOf(html)).toBe('Datos inconsistentes.');
    expect(html).not.toContain('<form');
  });

  test('blanks may be written either way', async () => {
    const program = new Program();
    const confirmation = await program.validate(ECOT, upToDate('C1'), encodeLikeABrowser);
    expect(csvOf((await program.sign(ECOT, confirmation, encodeLikeABrowser)).html)).toBeDefined();
  });

  test('the token has the characters that must be encoded', async () => {
    expect(await new Program().begin(ECOT)).toMatch(/^\+\+\/\/.+==$/);
  });
});

describe('tax on economic activities', () => {
  test('names the activities of a year', async () => {
    const program = new Program();
    const { text } = await program.document(await program.ask(IAE, year('2026')));
    for (const part of [demo.holder.nif, HOLDER, '2026', '799', '01/03/2023']) expect(text).toContain(part);
    expect(text).not.toMatch(/POSITIVO|NEGATIVO/);
    const [first, second] = await Promise.all(
      ['2025', '2024'].map((each) => new Program().ask(IAE, year(each))),
    );
    expect(csvOf(first!.html)).not.toBe(csvOf(second!.html));
    expect(csvOf((await program.ask(IAE, year('2025'))).html)).toBe(csvOf(first!.html));
  });

  test.each([
    ['2027', 'demo', /no está entre/],
    ['2021', 'demo', /no está entre/],
    ['', 'demo', /no está entre/],
    ['2022', 'demo', /ningún alta/],
    ['2026', 'other', /ningún alta/],
  ] as const)('%s is refused to %s', async (value, as, reason) => {
    const { status, html } = await new Program(as).validate(IAE, year(value));
    expect(status).toBe(200);
    expect(mainOf(html)).toMatch(reason);
    expect(html).not.toContain('<form');
  });
});

describe('contractors and subcontractors', () => {
  test('is prepared, listed, and picked up in another session', async () => {
    const before = await digest();
    const receipt = await new Program().ask(CONTRACTORS, paidBy(payers.usual.nif));
    expect(receipt.status).toBe(200);
    expect(receipt.html).not.toContain('CSV=');
    const asked = await digest();
    expect(asked).not.toBe(before);
    const row = ['15-06-2026', payers.usual.nif, payers.usual.name];
    const [waiting] = await new Program().rows();
    expect(waiting).toEqual({ cells: [...row, 'EN TRAMITACION', ''], csv: undefined });

    clock += payers.usual.preparation;
    const program = new Program();
    const [ready, ...rest] = await program.rows();
    expect(rest).toEqual([]);
    expect(ready!.cells).toEqual([...row, 'EMITIDO', 'Ver certificado']);
    const { text } = await program.document(await program.send(PICK_UP));
    for (const part of [HOLDER, payers.usual.nif, payers.usual.name, 'carácter POSITIVO']) {
      expect(text).toContain(part);
    }
    // Asked for again it is the same one, now at hand.
    expect(csvOf((await new Program().ask(CONTRACTORS, paidBy(payers.usual.nif))).html)).toBe(ready!.csv);
    expect(await digest()).toBe(asked);
    expect((await look('/stats')).accepted).toEqual({ 'aeat.CONTRATISTAS': 1 });
  });

  test('its code leads nowhere before it is ready', async () => {
    await new Program().ask(CONTRACTORS, paidBy(payers.late.nif));
    clock += payers.usual.preparation;
    const { csv } = (await look('/state')).aeat.certificates[0]!;
    const { status, html } = await new Program().send(DOCUMENT + csv);
    expect([status, mainOf(html)]).toEqual([
      200,
      'El código seguro de verificación no corresponde a ningún documento.',
    ]);
    clock += payers.late.preparation;
    expect((await new Program().send(DOCUMENT + csv)).bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('the payer decides whether it comes at once, late or negative; any valid number will do', async () => {
    const atOnce = await new Program().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    expect(csvOf(atOnce.html)).toBeDefined();
    await new Program().ask(CONTRACTORS, paidBy(payers.late.nif));
    await new Program().ask(CONTRACTORS, paidBy(payers.negative.nif));
    await new Program().ask(CONTRACTORS, paidBy('B12345674', 'L\'ESPAÑOLA & CÍA "2"'));
    clock += payers.usual.preparation;
    const program = new Program();
    const states = (await program.rows()).map(({ cells: [, nif, name, state] }) => [nif, name, state]);
    expect(states).toEqual([
      ['B12345674', 'L\'ESPAÑOLA & CÍA "2"', 'EMITIDO'],
      [payers.negative.nif, payers.negative.name, 'EMITIDO'],
      [payers.late.nif, payers.late.name, 'EN TRAMITACION'],
      [payers.atOnce.nif, payers.atOnce.name, 'EMITIDO'],
    ]);
    const { csv } = (await program.rows())[1]!;
    const { bytes } = await program.send(DOCUMENT + csv);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
    expect(text).toContain('carácter NEGATIVO');
  });

  test('is refused for a payer that cannot be', async () => {
    for (const nif of ['B12345675', '', 'NADA']) {
      const { html } = await new Program().validate(CONTRACTORS, paidBy(nif));
      expect(mainOf(html)).toBe('El NIF de la persona o entidad pagadora no es correcto.');
    }
    expect(await new Program().rows()).toEqual([]);
  });

  test("another's requests are not listed, nor those of another procedure", async () => {
    await new Program().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    expect(await new Program('other').rows()).toEqual([]);
    expect((await new Program().send(PICK_UP.replace('G3032', 'G304'))).html).not.toContain('CSV=');
  });

  test('another day it is another request', async () => {
    await new Program().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    clock += 24 * 3_600_000;
    await new Program().ask(CONTRACTORS, paidBy(payers.atOnce.nif));
    const rows = await new Program().rows();
    expect(rows.map(({ cells }) => cells[0])).toEqual(['16-06-2026', '15-06-2026']);
    expect(rows[0]!.csv).not.toBe(rows[1]!.csv);
  });
});

describe('somebody with a browser', () => {
  /** What the browser would post of a form, with this submit button pressed. */
  const submitted = ($: ReturnType<typeof load>, form: string, pressed?: string): Fields => [
    ...$(form)
      .serializeArray()
      .map(({ name, value }): [string, string] => [name, value]),
    ...(pressed ? [[$(pressed).attr('name')!, $(pressed).attr('value')!] as [string, string]] : []),
  ];

  test.each([
    [ECOT, '#fTipoCertificado4', '#fMomentoDeterminacionEcot0'],
    [IAE, '#fEjercicio option[value=2025]'],
    [CONTRACTORS],
  ])('finds on %s what scripts for browsers click', async (servlet, ...clicked) => {
    const program = new Program();
    const $ = load((await program.send(servlet)).html);
    for (const selector of ['#fTipoRepresentacion0', ...clicked]) {
      expect($(selector).length, selector).toBe(1);
      $(selector).prop($(selector).is('option') ? 'selected' : 'checked', true);
    }
    for (const selector of ['#fTipoRepresentacion1', '#fNifT', '#fNombreT'])
      expect($(selector).length).toBe(1);
    $('#fNifPagador').val(payers.atOnce.nif);
    const button = $('input#validarSolicitud[type=submit]');
    const body = encodeLikeABrowser(submitted($, '#solicitud', '#validarSolicitud'));
    const confirmation = load((await program.send(button.closest('form').attr('action')!, body)).html);

    for (const selector of ['.AEAT_boton', "input[value='Firmar Enviar']", "input[id^='FirmayEnvia_']"]) {
      expect(confirmation(selector).length, selector).toBe(1);
    }
    const popup = /window\.open\('(.+?)'/.exec(confirmation.html())![1]!;
    const $popup = load((await program.send(popup)).html);
    expect($popup('input#Conforme[type=checkbox]').length).toBe(1);
    expect($popup('input#Firmar[name=Firmar]').val()).toBe('Firmar y Enviar');
    // What the popup's script fills in before it submits.
    confirmation('[name=FIRNIF]').val(demo.holder.nif);
    confirmation('[name=FIRNOMBRE]').val(HOLDER);
    confirmation('[name=FIR]').val('FirmaBasica');
    const signedBody = encodeLikeABrowser(submitted(confirmation, '#Form'));
    const receipt = load((await program.send(servlet, signedBody)).html);
    expect(receipt('input#descarga').val()).toBe('Descargar documento');
    const address = /window\.open\('(.+?)'/.exec(receipt('#descarga').attr('onclick')!)![1]!;
    expect((await program.send(address)).headers['content-type']).toBe('application/pdf');
    const viewer = await program.send(address.replace('CotejoDocIdSv', 'CotejoIdSv'));
    expect(load(viewer.html)('a').attr('href')).toBe(address);
  });
});

describe('scenarios', () => {
  test('error-page and maintenance are answered at once', async () => {
    const broken = await new Program('demo', 'error-page').send(ACCESS);
    expect(broken.status).toBe(500);
    const closed = await new Program('demo', 'maintenance').send(ECOT);
    expect([closed.status, /de mantenimiento/.test(closed.html)]).toEqual([503, true]);
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('slow answers late', async () => {
    const start = performance.now();
    await new Program('demo', 'slow').send(ACCESS);
    expect(performance.now() - start).toBeGreaterThan(250);
  });

  test.each([
    [ECOT, upToDate('C1')],
    [IAE, year('2026')],
    [CONTRACTORS, paidBy(payers.atOnce.nif)],
  ])('refused refuses what is signed on %s', async (servlet, own) => {
    const before = await digest();
    const receipt = await new Program('demo', 'refused').ask(servlet, own);
    expect([receipt.status, mainOf(receipt.html)]).toEqual([
      200,
      'La solicitud no ha sido admitida a trámite.',
    ]);
    expect(receipt.html).not.toContain('CSV=');
    expect(await digest()).toBe(before);
    expect(await new Program().rows()).toEqual([]);
  });

  test('never-ready keeps it in preparation as long as it is asked with', async () => {
    const patient = new Program('demo', 'never-ready');
    expect((await patient.ask(CONTRACTORS, paidBy(payers.atOnce.nif))).html).not.toContain('CSV=');
    clock += 24 * 3_600_000;
    expect((await patient.rows()).map(({ cells }) => cells[3])).toEqual(['EN TRAMITACION']);
    expect((await new Program().rows()).map(({ cells }) => cells[3])).toEqual(['EMITIDO']);
    // Certificates that are never prepared come as ever.
    expect(csvOf((await patient.ask(ECOT, upToDate('C1'))).html)).toBeDefined();
  });

  test('lost-answer takes the request in and hangs up, and the same request finds it', async () => {
    await expect(new Program('demo', 'lost-answer').ask(ECOT, upToDate('C1'))).rejects.toThrow();
    expect((await look('/stats')).accepted).toEqual({ 'aeat.ECOT': 1 });
    expect(csvOf((await new Program('demo', 'lost-answer').ask(ECOT, upToDate('C1'))).html)).toBeDefined();
  });
});

describe('tax numbers', () => {
  test('are told from others as a library does', () => {
    const { cif: CIF, dni: DNI, nie: NIE } = stdnum.ES!;
    for (const { nif } of Object.values(payers))
      expect([isNif(nif), CIF!.validate(nif).isValid]).toEqual([true, true]);
    for (const letter of 'ABCDEFGHJNPQRSUVW') {
      for (const control of '0123456789ABCDEFGHIJ') {
        const nif = `${letter}1234567${control}`;
        expect(isNif(nif), nif).toBe(control === '4' || control === 'D');
        if (CIF!.validate(nif).isValid) expect(isNif(nif), nif).toBe(true);
      }
    }
    for (const valid of [dni(1), dni(99_999_999), nie('X', 1), nie('Z', 7_654_321)]) {
      expect([isNif(valid), DNI!.validate(valid).isValid || NIE!.validate(valid).isValid]).toEqual([
        true,
        true,
      ]);
      expect(isNif(`${valid.slice(0, 8)}Ñ`)).toBe(false);
    }
    expect(cif(9_999_901)).toBe(payers.usual.nif);
    expect(isNif('K1234567L')).toBe(true);
    expect(isNif('K1234567A')).toBe(false);
  });
});
