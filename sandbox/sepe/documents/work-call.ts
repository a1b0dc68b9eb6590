import { raw, read } from '../xml.ts';
import { type DocumentKind, datedFields } from './outcome.ts';
import { childrenInOrder, companyMatchesSchema, workerMatchesSchema } from './structure.ts';
import { Checks, compact, dayOf, readCompany, readDay, readLevel, readOccupation } from './values.ts';
import { readWorker } from './worker.ts';

const CALL = 'DATOS_LLAMAMIENTO';

export const workCallKind: DocumentKind = {
  operation: 'servicioLlamamientoFijoDiscontinuo',
  counter: 'llamamiento',
  root: 'LLAMAMIENTOS',
  document: /^LLAMAMIENTO_TIPO()$/,
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
    companyMatchesSchema(document) &&
    workerMatchesSchema(document),
  emptyFields: (user) => datedFields('', user),
  file(context, document, { user }) {
    const checks = new Checks();
    const { cif } = readCompany(document, context, checks);
    const startDate = readDay(read(document, CALL, 'FECHA_INICIO'), checks, {
      length: 'CCT0065',
      form: 'CCT0023',
    });
    const { identifier } = readWorker({ document, context, checks }, startDate);
    readOccupation(raw(document, CALL, 'CODIGO_OCUPACION'), checks);
    readLevel(read(document, CALL, 'NIVEL_FORMATIVO'), checks);

    // Without a key, the call is for the worker's permanent seasonal contract with the company.
    const key = read(document, CALL, 'CLAVE_CONTRATO_TRANS');
    const isSeasonal = ({ code, transformations }: (typeof context.contracts)[number]) =>
      [code, ...transformations.map((each) => each.code)].some((each) => each.startsWith('3'));
    const contract =
      key === ''
        ? context.contracts.find(
            (each) => each.worker.identifier === identifier && each.cif === cif && isSeasonal(each),
          )
        : context.contract(key);
    checks.require(contract !== undefined, 'CLL4001');
    if (contract) {
      checks.require(contract.worker.identifier === identifier, 'CLL4002');
      checks.require(isSeasonal(contract), 'CLL4004');
      checks.require(!contract.calls.some((call) => call.startDate === startDate), 'CLL4003');
    }
    const accepted = contract !== undefined && checks.errors.length === 0;
    if (accepted) {
      contract.calls.push({
        startDate,
        endDate: dayOf(read(document, CALL, 'FECHA_FIN')) ?? '',
        came: read(document, CALL, 'IND_INCORPORA_ACTIVIDAD') || 'S',
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
