import { gzipSync } from 'node:zlib';
import { exampleFile190 } from '../functions/gateway/aeat/return-190.ts';
import { exampleAccount } from '../functions/gateway/seg-social/fields.ts';
import type { DemoData } from '../local/demo.ts';
import { addDays } from '../sandbox/calendar.ts';
import type { Seed } from '../sandbox/seed.ts';
import { employmentService } from './employment-requests.ts';
import type { Succeeding } from './succeeding.ts';

/**
 * Requests that succeed at the seeded stand-ins, one for each operation before an authority, by method and address
 * below `/api/v4`.
 */
export const requestsAt = (seed: Seed, demo: DemoData): Record<string, Succeeding> => ({
  ...socialSecurity(seed, demo),
  ...employmentService(seed, demo),
  ...taxAgency(seed),
  ...notifications(seed),
});

const socialSecurity = (seed: Seed, demo: DemoData): Record<string, Succeeding> => {
  const { today } = seed;
  const unknown = seed.demo.newWorkers[0]!;
  const { regimen, ccc } = demo.company;
  const { fecha_alta, ...identity } = demo.worker;
  const account = { regimen, ccc };
  const worker = { ...account, ...identity };
  const { identificacion, ...withoutKind } = worker;
  const alta = {
    ...account,
    ...demo.newWorker,
    fecha_real: today,
    grupo_cotizacion: '07',
    tipo_contrato: '100',
    cno: '4122',
  };
  const registration = { ...account, nss: worker.nss, startDate: fecha_alta };
  const termination = { ...worker, fecha_real: today, situacion: '51' };
  const change = { ...withoutKind, fecha_real: today, duplicate: 1 };
  const { artists } = seed.demo.accounts;
  const artist = { ...demo.newWorker, regimen: artists.regimen, ccc: artists.ccc };
  const { identificacion: _, ...artistWithoutKind } = artist;
  const assignment = {
    ...worker,
    cesion_regimen: demo.cesion.regimen,
    cesion_ccc: demo.cesion.ccc,
    cesion_tipo: '02',
    startDate: today,
    endDate: today,
  };
  const { endDate: __, ...assignmentStart } = assignment;
  const sickLeave = {
    ...account,
    nss: worker.nss,
    dni: worker.dni,
    fecha_baja: seed.demo.leave,
    contingencia: '1',
    puesto: 'Auxiliar administrativa',
    funciones: 'Atención telefónica y archivo de documentos',
    clase_contrato: '2',
    base: '000185000',
    dias: 30,
    duplicate: 1,
  };
  const birth = {
    ...account,
    nss: worker.nss,
    dni: worker.dni,
    solicitante: 'M',
    motivo: '1',
    fecha_inicio: addDays(today, -2),
    fecha_fin: addDays(today, 110),
    duplicate: 1,
  };
  return {
    'POST /seg-social/alta': { request: { ...alta, duplicate: 1, obtener_idc: 1 } },
    'DELETE /seg-social/alta': { request: { ...withoutKind, fecha_real: fecha_alta } },
    'POST /seg-social/baja': { request: { ...termination, duplicate: 1, obtener_idc: 1 } },
    'POST /seg-social/despido': { request: { ...termination, situacion: '54', duplicate: 1 } },
    'DELETE /seg-social/baja': {
      request: { ...withoutKind, fecha_real: today },
      after: [['POST /seg-social/baja', termination]],
    },
    'GET /seg-social/employee-situations': {
      request: { ...account, dni: worker.dni, getDatos: 1, getConvenio: 1, pl_period: today.slice(0, 7) },
    },
    'GET /seg-social/ta-info-for-nss': { request: { ...account, nss: worker.nss } },
    'GET /seg-social/duplicate-ta': { request: { ...registration, movType: 'ALTA' } },
    'GET /seg-social/idc': { request: registration },
    'GET /seg-social/life-affiliate': { request: { ...account, nss: worker.nss } },
    'PUT /seg-social/contribution-group': { request: { ...change, grupo_cotizacion: '04' } },
    'PUT /seg-social/occupation': { request: { ...change, ocupacion: 'a' } },
    'PUT /seg-social/category-professional': {
      request: { ...artistWithoutKind, fecha_real: today, category_professional: '0000302' },
      after: [['POST /seg-social/alta', { ...alta, ...artist, category_professional: '0000301' }]],
    },
    'PUT /seg-social/cno': { request: { ...change, cno: '2611' } },
    'PUT /seg-social/contract-coeficiente': {
      request: { ...withoutKind, startDate: today, contractType: '200', coeficiente: '500', duplicate: 1 },
    },
    'POST /seg-social/etts/cesion': { request: assignment },
    'PUT /seg-social/etts/cesion': {
      request: { ...assignment, endDate: '2030-12-31' },
      after: [['POST /seg-social/etts/cesion', assignment]],
    },
    'DELETE /seg-social/etts/cesion': {
      request: assignmentStart,
      after: [['POST /seg-social/etts/cesion', assignment]],
    },
    'GET /seg-social/etts/cesion': {
      request: { ...account, dni: worker.dni, ces: true },
      after: [['POST /seg-social/etts/cesion', assignment]],
    },
    'POST /seg-social/pract-no-remun': {
      request: { ...worker, startDate: `${today.slice(0, 7)}-01`, dia_efectivo: 10, no_remunerada: 1 },
    },
    'POST /seg-social/it': { request: sickLeave },
    'GET /seg-social/it': {
      request: { ...account, nss: worker.nss, startDate: demo.fie.startDate, endDate: today, getDatos: true },
      after: [['POST /seg-social/it', sickLeave]],
    },
    'POST /seg-social/nacimiento': { request: birth },
    'GET /seg-social/nacimiento': {
      request: {
        ...account,
        nss: worker.nss,
        startDate: addDays(today, -10),
        endDate: today,
        getDatos: true,
      },
      after: [['POST /seg-social/nacimiento', birth]],
    },
    'GET /seg-social/excel-fie': {
      request: { ...account, startDate: demo.fie.startDate, endDate: demo.fie.endDate, format: 'json' },
    },
    'GET /seg-social/report-rlc': {
      request: {
        ...account,
        liquidType: demo.rlc.liquidType,
        startDate: demo.rlc.startDate,
        endDate: demo.rlc.endDate,
      },
    },
    'PUT /seg-social/datos-bancarios': {
      request: {
        ...account,
        option: 'cuenta',
        authorized_num: demo.authorizedUsers[0],
        cuenta: { ...exampleAccount, cif: demo.company.cif, titular: 'EMPRESA DE EJEMPLO SL' },
      },
    },
    'GET /seg-social/category-occupation-gc': { request: withoutKind },
    'GET /seg-social/nss-by-ipf': {
      request: { dni: unknown.dni, apellido1: unknown.surname, apellido2: unknown.secondSurname },
    },
    'GET /seg-social/ipf-by-nss': { request: { nss: unknown.nss } },
    'GET /seg-social/life-ccc': { request: { ...account, startDate: addDays(today, -90), endDate: today } },
    'GET /seg-social/informe-ita': { request: account },
    'GET /seg-social/idc-info-for-nss': { request: { ...account, nss: worker.nss } },
    'GET /seg-social/ccc-asignados': { request: { authorized_num: demo.authorizedUsers[0] } },
    'GET /seg-social/cno': { request: withoutKind },
    'GET /seg-social/certificate-corriente': { request: account },
    'GET /seg-social/convenios-colectivos-por-trabajador': { request: worker },
    'GET /seg-social/employees-in-enterprise': { request: { ...account, options: 3 } },
  };
};

