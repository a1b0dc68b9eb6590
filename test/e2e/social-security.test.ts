import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { addDays, dashed, slashed } from '../../functions/sandbox/calendar.ts';
import { issueClient, toP12 } from '../../functions/sandbox/pki.ts';
import { seed } from '../../functions/sandbox/seed.ts';
import { listName, type Person, type State } from '../../functions/sandbox/state.ts';
import { madridTime } from '../../shared/spanish-time.ts';
import { type Answered, type Gateway, signIn } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** What an integrator does with social security over a worker's stay, and the reports on accounts. */

const demo = inject('demo');
const { control } = demo.authorities;
const authorities = atAuthorities(control);
const { accounts, companies, persons } = seed.state;
const { general, artists } = seed.demo.accounts;
const { furtherAccount } = seed.demo;

const today = madridTime(new Date()).slice(0, 10);
const ago = (days: number) => addDays(today, -days);

let caller: Gateway;
/** Acts in each test with a certificate of its own, so that nothing else counts against its windows. */
let gateway: Gateway;
beforeAll(async () => {
  caller = await signIn(demo.baseUrl, demo);
  await authorities.reset();
});
beforeEach(async () => {
  gateway = await actingAnew();
});
afterAll(() => authorities.reset());

const secrets: string[] = [];
afterAll(async () => {
  for (const secret of secrets) await caller.delete(`/certificate/${secret}`);
});

/** The caller with a certificate of the holder that nobody has used yet. */
const actingAnew = async (): Promise<Gateway> => {
  const folder = dirname(demo.authorities.ca);
  const [certificate, key] = await Promise.all(
    ['ca.pem', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const issued = await issueClient({ certificate: certificate!, key: key! }, { person: seed.demo.holder });
  const { status, body } = await caller.upload(toP12(issued, 'clave'), { password: 'clave' });
  expect(status).toBe(200);
  secrets.push(body.data.cert_secret);
  return caller.acting(body.data.cert_secret);
};

const stateOf = async (): Promise<State> => (await (await fetch(`${control}/state`)).json()) as State;

/** An answer that succeeded. */
const ok = ({ status, body }: Answered) => {
  expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
  expect(body.success).toBe(true);
  return body;
};

/** An answer in which the authority refused, and its words. */
const refusalOf = ({ status, body }: Answered): string[] => {
  expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['tgss'] });
  return body.errors.tgss;
};

const call = (method: string, path: string, json: object) =>
  gateway.call(method, `/seg-social${path}`, { json });
const get = async (path: string, query: Record<string, string | number>) =>
  ok(await gateway.get(`/seg-social${path}`, query)).data;

interface Place {
  regimen: string;
  ccc: string;
  cif: string;
}

/** What a worker's stay is to look like, wherever it is looked at. */
interface Held {
  alta: string;
  baja?: { date: string; situacion: string };
  /** As registered. */
  registered: { grupo: string; contrato: string };
  grupo: string;
  contrato: string;
  coeficiente: string;
  cno: string;
  ocupacion: string;
  categoria: string;
  cesions: { name: string; tipo: string; regimen: string; ccc: string; startDate: string }[];
}

const companyOf = ({ cif }: Place) => companies.find((company) => company.cif === cif)!;

/** Who and where, as every document has it. */
const expectIdentity = (text: string, worker: Person, place: Place) => {
  for (const part of [listName(worker), worker.nss, worker.dni, place.ccc, place.cif, companyOf(place).name])
    expect(text).toContain(part);
};

/** Lines that a document may have, and the lines that it has. */
const expectLines = (text: string, lines: Record<string, string>) => {
  for (const [label, value] of Object.entries(lines))
    if (value === '') expect(text).not.toContain(label);
    else expect(text.replace(/\s+/g, ' ')).toContain(`${label} ${value}`);
};

const termLines = ({ grupo, contrato, coeficiente, cno, ocupacion, categoria }: Held) => ({
  'GRUPO DE COTIZACION': grupo,
  'TIPO DE CONTRATO': contrato,
  'COEFICIENTE DE TIEMPO PARCIAL': coeficiente,
  'CODIGO NACIONAL DE OCUPACION': cno,
  'CATEGORIA PROFESIONAL': categoria,
  ...(ocupacion && { OCUPACION: ocupacion }),
});

