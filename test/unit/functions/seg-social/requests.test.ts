import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { segSocial as lazySegSocial } from '../../../../functions/gateway/seg-social/group.ts';
import { loadGroup } from '../../../../shared/derive/groups.ts';
import type { Operation } from '../../../../shared/operation/operation.ts';
import { failingFields, read } from '../../../support/portals/operations.ts';

const segSocial = await loadGroup(lazySegSocial);

type Fields = Record<string, unknown>;

const operations = new Map(
  segSocial.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]),
);

const operationAt = (name: string): Operation => {
  const operation = operations.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  return operation;
};

/** The required fields of each operation, from the interface. */
const REQUIRED: Record<string, string> = {
  'POST /alta': 'regimen ccc nss identificacion dni fecha_real grupo_cotizacion tipo_contrato cno',
  'DELETE /alta': 'regimen ccc dni nss fecha_real',
  'POST /baja': 'regimen ccc nss identificacion dni situacion fecha_real',
  'POST /despido': 'regimen ccc nss identificacion dni situacion fecha_real',
  'DELETE /baja': 'regimen ccc dni nss fecha_real',
  'GET /employee-situations': 'regimen ccc dni',
  'GET /ta-info-for-nss': 'regimen ccc nss',
  'GET /duplicate-ta': 'regimen ccc nss startDate movType',
  'GET /idc': 'regimen ccc nss startDate',
  'GET /life-affiliate': 'regimen ccc nss',
  'PUT /contribution-group': 'regimen ccc nss dni fecha_real grupo_cotizacion',
  'PUT /occupation': 'regimen ccc nss dni fecha_real',
  'PUT /category-professional': 'regimen ccc nss dni fecha_real category_professional',
  'PUT /cno': 'regimen ccc nss dni fecha_real cno',
  'PUT /contract-coeficiente': 'regimen ccc nss dni startDate contractType',
  'POST /etts/cesion':
    'regimen ccc nss identificacion dni cesion_regimen cesion_ccc cesion_tipo startDate endDate',
  'PUT /etts/cesion':
    'regimen ccc nss identificacion dni cesion_regimen cesion_ccc cesion_tipo startDate endDate',
  'DELETE /etts/cesion': 'regimen ccc nss identificacion dni cesion_regimen cesion_ccc cesion_tipo startDate',
  'GET /etts/cesion': 'regimen ccc dni',
  'POST /pract-no-remun': 'regimen ccc nss identificacion dni startDate',
  'POST /it': 'regimen ccc nss dni fecha_baja contingencia puesto funciones clase_contrato base dias',
  'GET /it': 'regimen ccc startDate endDate',
  'POST /nacimiento': 'regimen ccc nss dni solicitante motivo fecha_inicio fecha_fin',
  'GET /nacimiento': 'regimen ccc startDate endDate',
  // regimen and ccc are required because the default is to ask for a company
  'GET /excel-fie': 'regimen ccc startDate endDate',
  'GET /report-rlc': 'regimen ccc liquidType startDate endDate',
  'PUT /datos-bancarios': 'regimen ccc option cuenta',
  'GET /category-occupation-gc': 'regimen ccc nss dni',
  'GET /employees-in-enterprise': 'regimen ccc options',
  // Required by existing programs.
  'GET /notifications': '',
  'POST /notification-accept': 'id',
  'GET /nss-by-ipf': 'dni apellido1',
  'GET /ipf-by-nss': 'nss',
  'GET /life-ccc': 'regimen ccc startDate endDate',
  'GET /informe-ita': 'regimen ccc',
  'GET /report-situation-ccc': 'regimen ccc',
  'GET /idc-info-for-nss': 'regimen ccc nss',
  'GET /ccc-asignados': 'authorized_num',
  'GET /cno': 'regimen ccc nss dni',
  'GET /certificate-corriente': 'regimen ccc',
  'GET /anotaciones-causa-peculiaridades': 'regimen ccc',
  'POST /anotaciones-causa-peculiaridades': 'regimen ccc convenio startDate',
  'GET /convenios-colectivos-por-trabajador': 'regimen ccc nss identificacion dni',
  'POST /convenios-colectivos-por-trabajador': 'regimen ccc nss dni convenio startDate',
};

