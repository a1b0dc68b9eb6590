import { describe, expect, test } from 'vitest';
import { addDays, dashed, slashed } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { listName, type Person } from '../../sandbox/state.ts';
import { type Answered, idOf } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import {
  ago,
  companyOf,
  expectIdentity,
  expectLines,
  of,
  ok,
  type Place,
  refusalOf,
  type SocialSecurity,
  today,
  useSocialSecurity,
  withKind,
} from '../support/social-security.ts';

const A_DAY = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

/** The expected data of a worker's stay in every query and document. */
interface Held {
  alta: string;
  baja?: { date: string; situacion: string };
  /** The terms at the registration. */
  registered: { grupo: string; contrato: string };
  /** Whether it was changed since. */
  changed?: boolean;
  grupo: string;
  contrato: string;
  coeficiente: string;
  cno: string;
  ocupacion: string;
  categoria: string;
  cesions: { name: string; tipo: string; regimen: string; ccc: string; startDate: string }[];
}

/** The lines of the terms in documents. */
const termLines = ({ grupo, contrato, coeficiente, cno, ocupacion, categoria }: Held) => ({
  'GRUPO DE COTIZACION': grupo,
  'TIPO DE CONTRATO': contrato,
  'COEFICIENTE DE TIEMPO PARCIAL': coeficiente,
  'CODIGO NACIONAL DE OCUPACION': cno,
  'CATEGORIA PROFESIONAL': categoria,
  ...(ocupacion && { OCUPACION: ocupacion }),
});

