import { expect } from 'vitest';
import { dashed, slashed } from '../../sandbox/calendar.ts';
import { listName, type Person } from '../../sandbox/state.ts';
import { textOf } from './pdf.ts';
import {
  companyOf,
  expectIdentity,
  expectLines,
  ok,
  type Place,
  refusalOf,
  type SocialSecurity,
  today,
} from './social-security.ts';

const A_DAY = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);

/** Expected data of a worker's stay in every query and document. */
export interface Held {
  alta: string;
  baja?: { date: string; situacion: string };
  /** As at the registration. */
  registered: { grupo: string; contrato: string };
  /** It was changed since. */
  changed?: boolean;
  grupo: string;
  contrato: string;
  coeficiente: string;
  cno: string;
  ocupacion: string;
  categoria: string;
  cesions: { name: string; tipo: string; regimen: string; ccc: string; startDate: string }[];
}

/** Lines of the terms in documents. */
export const termLines = ({ grupo, contrato, coeficiente, cno, ocupacion, categoria }: Held) => ({
  'GRUPO DE COTIZACION': grupo,
  'TIPO DE CONTRATO': contrato,
  'COEFICIENTE DE TIEMPO PARCIAL': coeficiente,
  'CODIGO NACIONAL DE OCUPACION': cno,
  'CATEGORIA PROFESIONAL': categoria,
  ...(ocupacion && { OCUPACION: ocupacion }),
});

/** All queries and documents say the same about a stay. */
export const expectHeld = async (
  socialSecurity: SocialSecurity,
  worker: Person,
  place: Place,
  held: Held,
) => {
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
  const elsewhere = { cesion_regimen: '0111', cesion_ccc: '99999999999' };
  expect(await socialSecurity.get('/etts/cesion', { regimen, ccc, dni, ...elsewhere })).toEqual([]);
  const without = await socialSecurity.get('/etts/cesion', { regimen, ccc, dni });
  expect(without).toEqual([expect.objectContaining({ ...one, cesions: [] })]);

  const movement = { tipo_contrato: held.contrato, grupo_cotizacion: held.grupo, coef: held.coeficiente };
  // The portal shows the last data only.
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

/** No query finds a stay. */
export const expectGone = async (
  socialSecurity: SocialSecurity,
  { nss, dni }: Person,
  { regimen, ccc }: Place,
) => {
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
