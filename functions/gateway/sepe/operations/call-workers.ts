import * as z from 'zod';
import {
  cutNames,
  leftOutAbroad,
  NAME_LENGTHS,
} from '../../../../shared/authorities/sepe/documents/contract-document.ts';
import {
  MAX_WORK_CALLS,
  workCallDocument,
} from '../../../../shared/authorities/sepe/documents/work-call-document.ts';
import { showCalledContract } from '../../../../shared/authorities/sepe/identifiers.ts';
import {
  fileDocument,
  isAccepted,
  type RecordResult,
} from '../../../../shared/authorities/sepe/services/filing.ts';
import { recordsOf } from '../../../../shared/authorities/sepe/services/shipment.ts';
import { ccc, code, date, digits, nssOrNone, regimen, test } from '../../../../shared/kernel/fields.ts';
import { areDates, notBefore, rule } from '../../../../shared/kernel/rules.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { contractAct } from '../acts.ts';
import { referenceOf } from '../facts.ts';
import {
  calledContract,
  companyId,
  countryCode,
  docType,
  exampleCompany,
  exampleWorker,
  municipalityCode,
  occupationCode,
  personName,
  workerDocument,
  workerRules,
  yesNo,
} from '../fields.ts';
import { noLookUp } from '../look-ups.ts';
import { municipalityOf } from '../municipality.ts';
import { fileReply, foundReply, toRecordResult, withWarnings } from '../replies.ts';
import { workerDoubts } from '../worker-doubts.ts';

const employee = z
  .object({
    doc: workerDocument,
    docType,
    name: personName('Nombre.', NAME_LENGTHS.name),
    surname: personName('Primer apellido.', NAME_LENGTHS.surname),
    lastSurname: personName('Segundo apellido; obligatorio con NIF/DNI.', NAME_LENGTHS.surname).optional(),
    nss: nssOrNone,
    sex: code({ '1': 'hombre', '2': 'mujer' }, 'Sexo: 1 hombre, 2 mujer.'),
    dateOfBirth: date('Fecha de nacimiento.'),
    nationality: countryCode('Nacionalidad.'),
    municipality: municipalityCode('Municipio de residencia, si es en España.').optional(),
    country: countryCode('País de residencia.'),
    startDate: date('Inicio de la actividad.'),
    endDate: date('Fin de la actividad.').optional(),
    nivelFormativo: digits(2, 'Nivel formativo.'),
    question: yesNo('Se incorpora a la actividad: S sí, N no.'),
    occupation: occupationCode,
    sepeId: calledContract.optional(),
  })
  .check(
    ...workerRules('doc'),
    ...municipalityOf('municipality', 'la residencia', ['country']),
    rule(
      'dateOfBirth',
      'Debe ser anterior al inicio de la actividad.',
      ({ dateOfBirth, startDate }) =>
        areDates(dateOfBirth, startDate) && String(dateOfBirth) >= String(startDate),
    ),
    notBefore('endDate', 'startDate', 'No puede ser anterior al inicio de la actividad.'),
  )
  .meta({ id: 'SepeWorkCall' });

type Call = z.output<typeof employee>;

const keyOf = (one?: Partial<Call>): string => `${one?.doc} ${one?.startDate}`;

/** SEPE takes one call of a worker for a day (CLL4003). */
const isRepeated = (employees: unknown): boolean => {
  if (!Array.isArray(employees)) return false;
  const keys = employees.map(keyOf);
  return new Set(keys).size < keys.length;
};

const request = z
  .object({
    test,
    cif: companyId,
    regimen,
    ccc,
    employees: z
      .array(employee)
      .min(1, { error: 'Debe tener al menos un llamamiento.' })
      .max(MAX_WORK_CALLS, { error: `Debe tener como máximo ${MAX_WORK_CALLS} llamamientos.` })
      .meta({ description: `Trabajadores llamados, ${MAX_WORK_CALLS} como máximo.` }),
  })
  .check(
    rule('employees', 'Tiene dos llamamientos del mismo trabajador y día.', ({ employees }) =>
      isRepeated(employees),
    ),
  );