/** Reads a stay in every way there is, and holds each to the same. */
const expectHeld = async (worker: Person, place: Place, held: Held) => {
  const { regimen, ccc } = place;
  const { nss, dni } = worker;
  const [surnames = '', name = ''] = listName(worker).split(', ');
  const identity = {
    ...{ nss, dni, regimen, ccc, identificacion: String(worker.identificacion) },
    ...{ nombres: name, apellidos: surnames, sexo: worker.sex, fnacimiento: worker.birthDate },
    tlf: worker.phone,
  };
  const situacion = held.baja?.situacion ?? '01';
  const terms = { situacion, grupo_cotizacion: held.grupo, tipo_contrato: held.contrato };
  const one = { ...identity, ...terms, coef: held.coeficiente, fecha_alta: held.alta };

  expect(await get('/employee-situations', { regimen, ccc, dni, getDatos: 1, startDate: held.alta })).toEqual(
    [
      expect.objectContaining({
        ...one,
        fecha_baja: held.baja?.date ?? '',
        cno: held.cno,
        category_professional: held.categoria,
        pl: [],
      }),
    ],
  );
  const cesions = await get('/etts/cesion', { regimen, ccc, dni, ces: 'true' });
  expect(cesions).toEqual([expect.objectContaining({ ...one, cesions: held.cesions })]);
  const without = await get('/etts/cesion', { regimen, ccc, dni });
  expect(without).toEqual([expect.objectContaining({ ...one, cesions: [] })]);

  const movement = { tipo_contrato: held.contrato, grupo_cotizacion: held.grupo, coef: held.coeficiente };
  const movements = await get('/ta-info-for-nss', { regimen, ccc, nss });
  expect(movements).toEqual([
    ...(held.baja
      ? [expect.objectContaining({ ...movement, movType: 'BAJA', fecha_real: held.baja.date, situacion })]
      : []),
    expect.objectContaining({ ...movement, movType: 'ALTA', fecha_real: held.alta, situacion: '01' }),
  ]);

  const { employees, enterprise } = await get('/employees-in-enterprise', { regimen, ccc, options: 1 });
  expect(enterprise).toEqual({ cuenta_cotizacion: ccc, nombre_empresa: companyOf(place).name });
  const listed = employees.filter((employee: { nss: string }) => employee.nss === nss);
  expect(listed).toEqual(
    held.baja
      ? []
      : [
          {
            nss,
            identificacion: identity.identificacion,
            ipf: dni,
            fecha_real: dashed(held.alta),
            nombres: listName(worker),
            situacion: 'AL',
          },
        ],
  );

  const record = await gateway.get('/seg-social/category-occupation-gc', { regimen, ccc, nss, dni });
  if (held.baja) expect(refusalOf(record)).toEqual(['EL TRABAJADOR NO ESTA EN SITUACION DE ALTA']);
  else
    expect(ok(record).data).toMatchObject({
      trabajador: { NA5NumSegSocialCompleto: nss, IP9NumDoc: dni, NOMBRE_COMPLETO: listName(worker) },
      cuentaCotizacion: { CC1EmpresaAut: `${regimen}${ccc}`, RAZ_solicitante: companyOf(place).name },
      contrato: { tipoContrato: { codigo: held.contrato }, coeficienteContrato: held.coeficiente },
      categoriaProfesional: { categoriaProfesional: { codigo: held.categoria } },
      claveSituacionPeriodo: { claveSituacion: { codigo: '01' } },
      grupoCotizacion: { grupoCotizacion: { codigo: held.grupo } },
      ocupacion: { ocupacion: { codigo: held.ocupacion } },
    });

  const ta = { regimen, ccc, nss, startDate: held.alta, movType: 'ALTA' };
  const entry = await textOf((await get('/duplicate-ta', ta)).file);
  expectIdentity(entry, worker, place);
  expectLines(entry, {
    'FECHA REAL DE ALTA': slashed(held.alta),
    'GRUPO DE COTIZACION': held.registered.grupo,
    'TIPO DE CONTRATO': held.registered.contrato,
  });
  const exit = { ...ta, startDate: held.baja?.date ?? today, movType: 'BAJA' };
  if (held.baja) {
    const text = await textOf((await get('/duplicate-ta', exit)).file);
    expectIdentity(text, worker, place);
    expectLines(text, { 'FECHA REAL DE BAJA': slashed(held.baja.date), ...termLines(held) });
  } else refusalOf(await gateway.get('/seg-social/duplicate-ta', exit));

  const idc = await get('/idc', { regimen, ccc, nss, startDate: today });
  expect(idc.date).toBe(held.alta);
  const idcText = await textOf(idc.file);
  expectIdentity(idcText, worker, place);
  expectLines(idcText, { 'FECHA REAL DE ALTA': slashed(held.alta), ...termLines(held) });
  if (held.baja) expectLines(idcText, { 'FECHA REAL DE BAJA': slashed(held.baja.date) });

  const life = await textOf((await get('/life-affiliate', { regimen, ccc, nss })).file);
  expectIdentity(life, worker, place);
  expect(life).toContain(slashed(held.alta));
  if (held.baja) expect(life).toContain(slashed(held.baja.date));
  expect(life.replace(/\s+/g, ' ')).toContain(
    [situacion === '01' ? 'ALTA NORMAL' : '', held.grupo, held.contrato, held.coeficiente]
      .filter(Boolean)
      .join(' '),
  );
};

