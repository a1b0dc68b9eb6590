import { exampleAccount } from '../functions/seg-social/fields.ts';
import { notifyContract } from '../functions/sepe/operations/notify-contract.ts';
import type { DemoData } from '../local/demo.ts';
import { addDays } from '../sandbox/calendar.ts';
import type { Seed } from '../sandbox/seed.ts';
import { contractDocument } from '../shared/authorities/sepe/documents/contract-document.ts';
import { transformationDocument } from '../shared/authorities/sepe/documents/transformation-document.ts';
import * as identifiers from '../shared/kernel/identifiers.ts';
import { readRequest } from '../shared/kernel/validation.ts';
import { callOf, certificateOf, extensionOf } from './later-communications.ts';

type Fields = Record<string, unknown>;

/** A request that succeeds. */
export interface Succeeding {
  request: Fields;
  /** Calls that must come first, by name. */
  after?: [name: string, request: Fields][];
}

/**
 * A request that each operation before an authority answers with success at the stand-ins as they are seeded, by method
 * and address below `/api/v4`.
 */
export const requestsAt = (seed: Seed, demo: DemoData): Record<string, Succeeding> => ({
  ...socialSecurity(seed, demo),
  ...employmentService(seed, demo),
  ...taxAgency(seed),
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

/** An XML file as the interface takes it. */
const xmlFile = (xml: string) => {
  const bytes = Buffer.from(xml, 'latin1');
  return {
    content: `data:application/xml;base64,${bytes.toString('base64')}`,
    contentType: 'application/xml',
    name: 'envio.xml',
    size: bytes.length,
  };
};

/** A contract of a worker whom the employment service has no contract of. */
export const newContract = (seed: Seed, demo: DemoData, person = seed.demo.newWorkers[0]!) => {
  const { cif, regimen, ccc } = demo.company;
  return {
    cif,
    regimen,
    ccc,
    docType: 'D',
    dni: person.dni,
    name: person.name,
    surname: person.surname,
    lastSurname: person.secondSurname,
    sex: person.sex === 'M' ? 1 : 2,
    dateOfBirth: person.birthDate,
    nationality: 724,
    municipality: '28079',
    country: 724,
    nss: person.nss,
    nivelFormativo: '51',
    occupation: '4309',
    nationalityContract: 724,
    municipalityContract: '28079',
    codContract: '100',
    startDate: seed.today,
    INDICATIVO_PRTR: 'N',
  };
};

export const BASIC_COPY = {
  TIPO_FIRMA: 2,
  TEXTO_COPIABASICA: 'Jornada completa, de lunes a viernes.',
  DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
};

/** A request to convert a contract of the employment service. */
export const conversionOf = ({ today, demo: { convertibleContract } }: Seed, { company }: DemoData) => ({
  TIPO_CONTRATO: '189',
  DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: company.regimen + convertibleContract.ccc },
  DATOS_CONTRATO: {
    FECHA_INICIO_CTO: convertibleContract.startDate,
    IDENTIFICADORPFISICA: convertibleContract.docType + convertibleContract.dni,
    CLAVE_CONTRATO: convertibleContract.sepeId,
  },
  DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: today, CODIGO_OCUPACION: '4309' },
  DATOS_COMUNICA_COPIA_BASICA: BASIC_COPY,
  duplicate: 1,
});

