import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import {
  type ContractData,
  contractData,
} from '../../../../shared/authorities/sepe/contrata/contract-data.ts';
import { extensionPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { extensionDocument } from '../../../../shared/authorities/sepe/documents/extension-document.ts';
import { readExtension, readFootprint } from '../../../../shared/authorities/sepe/identifiers.ts';
import { fileDocument, type RecordResult } from '../../../../shared/authorities/sepe/services/filing.ts';
import { recordsOf } from '../../../../shared/authorities/sepe/services/shipment.ts';
import { aboutFields, refused } from '../../../../shared/kernel/authority-errors.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { ccc, code, date, duplicate, regimen, test } from '../../../../shared/kernel/fields.ts';
import { areDates, notBefore, rule } from '../../../../shared/kernel/rules.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { notObtained } from '../../../../shared/operation/after-acceptance.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { contractAct } from '../acts.ts';
import { indicatorsFor, startAfterEnd, typesOf } from '../extension-rules.ts';
import { companyId, dniOrNie, exampleCompany, exampleFootprint, exampleWorker, yesNo } from '../fields.ts';
import { checkContract } from '../found-contract.ts';
import { extensionLookUp } from '../look-ups.ts';
import { duplicateOf, foundReply, messageFor, withMessage } from '../replies.ts';
import { hoursWithMinutes } from '../working-time.ts';

const request = z
  .object({
    test,
    cif: companyId,
    regimen,
    ccc,
    dni: dniOrNie,
    old_startDate: date('Inicio del contrato que se prorroga.'),
    startDate: date('Inicio de la prórroga.'),
    endDate: date('Fin de la prórroga.'),
    prorroga_exist_convenio: yesNo(
      `Convenio que ampara la duración: S sí, N no; para contratos ${typesOf('prorroga_exist_convenio')}.`,
    ).optional(),
    INDICADOR_DISCONTINUIDAD: code(
      { I: 'incapacidad' },
      'Discontinuidad: I si una incapacidad justifica que la prórroga no empiece al día siguiente.',
    ).optional(),
    IND_EMPRESA_AAPP_UNIVERSIDAD: yesNo(
      `Contratos ${typesOf('IND_EMPRESA_AAPP_UNIVERSIDAD')} de mayor duración: S Administración o universidad, N no.`,
    ).optional(),
    IND_PERIODO_AUTORIZA_DURACION: yesNo(
      `Contratos ${typesOf('IND_PERIODO_AUTORIZA_DURACION')} de mayor duración: S hubo períodos que la justifican, N no.`,
    ).optional(),
    HORAS_FORMACION: hoursWithMinutes(
      `Contratos ${typesOf('HORAS_FORMACION')}: horas de formación, HHHHMM.`,
    ).optional(),
    IND_DURAC_INFERIOR: yesNo(
      `Contratos ${typesOf('IND_DURAC_INFERIOR')} de 6 a 12 meses: S los servicios sociales aconsejan esa duración, N no.`,
    ).optional(),
    duplicate,
  })
  .check(
    rule(
      'startDate',
      'Debe ser posterior al inicio del contrato.',
      ({ old_startDate, startDate }) =>
        areDates(old_startDate, startDate) && String(startDate) <= String(old_startDate),
    ),
    notBefore('endDate', 'startDate', 'No puede ser anterior al inicio de la prórroga.'),
    rule('HORAS_FORMACION', 'Los minutos no pueden ser más de 59.', ({ HORAS_FORMACION: hours }) =>
      /^\d{4}[6-9]\d$/.test(String(hours)),
    ),
  );

export const extendContract = submission({
  id: 'extendContract',
  method: 'POST',
  path: '/prorroga',
  summary: 'Comunicar la prórroga de un contrato',
  description:
    'El contrato se consulta antes en el SEPE, que debe tenerlo con ese trabajador, esa empresa y esa fecha de inicio. El ' +
    'servicio del SEPE no pide confirmación: con test=1 se comprueba todo y se termina antes de enviarlo; si el SEPE rechazará el inicio, el simulacro falla como fallaría la presentación. Los campos en ' +
    'mayúsculas llevan el nombre que el SEPE les da y solo hacen falta para los contratos que su descripción nombra.',
  authority: 'sepe',
  dryRun: 'confirmation',
  dryRunEnds: 'document',
  // A contract has one extension from a day on.
  acts: ({ regimen, ccc, dni, old_startDate, startDate }, referenceOf) => [
    contractAct(
      'extension',
      { account: regimen + ccc, document: dni, startDate: old_startDate },
      { reference: referenceOf(), day: startDate },
    ),
  ],
  replyAgain: (request, { reference: id }, ports) =>
    extensionReply([{ kind: '', result: 'accepted', id, messages: [] }], request, ports),
  rate: 'write',
  standing: 'chosen',
  request,
  response: z.object({
    id: z.string().optional().meta({ description: 'Identificador de la prórroga, E-##-####-#######-##.' }),
    file: fileObject.optional().meta({ description: 'Duplicado de la prórroga.', askedBy: ['duplicate'] }),
  }),
  example: {
    request: {
      ...exampleCompany,
      dni: exampleWorker.dni,
      old_startDate: exampleWorker.startDate,
      startDate: '2027-05-03',
      endDate: '2027-08-02',
      prorroga_exist_convenio: 'S',
      duplicate: 1,
    },
    response: { id: `${exampleFootprint}-01`, file: exampleFile('prorroga.pdf') },
  },
  run: async (request, { sepe, now, keep, filingId }) => {
    const contract = await contractOf(request, sepe);
    const document = documentFor(request, contract, filingId);
    const results = await fileDocument(
      sepe,
      { what: 'extensions', document, records: recordsOf(document) },
      now,
    );
    if (results) return extensionReply(results, request, { sepe, keep });
    const isDiscontinuous = request.INDICADOR_DISCONTINUIDAD !== undefined;
    const refusal = startAfterEnd({ startDate: request.startDate, isDiscontinuous }, contract);
    if (refusal) throw refused('sepe', [refusal]);
    return {};
  },
  emits: ({ cif, regimen, ccc, dni, old_startDate, endDate }, { reference }) => [
    {
      kind: 'extension',
      cif,
      account: `${regimen}${ccc}`,
      reference,
      document: plainDocument(dni),
      date: old_startDate,
      end: endDate,
    },
  ],
  lookUp: {
    find: async (request, facts, ports) =>
      foundReply(
        recordsOf(documentFor(request, await contractOf(request, ports.sepe), facts.id)),
        { sepe: ports.sepe, facts, lookUp: extensionLookUp },
        (results) => extensionReply(results, request, ports),
      ),
  },
});

type Sent = z.output<typeof request>;

/** @throws ServiceError 422 if SEPE shows no such contract, or another worker, start or company */
const contractOf = async ({ dni, old_startDate, cif }: Sent, sepe: ReadingPort): Promise<ContractData> => {
  const contract = await sepe
    .read(contractData, { dni, startDate: old_startDate, cif })
    .catch(aboutFields({ startDate: 'old_startDate' }));
  checkContract(contract, {
    dni,
    startDate: old_startDate,
    cif,
    names: { worker: 'dni', startDate: 'old_startDate', cif: 'cif' },
  });
  return contract;
};

/** @throws ServiceError 422 for what contracts of this type must have, or do not have */
const documentFor = (request: Sent, contract: ContractData, id: string): string => {
  const { cif, regimen, ccc, dni, old_startDate, startDate, endDate } = request;
  const { prorroga_exist_convenio, ...indicators } = indicatorsFor(contract.code, request, {
    start: old_startDate,
    end: endDate,
  });
  return extensionDocument(
    {
      cif,
      fullCcc: regimen + ccc,
      contract: readFootprint(contract.id) ?? {
        docType: /^[XYZ]/.test(dni) ? 'E' : 'D',
        dni,
        startDate: old_startDate,
      },
      startDate,
      endDate,
      ...indicators,
      INDICADOR_CONV_COL: prorroga_exist_convenio,
      INDICADOR_DISCONTINUIDAD: request.INDICADOR_DISCONTINUIDAD,
    },
    id,
  );
};

/** The reply to an extension that was accepted. */
const extensionReply = async (
  results: RecordResult[],
  { duplicate }: Sent,
  ports: { sepe: ReadingPort; keep: Ports['keep'] },
) => {
  const id = results[0]!.id;
  const extension = readExtension(id ?? '');
  const copy = await duplicateOf(duplicate && extension !== undefined, ports, () =>
    ports.sepe.read(extensionPdf, extension!),
  );
  const noNumber = id ? undefined : 'el SEPE no ha devuelto su identificador';
  return {
    data: { ...(id && { id }), ...(copy.value && { file: copy.value }) },
    ...withMessage(messageFor('La prórroga', results, notObtained(copy) ?? noNumber)),
    filed: { reference: id },
  };
};
