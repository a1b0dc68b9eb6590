import { raw, read } from '../xml.ts';
import { datedFields, type Kind } from './outcome.ts';
import { companyInOrder, inOrder, workerInOrder } from './structure.ts';
import { Complaints, compact, companyIn, dayIn, dayOf, levelIn, occupationIn } from './values.ts';
import { workerIn } from './worker.ts';

const CALL = 'DATOS_LLAMAMIENTO';

export const workCallKind: Kind = {
  operation: 'servicioLlamamientoFijoDiscontinuo',
  tally: 'llamamiento',
  root: 'LLAMAMIENTOS',
  document: /^LLAMAMIENTO_TIPO()$/,
  warns: false,
  reply: {
    root: 'FICHERO_LLAMAMIENTOS',
    version: '5.000',
    list: 'LLAMAMIENTOSPROCESADOS',
    entry: () => 'ENVIO',
    answer: 'RESPUESTALLAMAMIENTO',
  },
  wellBuilt: (document) =>
    inOrder(
      document,
      ['DATOS_EMPRESA', 'DATOS_TRABAJADOR', CALL, 'DATOS_USOLIBRE_EMPRESA'],
      ['DATOS_EMPRESA', 'DATOS_TRABAJADOR', CALL],
    ) &&
    companyInOrder(document) &&
    workerInOrder(document),
  blank: (user) => datedFields('', user),
  file(desk, document, _code, user) {
    const complaints = new Complaints();
    const { cif } = companyIn(document, desk, complaints);
    const startDate = dayIn(read(document, CALL, 'FECHA_INICIO'), complaints, 'CCT0065', 'CCT0023');
    const { identifier } = workerIn(document, startDate, desk, complaints);
    occupationIn(raw(document, CALL, 'CODIGO_OCUPACION'), complaints);
    levelIn(read(document, CALL, 'NIVEL_FORMATIVO'), complaints);

    // Without a key the call is of the worker's only fixed-discontinuous contract with the company.
    const key = read(document, CALL, 'CLAVE_CONTRATO_TRANS');
    const seasonal = ({ code, transformations }: (typeof desk.contracts)[number]) =>
      [code, ...transformations.map((each) => each.code)].some((each) => each.startsWith('3'));
    const contract =
      key === ''
        ? desk.contracts.find(
            (each) => each.worker.identifier === identifier && each.cif === cif && seasonal(each),
          )
        : desk.contract(key);
    complaints.unless(contract !== undefined, 'CLL4001');
    if (contract) {
      complaints.unless(contract.worker.identifier === identifier, 'CLL4002');
      complaints.unless(seasonal(contract), 'CLL4004');
      complaints.unless(!contract.calls.some((call) => call.startDate === startDate), 'CLL4003');
    }
    const accepted = contract !== undefined && complaints.codes.length === 0;
    if (accepted) {
      contract.calls.push({
        startDate,
        endDate: dayOf(read(document, CALL, 'FECHA_FIN')) ?? '',
        came: read(document, CALL, 'IND_INCORPORA_ACTIVIDAD') || 'S',
        communicated: desk.time,
      });
    }
    return {
      accepted,
      errors: complaints.codes,
      fields: datedFields(accepted ? compact(desk.today) : '', user),
    };
  },
};