export const callWorkers = submission({
  id: 'callWorkers',
  method: 'POST',
  path: '/llamamientos',
  summary: 'Comunicar el llamamiento de trabajadores fijos discontinuos',
  description:
    'El servicio del SEPE no pide confirmación: con test=1 se comprueban los datos y el documento, y se termina antes de ' +
    'enviarlo. data.data dice el resultado de cada llamamiento, en su orden. Si el SEPE no ha aceptado todos, success es ' +
    'false aunque otros se hayan comunicado: no vuelva a enviar los aceptados. nss 0 significa que no se conoce. ' +
    'duplicate se admite sin efecto: ninguna consulta conocida del SEPE da el documento de un llamamiento.',
  authority: 'sepe',
  dryRun: 'confirmation',
  dryRunEnds: 'document',
  commitsFirst: true,
  // No public query of SEPE gives the document of a call.
  ignores: ['duplicate'],
  content: (request) => {
    const inOrder = (one: Call, other: Call) => (keyOf(one) < keyOf(other) ? -1 : 1);
    return documentFor({ ...request, employees: request.employees.toSorted(inOrder) }, '');
  },
  acts: ({ regimen, ccc, employees }) =>
    employees.map(({ doc, startDate, sepeId: contract }, place) =>
      contractAct(
        'workCall',
        { account: regimen + ccc, document: doc, startDate },
        { entry: place + 1, reference: contract && referenceOf(contract) },
      ),
    ),
  rate: 'write',
  standing: 'chosen',
  emptyData: { data: [] },
  request,
  response: z.object({
    data: z
      .array(
        z
          .object({
            success: z.boolean().meta({ description: 'Verdadero si el SEPE lo aceptó.' }),
            id: z.string().optional().meta({
              description: 'Contrato llamado, E-##-####-#########: número y transformación juntos.',
            }),
            doc: z.string().meta({ description: 'Documento del trabajador.' }),
            startDate: z.string().meta({ description: 'Inicio de la actividad, AAAA-MM-DD.' }),
            result: z.enum(['ACEPTADO', 'ACEPTADO CON ERRORES', 'RECHAZADO', 'DESCONOCIDO']).meta({
              description: 'Resultado del SEPE; DESCONOCIDO: debe comprobarse antes de volver a enviarlo.',
            }),
            messages: z.array(z.string()).meta({ description: 'Códigos y textos del SEPE.' }),
          })
          .meta({ id: 'SepeWorkCallOutcome' }),
      )
      .meta({ description: 'Resultado de cada llamamiento.' }),
  }),
  missingFields: {
    worker: 'A request may call several workers.',
    date: 'Each call has its own date.',
  },
  example: {
    request: {
      ...exampleCompany,
      employees: [
        {
          doc: exampleWorker.dni,
          docType: 'D',
          name: 'ANA',
          surname: 'GARCIA',
          lastSurname: 'LOPEZ',
          nss: '280000000097',
          sex: 2,
          dateOfBirth: '1990-05-17',
          nationality: 724,
          municipality: 28079,
          country: 724,
          startDate: exampleWorker.startDate,
          nivelFormativo: 32,
          question: 'S',
          occupation: 4309,
          sepeId: 'E-28-2026-000012300',
        },
      ],
    },
    response: {
      data: [
        {
          success: true,
          id: 'E-28-2026-000012300',
          doc: exampleWorker.dni,
          startDate: exampleWorker.startDate,
          result: 'ACEPTADO',
          messages: [],
        },
      ],
    },
  },
  run: async (request, { sepe, now, filingId }) => {
    const document = documentFor(request, filingId);
    const results = await fileDocument(
      sepe,
      { what: 'workCalls', document, records: recordsOf(document) },
      now,
    );
    return results ? callsReply(results, request) : withWarnings(request.employees.flatMap(notes));
  },
  doubts: ({ employees }) =>
    employees.flatMap((call, index) =>
      workerDoubts(call).map((doubt) => `Llamamiento ${index + 1}: ${doubt}`),
    ),
  emits: ({ cif, regimen, ccc, employees }, { data, isAhead }) => {
    const { data: results = [] } = (data ?? {}) as { data?: { success: boolean }[] };
    return employees
      .filter(({ question }, index) => question === 'S' && (isAhead || results[index]?.success))
      .map(({ doc, startDate }) => ({
        kind: 'workCall',
        cif,
        account: `${regimen}${ccc}`,
        document: plainDocument(doc),
        date: startDate,
      }));
  },
  lookUp: {
    // No known query shows a call: only its shipment says what became of it.
    onlyByReference: true,
    find: (request, facts, { sepe }) =>
      foundReply(
        recordsOf(documentFor(request, facts.id)),
        { sepe, facts, lookUp: () => noLookUp },
        (results) => callsReply(results, request),
      ),
  },
});

type Sent = z.output<typeof request>;

const documentFor = ({ cif, regimen, ccc, employees }: Sent, id: string): string =>
  workCallDocument(
    { cif, fullCcc: regimen + ccc },
    employees.map(({ doc, sepeId, question, ...call }) => ({
      ...call,
      dni: doc,
      contract: sepeId,
      comes: question,
    })),
    id,
  );

/** Values of a call that are written otherwise than they were sent, or left out. */
const notes = (call: Call): string[] => [
  ...cutNames(call),
  ...leftOutAbroad([{ field: 'municipality', country: call.country, municipality: call.municipality }]),
];

/** The reply if any call was accepted. */
const callsReply = (results: RecordResult[], { employees }: Sent) => {
  const data = results.map((record, index) => {
    const { doc, startDate, sepeId } = employees[index]!;
    const { result, messages } = toRecordResult(record);
    const id = sepeId && showCalledContract(sepeId);
    return { success: isAccepted(record), ...(id && { id }), doc, startDate, result, messages };
  });
  return { ...fileReply({ data }, results), ...withWarnings(employees.flatMap(notes)) };
};