const employmentService = (seed: Seed, demo: DemoData): Record<string, Succeeding> => {
  const { today } = seed;
  const { contract, convertibleContract, convertedContract, companyCertificate, companyCertificates } =
    seed.demo;
  const { regimen } = demo.company;
  const key = ({ sepeId }: { sepeId: string }) => sepeId.replaceAll('-', '');
  const conversion = conversionOf(seed, demo);
  const { value } = readRequest(notifyContract.request, newContract(seed, demo), {
    onlyDefined: true,
    identifiers,
  });
  const contractXml = contractDocument(value!, 'PRUEBA');
  return {
    'POST /sepe/contrata': {
      request: { ...newContract(seed, demo), duplicate: 1 },
    },
    'GET /sepe/contrata/data': {
      request: { dni: contract.dni, startDate: contract.startDate, ccc: contract.ccc },
    },
    'GET /sepe/contrata/data/list': {
      request: {
        cif: contract.cif,
        regimen,
        ccc: contract.ccc,
        startDate: contract.startDate,
        endDate: today,
        communications_by: 1,
      },
    },
    'GET /sepe/contrata': {
      request: { cif: contract.cif, dni: contract.dni, startDate: contract.startDate },
    },
    'DELETE /sepe/contrata': { request: { sepeId: convertibleContract.sepeId, option: 1 } },
    'POST /sepe/contrata/xml': { request: { file: xmlFile(contractXml) } },
    'POST /sepe/prorroga': { request: extensionOf(seed, demo) },
    'POST /sepe/llamamientos': { request: callOf(seed, demo) },
    'POST /sepe/certifica': { request: certificateOf(seed, demo) },
    'POST /sepe/transformation': { request: conversion },
    'POST /seg-social/transformation': { request: conversion },
    'POST /sepe/contrata/transformation/xml': {
      request: {
        file: xmlFile(
          transformationDocument(
            {
              type: '189',
              cif: convertibleContract.cif,
              fullCcc: regimen + convertibleContract.ccc,
              contract: { CLAVE_CONTRATO: key(convertibleContract) },
              startDate: today,
              occupation: '4309',
              country: '724',
              municipality: '28079',
              basicCopy: { ...BASIC_COPY, TIPO_FIRMA: '2' },
            },
            'PRUEBA',
          ),
        ),
      },
    },
    'GET /sepe/contrata/transformation': {
      request: {
        dni: convertedContract.dni,
        startDate: convertedContract.startDate,
        sepeId: convertedContract.sepeId,
      },
    },
    'POST /sepe/copy-basic': {
      request: {
        cif: convertibleContract.cif,
        docType: convertibleContract.docType,
        dni: convertibleContract.dni,
        startDate: convertibleContract.startDate,
        ...BASIC_COPY,
        duplicate: 1,
      },
    },
    'GET /sepe/copy-basic': {
      request: { cif: contract.cif, dni: contract.dni, startDate: contract.startDate },
    },
    'POST /sepe/copy-basic/xml': {
      request: {
        file: xmlFile(
          `<?xml version="1.0" encoding="ISO-8859-1"?><COPIASBASICAS><COPIABASICA_TIPO><DATOS_CONTRATO><CLAVE_CONTRATO>${key(convertibleContract)}</CLAVE_CONTRATO></DATOS_CONTRATO><DATOS_COMUNICA_COPIA_BASICA><TIPO_FIRMA>2</TIPO_FIRMA><TEXTO_COPIABASICA>${BASIC_COPY.TEXTO_COPIABASICA}</TEXTO_COPIABASICA><DOMIC_CENTRO_TRABAJO>${BASIC_COPY.DOMIC_CENTRO_TRABAJO}</DOMIC_CENTRO_TRABAJO></DATOS_COMUNICA_COPIA_BASICA></COPIABASICA_TIPO></COPIASBASICAS>`,
        ),
      },
    },
    'GET /sepe/certifica': { request: companyCertificate },
    'GET /sepe/certifica/list': { request: { dni: companyCertificates.dni } },
    'GET /sepe/certifica/data': { request: { dni: companyCertificate.dni } },
    'GET /sepe/certifica/detail': {
      request: {
        dni: companyCertificates.dni,
        startDate: companyCertificates.startDate,
        ccc: companyCertificates.cccs[0],
      },
    },
  };
};

const taxAgency = ({ today, demo }: Seed): Record<string, Succeeding> => ({
  'GET /aeat/report-corriente': { request: { type: 'G1' } },
  'GET /aeat/report-iae': { request: { period: Number(today.slice(0, 4)) - 1 } },
  'GET /aeat/report-subcontractors': { request: { nif_entidad: demo.payers.usual.nif } },
});