const taxAgency = ({ today, demo }: Seed): Record<string, Succeeding> => {
  const year = Number(today.slice(0, 4)) - 1;
  const { cif } = demo.company;
  const declared = {
    cif,
    razon_social: 'DEMOSTRACION Y PRUEBAS SL',
    ejercicio: year,
    periodo: '4T',
    casilla_01: 3,
    casilla_02: '00000000000900000',
    casilla_03: '00000000000135000',
    casilla_28: '00000000000135000',
    casilla_30: '00000000000135000',
    tipo: 'U',
    iban: 'ES9121000418450200051332',
  };
  return {
    'GET /aeat/report-corriente': { request: { type: 'G1' } },
    'GET /aeat/report-iae': { request: { period: year } },
    'GET /aeat/report-subcontractors': { request: { nif_entidad: demo.payers.usual.nif } },
    'POST /aeat/modelo-111': { request: declared },
    'POST /aeat/modelo-190': {
      // Compressed, since a cell of a sheet does not keep the blanks of its records.
      request: { registro_gzip: gzipSync(exampleFile190(cif)).toString('base64') },
    },
    'GET /aeat/declaraciones': {
      request: { cif, modelo: '111', ejercicio: declared.ejercicio, periodo: '4T', duplicate: true },
      after: [['POST /aeat/modelo-111', declared]],
    },
  };
};

const notifications = ({ demo }: Seed): Record<string, Succeeding> => {
  const { pending, accepted } = demo.dehu;
  const idOf = ({ origin, identifier }: typeof pending) => ({ id: `${origin}-${identifier}` });
  const page = { page: 1, limit: 50 };
  return {
    'GET /dehu/notifications-pending': { request: page },
    'GET /dehu/notifications-done': { request: page },
    'GET /dehu/communications': { request: page },
    'GET /dehu/notification-detail': { request: { ...idOf(accepted), duplicate: 1, voucher: 1 } },
    'GET /dehu/notification-document': { request: idOf(accepted) },
    'GET /dehu/notification-voucher': { request: idOf(accepted) },
    'POST /dehu/notification-accept': { request: idOf(pending) },
    'GET /dehu/stats': { request: {} },
    'GET /seg-social/notifications': { request: page },
    'POST /seg-social/notification-accept': { request: { id: `2-${demo.notices.red.code}` } },
    'GET /aeat/notifications': { request: page },
    'POST /aeat/notification-accept': { request: { id: demo.taxNotices.pending.code } },
  };
};
