import { notifyContract } from '../functions/gateway/sepe/operations/notify-contract.ts';
import type { DemoData } from '../local/demo.ts';
import type { Seed } from '../sandbox/seed.ts';
import { contractDocument } from '../shared/authorities/sepe/documents/contract-document.ts';
import { transformationDocument } from '../shared/authorities/sepe/documents/transformation-document.ts';
import * as identifiers from '../shared/kernel/identifiers.ts';
import { readRequest } from '../shared/kernel/validation.ts';
import { callOf, certificateOf, extensionOf } from './later-communications.ts';
import type { Succeeding } from './succeeding.ts';

/** An XML file, encoded as the interface takes it. */
const xmlFile = (xml: string) => {
  const bytes = Buffer.from(xml, 'latin1');
  return {
    content: `data:application/xml;base64,${bytes.toString('base64')}`,
    contentType: 'application/xml',
    name: 'envio.xml',
    size: bytes.length,
  };
};

/** A request for the contract of a worker who has none at the employment service. */
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

/** Requests that succeed at the seeded stand-in of the employment service, by method and address. */
export const employmentService = (seed: Seed, demo: DemoData): Record<string, Succeeding> => {
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