/** No read knows of a stay. */
const expectGone = async ({ nss, dni }: Person, { regimen, ccc }: Place) => {
  refusalOf(await gateway.get('/seg-social/employee-situations', { regimen, ccc, dni }));
  refusalOf(await gateway.get('/seg-social/etts/cesion', { regimen, ccc, dni }));
  expect(await get('/ta-info-for-nss', { regimen, ccc, nss })).toEqual([]);
  for (const path of ['/idc', '/duplicate-ta'])
    refusalOf(
      await gateway.get(`/seg-social${path}`, { regimen, ccc, nss, startDate: today, movType: 'ALTA' }),
    );
  refusalOf(await gateway.get('/seg-social/life-affiliate', { regimen, ccc, nss }));
  refusalOf(await gateway.get('/seg-social/category-occupation-gc', { regimen, ccc, nss, dni }));
  const { employees } = await get('/employees-in-enterprise', { regimen, ccc, options: 3 });
  expect(employees.map((employee: { nss: string }) => employee.nss)).not.toContain(nss);
};

const of = ({ nss, dni }: Person, { regimen, ccc }: Place) => ({ regimen, ccc, nss, dni });
const withKind = (worker: Person, place: Place) => ({
  ...of(worker, place),
  identificacion: worker.identificacion,
});

