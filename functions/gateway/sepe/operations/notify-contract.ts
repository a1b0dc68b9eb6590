import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import { contractPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import {
  type Contract,
  contractDocument,
  contractNotes,
  NAME_LENGTHS,
} from '../../../../shared/authorities/sepe/documents/contract-document.ts';
import { codesWith } from '../../../../shared/authorities/sepe/documents/contract-fields.ts';
import {
  codesWhere,
  EXCLUSION_MODALITIES,
} from '../../../../shared/authorities/sepe/documents/contract-types.ts';
import { readFootprint } from '../../../../shared/authorities/sepe/identifiers.ts';
import { fileDocument, type RecordResult } from '../../../../shared/authorities/sepe/services/filing.ts';
import { recordsOf } from '../../../../shared/authorities/sepe/services/shipment.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import {
  asText,
  bool,
  capitals,
  ccc,
  code,
  date,
  digits,
  duplicate,
  hundredths,
  notZeros,
  nssOrNone,
  regimen,
  test,
} from '../../../../shared/kernel/fields.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { notObtained } from '../../../../shared/operation/after-acceptance.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { contractAct } from '../acts.ts';
import { contractRules } from '../contract-rules.ts';
import {
  basicCopyFields,
  bonusCollective,
  companyId,
  contractType,
  countryCode,
  docType,
  exampleCompany,
  exampleFootprint,
  exampleWorker,
  minutes,
  municipalityCode,
  occupationCode,
  optionalBlock,
  personName,
  tipoJornada,
  trainingHours,
  workerDocument,
  yesNo,
} from '../fields.ts';
import { contractLookUp } from '../look-ups.ts';
import { duplicateOf, foundReply, messageFor, withMessage, withWarnings } from '../replies.ts';
import { checkStart } from '../start.ts';
import { workerDoubts } from '../worker-doubts.ts';