/** Values out of a field's bounds, by the field's name in any operation. */
const OUT_OF_BOUNDS: Record<string, unknown[]> = {
  id: ['4-1', '1', '1-x', '1-12345678901'],
  page: ['x', -1, 100_001],
  limit: ['x', -1, 51],
  rol: ['0', '4', 'propia'],
  state: ['OTRA', 'pendiente'],
  test: [true, 2, 'si'],
  regimen: ['111', '01111', 'x', 99999],
  ccc: ['2800000009x', '280000000970', -1],
  nss: ['28000000009x', '2800000000970', 1.5],
  naf: ['28000000009', 'x'],
  identificacion: ['3', 'DNI', 0],
  dni: ['1234 5678', 'A'.repeat(21), -1],
  apellido1: ['A'.repeat(41), '  ', {}],
  apellido2: ['A'.repeat(41), {}],
  fecha_real: ['2026-02-30', '01/12/2026', 20261201],
  fecha_baja: ['2026-02-30', '01/12/2026', 20261201],
  contingencia: ['0', '6', 'comun'],
  puesto: ['abc', '1234', 'A'.repeat(101)],
  funciones: ['Pocas palabras', 'A'.repeat(501), {}],
  clase_contrato: ['0', '3', 100],
  base: ['1850,00', '1850', '1234567890'],
  dias: [0, 93, -1, 1.5],
  fecha_atep: ['2026-02-30', '01/12/2026'],
  solicitante: ['X', 'madre'],
  motivo: ['0', '7', 'nacimiento'],
  fecha_inicio: ['2026-02-30', '01/12/2026', 20261201],
  fecha_fin: ['2026-02-30', '01/12/2026', 20261201],
  grupo_cotizacion: ['123', 'x', 100],
  tipo_contrato: ['10', '1000', 'abc'],
  contractType: ['10', '1000'],
  cno: ['12345', 'x', 10000],
  category_professional: ['301', '00003011'],
  coeficiente: ['1000', 1000, '0,5'],
  rlce: ['01000'],
  worker_collective: ['9670', 'x'],
  ocupacion: ['abc', '-'],
  convenio: ['1234567890123', '123456789012345'],
  modalidad_ctz: ['3'],
  fic: ['2026-13-01'],
  sust_cause: ['1', '001'],
  sust_nss: ['1'],
  duplicate: [2, 'si', true],
  obtener_idc: [2, 'x'],
  exc_ctz: ['64', '0064'],
  cond_desempleado: ['x'.repeat(11)],
  beneficios: ['x'.repeat(11)],
  fom_empl_agrario: ['3'],
  sexo: ['H', 'x'],
  fnacimiento: ['1990-02-29'],
  cesion_regimen: ['111'],
  cesion_ccc: ['1'],
  cesion_tipo: ['05', '2'],
  situacion: ['1', '001'],
  fecha_vacaciones: ['x'],
  indicativoSAA: ['1234'],
  inactividad_z: ['X'],
  dias_trabajados: [32, -1, 'x'],
  fecha_fin_temporal: ['2026-00-10'],
  startDate: ['2026-2-1', '2026-04-31'],
  endDate: ['x', '2026-04-31'],
  controlDate: ['2026-04'],
  first: [2],
  getConvenio: [2],
  getDatos: ['x'],
  pl_period: ['2026-13', '202601'],
  offset: [-1, 'x'],
  continueToken: ['x'.repeat(2001), 1],
  movType: ['alta', 'VARIACION'],
  ces: ['quizá', 2],
  dia_efectivo: [32, 'x'],
  dia_previsto_itat: [32],
  dia_previsto: [-1],
  indicativo_practica: ['S'],
  no_remunerada: [2, 'x'],
  opcionesBusqueda: ['3', 'x'],
  format: ['pdf'],
  liquidType: ['L01', 'l00'],
  numAutorizado: ['x', '12345678901'],
  numLiquidacion: ['9'.repeat(21), {}],
  authorized_num: ['x', -1],
  option: ['otra'],
  cuenta: ['ES9121000418450200051332', {}],
  options: [0, 4, 'x'],
};