describe('the stay of a worker', () => {
  const worker = seed.demo.newWorkers[0]!;
  const base = withKind(worker, general);
  const change = { ...of(worker, general), duplicate: 1 };
  let held: Held = {
    alta: ago(9),
    registered: { grupo: '07', contrato: '100' },
    grupo: '07',
    contrato: '100',
    coeficiente: '',
    cno: '4122',
    ocupacion: '',
    categoria: '',
    cesions: [],
  };

  test('begins with a registration', async () => {
    await expectGone(worker, general);
    const { data } = ok(
      await call('POST', '/alta', {
        ...base,
        fecha_real: held.alta,
        grupo_cotizacion: 7,
        tipo_contrato: 100,
        cno: 4122,
        duplicate: 1,
        obtener_idc: 1,
      }),
    );
    for (const file of [data.file, data.idc]) {
      const text = await textOf(file);
      expectIdentity(text, worker, general);
      expectLines(text, { 'FECHA REAL DE ALTA': slashed(held.alta), ...termLines(held) });
    }
    await expectHeld(worker, general, held);
  });

  test.each<[string, object, Partial<Held>]>([
    ['/contribution-group', { fecha_real: ago(8), grupo_cotizacion: '04' }, { grupo: '04' }],
    ['/occupation', { fecha_real: ago(7), ocupacion: 'a' }, { ocupacion: 'A' }],
    ['/cno', { fecha_real: ago(6), cno: '0011' }, { cno: '0011' }],
    [
      '/contract-coeficiente',
      { startDate: ago(5), contractType: '200', coeficiente: '500' },
      { contrato: '200', coeficiente: '500' },
    ],
    ['/contract-coeficiente', { startDate: ago(4), contractType: 100 }, { contrato: '100', coeficiente: '' }],
  ])('goes on with PUT %s %j', async (path, fields, changed) => {
    const { data } = ok(await call('PUT', path, { ...change, ...fields }));
    held = { ...held, ...changed };
    const text = await textOf(data.file);
    expectIdentity(text, worker, general);
    expectLines(text, termLines(held));
    await expectHeld(worker, general, held);
  });

  const { cesion } = seed.demo;
  const assignment = {
    ...base,
    cesion_regimen: cesion.regimen,
    cesion_ccc: cesion.ccc,
    cesion_tipo: '02',
    startDate: ago(3),
  };
  const assigned = {
    name: companyOf(accounts.find(({ ccc }) => ccc === cesion.ccc)!).name,
    tipo: '02',
    regimen: cesion.regimen,
    ccc: cesion.ccc,
    startDate: ago(3),
  };

  test('cannot change an assignment that does not exist', async () => {
    const before = await authorities.digest();
    const absent = ['LA CESION NO EXISTE'];
    expect(refusalOf(await call('PUT', '/etts/cesion', { ...assignment, endDate: today }))).toEqual(absent);
    expect(refusalOf(await call('DELETE', '/etts/cesion', assignment))).toEqual(absent);
    expect(await authorities.digest()).toBe(before);
  });

  test('has an assignment, once', async () => {
    expect(ok(await call('POST', '/etts/cesion', { ...assignment, endDate: today })).data).toEqual([]);
    held = { ...held, cesions: [assigned] };
    await expectHeld(worker, general, held);
    const again = await call('POST', '/etts/cesion', { ...assignment, endDate: today });
    expect(refusalOf(again)).toEqual(['LA CESION YA EXISTE']);
    await expectHeld(worker, general, held);
  });

  test('has it changed', async () => {
    const endDate = addDays(today, 20);
    ok(await call('PUT', '/etts/cesion', { ...assignment, cesion_tipo: 3, endDate }));
    held = { ...held, cesions: [{ ...assigned, tipo: '03' }] };
    await expectHeld(worker, general, held);
    const { registrations } = (await stateOf()).tgss;
    expect(registrations.find(({ nss }) => nss === worker.nss)?.assignments).toEqual([
      { regimen: cesion.regimen, ccc: cesion.ccc, tipo: '03', from: ago(3), to: endDate },
    ]);
  });

  test('has it removed, once', async () => {
    ok(await call('DELETE', '/etts/cesion', { ...assignment, cesion_tipo: '03' }));
    held = { ...held, cesions: [] };
    await expectHeld(worker, general, held);
    refusalOf(await call('DELETE', '/etts/cesion', { ...assignment, cesion_tipo: '03' }));
  });

  test('has days of unpaid placement', async () => {
    const month = held.alta.slice(0, 7);
    const days = { dia_efectivo: 4, dia_previsto_itat: '3', dia_previsto: 0, no_remunerada: 1 };
    const done = ok(await call('POST', '/pract-no-remun', { ...base, startDate: `${month}-01`, ...days }));
    expect(done).toMatchObject({ message: 'OPERACION REALIZADA CORRECTAMENTE', data: [] });
    expect((await stateOf()).tgss.placements).toEqual([
      {
        nss: worker.nss,
        ccc: general.ccc,
        month,
        diaEfectivo: '04',
        diaPrevistoItat: '03',
        diaPrevisto: '00',
        indPractica: '',
        noRemunerada: true,
        communicated: expect.any(String),
      },
    ]);
    const before = await authorities.digest();
    const other = await call('POST', '/pract-no-remun', { ...base, startDate: `${today.slice(0, 7)}-02` });
    expect(other).toMatchObject({ status: 422, body: { errors: { startDate: ['El día debe ser 01.'] } } });
    refusalOf(await call('POST', '/pract-no-remun', { ...base, startDate: '2020-01-01', ...days }));
    expect(await authorities.digest()).toBe(before);
  });

  test('ends', async () => {
    const termination = { ...base, situacion: 93, fecha_real: today, duplicate: 1, obtener_idc: 1 };
    const { data } = ok(await call('POST', '/baja', termination));
    for (const file of [data.file, data.idc]) {
      const text = await textOf(file);
      expectIdentity(text, worker, general);
      expectLines(text, { 'FECHA REAL DE BAJA': slashed(today), ...termLines(held) });
    }
    await expectHeld(worker, general, { ...held, baja: { date: today, situacion: '93' } });
    refusalOf(await call('POST', '/baja', termination));
  });

  test('goes on when its end is removed', async () => {
    ok(await call('DELETE', '/baja', { ...of(worker, general), fecha_real: today }));
    await expectHeld(worker, general, held);
    refusalOf(await call('DELETE', '/baja', { ...of(worker, general), fecha_real: today }));
  });

  test('was never, when it is removed', async () => {
    const wrong = await call('DELETE', '/alta', { ...of(worker, general), fecha_real: ago(8) });
    expect(refusalOf(wrong)).toEqual(['FECHA REAL ERRONEA']);
    await expectHeld(worker, general, held);
    ok(await call('DELETE', '/alta', { ...of(worker, general), fecha_real: held.alta }));
    await expectGone(worker, general);
    refusalOf(await call('DELETE', '/alta', { ...of(worker, general), fecha_real: held.alta }));
  });
});

