import type { Contract } from '../records.ts';
import { find, raw, read } from '../xml.ts';
import { type DocumentKind, datedFields } from './outcome.ts';
import { childrenInOrder, laterCompanyMatchesSchema, workerMatchesSchema } from './structure.ts';
import { Checks, compact, readCompany, readEnd, readLevel, readOccupation, readStart } from './values.ts';
import { readWorker } from './worker.ts';

const CALL = 'DATOS_LLAMAMIENTO';
const CALL_ORDER = [
  'FECHA_INICIO',
  'FECHA_FIN',
  'CLAVE_CONTRATO_TRANS',
  'IND_INCORPORA_ACTIVIDAD',
  'CODIGO_OCUPACION',
  'NIVEL_FORMATIVO',
];
const REQUIRED = CALL_ORDER.filter((name) => !/^(FECHA_FIN|CLAVE)/.test(name));

/**
 * Whether a key refers to a permanent seasonal contract: with number `00` the contract itself, with another number the
 * transformation that has it, and without a number either of them.
 */
const isSeasonal = ({ code, transformations }: Contract, key: string): boolean => {
  const number = key.slice(14);
  const called = number === '' || number === '00' ? [code] : [];
  const later = transformations.filter((each) => number === '' || each.number === number);
  return [...called, ...later.map((each) => each.code)].some((each) => each.startsWith('3'));
};

export const workCallKind: DocumentKind = {
  operation: 'servicioLlamamientoFijoDiscontinuo',
  counter: 'llamamiento',
  root: 'LLAMAMIENTOS',
  document: /^LLAMAMIENTO_TIPO()$/,
  most: 30,
  reportsWarnings: false,
  reply: {
    root: 'FICHERO_LLAMAMIENTOS',
    version: '5.000',
    list: 'LLAMAMIENTOSPROCESADOS',
    entry: () => 'ENVIO',
    answer: 'RESPUESTALLAMAMIENTO',
  },
  matchesSchema: (document) =>
    childrenInOrder(
      document,
      ['DATOS_EMPRESA', 'DATOS_TRABAJADOR', CALL, 'DATOS_USOLIBRE_EMPRESA'],
      ['DATOS_EMPRESA', 'DATOS_TRABAJADOR', CALL],
    ) &&
    laterCompanyMatchesSchema(document) &&
    workerMatchesSchema(document) &&
    childrenInOrder(find(document, CALL), CALL_ORDER, REQUIRED) &&
    /^(E\d{15})?$/.test(read(document, CALL, 'CLAVE_CONTRATO_TRANS')) &&
    /^[SN]$/.test(read(document, CALL, 'IND_INCORPORA_ACTIVIDAD')),
  emptyFields: (user) => datedFields('', user),
  file(context, document, { user }) {
    const checks = new Checks();
    const { cif } = readCompany(document, context, checks);
    const startDate = readStart(read(document, CALL, 'FECHA_INICIO'), checks);
    const end = read(document, CALL, 'FECHA_FIN');
    const endDate = end === '' ? '' : readEnd(end, checks);
    checks.require(endDate === '' || endDate >= startDate, 'CCT0027');
    const { identifier } = readWorker({ document, context, checks }, startDate);
    readOccupation(raw(document, CALL, 'CODIGO_OCUPACION'), checks);
    readLevel(read(document, CALL, 'NIVEL_FORMATIVO'), checks);

    // Without a key, the call is for the worker's permanent seasonal contract with the company.
    const key = read(document, CALL, 'CLAVE_CONTRATO_TRANS');
    const contract =
      key === ''
        ? context.contracts.find(
            (each) => each.worker.identifier === identifier && each.cif === cif && isSeasonal(each, key),
          )
        : context.contract(key);
    checks.require(contract !== undefined, 'CLL4001');
    if (contract) {
      checks.require(contract.worker.identifier === identifier, 'CLL4002');
      checks.require(isSeasonal(contract, key), 'CLL4004');
      checks.require(!contract.calls.some((call) => call.startDate === startDate), 'CLL4003');
    }
    const accepted = contract !== undefined && checks.errors.length === 0;
    if (accepted) {
      contract.calls.push({
        startDate,
        endDate,
        came: read(document, CALL, 'IND_INCORPORA_ACTIVIDAD'),
        communicated: context.time,
      });
    }
    return {
      accepted,
      errors: checks.errors,
      fields: datedFields(accepted ? compact(context.today) : '', user),
    };
  },
};