export const notifyContract = submission({
  id: 'notifyContract',
  method: 'POST',
  path: '/contrata',
  summary: 'Comunicar un contrato',
  description:
    'El servicio del SEPE no pide confirmación: con test=1 se comprueban los datos y el documento, y se termina antes de ' +
    'enviarlo. nss 000000000000 significa que el ' +
    'trabajador aún no tiene número. Con contratos fijos discontinuos sin horas se comunica que la actividad no tiene ' +
    'fecha cierta. Los campos en mayúsculas que no son de la interfaz llevan el nombre que el SEPE les da y solo hacen ' +
    'falta para los contratos que su descripción nombra.',
  authority: 'sepe',
  dryRun: 'confirmation',
  dryRunEnds: 'document',
  commitsFirst: true,
  // A program in use sends the basic copy also here, and then once more by its own operation.
  ignores: ['signatureType', 'copyBasicText', 'workplace', 'copia'],
  content: (request) => contractDocument(request, ''),
  // A worker has only one contract in an account with a given start. With other details the same contract would be communicated
  // twice.
  acts: ({ regimen, ccc, dni, startDate }, referenceOf) => [
    contractAct(
      'contract',
      { account: regimen + ccc, document: dni, startDate },
      { reference: referenceOf() },
    ),
  ],
  rate: 'write',
  standing: 'document',
  request: z
    .object({
      test,
      cif: companyId,
      regimen,
      ccc,
      docType,
      dni: workerDocument,
      name: personName('Nombre.', NAME_LENGTHS.name),
      surname: personName('Primer apellido.', NAME_LENGTHS.surname),
      lastSurname: personName('Segundo apellido; obligatorio con NIF/DNI.', NAME_LENGTHS.surname).optional(),
      sex: code({ '1': 'hombre', '2': 'mujer' }, 'Sexo: 1 hombre, 2 mujer.'),
      dateOfBirth: date('Fecha de nacimiento.'),
      nationality: countryCode('Nacionalidad.'),
      municipality: municipalityCode('Municipio de residencia, si es en España.').optional(),
      country: countryCode('País de residencia; obligatorio.').optional(),
      PAIS_RESIDENCIA: countryCode('Lo mismo que country, con el nombre que le da el SEPE.').optional(),
      nss: nssOrNone,
      nivelFormativo: digits(2, 'Nivel formativo.'),
      occupation: occupationCode,
      nationalityContract: countryCode('País del centro de trabajo.'),
      IND_CONTRATO_ESCRITO: bool(
        `Contrato escrito; se comunica con los contratos ${codesWith('IND_CONTRATO_ESCRITO')}.`,
      ).optional(),
      IND_CONTRATO_ALTA_DIRECCION: yesNo('Contrato 990 escrito: si es de alta dirección.').optional(),
      municipalityContract: municipalityCode(
        'Municipio del centro de trabajo, si está en España.',
      ).optional(),
      collectiveAgreement: code(
        { S: 'sí', N: 'no', C: 'sí, 90 días o menos', D: 'no, 90 días o menos' },
        'Convenio o contrato anterior que ampara la duración (S, N), o respuesta para 90 días o menos (C sí, D no).',
      ).optional(),
      codContract: contractType,
      MODALIDAD_EXCLUSION: code(
        Object.fromEntries(EXCLUSION_MODALITIES.map((modality) => [modality, `modalidad ${modality}`])),
        `Contratos ${codesWith('MODALIDAD_EXCLUSION')}: código del contrato del que son modalidad.`,
      ).optional(),
      startDate: date('Inicio del contrato; el SEPE lo admite como máximo tres meses antes.'),
      endDate: date('Fin del contrato; obligatorio o no admitido según el tipo.').optional(),
      jornadaType: tipoJornada.optional(),
      jornadaHour: digits(
        4,
        'Horas de la jornada; como máximo 12 al día, menos de 40 a la semana, 184 al mes y 1.826 al año.',
      ).optional(),
      jornadaMin: minutes('Minutos de la jornada.').optional(),
      HORAS_FORMACION: trainingHours.optional(),
      jornadaFormativaMin: minutes('Contratos de formación: minutos de formación.').optional(),
      PORCENTAJE_JUBILACION_PARCIAL: hundredths(
        4,
        'Porcentaje de jubilación parcial del contrato 540, entre 25 y 85',
        '%',
      ).optional(),
      REAL_DECRETO_1435_1985: code(
        { A: 'artistas', B: 'personal técnico o auxiliar' },
        `Contratos ${codesWith('REAL_DECRETO_1435_1985')}: A artistas, B personal técnico o auxiliar.`,
      ).optional(),
      INDICATIVO_PRTR: yesNo(
        `Financiado por el PRTR: S sí, N no; opcional con ${codesWhere(({ recoveryPlanOptional }) => recoveryPlanOptional)}.`,
      ).optional(),
      IND_ERE: yesNo('Indicador de ERE.').optional(),
      indicativeDisability: code(
        {
          C: 'centro especial de empleo',
          E: 'enclave laboral, discapacidad intelectual del 33 % o más',
          F: 'enclave laboral, discapacidad física o sensorial del 65 % o más',
          G: 'enclave laboral, mujer con discapacidad del 33 % o más',
          S: 'con discapacidad',
        },
        'Discapacidad: C centro especial de empleo, E, F o G enclave laboral, S con discapacidad.',
      ).optional(),
      bonusDisability: yesNo(`Contratos ${codesWith('bonusDisability')}: S bonificado, N no.`).optional(),
      bonusAgreement: bonusCollective.optional(),
      sustitucion: asText(
        capitals()
          .regex(/^[0-9A-Z]$/, { error: 'Debe ser una letra o una cifra.' })
          .meta({
            description: `Causa de la sustitución, una letra; obligatoria con contratos ${codesWhere(({ required }) => required.includes('SUSTITUCION'))}.`,
          }),
      ).optional(),
      CODIGOPROGRAMAEMPLEO: digits(2, 'Programa de empleo.').optional(),
      GRUPOCOTIZACIONSEGSOCIAL: notZeros(
        digits(2, `Contratos ${codesWith('GRUPOCOTIZACIONSEGSOCIAL')}: grupo de cotización.`),
      )
        .meta({ codeList: 'groups' })
        .optional(),
      DATOS_ANEXO_CONTRATO_RELEVO: optionalBlock(
        z.object({
          TIPO_TRABAJADOR: digits(1, 'Tipo de trabajador de relevo.'),
          NOMBRE: personName('Nombre del trabajador al que se releva.', NAME_LENGTHS.name),
          PRIMER_APELLIDO: personName('Primer apellido de quien se releva.', NAME_LENGTHS.surname),
          SEGUNDO_APELLIDO: personName(
            'Segundo apellido de quien se releva.',
            NAME_LENGTHS.surname,
          ).optional(),
        }),
      ).meta({ description: 'Contratos de relevo: el trabajador al que se releva.' }),
      copyBasic: optionalBlock(
        z.object({
          TIPO_FIRMA: basicCopyFields.TIPO_FIRMA,
          TEXTO_COPIABASICA: basicCopyFields.TEXTO_COPIABASICA.optional(),
          DOMIC_CENTRO_TRABAJO: basicCopyFields.DOMIC_CENTRO_TRABAJO.optional(),
        }),
      ).meta({ description: 'Copia básica, si se comunica con el contrato.' }),
      duplicate,
    })
    .check(...contractRules),
  response: z.object({
    id: z.string().optional().meta({ description: 'Huella del contrato, E-##-####-#######.' }),
    doc: z.string().optional().meta({ description: 'Documento del trabajador, como lo devuelve el SEPE.' }),
    file: fileObject.optional().meta({ description: 'Duplicado del contrato.', askedBy: ['duplicate'] }),
  }),
  example: {
    request: {
      ...exampleCompany,
      docType: 'D',
      dni: exampleWorker.dni,
      name: 'ANA',
      surname: 'GARCIA',
      lastSurname: 'LOPEZ',
      sex: '2',
      dateOfBirth: '1990-05-17',
      nationality: '724',
      municipality: '28079',
      country: '724',
      nss: '280000000097',
      nivelFormativo: '32',
      occupation: '4309',
      nationalityContract: '724',
      municipalityContract: '28079',
      codContract: '200',
      startDate: exampleWorker.startDate,
      jornadaType: 'S',
      jornadaHour: '0020',
      jornadaMin: '00',
      INDICATIVO_PRTR: 'N',
      duplicate: 1,
    },
    response: { id: exampleFootprint, doc: exampleWorker.dni, file: exampleFile('contrato.pdf') },
  },
  run: async (request, { sepe, now, authorityNow, keep, filingId }) => {
    checkStart('startDate', request.startDate, authorityNow);
    const document = contractDocument(request, filingId);
    const results = await fileDocument(
      sepe,
      { what: 'contracts', document, records: recordsOf(document) },
      now,
    );
    return results ? contractReply(results, request, { sepe, keep }) : withWarnings(contractNotes(request));
  },
  replyAgain: (request, { reference: id }, ports) =>
    contractReply([{ kind: '', result: 'accepted', id, messages: [] }], request, ports),
  doubts: (request) => workerDoubts(request),
  emits: (request, { reference }) => [
    {
      kind: 'contract',
      account: `${request.regimen}${request.ccc}`,
      cif: request.cif,
      reference,
      document: plainDocument(request.dni),
      nss: request.nss,
      date: request.startDate,
      end: request.endDate,
      contractType: request.codContract,
      needsNoCopy:
        request.copyBasic !== undefined ||
        request.IND_CONTRATO_ESCRITO === false ||
        request.IND_CONTRATO_ALTA_DIRECCION === 'S',
    },
  ],
  lookUp: {
    find: (request, facts, ports) =>
      foundReply(
        recordsOf(contractDocument(request, facts.id)),
        { sepe: ports.sepe, facts, lookUp: contractLookUp },
        (results) => contractReply(results, request, ports),
      ),
  },
});

/** The reply to a contract that was accepted. */
const contractReply = async (
  results: RecordResult[],
  request: Contract & { duplicate: boolean },
  ports: { sepe: ReadingPort; keep: Ports['keep'] },
) => {
  const { dni, startDate, cif, ccc, duplicate } = request;
  const contract = results[0]!;
  const footprint = readFootprint(contract.id ?? '');
  const copy = await duplicateOf(duplicate, ports, () =>
    ports.sepe.read(contractPdf, footprint ? { footprint } : { dni, startDate, cif, ccc }),
  );
  const noFootprint = contract.id ? undefined : 'el SEPE no ha devuelto su huella';
  const message = messageFor('La comunicación', results, notObtained(copy) ?? noFootprint);
  return {
    data: {
      ...(contract.id && { id: contract.id }),
      ...(contract.document && { doc: contract.document }),
      ...(copy.value && { file: copy.value }),
    },
    ...withMessage(message),
    ...withWarnings(contractNotes(request)),
    filed: { reference: contract.id },
  };
};