test('an artist has a professional category, and nobody else', async () => {
  const artist = seed.demo.newWorkers[1]!;
  const held: Held = {
    alta: ago(5),
    registered: { grupo: '03', contrato: '402' },
    grupo: '03',
    contrato: '402',
    coeficiente: '',
    cno: '2931',
    ocupacion: '',
    categoria: '0000301',
    cesions: [],
  };
  const alta = {
    ...withKind(artist, artists),
    fecha_real: held.alta,
    grupo_cotizacion: '03',
    tipo_contrato: '402',
    worker_collective: '967',
    cno: '2931',
  };
  expect(await call('POST', '/alta', alta)).toMatchObject({
    status: 422,
    body: { errors: { category_professional: [expect.any(String)] } },
  });
  ok(await call('POST', '/alta', { ...alta, category_professional: 301 }));
  await expectHeld(artist, artists, held);

  const change = {
    ...of(artist, artists),
    fecha_real: ago(2),
    category_professional: '0000302',
    duplicate: 1,
  };
  const { data } = ok(await call('PUT', '/category-professional', change));
  expectLines(await textOf(data.file), { 'CATEGORIA PROFESIONAL': '0000302' });
  await expectHeld(artist, artists, { ...held, categoria: '0000302' });
  const [assigned] = await get('/etts/cesion', {
    regimen: artists.regimen,
    ccc: artists.ccc,
    dni: artist.dni,
  });
  expect(assigned.worker_collective).toBe('967');

  const { worker } = seed.demo;
  const other = await call('PUT', '/category-professional', { ...change, ...of(worker, general) });
  expect(refusalOf(other)).toEqual([expect.stringMatching(/CATEGORIA PROFESIONAL/)]);
}, 120_000);

test.each([
  ['a foreigner’s number', seed.demo.nieWorker],
  ['a passport', seed.demo.passportWorker],
])('a worker with %s is read and changed like any other', async (_, worker) => {
  await authorities.reset();
  const stay = seed.state.tgss.registrations.find(({ nss }) => nss === worker.nss)!;
  const held: Held = {
    alta: stay.alta.date,
    registered: stay.terms,
    grupo: '05',
    contrato: stay.terms.contrato,
    coeficiente: stay.terms.coeficiente,
    cno: '2611',
    ocupacion: stay.terms.ocupacion,
    categoria: '',
    cesions: [],
  };
  const change = { ...of(worker, general), fecha_real: ago(1) };
  ok(await call('PUT', '/contribution-group', { ...change, grupo_cotizacion: 5 }));
  ok(await call('PUT', '/cno', { ...change, cno: 2611 }));
  await expectHeld(worker, general, held);
});

describe('when the answer to what was filed is lost', () => {
  const { worker, cesion } = seed.demo;
  const who = of(worker, general);
  const change = { ...who, fecha_real: ago(1) };
  const assignment = {
    ...withKind(worker, general),
    cesion_regimen: cesion.regimen,
    cesion_ccc: cesion.ccc,
    cesion_tipo: '02',
    startDate: ago(1),
  };
  const placement = { ...withKind(worker, general), startDate: `${ago(1).slice(0, 7)}-01`, dia_efectivo: 1 };
  const add: Call = ['POST', '/etts/cesion', { ...assignment, endDate: today }];
  const baja: Call = ['POST', '/baja', { ...withKind(worker, general), situacion: '51', fecha_real: today }];
  beforeEach(() => authorities.reset());

  type Call = [method: string, path: string, json: object];
  const file = async ([method, path, json]: Call, status: number) => {
    const before = await authorities.digest();
    const lost = gateway.with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const answer = await lost.call(method, `/seg-social${path}`, { json });
    expect({ status: answer.status, errors: answer.body.errors }).toMatchObject({ status });
    expect(await authorities.digest()).not.toBe(before);
    const { submissions } = (await (await fetch(`${control}/stats`)).json()) as {
      submissions: Record<string, number>;
    };
    return Object.values(submissions).reduce((sum, count) => sum + count, 0);
  };

  const found: [Call, ...Call[]][] = [
    [['PUT', '/contribution-group', { ...change, grupo_cotizacion: '04' }]],
    [['PUT', '/occupation', { ...change, ocupacion: 'b' }]],
    [['PUT', '/cno', { ...change, cno: '2611' }]],
    [
      [
        'PUT',
        '/contract-coeficiente',
        { ...who, startDate: ago(1), contractType: '200', coeficiente: '500' },
      ],
    ],
    [add],
    [['DELETE', '/etts/cesion', assignment], add],
    [baja],
    [['DELETE', '/baja', { ...who, fecha_real: today }], baja],
    [['DELETE', '/alta', { ...who, fecha_real: worker.fecha_alta }]],
  ];
  for (const [wanted, ...earlier] of found)
    test(`${wanted[0]} ${wanted[1]} is found to be done`, async () => {
      for (const each of earlier) ok(await call(...each));
      expect(await file(wanted, 200)).toBe(1 + earlier.length);
    });

  // No query tells of these.
  const unknown: [Call, ...Call[]][] = [
    [['PUT', '/etts/cesion', { ...assignment, endDate: addDays(today, 1) }], add],
    [['POST', '/pract-no-remun', placement]],
  ];
  for (const [wanted, ...earlier] of unknown)
    test(`${wanted[0]} ${wanted[1]} is to be checked`, async () => {
      for (const each of earlier) ok(await call(...each));
      expect(await file(wanted, 502)).toBe(1 + earlier.length);
    });
});