describe('the group of the Social Security', () => {
  it('the group has the operations of the interface', () => {
    expect(
      [...operations.keys()].filter((name) => name !== 'POST /transformation').toSorted(),
      'the required fields of each operation, in REQUIRED of this file',
    ).toEqual(Object.keys(REQUIRED).toSorted());
  });
});

describe.each(Object.entries(REQUIRED))('the request of %s', (name, required) => {
  const operation = operationAt(name);
  const { request } = operation.example;

  it('the answer names every required field that is missing at once', () => {
    expect(failingFields(operation, {})).toEqual(required.split(' ').filter(Boolean).toSorted());
  });

  it('null and an empty text count as missing', () => {
    const fields = required.split(' ').filter(Boolean);
    for (const blank of [null, ''])
      expect(
        Object.keys(read(operation, Object.fromEntries(fields.map((field) => [field, blank]))).errors),
      ).toHaveLength(fields.length);
  });

  const { properties = {} } = z.toJSONSchema(operation.request, {
    io: 'input',
    unrepresentable: 'any',
  }) as { properties?: Fields };

  // If the interface only gives a maximum width, shorter numbers are padded with zeros.
  const completed = name === 'DELETE /alta' ? ['111', '28000000009'] : [];

  it.each(Object.keys(properties))('values out of bounds are refused in %s', (field) => {
    const values = OUT_OF_BOUNDS[field];
    expect(values, `values that ${field} refuses, in OUT_OF_BOUNDS of this file`).toBeDefined();
    for (const value of values!.filter((one) => !completed.includes(one as string))) {
      const { errors } = read(operation, { ...request, [field]: value });
      expect(
        Object.keys(errors).some((path) => path === field || path.startsWith(`${field}.`)),
        `${field} = ${JSON.stringify(value)}`,
      ).toBe(true);
    }
  });
});