/** Expects all queries and documents to agree about a stay. */
const expectHeld = async (socialSecurity: SocialSecurity, worker: Person, place: Place, held: Held) => {
  const { regimen, ccc } = place;
  const { nss, dni } = worker;
  const [surnames = '', name = ''] = listName(worker).split(', ');
  const identity = {
    nss,
    dni,
    regimen,
    ccc,
    identificacion: String(worker.identificacion),
    nombres: name,
    apellidos: surnames,
    sexo: worker.sex,
    fnacimiento: worker.birthDate,
    tlf: worker.phone,
  };
  const situacion = held.baja?.situacion ?? '01';
  const terms = { situacion, grupo_cotizacion: held.grupo, tipo_contrato: held.contrato };
  const one = { ...identity, ...terms, coef: held.coeficiente, fecha_alta: held.alta };

  expect(
    await socialSecurity.get('/employee-situations', {
      regimen,
      ccc,
      dni,
      getDatos: 1,
      startDate: held.alta,
    }),
  ).toEqual([
    expect.objectContaining({
      ...one,
      fecha_baja: held.baja?.date ?? '',
      cno: held.cno,
      category_professional: held.categoria,
      pl: [],
    }),
  ]);
  const cesions = await socialSecurity.get('/etts/cesion', { regimen, ccc, dni, ces: 'true' });
  expect(cesions).toEqual([expect.objectContaining({ ...one, cesions: held.cesions })]);
  for (const { regimen: cesion_regimen, ccc: cesion_ccc } of held.cesions)
    expect(
      await socialSecurity.get('/etts/cesion', { regimen, ccc, dni, cesion_regimen, cesion_ccc }),
    ).toEqual(cesions);
  const elsewhere = { cesion_regimen: '0111', cesion_ccc: '52999999999' };
  expect(await socialSecurity.get('/etts/cesion', { regimen, ccc, dni, ...elsewhere })).toEqual([]);
  const without = await socialSecurity.get('/etts/cesion', { regimen, ccc, dni });
  expect(without).toEqual([expect.objectContaining({ ...one, cesions: [] })]);

  const movement = { tipo_contrato: held.contrato, grupo_cotizacion: held.grupo, coef: held.coeficiente };
  // The portal only shows the latest data.
  const registered = held.changed ? { tipo_contrato: '', grupo_cotizacion: '', coef: '' } : movement;
  const movements = await socialSecurity.get('/ta-info-for-nss', { regimen, ccc, nss });
  expect(movements).toEqual([
    ...(held.baja
      ? [
          {
            ...movement,
            movType: 'BAJA',
            fecha_real: held.baja.date,
            fecha_comunicacion: today,
            situacion,
          },
        ]
      : []),
    { ...registered, movType: 'ALTA', fecha_real: held.alta, fecha_comunicacion: A_DAY, situacion: '01' },
  ]);

  const { employees, enterprise } = await socialSecurity.get('/employees-in-enterprise', {
    regimen,
    ccc,
    options: 1,
  });
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

  const record = await socialSecurity.gateway.get('/seg-social/category-occupation-gc', {
    regimen,
    ccc,
    nss,
    dni,
  });
  if (held.baja) expect(refusalOf(record)).toEqual(['EL TRABAJADOR NO ESTA EN SITUACION DE ALTA']);
  else
    expect(ok(record).data).toMatchObject({
      trabajador: { NA5NumSegSocialCompleto: nss, IP9NumDoc: dni, NOMBRE_COMPLETO: listName(worker) },
      cuentaCotizacion: { CC1EmpresaAut: `${regimen}${ccc}`, RAZ_solicitante: companyOf(place).name },
      contrato: { tipoContrato: { codigo: held.contrato }, coeficienteContrato: held.coeficiente },
      categoriaProfesional: held.categoria ? { categoriaProfesional: { codigo: held.categoria } } : {},
      claveSituacionPeriodo: { claveSituacion: { codigo: '01' } },
      grupoCotizacion: { grupoCotizacion: { codigo: held.grupo } },
      ocupacion: held.ocupacion ? { ocupacion: { codigo: held.ocupacion } } : {},
    });

  const ta = { regimen, ccc, nss, startDate: held.alta, movType: 'ALTA' };
  const entry = await textOf((await socialSecurity.get('/duplicate-ta', ta)).file);
  expectIdentity(entry, worker, place);
  expectLines(entry, {
    'FECHA REAL DE ALTA': slashed(held.alta),
    'GRUPO DE COTIZACION': held.registered.grupo,
    'TIPO DE CONTRATO': held.registered.contrato,
  });
  const exit = { ...ta, startDate: held.baja?.date ?? today, movType: 'BAJA' };
  if (held.baja) {
    const text = await textOf((await socialSecurity.get('/duplicate-ta', exit)).file);
    expectIdentity(text, worker, place);
    expectLines(text, { 'FECHA REAL DE BAJA': slashed(held.baja.date), ...termLines(held) });
  } else await socialSecurity.nothing('/duplicate-ta', exit);

  const idc = await socialSecurity.get('/idc', { regimen, ccc, nss, startDate: today });
  expect(idc.date).toBe(today);
  const idcText = await textOf(idc.file);
  expectIdentity(idcText, worker, place);
  expectLines(idcText, { 'FECHA REAL DE ALTA': slashed(held.alta), ...termLines(held) });
  if (held.baja) expectLines(idcText, { 'FECHA REAL DE BAJA': slashed(held.baja.date) });

  const life = await textOf((await socialSecurity.get('/life-affiliate', { regimen, ccc, nss })).file);
  expectIdentity(life, worker, place);
  expect(life).toContain(slashed(held.alta));
  if (held.baja) expect(life).toContain(slashed(held.baja.date));
  expect(life.replace(/\s+/g, ' ')).toContain(
    [situacion === '01' ? 'ALTA NORMAL' : '', held.grupo, held.contrato, held.coeficiente]
      .filter(Boolean)
      .join(' '),
  );
};

/** Expects that no query finds the stay. */
const expectGone = async (socialSecurity: SocialSecurity, { nss, dni }: Person, { regimen, ccc }: Place) => {
  for (const path of ['/employee-situations', '/etts/cesion'])
    expect(await socialSecurity.get(path, { regimen, ccc, dni })).toEqual([]);
  expect(await socialSecurity.get('/ta-info-for-nss', { regimen, ccc, nss })).toEqual([]);
  const entry = { regimen, ccc, nss, startDate: today };
  await socialSecurity.refusal('/idc', entry);
  await socialSecurity.nothing('/duplicate-ta', { ...entry, movType: 'ALTA' });
  await socialSecurity.refusal('/life-affiliate', { regimen, ccc, nss });
  await socialSecurity.refusal('/category-occupation-gc', { regimen, ccc, nss, dni });
  const { employees } = await socialSecurity.get('/employees-in-enterprise', { regimen, ccc, options: 3 });
  expect(employees.map((employee: { nss: string }) => employee.nss)).not.toContain(nss);
};

/** An integrator's work with social security over a worker's stay in an account. */

const socialSecurity = useSocialSecurity();
const { authorities } = socialSecurity;
const { accounts } = seed.state;
const { general, artists } = seed.demo.accounts;