describe('the FIE', () => {
  const { startDate, endDate, naf } = demo.fie;
  const ofAccount = { regimen: general.regimen, ccc: general.ccc, startDate, endDate };
  beforeEach(() => authorities.reset());

  /** Columns by the interface, and those of which it says that there are more. */
  const COLUMNS = [
    ...['Fecha Registro', 'C.C.C. Principal', 'Razón Social', 'N.A.F.', 'IPF', 'Primer Apellido'],
    ...['Segundo Apellido', 'Nombre', 'Fecha Inicio Relación Laboral', 'Fecha Extinción Relación Laboral'],
    ...['Entidad Responsable', 'Entidad Responsable (IT)', 'Fecha Baja IT', 'Indicador Recaida'],
    ...['Días Acumulados', 'Contingencia', 'Tipo Proceso', 'Duración Estimada', 'Fecha Fin IT'],
    ...['Causa Fin IT', 'Base reguladora INSS', 'Entidad Responsable (DIP)', 'Fecha Baja IT (DIP)'],
    ...['Fecha Inicio DIP', 'Fecha Fin DIP', 'Causa DIP', 'Entidad Responsable (DOP)', 'Fecha Inicio DOP'],
    ...['Fecha Fin DOP', 'Importe DOP'],
  ];

  const list = async (query: Record<string, string | number>) =>
    (await get('/excel-fie', { ...query, format: 'json' })).list as Record<string, string>[];

  test('is a spreadsheet, and the list says the same', async () => {
    const { data, message } = ok(await gateway.get('/seg-social/excel-fie', ofAccount));
    expect(message).toMatch(/^\d+/);
    expect(data.file).toMatchObject({
      contentType: 'application/vnd.ms-excel',
      name: expect.stringMatching(/\.xls$/),
    });
    const bytes = Buffer.from(data.file.content, 'base64');
    // The old binary kind, in the container of its time.
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    const book = read(bytes);
    const rows = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, {
      header: 1,
      raw: false,
      defval: '',
    });
    const headers = rows.findIndex((row) => row.includes('N.A.F.'));
    expect(rows[headers]!.filter((name) => name === 'Entidad Responsable')).toHaveLength(4);
    expect(rows[headers]!.filter((name) => name === 'Fecha Baja IT')).toHaveLength(2);

    const found = await list(ofAccount);
    expect(found.map(Object.keys)).toEqual(found.map(() => COLUMNS));
    expect(found.map(Object.values)).toEqual(rows.slice(headers + 1));
    expect(found).toHaveLength(4);

    const { fie } = (await stateOf()).tgss;
    for (const row of found) {
      const record = fie.find(
        ({ nss, registered }) =>
          nss === row['N.A.F.'] && registered.replaceAll('-', '') === row['Fecha Registro'],
      )!;
      const worker = persons.find(({ nss }) => nss === record.nss)!;
      expect(row).toMatchObject({
        'C.C.C. Principal': `${general.regimen}${general.ccc}`,
        'Razón Social': companyOf(general).name,
        IPF: expect.stringContaining(worker.dni),
        Nombre: worker.name,
        'Primer Apellido': worker.surname,
        'Segundo Apellido': worker.secondSurname,
        'Entidad Responsable': record.entity,
        'Entidad Responsable (IT)': record.it?.['Entidad Responsable'] ?? '',
        'Entidad Responsable (DIP)': record.dip?.['Entidad Responsable'] ?? '',
        'Entidad Responsable (DOP)': record.dop?.['Entidad Responsable'] ?? '',
        'Fecha Baja IT': record.it?.['Fecha Baja IT'] ?? '',
        'Fecha Baja IT (DIP)': record.dip?.['Fecha Baja IT'] ?? '',
        'Base reguladora INSS': record.it?.['Base reguladora INSS'] ?? '',
        'Importe DOP': record.dop?.['Importe DOP'] ?? '',
      });
    }
  });

  test('may have columns that nobody knows', async () => {
    const before = await list(ofAccount);
    await fetch(`${control}/fie-columns`, { method: 'POST' });
    const after = await list(ofAccount);
    expect(Object.keys(after[0]!)).toEqual([
      ...COLUMNS.slice(0, 21),
      'Indicador Nuevo',
      ...COLUMNS.slice(21),
      'Fecha Nueva',
    ]);
    expect(after.map(({ 'Indicador Nuevo': _, 'Fecha Nueva': __, ...known }) => known)).toEqual(before);
    expect(new Set(after.map((row) => row['Indicador Nuevo']))).toEqual(new Set(['S', '']));
  });

  test('is of 28 days at most', async () => {
    await list({ ...ofAccount, startDate: addDays(endDate, -28) });
    const longer = await gateway.get('/seg-social/excel-fie', {
      ...ofAccount,
      startDate: addDays(endDate, -29),
    });
    expect(refusalOf(longer)).toEqual(['EL INTERVALO DE FECHAS NO PUEDE SER SUPERIOR A 28 DIAS']);
  });

  test('is of a self-employed worker, or of the authorised user', async () => {
    const own = await list({ opcionesBusqueda: 1, naf, startDate, endDate });
    expect(own).toEqual([expect.objectContaining({ 'N.A.F.': naf, 'C.C.C. Principal': '' })]);
    const all = await list({ opcionesBusqueda: 2, startDate, endDate });
    expect(all).toHaveLength(5);
    expect(all).toEqual(expect.arrayContaining([...own, ...(await list(ofAccount))]));
    const nobody = { opcionesBusqueda: 1, naf: demo.newWorker.nss, startDate, endDate };
    refusalOf(await gateway.get('/seg-social/excel-fie', nobody));
    expect(
      await gateway.get('/seg-social/excel-fie', { opcionesBusqueda: 1, startDate, endDate }),
    ).toMatchObject({
      status: 422,
      body: { errors: { naf: [expect.any(String)] } },
    });
  });
});