describe('rules between fields of requests', () => {
  const company = { startDate: '2026-11-01', endDate: '2026-11-28' };
  const account = { regimen: '0111', ccc: '28000000097' };

  it.each<[name: string, change: Fields, failing: string[]]>([
    ['POST /it', { fecha_atep: '2026-11-20' }, ['fecha_atep']],
    ['POST /it', { contingencia: '3', fecha_atep: '2026-11-23' }, []],
    ['POST /it', { contingencia: '3', fecha_atep: '2026-11-30' }, ['fecha_baja']],
    ['GET /it', { getDatos: true, nss: undefined }, ['nss']],
    ['POST /nacimiento', { motivo: '5' }, []],
    ['POST /nacimiento', { motivo: '5', solicitante: 'P' }, ['motivo']],
    ['POST /nacimiento', { fecha_fin: '2026-11-15' }, ['fecha_fin']],
    ['GET /nacimiento', { getDatos: true, nss: undefined }, ['nss']],
    ['POST /alta', { regimen: '0112' }, ['category_professional']],
    ['POST /alta', { category_professional: '0000301' }, ['category_professional']],
    ['POST /alta', { tipo_contrato: '402' }, ['worker_collective']],
    ['POST /alta', { tipo_contrato: '502', worker_collective: '967' }, []],
    ['POST /alta', { sust_cause: '01' }, ['sust_nss']],
    ['POST /alta', { cond_desempleado: '1' }, []],
    ['POST /alta', { modalidad_ctz: 1 }, ['modalidad_ctz']],
    ['POST /alta', { regimen: '0163', modalidad_ctz: 1, fom_empl_agrario: 2 }, []],
    ['POST /alta', { fom_empl_agrario: 1 }, ['fom_empl_agrario']],
    ['POST /alta', { cesion_regimen: '0111' }, ['cesion_ccc', 'cesion_tipo']],
    ['POST /baja', { fecha_vacaciones: '2027-01-05' }, ['indicativoSAA']],
    ['POST /despido', { fecha_vacaciones: '2027-01-05' }, ['indicativoSAA']],
    ['POST /pract-no-remun', { startDate: '2026-11-02' }, ['startDate']],
    ['POST /pract-no-remun', { startDate: '2026-02-01' }, []],
    ['GET /report-rlc', { controlDate: '2026-10-01' }, ['controlDate']],
    ['GET /report-rlc', { liquidType: 'L03', controlDate: '2026-10-01' }, []],
    ['GET /excel-fie', { ...company, endDate: '2027-11-28' }, []],
    ['GET /life-ccc', { startDate: '2026-06-02', endDate: '2026-06-01' }, ['endDate']],
    ['GET /life-ccc', { startDate: '2026-02-30', endDate: '2026-02-01' }, ['startDate']],
  ])('the rules between fields hold for %s with %j', (name, change, failing) => {
    const operation = operationAt(name);
    const { errors } = read(operation, { ...operation.example.request, ...change });
    expect(Object.keys(errors).toSorted()).toEqual(failing);
  });

  it.each<[Fields, string[]]>([
    [account, []],
    [{ opcionesBusqueda: 0, ...account }, []],
    [{ opcionesBusqueda: 0 }, ['ccc', 'regimen']],
    [{ opcionesBusqueda: 1 }, ['naf']],
    [{ opcionesBusqueda: '1', naf: '280000000097' }, []],
    [{ opcionesBusqueda: 2 }, []],
  ])('the rules between fields hold for the FIE of %j', (of, failing) => {
    const { errors } = read(operationAt('GET /excel-fie'), { ...company, ...of });
    expect(Object.keys(errors).toSorted()).toEqual(failing);
  });
});

test('a collective is mandatory with these contracts, and the texts name them', () => {
  const operation = operationAt('POST /alta');
  const refused = Array.from({ length: 1000 }, (_, code) => String(code).padStart(3, '0')).filter(
    (tipo_contrato) => failingFields(operation, { ...operation.example.request, tipo_contrato }).length > 0,
  );
  expect(refused).toEqual(['402', '407', '502', '507']);
  const { errors } = read(operation, { ...operation.example.request, tipo_contrato: '402' });
  expect(errors).toEqual({ worker_collective: ['Es obligatorio con contratos 402, 502, 407 y 507.'] });
  const schema = z.toJSONSchema(operation.request, { io: 'input', unrepresentable: 'any' });
  expect(JSON.stringify(schema.properties?.worker_collective)).toContain(
    'obligatorio con contratos 402, 502, 407 y 507.',
  );
});

describe('reading the values of a request', () => {
  it('leading zeros are added if the interface gives a largest width', () => {
    const operation = operationAt('DELETE /alta');
    const { value } = read(operation, {
      ...operation.example.request,
      regimen: '111',
      ccc: 8_000_000_097,
    });
    expect(value).toMatchObject({ regimen: '0111', ccc: '08000000097' });
  });

  it('the members of a bank account are read at their paths', () => {
    const operation = operationAt('PUT /datos-bancarios');
    const { request } = operation.example;
    const { errors } = read(operation, {
      ...request,
      cuenta: { ...(request.cuenta as Fields), entidad: '21', tipo: '5' },
    });
    expect(Object.keys(errors).toSorted()).toEqual(['cuenta.entidad', 'cuenta.tipo']);
  });
});
