import { parseXml, type XmlElement } from '@rgrove/parse-xml';
import { type CheerioAPI, load } from 'cheerio';
import { Agent, request } from 'undici';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, slashed } from '../functions/sandbox/calendar.ts';
import { createAuthority, type Issued, issueClient, issueServer } from '../functions/sandbox/pki.ts';
import { seed } from '../functions/sandbox/seed.ts';
import { type Sandbox, startSandbox } from '../functions/sandbox/server.ts';
import type { State } from '../functions/sandbox/state.ts';
import type { Tally } from '../functions/sandbox/tally.ts';

const { demo, other, today } = seed;
const { general } = demo.accounts;
const worker = demo.newWorkers[0]!;

/** What the strict one has beside: the rest at night, control digits, and a clock in the night. */
const strictSeed = structuredClone(seed);
Object.assign(strictSeed.state.sepe, { strict: true, closedAtNight: true });
const NIGHT = new Date('2026-02-10T01:30:00+01:00');
const DAY = new Date('2026-02-10T09:30:00+01:00');
let strictNow = DAY;

let sandbox: Sandbox;
let strict: Sandbox;
let agents: Record<'demo' | 'other' | 'nobody', Agent>;

beforeAll(async () => {
  const authority = await createAuthority();
  const [forDemo, forOther] = await Promise.all(
    [demo, other].map(({ holder }) => issueClient(authority, { person: holder })),
  );
  const pki = { authority, server: await issueServer(authority) };
  sandbox = await startSandbox({ pki, slowMilliseconds: 200 });
  strict = await startSandbox({ pki, seed: strictSeed, now: () => strictNow });
  const agent = (client?: Issued) =>
    new Agent({
      connect: { ca: authority.certificate, ...(client && { cert: client.chain, key: client.key }) },
    });
  agents = { demo: agent(forDemo), other: agent(forOther), nobody: agent() };
});

afterAll(async () => {
  await Promise.all(Object.values(agents).map((agent) => agent.close()));
  await Promise.all([sandbox.close(), strict.close()]);
});

beforeEach(async () => {
  for (const each of [sandbox, strict]) {
    const { body } = await request(`${each.controlUrl}/reset`, { method: 'POST' });
    await body.dump();
  }
  strictNow = DAY;
});

const look = async <T>(path: string): Promise<T> => {
  const { body } = await request(sandbox.controlUrl + path);
  return (await body.json()) as T;
};
const digest = async () => (await look<{ digest: string }>('/digest')).digest;
const stats = () => look<Tally>('/stats');
const records = async () => (await look<State>('/state')).sepe;

interface Options {
  as?: keyof typeof agents;
  scenario?: string;
  at?: Sandbox;
  headers?: Record<string, string>;
}