describe('the settlement receipt', () => {
  const { liquidType, startDate, endDate, empty } = demo.rlc;
  const [own, further] = demo.authorizedUsers as [string, string];
  const ofAccount = { regimen: general.regimen, ccc: general.ccc, liquidType };
  const period = { startDate, endDate };
  const receipt = (query: Record<string, string>) =>
    gateway.get('/seg-social/report-rlc', { ...ofAccount, ...period, ...query });
  const expectReceipt = async (answer: Answered, place: Place, type = liquidType) => {
    const text = await textOf(ok(answer).data.file);
    for (const part of [place.ccc, place.cif, companyOf(place).name]) expect(text).toContain(part);
    expectLines(text, { 'TIPO DE LIQUIDACION': type });
    return text;
  };

  test('is found as whichever authorised user has the account', async () => {
    const month = `${startDate.slice(5, 7)}/${startDate.slice(0, 4)}`;
    expectLines(await expectReceipt(await receipt({}), general), {
      'PERIODO DE LIQUIDACION': `${month} - ${month}`,
    });
    await expectReceipt(await receipt({ ccc: furtherAccount.ccc }), furtherAccount);
  });

  test('is given to the right authorised user only', async () => {
    await expectReceipt(await receipt({ numAutorizado: own }), general);
    const wrong = refusalOf(await receipt({ numAutorizado: further }));
    expect(wrong).toEqual(['CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO']);
    expect(refusalOf(await receipt({ numAutorizado: '1' }))).toEqual([expect.any(String)]);
    const stranger = seed.other.accounts.general.ccc;
    expect(refusalOf(await receipt({ ccc: stranger }))).toEqual(wrong);
  });

  test('does not exist for every period', async () => {
    const { status, body } = await receipt({ ...empty });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: false, data: [], status: 200 } });
    expect(body.message).toMatch(/NO EXISTE LIQUIDACION/);
  });

  test('of retroactive salaries has a control month', async () => {
    const { settlements } = (await stateOf()).tgss;
    const { from, to, control } = settlements.find(({ type }) => type === 'L03')!;
    const retroactive = { liquidType: 'L03', startDate: `${from}-03`, endDate: `${to}-28` };
    const text = await expectReceipt(
      await receipt({ ...retroactive, controlDate: `${control}-15` }),
      general,
      'L03',
    );
    expectLines(text, { 'MES DE CONTROL': control!.split('-').reverse().join('/') });
    // Without it, the last month is the control month, which this settlement does not have.
    expect(await receipt(retroactive)).toMatchObject({ status: 200, body: { success: false } });
    expect(await receipt({ controlDate: endDate })).toMatchObject({
      status: 422,
      body: { errors: { controlDate: [expect.any(String)] } },
    });
  });
});