/** Sends an accepted act to the authority again, on purpose. */
const sendAgain = (accepted: Answered, method: string, path: string, json: object): Promise<Answered> =>
  socialSecurity.gateway.with({ Repeats: idOf(accepted) }).call(method, `/seg-social${path}`, { json });

/** Each test continues where the one before has ended. */
describe('the stay of a worker', () => {
  const worker = seed.demo.newWorkers[0]!;
  const base = withKind(worker, general);
  const change = { ...of(worker, general), duplicate: 1 };
  let held: Held;

  test('the stay begins with a registration', async () => {
    await authorities.reset();
    held = {
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
    await expectGone(socialSecurity, worker, general);
    const { data } = ok(
      await socialSecurity.call('POST', '/alta', {
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
    await expectHeld(socialSecurity, worker, general, held);
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
  ])('the stay changes with PUT %s %j', async (path, fields, changed) => {
    const { data } = ok(await socialSecurity.call('PUT', path, { ...change, ...fields }));
    held = { ...held, ...changed, changed: true };
    const text = await textOf(data.file);
    expectIdentity(text, worker, general);
    expectLines(text, termLines(held));
    // The last change of each kind also shows the results of the earlier ones.
    if (path === '/contract-coeficiente') await expectHeld(socialSecurity, worker, general, held);
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

  test('the stay cannot change an assignment that does not exist', async () => {
    const before = await authorities.digest();
    const absent = ['LA CESION NO EXISTE'];
    expect(
      refusalOf(await socialSecurity.call('PUT', '/etts/cesion', { ...assignment, endDate: today })),
    ).toEqual(absent);
    expect(refusalOf(await socialSecurity.call('DELETE', '/etts/cesion', assignment))).toEqual(absent);
    expect(await authorities.digest()).toBe(before);
  });

  test('the stay gets an assignment, once', async () => {
    const whole = { ...assignment, endDate: today };
    const accepted = await socialSecurity.call('POST', '/etts/cesion', whole);
    expect(ok(accepted).data).toEqual([]);
    held = { ...held, cesions: [assigned] };
    await expectHeld(socialSecurity, worker, general, held);
    const again = await sendAgain(accepted, 'POST', '/etts/cesion', whole);
    expect(refusalOf(again)).toEqual(['LA CESION YA EXISTE']);
  });

  test('the assignment is changed', async () => {
    const endDate = addDays(today, 20);
    ok(await socialSecurity.call('PUT', '/etts/cesion', { ...assignment, cesion_tipo: 3, endDate }));
    held = { ...held, cesions: [{ ...assigned, tipo: '03' }] };
    await expectHeld(socialSecurity, worker, general, held);
    const { registrations } = (await authorities.state()).tgss;
    expect(registrations.find(({ nss }) => nss === worker.nss)?.assignments).toEqual([
      { regimen: cesion.regimen, ccc: cesion.ccc, tipo: '03', from: ago(3), to: endDate },
    ]);
  });

  test('the assignment is removed, once', async () => {
    const changed = { ...assignment, cesion_tipo: '03' };
    const accepted = await socialSecurity.call('DELETE', '/etts/cesion', changed);
    ok(accepted);
    held = { ...held, cesions: [] };
    await expectHeld(socialSecurity, worker, general, held);
    refusalOf(await sendAgain(accepted, 'DELETE', '/etts/cesion', changed));
  });

  test('the stay gets days of unpaid placement', async () => {
    const month = held.alta.slice(0, 7);
    const days = { dia_efectivo: 4, dia_previsto_itat: '3', dia_previsto: 0, no_remunerada: 1 };
    const done = ok(
      await socialSecurity.call('POST', '/pract-no-remun', { ...base, startDate: `${month}-01`, ...days }),
    );
    expect(done).toMatchObject({ message: 'OPERACION REALIZADA CORRECTAMENTE', data: [] });
    expect((await authorities.state()).tgss.placements).toEqual([
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
    const other = await socialSecurity.call('POST', '/pract-no-remun', {
      ...base,
      startDate: `${today.slice(0, 7)}-02`,
    });
    expect(other).toMatchObject({
      status: 422,
      body: { errors: { startDate: ['startDate: El día debe ser 01.'] } },
    });
    refusalOf(
      await socialSecurity.call('POST', '/pract-no-remun', { ...base, startDate: '2020-01-01', ...days }),
    );
    expect(await authorities.digest()).toBe(before);
  });

  test('the stay ends with a termination', async () => {
    const termination = { ...base, situacion: 93, fecha_real: today, duplicate: 1, obtener_idc: 1 };
    const accepted = await socialSecurity.call('POST', '/baja', termination);
    const { data } = ok(accepted);
    for (const file of [data.file, data.idc]) {
      const text = await textOf(file);
      expectIdentity(text, worker, general);
      expectLines(text, { 'FECHA REAL DE BAJA': slashed(today), ...termLines(held) });
    }
    await expectHeld(socialSecurity, worker, general, { ...held, baja: { date: today, situacion: '93' } });
    refusalOf(await sendAgain(accepted, 'POST', '/baja', termination));
  });

  test('the stay continues when its termination is removed', async () => {
    const removal = { ...of(worker, general), fecha_real: today };
    const accepted = await socialSecurity.call('DELETE', '/baja', removal);
    ok(accepted);
    await expectHeld(socialSecurity, worker, general, held);
    refusalOf(await sendAgain(accepted, 'DELETE', '/baja', removal));
  });

  test('the stay is found nowhere after its registration is removed', async () => {
    const wrong = await socialSecurity.call('DELETE', '/alta', {
      ...of(worker, general),
      fecha_real: ago(8),
    });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { fecha_real: [expect.any(String)] } } });
    const removal = { ...of(worker, general), fecha_real: held.alta };
    const accepted = await socialSecurity.call('DELETE', '/alta', removal);
    ok(accepted);
    await expectGone(socialSecurity, worker, general);
    const again = await sendAgain(accepted, 'DELETE', '/alta', removal);
    expect(again).toMatchObject({
      status: 422,
      body: { errors: { nss: [expect.stringMatching(/eliminado/)] } },
    });
  });
});

test('an artist has a professional category, and other workers have none', async () => {
  await authorities.reset();
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
  expect(await socialSecurity.call('POST', '/alta', alta)).toMatchObject({
    status: 422,
    body: { errors: { category_professional: [expect.any(String)] } },
  });
  ok(await socialSecurity.call('POST', '/alta', { ...alta, category_professional: 301 }));
  await expectHeld(socialSecurity, artist, artists, held);

  const change = {
    ...of(artist, artists),
    fecha_real: ago(2),
    category_professional: '0000302',
    duplicate: 1,
  };
  const { data } = ok(await socialSecurity.call('PUT', '/category-professional', change));
  expectLines(await textOf(data.file), { 'CATEGORIA PROFESIONAL': '0000302' });
  await expectHeld(socialSecurity, artist, artists, {
    ...held,
    categoria: '0000302',
    changed: true,
  });
  for (const path of ['/employee-situations', '/etts/cesion']) {
    const { regimen, ccc } = artists;
    const [record] = await socialSecurity.get(path, { regimen, ccc, dni: artist.dni });
    expect({ path, collective: record.worker_collective }).toEqual({ path, collective: '967' });
  }

  const { worker } = seed.demo;
  const other = await socialSecurity.call('PUT', '/category-professional', {
    ...change,
    ...of(worker, general),
  });
  expect(other).toMatchObject({
    status: 422,
    body: { errors: { category_professional: [expect.any(String)] } },
  });
});

test.each([
  ['a foreigner’s number', seed.demo.nieWorker],
  ['a passport', seed.demo.passportWorker],
])('a worker with %s is read and changed like any other worker', async (_, worker) => {
  await authorities.reset();
  const stay = seed.state.tgss.registrations.find(({ nss }) => nss === worker.nss)!;
  const held: Held = {
    alta: stay.alta.date,
    registered: stay.terms,
    changed: true,
    grupo: '05',
    contrato: stay.terms.contrato,
    coeficiente: stay.terms.coeficiente,
    cno: '2611',
    ocupacion: stay.terms.ocupacion,
    categoria: '',
    cesions: [],
  };
  const change = { ...of(worker, general), fecha_real: ago(1) };
  ok(await socialSecurity.call('PUT', '/contribution-group', { ...change, grupo_cotizacion: 5 }));
  ok(await socialSecurity.call('PUT', '/cno', { ...change, cno: 2611 }));
  await expectHeld(socialSecurity, worker, general, held);
});