async function exchange(path: string, options: Options = {}, body?: string | Buffer) {
  const { as = 'demo', scenario, at = sandbox, headers = {} } = options;
  const response = await request(at.url + path, {
    dispatcher: agents[as],
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(scenario && { 'x-sandbox-scenario': scenario }) },
    ...(body !== undefined && { body }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: Buffer.from(await response.body.arrayBuffer()),
  };
}

const escaped = (text: string) =>
  text.replace(/[&<>]|[^\x20-\x7e\n]/gu, (character) => `&#${character.codePointAt(0)};`);

const SEND = '/ccomunicacto/services/SWComunicacionDatos';
const QUERY = '/ccomunicacto/services/SWConsultaDatos';
const SEND_NAMESPACE = 'http://comunicacion.serviciosWeb.comunicacto';
const QUERY_NAMESPACE = 'http://consultaDatos.serviciosWeb.comunicacto';
const ACCESS = { usuarioConectado: '', usuarioPrincipal: '', password: '', idioma: '14', comunidad: '99' };

interface SoapOptions extends Options {
  cdata?: boolean;
}

/** What an operation returns. */
async function soap(
  path: string,
  namespace: string,
  operation: string,
  fields: Record<string, string>,
  options: SoapOptions = {},
): Promise<string> {
  const content = Object.entries(fields).map(
    ([name, value]) => `<${name}>${options.cdata ? `<![CDATA[${value}]]>` : escaped(value)}</${name}>`,
  );
  const envelope = `<?xml version="1.0" encoding="UTF-8"?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body><${operation} xmlns="${namespace}">${content.join('')}</${operation}></S:Body></S:Envelope>`;
  const { status, bytes, headers } = await exchange(
    path,
    { ...options, headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${operation}"` } },
    envelope,
  );
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/xml/);
  return new RegExp(`<${operation}Return>(.*)</${operation}Return>`, 's')
    .exec(bytes.toString('utf8'))![1]!
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

const send = (operation: string, documento: string, options: SoapOptions = {}, access = {}) =>
  soap(SEND, SEND_NAMESPACE, operation, { documento, ...ACCESS, ...access }, options);

const NUM_ENVIO =
  /^<\?xml version='1.0' encoding='ISO-8859-1'\?><COMUNICACION><NUM_ENVIO>(C\d{7})<\/NUM_ENVIO><\/COMUNICACION>$/;
const ERROR =
  /^<\?xml version='1.0' encoding='ISO-8859-1'\?><COMUNICACION><ERROR>([^<]+)<\/ERROR><\/COMUNICACION>$/;
const CODE = /^[A-Z]{3}\d{4}$/;

const query = (id: string, options: SoapOptions = {}) =>
  soap(QUERY, QUERY_NAMESPACE, 'servicioConsulta', { id_envio: id, ...ACCESS }, options);

const texts = (root: XmlElement, name: string): string[] =>
  root.children.flatMap((node) => {
    if (node.type !== 'element') return [];
    const child = node as XmlElement;
    return [...(child.name === name ? [child.text] : []), ...texts(child, name)];
  });

/** Sends, asks at once, and gives the answer as a document. */
async function file(operation: string, documento: string, options: SoapOptions = {}) {
  const answer = await send(operation, documento, options);
  const id = NUM_ENVIO.exec(answer)?.[1];
  expect(id, answer).toBeDefined();
  const text = await query(id!, { ...options, scenario: undefined });
  const { root } = parseXml(text);
  const one = (name: string) => texts(root!, name)[0];
  return { text, root: root!, one, errors: texts(root!, 'ERROR') };
}

const compact = (date: string) => date.replaceAll('-', '');
const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n';

type Changes = Record<string, string | undefined>;

const elements = (values: Changes) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

interface Draft {
  code?: string;
  company?: Changes;
  person?: Changes;
  general?: Changes;
  blocks?: string;
  order?: (blocks: string[]) => string[];
}

/** One contract; what is not told otherwise is right. */
function contract({
  code = '100',
  company,
  person,
  general: more,
  blocks = '',
  order = (all) => all,
}: Draft = {}) {
  const parts = [
    `<DATOS_EMPRESA>${elements({
      CIF_NIF_EMPRESA: `<CIF_NIF>${demo.company.cif}</CIF_NIF>`,
      CODIGO_CUENTA_COTIZACION: general.regimen + general.ccc,
      ...company,
    })}</DATOS_EMPRESA>`,
    `<DATOS_TRABAJADOR>${elements({
      IDENTIFICADORPFISICA: `D${worker.dni}`,
      NOMBRE_APELLIDOS: elements({
        NOMBRE: worker.name,
        PRIMER_APELLIDO: worker.surname,
        SEGUNDO_APELLIDO: worker.secondSurname,
      }),
      SEXO: '1',
      FECHA_NACIMIENTO: compact(worker.birthDate),
      NACIONALIDAD: '724',
      MUNICIPIO_RESIDENCIA: '28079',
      PAIS_RESIDENCIA: '724',
      NUMERO_SEGURIDAD_SOCIAL: worker.nss,
      ...person,
    })}</DATOS_TRABAJADOR>`,
    `<DATOS_GENERALES_CONTRATO>${elements({
      FECHA_INICIO: compact(today),
      FECHA_TERMINO: undefined,
      NIVEL_FORMATIVO: '51',
      CODIGO_OCUPACION: '4309    ',
      NACIONALIDAD_CT: '724',
      MUNICIPIO_CT: '28079',
      INDICATIVO_PRTR: 'N',
      ...more,
    })}</DATOS_GENERALES_CONTRATO>`,
    blocks,
    '<DATOS_USOLIBRE_EMPRESA><USOLIBRE_EMPRESA>ref;1;x</USOLIBRE_EMPRESA></DATOS_USOLIBRE_EMPRESA>',
  ];
  return `<CONTRATO_${code}>${order(parts).join('')}</CONTRATO_${code}>`;
}

const contracts = (...all: string[]) => `${DECLARATION}<CONTRATOS>${all.join('')}</CONTRATOS>`;
const HOURS =
  '<DATOS_CONTRATO_TIEMPO_PARCIAL><TIPO_JORNADA>S</TIPO_JORNADA><HORAS_JORNADA>002030</HORAS_JORNADA></DATOS_CONTRATO_TIEMPO_PARCIAL>';
const COPY =
  '<DATOS_COMUNICA_COPIA_BASICA><TIPO_FIRMA>2</TIPO_FIRMA><TEXTO_COPIABASICA>Texto de la copia</TEXTO_COPIABASICA><DOMIC_CENTRO_TRABAJO>Calle</DOMIC_CENTRO_TRABAJO></DATOS_COMUNICA_COPIA_BASICA>';

const key = (sepeId: string) => sepeId.replaceAll('-', '');
const COMPANY = `<DATOS_EMPRESA><CIF_NIF_EMPRESA><CIF_NIF>${demo.company.cif}</CIF_NIF></CIF_NIF_EMPRESA>`;
const SECOND = demo.accounts.second.regimen + demo.accounts.second.ccc;

const transformation = (id: string, code = '189', start = today) =>
  `${DECLARATION}<TRANSFORMACIONES><TRANSFORMACION_${code}>${COMPANY}<CODIGO_CUENTA_COTIZACION>${SECOND}</CODIGO_CUENTA_COTIZACION></DATOS_EMPRESA><DATOS_CONTRATO><CLAVE_CONTRATO>${id}</CLAVE_CONTRATO></DATOS_CONTRATO><DATOS_GENERALES_TRANSFORMACION><FECHA_INICIO>${compact(start)}</FECHA_INICIO><CODIGO_OCUPACION>4309    </CODIGO_OCUPACION><NACIONALIDAD_CT>724</NACIONALIDAD_CT><MUNICIPIO_CT>28079</MUNICIPIO_CT></DATOS_GENERALES_TRANSFORMACION>${COPY}</TRANSFORMACION_${code}></TRANSFORMACIONES>`;

const extension = (id: string, from: string, to: string) =>
  `${DECLARATION}<PRORROGAS><PRORROGA_TIPO>${COMPANY}<CCC>${SECOND}</CCC></DATOS_EMPRESA><DATOS_CONTRATO><CLAVE_CONTRATO>${id}</CLAVE_CONTRATO></DATOS_CONTRATO><DATOS_GENERALES_PRORROGA><FECHA_INICIO>${compact(from)}</FECHA_INICIO><FECHA_FIN>${compact(to)}</FECHA_FIN></DATOS_GENERALES_PRORROGA></PRORROGA_TIPO></PRORROGAS>`;

describe('services', () => {
  test('are described where they are called, with their operations and address', async () => {
    for (const path of [SEND, `${SEND}?wsdl`]) {
      const { status, bytes, headers } = await exchange(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toMatch(/^text\/xml/);
      const text = bytes.toString();
      expect(text).toContain(`targetNamespace="${SEND_NAMESPACE}"`);
      expect(text).toContain('<wsdl:service name="SWComunicacionDatosService">');
      expect(text.match(/<wsdlsoap:operation soapAction="servicio\w+"/g)).toHaveLength(13);
      expect(text).toContain(`location="${sandbox.url}${SEND}"`);
      parseXml(text);
    }
    expect((await exchange(QUERY)).bytes.toString()).toContain('soapAction=""');
  });

  test('answer a fault to what is no call of theirs', async () => {
    for (const body of ['', '<a/>', '<!DOCTYPE a><a/>', '<a>'.repeat(20_000)]) {
      const { status, bytes } = await exchange(SEND, {}, body);
      expect(status).toBe(500);
      expect(bytes.toString()).toContain('soapenv:Fault');
    }
  });

  test('want language and community', async () => {
    const answer = await send('servicioContratos', contracts(contract()), {}, { comunidad: '13' });
    expect(ERROR.exec(answer)?.[1]).toMatch(/^Parámetros comunidad o idioma/);
  });

  test('check a user that is named: the answer to a bad one is no code, to a good one it is', async () => {
    const [{ user, password } = { user: '', password: '' }] = seed.state.sepe.users;
    const test = (key: string) =>
      send(
        'servicioContratos',
        '<?xml>',
        {},
        { usuarioConectado: user, usuarioPrincipal: user, password: key },
      );
    expect(ERROR.exec(await test(password))![1]).toMatch(CODE);
    expect(ERROR.exec(await test('Otra0Clave'))![1]).not.toMatch(CODE);
    expect(ERROR.exec(await test('corta'))![1]).not.toMatch(CODE);
  });

  test('rest at night where they are told to', async () => {
    strictNow = NIGHT;
    const answer = await send('servicioContratos', contracts(contract()), { at: strict });
    expect(ERROR.exec(answer)?.[1]).toBe('Actividad no disponible en el siguiente horario: de 1:00 a 3:00');
  });

  test('know nobody without a good certificate', async () => {
    expect((await exchange(SEND, { as: 'nobody' })).status).toBe(403);
  });

  test.each([
    ['no declaration', '<CONTRATOS/>'],
    ['another kind', `${DECLARATION}<PRORROGAS/>`],
    ['a part of one', contracts(contract()).slice(0, -20)],
    ['nothing in it', contracts()],
    ['a type declaration', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><CONTRATOS/>'],
    ['a block missing', contracts(contract({ code: '200' }))],
    ['blocks out of order', contracts(contract({ order: ([a, b, ...rest]) => [b!, a!, ...rest] }))],
    [
      'plain text where elements belong',
      contracts(contract({ company: { CIF_NIF_EMPRESA: demo.company.cif } })),
    ],
    ['another name of a document', contracts('<CONTRATO/>')],
  ])('refuse at once a document with %s, by a code', async (_, document) => {
    const before = await digest();
    expect(ERROR.exec(await send('servicioContratos', document))![1]).toMatch(/^CGE010[34]$/);
    expect(await digest()).toBe(before);
  });
});

describe('a contract', () => {
  test('is filed, answered with its echo and found on its page', async () => {
    const before = await digest();
    const document = contract({ code: '200', blocks: HOURS + COPY });
    const { text, root, one, errors } = await file('servicioContratos', contracts(document), { cdata: true });
    expect(text).toMatch(/^<\?xml version='1.0' encoding='ISO-8859-1'\?><FICHERO_CONTRATOS /);
    expect(root.attributes).toEqual({ xmlns: 'http://www.sepe.es/CONTRATA', version: '5' });
    expect(one('ESTADO_FICHERO')).toBe('PROCESADO TOTALMENTE');
    expect(one('NUMERO_PROCESADOS')).toBe('0001');
    // What was sent comes first in its entry, the answer second, and a list of errors even when there is none.
    expect(text).toContain(`<ENVIO_200>${document}<RESPUESTACONTRATO>`);
    expect(one('RESULTADO')).toBe('ACEPTADO');
    expect(one('IDCONTRATO')).toMatch(/^E28\d{11}$/);
    expect(one('FECHACOMUNICACION')).toBe(compact(today));
    expect(one('OBLIGCB')).toBe('S');
    expect(errors).toEqual([]);
    expect(text).toContain('<ERRORES/></RESPUESTACONTRATO>');

    expect(await digest()).not.toBe(before);
    const { submissions, accepted } = await stats();
    expect([submissions, accepted]).toEqual([{ 'sepe.contrato': 1 }, { 'sepe.contrato': 1 }]);

    const page = await contractPage(one('IDCONTRATO')!);
    expect(page.value('Duración de la jornada')).toBe('20 horas 30 minutos');
  });

  test.each([
    ['CCT0001', { person: { FECHA_NACIMIENTO: compact(addDays(today, -15 * 365)) } }],
    ['CCT0002', { general: { NIVEL_FORMATIVO: '99' } }],
    ['CCT0048', { general: { CODIGO_OCUPACION: '4309' } }],
    ['CCT0048', { general: { CODIGO_OCUPACION: '43X9    ' } }],
    ['CCT0055', { general: { MUNICIPIO_CT: '99999' } }],
    ['CCT0036', { general: { MUNICIPIO_CT: undefined } }],
    ['CCT0111', { person: { MUNICIPIO_RESIDENCIA: undefined } }],
    ['CCT0023', { general: { FECHA_INICIO: '20260230' } }],
    ['CCT0026', { general: { FECHA_INICIO: compact(addDays(today, 120)) } }],
    ['CCT0102', { general: { FECHA_TERMINO: compact(addDays(today, 20)) } }],
    ['CCT0157', { code: '402' }],
    ['CCT0027', { code: '402', general: { FECHA_TERMINO: compact(addDays(today, -1)) } }],
    ['CCT0010', { code: '189' }],
    ['CCT0117', { code: '200', blocks: HOURS.replace(/<HORAS.*JORNADA>(?=<\/DATOS)/, '') }],
    ['CCT0118', { code: '200', blocks: HOURS.replace('>S<', '>B<') }],
    ['CCT0144', { person: { NOMBRE_APELLIDOS: elements({ NOMBRE: 'ANA', PRIMER_APELLIDO: 'PEREZ' }) } }],
    ['CCT0009', { person: { IDENTIFICADORPFISICA: 'D???????' } }],
    ['CCT0063', { company: { CODIGO_CUENTA_COTIZACION: '0111' } }],
    ['CCT4087', { company: { CIF_NIF_EMPRESA: '<CIF_NIF>B00000000</CIF_NIF>' } }],
    ['NCC0010', { company: { CODIGO_CUENTA_COTIZACION: '011128000000000' } }],
    ['NCC0012', { company: { CODIGO_CUENTA_COTIZACION: `0111${demo.accounts.agency.ccc}` } }],
    [
      'CCT0074',
      {
        company: {
          CIF_NIF_EMPRESA: `<CIF_NIF>${other.company.cif}</CIF_NIF>`,
          CODIGO_CUENTA_COTIZACION: `0111${other.company.ccc}`,
        },
      },
    ],
  ] as [string, Draft][])('is refused with %s (%#)', async (code, draft) => {
    const { one, errors } = await file('servicioContratos', contracts(contract(draft)));
    expect(one('RESULTADO')).toBe('RECHAZADO');
    expect(errors).toContain(code);
    expect((await stats()).accepted).toEqual({});
  });

  test('is refused the second time, under another code also', async () => {
    await file('servicioContratos', contracts(contract()));
    expect((await file('servicioContratos', contracts(contract()))).errors).toEqual(['CCT4003']);
    const another = contract({ code: '200', blocks: HOURS });
    expect((await file('servicioContratos', contracts(another))).errors).toEqual(['CCT4108']);
  });

  test('told late is accepted with errors', async () => {
    const { one, errors } = await file(
      'servicioContratos',
      contracts(contract({ general: { FECHA_INICIO: compact(addDays(today, -30)) } })),
    );
    expect([one('RESULTADO'), errors]).toEqual(['ACEPTADO CON ERRORES', ['CCT1014']]);
  });

  test('has its control digits checked only where asked for', async () => {
    const wrong = contract({
      person: { IDENTIFICADORPFISICA: `D${worker.dni.slice(0, 8)}${worker.dni.endsWith('A') ? 'B' : 'A'}` },
      general: { FECHA_INICIO: '20260210' },
    });
    expect((await file('servicioContratos', contracts(wrong), { at: strict })).errors).toEqual(['CCT0070']);
    expect((await file('servicioContratos', contracts(wrong))).errors).not.toContain('CCT0070');
    const right = contract({ general: { FECHA_INICIO: '20260210' } });
    expect((await file('servicioContratos', contracts(right), { at: strict })).errors).toEqual([]);
  });

  test('may have blocks that nobody knows, and both names of the substitution', async () => {
    const blocks =
      '<DATOS_PRESTACIONES><IND_ERE>N</IND_ERE></DATOS_PRESTACIONES><DATOS_NUEVOS><X>1</X></DATOS_NUEVOS>';
    expect((await file('servicioContratos', contracts(contract({ blocks })))).one('RESULTADO')).toBe(
      'ACEPTADO',
    );
    for (const [day, name] of [
      [1, 'INTERINIDAD'],
      [2, 'SUSTITUCION'],
    ] as const) {
      const draft = {
        code: '410',
        general: { FECHA_INICIO: compact(addDays(today, day)) },
        blocks: `<DATOS_CONTRATO_${name}><CAUSA_${name}>H</CAUSA_${name}></DATOS_CONTRATO_${name}>`,
      };
      expect((await file('servicioContratos', contracts(contract(draft)))).one('RESULTADO')).toBe('ACEPTADO');
    }
  });

  test('in a file of several stands or falls by itself', async () => {
    const good = contract();
    const bad = contract({ general: { NIVEL_FORMATIVO: '99' } });
    const { root, one } = await file('servicioContratos', contracts(good, bad));
    expect(one('NUMERO_PROCESADOS')).toBe('0002');
    expect(texts(root, 'RESULTADO')).toEqual(['ACEPTADO', 'RECHAZADO']);
  });
});

describe('the answer', () => {
  test('is not there for another holder, nor for another number', async () => {
    const id = NUM_ENVIO.exec(await send('servicioContratos', contracts(contract())))![1]!;
    expect(ERROR.exec(await query(id, { as: 'other' }))![1]).toMatch(/^No existe el fichero/);
    expect(await query('C9999999')).toMatch(ERROR);
  });

  test('of a slow shipment is not there at the first query', async () => {
    const started = Date.now();
    const answer = await send('servicioContratos', contracts(contract()), { scenario: 'slow' });
    expect(Date.now() - started).toBeGreaterThan(150);
    const id = NUM_ENVIO.exec(answer)![1]!;
    expect(await query(id)).toMatch(ERROR);
    expect(await query(id)).toContain('<RESULTADO>ACEPTADO<');
  });
});

describe('what follows a contract', () => {
  const { sepeId } = demo.convertibleContract;

  test('a transformation, once, with a paper that says when', async () => {
    const { one } = await file('servicioTransformacionIndefinido', transformation(key(sepeId)));
    expect([one('RESULTADO'), one('NUM_TRANSFORMACION')]).toEqual(['ACEPTADO', '55']);
    const again = await file('servicioTransformacionIndefinido', transformation(key(sepeId)));
    expect(again.errors).toEqual(['CTR4035']);
    expect((await stats()).accepted).toEqual({ 'sepe.transformacion': 1 });
  });

  test.each([
    ['CTR4032', 'E28199900000000', '189'],
    ['CTR0017', key(sepeId), '199'],
    ['CTR4035', key(demo.convertedContract.sepeId), '189'],
  ])('a transformation is refused with %s', async (code, id, kind) => {
    const { errors } = await file('servicioTransformacionIndefinido', transformation(id, kind));
    expect(errors).toContain(code);
  });

  test('an extension, which begins where the contract ends', async () => {
    const end = addDays(today, 60);
    const late = extension(key(sepeId), addDays(end, 2), addDays(end, 30));
    expect((await file('servicioProrrogas', late)).errors).toEqual(['CCT0137']);
    const good = extension(key(sepeId), addDays(end, 1), addDays(end, 30));
    const { one } = await file('servicioProrrogas', good);
    expect([one('RESULTADO'), one('NUMEROPRORROGA')]).toEqual(['ACEPTADO', '01']);
  });

  test('a basic copy, once', async () => {
    const document = `${DECLARATION}<COPIASBASICAS><COPIABASICA_TIPO><DATOS_CONTRATO><CLAVE_CONTRATO>${key(sepeId)}</CLAVE_CONTRATO></DATOS_CONTRATO>${COPY}</COPIABASICA_TIPO></COPIASBASICAS>`;
    const { one, text } = await file('servicioCopiaBasica', document);
    expect(one('RESULTADO')).toBe('ACEPTADO');
    expect(text).toContain('<COPIASBASICASPROCESADAS><ENVIO><COPIABASICA_TIPO>');
    expect((await file('servicioCopiaBasica', document)).errors).toEqual(['CCT4035']);
  });

  test('a call to work, of a fixed-discontinuous worker only', async () => {
    const call = (clave: string) =>
      `${DECLARATION}<LLAMAMIENTOS><LLAMAMIENTO_TIPO>${/<DATOS_EMPRESA>.*<\/DATOS_TRABAJADOR>/.exec(contract())![0].replaceAll('CODIGO_CUENTA_COTIZACION', 'CCC')}<DATOS_LLAMAMIENTO><FECHA_INICIO>${compact(today)}</FECHA_INICIO><FECHA_FIN/>${clave}<IND_INCORPORA_ACTIVIDAD>S</IND_INCORPORA_ACTIVIDAD><CODIGO_OCUPACION>4309    </CODIGO_OCUPACION><NIVEL_FORMATIVO>51</NIVEL_FORMATIVO></DATOS_LLAMAMIENTO></LLAMAMIENTO_TIPO></LLAMAMIENTOS>`;
    expect((await file('servicioLlamamientoFijoDiscontinuo', call(''))).errors).toEqual(['CLL4001']);
    const uncertain = HOURS.replace('>S<', '>A<');
    const { one } = await file('servicioContratos', contracts(contract({ code: '300', blocks: uncertain })));
    const clave = `<CLAVE_CONTRATO_TRANS>${one('IDCONTRATO')}00</CLAVE_CONTRATO_TRANS>`;
    expect((await file('servicioLlamamientoFijoDiscontinuo', call(clave))).one('RESULTADO')).toBe('ACEPTADO');
    expect((await file('servicioLlamamientoFijoDiscontinuo', call(clave))).errors).toEqual(['CLL4003']);
  });

  test('operations that nothing is known of are restricted', async () => {
    expect(ERROR.exec(await send('servicioContratoGrupo', contracts(contract())))![1]).toBe(
      'Tarea restringida',
    );
  });
});

/** A page of an application, used as by a browser without scripts. */
class Page {
  readonly $: CheerioAPI;
  readonly html: string;
  readonly #options: Options;

  constructor(html: string, options: Options) {
    this.html = html;
    this.$ = load(html);
    this.#options = options;
  }

  static async open(path: string, options: Options = {}): Promise<Page> {
    const { status, bytes, headers } = await exchange(path, options);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=ISO-8859-1');
    return new Page(bytes.toString('latin1'), options);
  }

  /** Follows a link by the letters of its address. */
  follow(href: string): Promise<Page> {
    const anchors = this.$('a').filter((_, anchor) => this.$(anchor).attr('href') === href);
    if (anchors.length === 0) throw new Error(`no link ${href}`);
    const { pathname, search } = new URL(href, sandbox.url);
    return Page.open(pathname + search, this.#options);
  }

  async #post(values: Record<string, string>, pressed?: string) {
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
      } else controls.val(value);
    }
    const fields = form.serializeArray().map(({ name, value }): [string, string] => [name, value]);
    if (pressed) {
      const button = form.find(`[type=submit][name="${pressed}"]`);
      if (button.length !== 1) throw new Error(`no button ${pressed}`);
      fields.push([pressed, button.attr('value')!]);
    }
    const encoded = fields
      .map((pair) => pair.map((text) => escape(text).replaceAll('+', '%2B')).join('='))
      .join('&');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return exchange(form.attr('action')!, { ...this.#options, headers }, encoded);
  }

  async press(pressed: string | undefined, values: Record<string, string> = {}): Promise<Page> {
    const { status, bytes, headers } = await this.#post(values, pressed);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    return new Page(bytes.toString('latin1'), this.#options);
  }

  async pdf(pressed: string, values: Record<string, string> = {}): Promise<string> {
    const { headers, bytes } = await this.#post(values, pressed);
    expect(headers['content-type']).toBe('application/pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    return (await extractText(new Uint8Array(bytes), { mergePages: true })).text;
  }

  with(options: Options): Page {
    return new Page(this.html, { ...this.#options, ...options });
  }

  get error() {
    return this.$('#avisos > div > p:last-child').text();
  }

  /** Value beside a title, in a block or anywhere. */
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
    const { $ } = this;
    const rows = $(selector)
      .find('tr')
      .map((_, row) => [
        $(row)
          .children()
          .map((__, cell) => $(cell).text())
          .get(),
      ]);
    return rows.get() as unknown as string[][];
  }

  get success() {
    return this.$('#contIzq p').text();
  }
}

const INICIO = '/ccomunicacto/servlet/ServletInicio?CCAA=99&idioma=14';
const JSP = '/ccomunicacto/comunicacto/jsp';
const SERVLET = '/ccomunicacto/servlet';

async function walk(hrefs: string[], options: Options = {}): Promise<Page> {
  let page = await Page.open(INICIO, options);
  for (const href of hrefs) page = await page.follow(href);
  return page;
}

const QUERIES = [
  '/ccomunicacto/actionLogin.do?pagina=consultas',
  `${JSP}/menu_consultasImpresion.jsp?origen=`,
];
const CONTRACTS = [...QUERIES, `${SERVLET}/ServletRegresar?ruta=menu_consultasgeneral&origen=`];
const byId = `${SERVLET}/ServletConsultaEmpresa?pagina=idcomunicacion&origen=`;
const byWorker = `${SERVLET}/ServletConsultaEmpresa?pagina=idtrabajador&origen=`;

const parts = (id: string) => {
  const digits = id.replace(/\D/g, '');
  return {
    idcomunicacion1: digits.slice(0, 2),
    idcomunicacion2: digits.slice(2, 6),
    idcomunicacion3: digits.slice(6, 13),
  };
};

const dayFields = (date: string, end: string) => ({
  [`dia${end}`]: date.slice(8),
  [`mes${end}`]: date.slice(5, 7),
  [`annio${end}`]: date.slice(0, 4),
});

const contractPage = async (id: string, options: Options = {}) =>
  (await walk([...CONTRACTS, byId], options)).press('aceptar', parts(id));

const period = (date: string) => ({ ...dayFields(date, 'desde'), ...dayFields(date, 'hasta') });

describe('the application', () => {
  const { contract: extended, convertedContract: converted, convertibleContract: convertible } = demo;

  test('shows a contract by its footprint, with its paper', async () => {
    const page = await contractPage(extended.sepeId);
    expect(page.error).toBe('');
    expect(page.value('CIF/NIF')).toBe(extended.cif);
    expect(page.value('NIF/NIE')).toBe(extended.dni);
    expect(page.value('Identificador del contrato')).toMatch(/^E-\d{2}-\d{4}-\d{7}$/);
    expect(page.value('Fecha de inicio del contrato', 'Datos del contrato')).toBe(
      slashed(extended.startDate),
    );
    expect(page.value('Cuenta de cotización')?.replaceAll(' ', '')).toBe(`0111${extended.ccc}`);
    expect(page.value('País', 'Centro de trabajo')).toBe('724 ESPAÑA');
    expect(page.value('Prórroga', 'Prórrogas del contrato')).toBe(`${extended.sepeId}-01`);
    expect(page.value('Fecha fin', 'Prórrogas del contrato')).toBe(slashed(addDays(today, 29)));
    expect(page.value('Existe convenio colectivo')).toBe('SI');
    const text = await page.pdf('Boton_imprimir');
    expect(text).toContain(extended.sepeId);
    expect(text).toContain(extended.dni);
  });

  test('finds it by worker and day, in a list that stays usable', async () => {
    const list = await (await walk([...CONTRACTS, byWorker])).press('aceptar', {
      nifnietrabajador: `  ${extended.dni}`,
      ...period(extended.startDate),
    });
    const [heading, row] = list.rows('form[name=datos] table.tableScroll');
    expect(heading!.length).toBeGreaterThanOrEqual(6);
    expect(row![5]).toBe(slashed(extended.startDate));
    for (let turn = 0; turn < 2; turn += 1) {
      const page = await list.press(undefined, { indice: 'a0' });
      expect(page.value('Identificador del contrato')).toBe(extended.sepeId);
    }
  });

  test('has nothing of another certificate, and says so', async () => {
    expect((await contractPage(extended.sepeId, { as: 'other' })).error).toContain(
      'El contrato solicitado no existe',
    );
    const none = await (await walk([...CONTRACTS, byWorker], { as: 'other' })).press('aceptar', {
      nifnietrabajador: `  ${extended.dni}`,
      ...period(extended.startDate),
    });
    expect(none.error).toContain('No existen datos para esta consulta');
  });

  test('lists what was communicated, by start or by communication', async () => {
    const form = await walk([...CONTRACTS, `${SERVLET}/ServletConsultaEmpresa?pagina=idempresa&origen=`]);
    const company = {
      cifnifnie: extended.cif,
      regimen: '0111',
      numsecprov: extended.ccc.slice(0, 2),
      numsec: extended.ccc.slice(2, 9),
      digcont: extended.ccc.slice(9),
    };
    const ids = (page: Page) =>
      page
        .rows('table.tableScroll')
        .slice(1)
        .map((cells) => cells[2]);
    const byStart = await form.press('aceptar', {
      ...company,
      tipofecha: '1',
      ...period(extended.startDate),
    });
    expect(ids(byStart)).toEqual([extended.sepeId]);
    expect(byStart.rows('table.tableScroll')[0]).toEqual(
      expect.arrayContaining(['Tipo', 'Identificador', 'NIF/NIE', 'Código contrato', 'Fecha comunicación']),
    );
    const told = addDays(extended.startDate, 1);
    const byTelling = await form.press('aceptar', { ...company, tipofecha: '2', ...period(told) });
    expect(ids(byTelling)).toEqual([extended.sepeId]);
    const none = await form.press('aceptar', { ...company, tipofecha: '2', ...period(addDays(today, 5)) });
    expect(none.error).toContain('No existen datos para esta consulta');
  });

  test('prints a transformation, by footprint and by worker, with either button', async () => {
    const form = await walk([...QUERIES, `${SERVLET}/ServletConsultaTransformacion?pagina=entrada`]);
    const one = await form.press('aceptar', { tipoacceso: '1', ...parts(converted.sepeId) });
    expect(one.value('Identificador de la transformación')).toBe(`${converted.sepeId}-55`);
    const two = await form.press('aceptar', {
      tipoacceso: '2',
      nifnietrabajador: `  ${converted.dni}`,
      ...dayFields(converted.startDate, 'fechaini'),
    });
    for (const [page, button] of [
      [one, 'Boton_imprimir'],
      [two, 'enviar'],
    ] as const) {
      expect(await page.pdf(button)).toContain(`${converted.sepeId}-55`);
    }
    const none = await form.press('aceptar', { tipoacceso: '1', ...parts(convertible.sepeId) });
    expect(none.error).toContain('no está transformado');
  });

  test('prints an extension', async () => {
    const form = await walk([...QUERIES, `${SERVLET}/ServletConsultaProrrogas?pagina=entrada`]);
    const page = await form.press('aceptar', {
      tipoacceso: '1',
      ...parts(extended.sepeId),
      idcomunicacion4: '01',
    });
    expect(page.$('fieldset#fieldset2').text()).toContain(`${extended.sepeId}-01`);
    expect(await page.pdf('Boton_imprimir')).toContain(`${extended.sepeId}-01`);
  });

  const PRINT_COPY = [
    ...QUERIES,
    `${SERVLET}/ServletConsultaImpresionCB?pagina=entrada`,
    `${SERVLET}/ServletRegresar?ruta=menu_consultaImpCB&origen=consultaImpresionCB`,
    `${SERVLET}/ServletConsultaImpresionCB?pagina=idcomunicacion&origen=consultaImpresionCB`,
  ];
  const SEND_COPY = [
    '/ccomunicacto/actionLogin.do?pagina=copiabasica',
    `${JSP}/menu_comunica_copiaBasicaContrato.jsp?origen=copiabasica`,
    `${SERVLET}/ServletConsultaEmpresa?pagina=idcomunicacion&origen=copiabasica`,
  ];

  test('takes a basic copy once, and prints it from then on', async () => {
    const print = await walk(PRINT_COPY);
    const missing = await print.press('aceptar', parts(convertible.sepeId));
    expect(missing.error).toContain('No se ha comunicado la copia básica para este contrato');

    const form = await (await walk(SEND_COPY)).press('aceptar', parts(convertible.sepeId));
    expect(form.value('NIF/NIE')).toBe(convertible.dni);
    const copy = { codtipofirma: '1', areadeDomicilio: 'Calle Peña', areadeTexto: 'Jornada de mañana' };
    expect((await form.press('enviar', copy)).success).toContain('se ha realizado correctamente');
    const found = await print.press('aceptar', parts(convertible.sepeId));
    expect(await found.pdf('Boton_imprimir')).toContain('Jornada de mañana');

    const again = await (await walk(SEND_COPY)).press('aceptar', parts(convertible.sepeId));
    expect(again.$('form[name=datos] fieldset div[class*=titulo]').text().toLowerCase()).toContain(
      'ya se ha comunicado',
    );
    expect((await again.press('enviar', copy)).error).toContain('Ya se ha comunicado');
    expect(await stats()).toMatchObject({ submissions: { 'sepe.copia': 2 }, accepted: { 'sepe.copia': 1 } });
  });

  test('prints the basic copy of a transformation', async () => {
    const form = await walk([
      ...PRINT_COPY.slice(0, 3),
      `${SERVLET}/ServletConsultaImpresionCB?pagina=init&origen=consultaImpresionCB`,
    ]);
    const page = await form.press('aceptar', { tipoacceso: '1', ...parts(converted.sepeId) });
    expect(await page.pdf('Boton_imprimir')).toContain('COPIA BÁSICA');
  });

  const removal = (letter: string) => [
    '/ccomunicacto/actionLogin.do?pagina=anulacioncomunicacion',
    `${JSP}/menu_anulacion_bajas.jsp?origen=anulacioncomunicacion`,
    `${SERVLET}/ServletAnulComunic?pagina=init${letter}`,
  ];

  test('removes a contract after asking, and nothing before', async () => {
    const before = await digest();
    const shown = await (await walk(removal('C'))).press('aceptar', parts(convertible.sepeId));
    const asking = await shown.press('anular');
    expect(asking.$('form[name=datos] input[name=enviar]')).toHaveLength(1);
    expect(await digest()).toBe(before);
    expect((await asking.press('enviar')).success).toBe(
      'La anulación del contrato se ha realizado correctamente',
    );
    expect((await contractPage(convertible.sepeId)).error).toMatch(/no existe/i);
    expect(await stats()).toMatchObject({ submissions: { 'sepe.baja': 1 }, accepted: { 'sepe.baja': 1 } });
  });

  test('keeps a contract that something followed, until that is removed', async () => {
    const refused = await (await walk(removal('C'))).press('aceptar', parts(converted.sepeId));
    expect(refused.error).toContain('No se permite anular el contrato');
    const form = await walk(removal('T'));
    const shown = await form.press('aceptar', { ...parts(converted.sepeId), idcomunicacion4: '55' });
    const done = await (await shown.press('anular')).press('enviar');
    expect(done.success).toBe('La anulación de la transformación se ha realizado correctamente');
    expect((await (await walk(removal('C'))).press('aceptar', parts(converted.sepeId))).error).toBe('');
  });

  test('removes the last extension', async () => {
    const form = await walk(removal('P'));
    const shown = await form.press('aceptar', { ...parts(extended.sepeId), idcomunicacion4: '01' });
    expect((await (await shown.press('anular')).press('enviar')).success).toContain('se ha realizado');
  });

  test('takes an extension and a transformation by hand', async () => {
    const start = await Page.open(`${SERVLET}/ServletProrrogas?pagina=inicio`);
    const form = await start.press('enviar', { tipoacceso: '1', ...parts(convertible.sepeId) });
    const from = addDays(today, 61);
    const to = addDays(today, 90);
    const fields = (date: string, end: string) => ({
      [`dia${end}`]: date.slice(8),
      [`mes${end}`]: date.slice(5, 7),
      [`anno${end}`]: date.slice(0, 4),
    });
    const done = await form.press('enviar', { ...fields(from, 'iniciopro'), ...fields(to, 'finpro') });
    expect(done.success).toBe(`Identificador de la Comunicación : ${convertible.sepeId}-01`);

    const first = await Page.open(`${SERVLET}/TransformacionServlet?pagina=inicio`);
    const second = await first.press('aceptar', {
      tipoacceso: '2',
      nifnietrabajador: `  ${convertible.dni}`,
      ...dayFields(convertible.startDate, 'fechaini'),
      codtransformacion: '189',
      ...dayFields(today, ''),
    });
    expect((await second.press('aceptar')).success).toContain('se ha realizado correctamente');
  });

  test('has an answer to every link of its menus', async () => {
    const seen = new Set<string>();
    const visit = async (href: string): Promise<void> => {
      if (seen.has(href)) return;
      seen.add(href);
      const page = await Page.open(href);
      expect(page.error, href).toBe('');
      for (const anchor of page.$('a').get()) await visit(page.$(anchor).attr('href')!);
    };
    await visit(INICIO);
    expect(seen.size).toBeGreaterThan(25);
  });
});

describe('scenarios', () => {
  test('the page of an error, and of maintenance, also before anything is sent', async () => {
    expect((await exchange(SEND, { scenario: 'error-page' })).status).toBe(500);
    const { status, headers } = await exchange(INICIO, { scenario: 'maintenance' });
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  });

  test('a refused document, and a refused page', async () => {
    const { one, errors, text } = await file('servicioContratos', contracts(contract()), {
      scenario: 'refused',
    });
    expect([one('RESULTADO'), errors]).toEqual(['RECHAZADO', ['CCT4079']]);
    expect(text).toContain('<IDCONTRATO/>');
    const page = await contractPage(demo.contract.sepeId, { scenario: 'refused' });
    expect(page.error).toContain('No se acepta la comunicación');
  });

  test('a lost answer, to what is filed', async () => {
    await expect(
      send('servicioContratos', contracts(contract()), { scenario: 'lost-answer' }),
    ).rejects.toThrow();
    const { contracts: kept } = await records();
    expect(kept.at(-1)).toMatchObject({ worker: { identifier: `D${worker.dni}` } });
    const list = await (await walk([...CONTRACTS, byWorker])).press('aceptar', {
      nifnietrabajador: `  ${worker.dni}`,
      ...period(today),
    });
    const page = await list.press(undefined, { indice: 'a0' });
    expect(page.value('Fecha en que se comunica')).toBe(slashed(today));
  });

  test('a lost answer, to a removal', async () => {
    const id = demo.convertibleContract.sepeId;
    const form = await walk(
      [
        '/ccomunicacto/actionLogin.do?pagina=anulacioncomunicacion',
        `${JSP}/menu_anulacion_bajas.jsp?origen=anulacioncomunicacion`,
        `${SERVLET}/ServletAnulComunic?pagina=initC`,
      ],
      { scenario: 'lost-answer' },
    );
    const asking = await (await form.press('aceptar', parts(id))).press('anular');
    await expect(asking.press('enviar')).rejects.toThrow();
    expect((await contractPage(id)).error).toMatch(/no existe/i);
  });
});

const LOGIN =
  '/GetAccess/Saml/SSO/Init?GAURI=https%3A%2F%2Fsede.sepe.gob.es%2FDCertificadosWeb%2FActionNavegacion.do%3FaccesoGA%3Dempresas%26accion%3Dnavegacion';
const CERTIFICATES = 'https://sede.sepe.gob.es/ConsultasCertificadosRTWEB/ActionEntradaConsultas.do';

/** Through the log-in to the query. */
async function certificateQuery(options: Options = {}): Promise<Page> {
  const first = await Page.open(LOGIN, options);
  expect(first.$('form[name=idpRedirect]')).toHaveLength(1);
  const second = await first.press(undefined, { SelectedIdP: 'AFIRMA' });
  expect(second.$('form [name=SAMLResponse]')).toHaveLength(1);
  return (await second.press(undefined)).follow(CERTIFICATES);
}

describe('certificates of company', () => {
  const { companyCertificate: one, companyCertificates: more } = demo;

  test('the only one of a worker is shown at once, all of it, with its documents', async () => {
    const page = await (await certificateQuery()).press('btBuscar', { nif: one.dni });
    expect(page.value('Fecha de inicio', 'Suspensión o extinción')).toBe(slashed(one.startDate));
    expect(page.value('CIF/NIF', 'empresa')).toBe(demo.company.cif);
    expect(page.value('Cuenta de cotización', 'empresa')).toBe(one.ccc.slice(0, 9));
    expect(page.value('Régimen', 'empresa')).toBe('0111 RÉGIMEN GENERAL');
    expect(page.value('NIF/NIE', 'representante')).toBe(demo.holder.nif);
    expect(page.value('Teléfono', 'representante')).toBe('');
    expect(page.value('Grupo de cotización', 'trabajador')).toBe('07 AUXILIARES ADMINISTRATIVOS');
    expect(page.value('Número de ERE', 'Suspensión')).toBe('');
    expect(page.value('Base de desempleo', 'Vacaciones')).toBe('212,48');
    expect(page.value('Base de desempleo', 'Totales')).toMatch(/^\d{1,2}\.\d{3},\d{2}$/);
    const table = page.$('table.tablaCotizaciones');
    expect(table.find('td[headers=anyo]')).toHaveLength(6);
    expect(table.find('td[headers=anyo]').first().text()).toBe(one.startDate.slice(0, 4));
    expect(table.find('td[headers=bccc]').first().text()).toMatch(/,\d{2}$/);
    expect(page.$('[name=btMasCert]')).toHaveLength(0);
    expect(page.rows('#contenido > form table.tablaDocumentos')[2]!.slice(1)).toEqual([
      'CARTA DE DESPIDO',
      slashed(addDays(one.startDate, 2)),
      'EMPRESA',
    ]);
    const text = await page.pdf('btMostrar', { documentoSeleccionado: '0' });
    expect(text).toContain('CERTIFICADO DE EMPRESA');
    expect(text).toContain(one.dni);
    expect(await page.pdf('btMostrar', { documentoSeleccionado: '1' })).toContain('CARTA DE DESPIDO');
  });

  test('several are in a list, which leads to each', async () => {
    const first = await (await certificateQuery()).press('btBuscar', { nif: more.dni });
    expect(first.value('Fecha de inicio', 'Suspensión')).toBe(slashed(more.startDate));
    expect(await first.pdf('btGenerarPDF')).toContain(more.dni);
    const list = await first.press('btMasCert');
    const rows = list.rows('#contenido > form table').slice(1);
    expect(rows.map((cells) => [cells[6], cells[7]])).toEqual([
      [slashed(more.startDate), 'NO'],
      [slashed(more.startDate), 'NO'],
      [slashed(addDays(today, -400)), 'NO'],
    ]);
    expect(rows[0]![3]).toBe('--');
    const accounts = [];
    for (const choice of ['0', '1']) {
      const page = await list.press('btAceptar', { certSeleccionado: choice });
      accounts.push(page.value('Cuenta de cotización', 'empresa'));
      expect(await page.pdf('btMostrar')).toContain(more.dni);
    }
    expect(accounts.toSorted()).toEqual(more.cccs.map((ccc) => ccc.slice(0, 9)).toSorted());
  });

  test('of nobody, or of another holder, there are none', async () => {
    for (const [as, nif] of [
      ['demo', worker.dni],
      ['other', one.dni],
    ] as const) {
      const page = await (await certificateQuery({ as })).press('btBuscar', { nif });
      expect(page.$('#contenido > form > p.formAviso').text()).toContain('No existen certificados');
    }
  });

  const ENTRY = '/DCertificadosWeb/services/ServicioWebEntrada';
  const STATE = '/DCertificadosWeb/services/ServicioWebConsulta';
  const NAMESPACE = 'http://webservice.certificados.prestaciones.spee.es';
  const nobody = { sUsuarioConectado: '', sUsuarioPrincipal: '', sPassword: '' };
  const language = { sIdioma: '14', sComunidad: '99' };
  const enter = (sXML: string, access: Record<string, string> = nobody) =>
    soap(ENTRY, NAMESPACE, 'ejecuta', { ...access, sXML, ...language });

  test('are filed as a document, and shown from then on', async () => {
    const suspension = compact(addDays(today, -1));
    const document = `${DECLARATION}<Certificado_empresa><Cuenta_cotizacion><Datos_Representante><CIF_NIF>${demo.holder.nif}</CIF_NIF><Nombre>ANA</Nombre><Apellido1>RUIZ</Apellido1></Datos_Representante><Datos_Empresa><CIF_NIF>${demo.company.cif}</CIF_NIF><CCC>0111${general.ccc}</CCC></Datos_Empresa><Datos_Trabajador><DNI_NIE>${worker.dni}</DNI_NIE><Nombre>${worker.name}</Nombre><Apellido1>${worker.surname}</Apellido1><TipoContrato>100</TipoContrato><CodProfesion>4309000</CodProfesion><FechaAltaEmpresa>20250102</FechaAltaEmpresa><CodCausaSuspension>15</CodCausaSuspension><FechaSuspensionExtincion>${suspension}</FechaSuspensionExtincion><Datos_Cotizacion><Ano>2026</Ano><Mes>01</Mes><NumDiasCotizados>030</NumDiasCotizados><BaseCotizacionDesempleo>000150000</BaseCotizacionDesempleo></Datos_Cotizacion></Datos_Trabajador></Cuenta_cotizacion></Certificado_empresa>`;
    const answer = await enter(document);
    expect(answer).toMatch(/<COD_ERROR><\/COD_ERROR>/);
    const id = /<NUM_ENVIO>(\d+)<\/NUM_ENVIO>/.exec(answer)![1]!;
    const state = await soap(STATE, NAMESPACE, 'ejecuta', { ...nobody, sIdComunicacion: id, ...language });
    expect(state).toContain('Procesada');
    expect(state).toMatch(/<Respuesta_Certificado_empresa>.*<\/Respuesta_Certificado_empresa>/s);
    expect(state).toContain('<Descripcion_Resultado>PROCESADO</Descripcion_Resultado>');
    const page = await (await certificateQuery()).press('btBuscar', { nif: worker.dni });
    expect(page.$('td[headers=bcd]').text()).toBe('1.500,00');
    expect((await stats()).accepted).toEqual({ 'sepe.certificado': 1 });
  });

  test('tell a bad user from a bad document', async () => {
    const [{ user, password } = { user: '', password: '' }] = seed.state.sepe.users;
    const access = (key: string) => ({ sUsuarioConectado: user, sUsuarioPrincipal: user, sPassword: key });
    expect(await enter('<?xml>', access(password))).toContain('DEX0204');
    expect(await enter('<?xml>', access('Otra0Clave'))).toContain('DEX0207');
    const state = await soap(STATE, NAMESPACE, 'ejecuta', { ...nobody, sIdComunicacion: '99', ...language });
    expect(state).toContain('<ERROR>DEX0206</ERROR>');
  });
});

test('the seed is of today and of the company that the social security has', () => {
  expect(demo.contract.cif).toBe(demo.company.cif);
  expect(demo.contract.sepeId).toMatch(/^E-\d{2}-\d{4}-\d{7}$/);
  expect(demo.companyCertificates.cccs).toHaveLength(2);
  expect(demo.companyCertificate.dni).toBe(demo.formerWorker.dni);
});