test('bank details are reported as one of several authorised users', async () => {
  await authorities.reset();
  const [own, further] = demo.authorizedUsers as [string, string];
  const cuenta = {
    ...{ iban: 'ES91', entidad: '2100', oficina: '0418', dcnc: '4502', num1: '0005', num2: '1332' },
    ...{ tipo: '9', cif: companyOf(general).cif, titular: companyOf(general).name },
  };
  const request = { regimen: general.regimen, ccc: general.ccc, option: 'cuenta', cuenta };
  const before = await authorities.digest();
  const unsaid = await call('PUT', '/datos-bancarios', request);
  expect(unsaid).toMatchObject({ status: 422, body: { errors: { authorized_num: [expect.any(String)] } } });
  const { authorized_list } = unsaid.body.data;
  expect(authorized_list).toEqual([
    { numero: further, razSoc: 'OTRO AUTORIZADO' },
    { numero: own, razSoc: 'DEMO TITULAR DE PRUEBAS' },
  ]);
  const wrong = await call('PUT', '/datos-bancarios', { ...request, authorized_num: Number(further) });
  expect(refusalOf(wrong)).toEqual(['CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO']);
  ok(await call('PUT', '/datos-bancarios', { ...request, authorized_num: own, test: 1 }));
  expect(await authorities.digest()).toBe(before);

  const { data } = ok(await call('PUT', '/datos-bancarios', { ...request, authorized_num: own }));
  const iban = 'ES9121000418450200051332';
  const text = await textOf(data.file);
  for (const part of [general.ccc, general.cif, companyOf(general).name, iban]) expect(text).toContain(part);
  expect((await stateOf()).tgss.bankAccounts).toEqual([
    {
      ccc: general.ccc,
      use: 'CUENTA',
      iban,
      holderDocument: `9 ${general.cif}`,
      holderName: companyOf(general).name,
      communicated: expect.any(String),
    },
  ]);
});

test('the workers of an account: those in it, those to come, and both', async () => {
  await authorities.reset();
  const { regimen, ccc } = general;
  const list = async (options: number) =>
    (await get('/employees-in-enterprise', { regimen, ccc, options })).employees as Record<string, string>[];
  const { worker, scheduledWorker } = seed.demo;
  const leaves = addDays(today, 5);
  ok(await call('POST', '/baja', { ...withKind(worker, general), situacion: '51', fecha_real: leaves }));

  const { registrations } = (await stateOf()).tgss;
  const inIt = registrations.filter(
    ({ alta, baja, ...stay }) => stay.ccc === ccc && alta.date <= today && (!baja || baja.date > today),
  );
  const [registered, scheduled, both] = [await list(1), await list(2), await list(3)];
  const listed = ({ nss, identificacion, dni }: Person, date: string, situacion: string) => {
    const person = persons.find((each) => each.nss === nss)!;
    return {
      ...{ nss, identificacion: String(identificacion), ipf: dni, nombres: listName(person) },
      ...{ fecha_real: dashed(date), situacion },
    };
  };
  const byNumber = (one: { nss?: string }, other: { nss?: string }) => Number(one.nss) - Number(other.nss);
  expect(registered.toSorted(byNumber)).toEqual(
    inIt
      .map(({ nss, alta }) => listed(persons.find((person) => person.nss === nss)!, alta.date, 'AL'))
      .toSorted(byNumber),
  );
  expect(scheduled).toEqual(
    expect.arrayContaining([
      listed(scheduledWorker, scheduledWorker.fecha_alta, 'AL'),
      listed(worker, leaves, 'BJ'),
    ]),
  );
  expect(both).toEqual([...registered, ...scheduled]);
});

test('the heavy routes have one budget of 30 together', async () => {
  const routes = ['/seg-social/employee-situations', '/seg-social/ta-info-for-nss', '/sepe/contrata/data'];
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 25_000) await new Promise((resolve) => setTimeout(resolve, left + 200));

  // What is refused for its fields counts as well.
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, index) => gateway.get(routes[index % routes.length]!)),
  );
  const admitted = answers.filter(({ status }) => status === 422);
  const refused = answers.filter(({ status }) => status === 429);
  expect([admitted.length, refused.length]).toEqual([30, 6]);
  expect(
    admitted.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: 30 }, (_, index) => index));
  for (const route of routes) expect((await gateway.get(route)).status).toBe(429);
  // Any other route has a window of its own.
  const { status, headers } = await gateway.get('/seg-social/idc');
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([422, '79']);
}, 120_000);
