import * as z from 'zod';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import type { ContractData } from '../../../../shared/authorities/sepe/contrata/contract-data.ts';
import { transformationPdf } from '../../../../shared/authorities/sepe/contrata/contract-pdfs.ts';
import { leftOutOfType } from '../../../../shared/authorities/sepe/documents/contract-document.ts';
import {
  DISABILITY_CODES,
  TRANSFORMATION_TYPES,
  transformationDocument,
} from '../../../../shared/authorities/sepe/documents/transformation-document.ts';
import { membersWithoutPlace } from '../../../../shared/authorities/sepe/documents/transformation-fields.ts';
import {
  compactDate,
  contractKey,
  identifierOf,
  withoutKind,
} from '../../../../shared/authorities/sepe/identifiers.ts';
import { fileDocument, type RecordResult } from '../../../../shared/authorities/sepe/services/filing.ts';
import { recordsOf } from '../../../../shared/authorities/sepe/services/shipment.ts';
import { code, date, digits, duplicate, notZeros, test } from '../../../../shared/kernel/fields.ts';
import { plainDocument, upperCase } from '../../../../shared/kernel/text.ts';
import { notObtained } from '../../../../shared/operation/after-acceptance.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { transformationActs } from '../acts.ts';
import { referenceOf as numberOf } from '../facts.ts';
import {
  basicCopyFields,
  bonusCollective,
  countryCode,
  DOCUMENT_FORMS,
  exampleCompany,
  exampleFootprint,
  exampleWorker,
  municipalityCode,
  occupationCode,
  optionalBlock,
  optionalFile,
  sepeId,
  tipoJornada,
  usualDocument,
} from '../fields.ts';
import { transformationLookUp } from '../look-ups.ts';
import { duplicateOf, foundReply, messageFor, withMessage, withWarnings } from '../replies.ts';
import { checkStart } from '../start.ts';
import { transformationRules } from '../transformation-rules.ts';
import {
  municipalityLeftOut,
  namedBy,
  otherAccount,
  shownContract,
  workCentreOf,
} from '../transformed-contract.ts';
import { hoursWithMinutes } from '../working-time.ts';

/** A worker's document, with the letter of its kind first. */
const person = z
  .string({ error: 'Debe ser un texto.' })
  .overwrite(upperCase)
  .overwrite((value) => value.replace(/\s/g, ''))
  .overwrite((value) => value.slice(0, 1) + usualDocument(value.slice(0, 1), value.slice(1)))
  .refine((value) => DOCUMENT_FORMS[value.slice(0, 1)]?.form.test(value.slice(1)) ?? false, {
    error: 'Debe ser D, E, U o W seguido del documento, como D12345678Z.',
  })
  .meta({ description: 'Letra del tipo de documento y documento del trabajador.' });

/** The same operation is in two groups, each with its own address. */
const request = z
  .object({
    test,
    TIPO_CONTRATO: code(
      Object.fromEntries(
        Object.entries(TRANSFORMATION_TYPES).map(([type, { name }]) => [type, name]),
      ) as Record<keyof typeof TRANSFORMATION_TYPES, string>,
      'Código de la transformación.',
    ),
    DATOS_EMPRESA: z
      .object({
        CODIGO_CUENTA_COTIZACION: notZeros(digits(15, 'Régimen y cuenta de cotización.', 'account')),
      })
      .meta({ description: 'Empresa.' }),
    DATOS_CONTRATO: z
      .object({
        FECHA_INICIO_CTO: date('Inicio del contrato que se transforma.'),
        IDENTIFICADORPFISICA: person,
        CLAVE_CONTRATO: sepeId.optional().meta({
          description:
            'Huella del contrato, E-##-####-#######. Si falta, el SEPE lo busca por el trabajador y la fecha de inicio.',
        }),
      })
      .meta({ description: 'Contrato que se transforma.' }),
    DATOS_GENERALES_TRANSFORMACION: z
      .object({
        FECHA_INICIO: date('Inicio de la transformación.'),
        CODIGO_OCUPACION: occupationCode,
        NACIONALIDAD_CT: countryCode('País del centro de trabajo; si falta, el del contrato.').optional(),
        MUNICIPIO_CT: municipalityCode(
          'Municipio del centro de trabajo; si falta, el del contrato.',
        ).optional(),
      })
      .meta({ description: 'Datos generales.' }),
    DATOS_COMUNICA_COPIA_BASICA: z.object(basicCopyFields).meta({ description: 'Copia básica.' }),
    DATOS_CONTRATO_TIEMPO_PARCIAL: optionalBlock(
      z.object({
        TIPO_JORNADA: tipoJornada.optional(),
        HORAS_JORNADA: hoursWithMinutes(
          'Horas y minutos, HHHHMM; como máximo 12 al día, menos de 40 a la semana, 184 al mes y 1.826 al año.',
        ).optional(),
      }),
    ).meta({ description: 'Tiempo parcial; obligatorio en las transformaciones a tiempo parcial.' }),
    DATOS_ADICIONALES_TRANSFORMACION: optionalBlock(
      z.object({
        IND_DISCAPACIDAD: code(
          { S: 'con discapacidad', C: 'centro especial de empleo' },
          `S con discapacidad, C centro especial de empleo; obligatorio con ${DISABILITY_CODES}.`,
        ).optional(),
        CODIGO_COLECTIVO_REDUCCION: digits(2, 'Colectivo de reducción.').optional(),
      }),
    ).meta({ description: 'Datos adicionales.' }),
    DATOS_BONIFICACION: optionalBlock(
      z.object({
        COLECTIVO_DISCAPACITADOS: bonusCollective
          .meta({ description: 'Colectivo de bonificación por discapacidad, 2 o 3 dígitos.' })
          .optional(),
        CODIGO_COLECTIVO_BONIF: bonusCollective.optional(),
      }),
    ).meta({ description: 'Bonificación.' }),
    duplicate,
  })
  .check(...transformationRules);

export const transformContract = submission({
  id: 'transformContract',
  method: 'POST',
  path: '/transformation',
  summary: 'Transformar un contrato en indefinido',
  description:
    'El contrato se consulta antes en el SEPE, que debe tenerlo con ese trabajador y esa fecha de inicio. El servicio ' +
    'del SEPE no pide confirmación: con test=1 se comprueba todo y se termina antes de enviarlo.',
  authority: 'sepe',
  alsoCertificateTypes: [1],
  dryRun: 'confirmation',
  dryRunEnds: 'document',
  acts: ({ TIPO_CONTRATO: option, DATOS_EMPRESA, DATOS_CONTRATO: contract }, referenceOf) =>
    transformationActs(
      {
        account: DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION,
        document: withoutKind(contract.IDENTIFICADORPFISICA),
        startDate: contract.FECHA_INICIO_CTO,
      },
      {
        option,
        reference: contract.CLAVE_CONTRATO ? numberOf(contract.CLAVE_CONTRATO) : referenceOf(),
      },
    ),
  replyAgain: (request, { reference: id }, ports) =>
    transformationReply(
      [{ kind: '', result: 'accepted', id, messages: [] }],
      // The kept answer names what was left out.
      { ...request, leftOut: [] },
      ports,
    ),
  rate: 'write',
  standing: 'document',
  request,
  response: optionalFile,
  about: ({ DATOS_EMPRESA, DATOS_CONTRATO, DATOS_GENERALES_TRANSFORMACION }) => ({
    regimen: DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION.slice(0, 4),
    ccc: DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION.slice(4),
    document: DATOS_CONTRATO.IDENTIFICADORPFISICA.slice(1),
    date: DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO,
  }),
  example: {
    request: {
      TIPO_CONTRATO: '189',
      DATOS_EMPRESA: { CODIGO_CUENTA_COTIZACION: `${exampleCompany.regimen}${exampleCompany.ccc}` },
      DATOS_CONTRATO: {
        FECHA_INICIO_CTO: exampleWorker.startDate,
        IDENTIFICADORPFISICA: `D${exampleWorker.dni}`,
        CLAVE_CONTRATO: exampleFootprint,
      },
      DATOS_GENERALES_TRANSFORMACION: { FECHA_INICIO: '2026-12-01', CODIGO_OCUPACION: '4309' },
      DATOS_COMUNICA_COPIA_BASICA: {
        TIPO_FIRMA: '2',
        TEXTO_COPIABASICA: 'Jornada de lunes a viernes.',
        DOMIC_CENTRO_TRABAJO: 'Calle Mayor 1, Madrid',
      },
      duplicate: 1,
    },
    response: { file: exampleFile('transformacion.pdf') },
  },
  run: async (request, { sepe, now, authorityNow, keep, filingId }) => {
    const { FECHA_INICIO } = request.DATOS_GENERALES_TRANSFORMACION;
    checkStart('DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO', FECHA_INICIO, authorityNow);
    const contract = await contractOf(request, sepe);
    const document = documentFor(request, contract, filingId);
    const results = await fileDocument(
      sepe,
      { what: 'transformations', document, records: recordsOf(document) },
      now,
    );
    const leftOut = notes(request, contract);
    return results
      ? transformationReply(results, { ...request, leftOut }, { sepe, keep })
      : withWarnings([...otherAccount(request.DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION, contract), ...leftOut]);
  },
  emits: ({ DATOS_CONTRATO, DATOS_EMPRESA, DATOS_GENERALES_TRANSFORMACION }, { reference }) => [
    {
      kind: 'transformation',
      reference,
      account: DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION,
      document: plainDocument(DATOS_CONTRATO.IDENTIFICADORPFISICA.slice(1)),
      date: DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO,
      start: DATOS_CONTRATO.FECHA_INICIO_CTO,
    },
  ],
  lookUp: {
    find: async (request, facts, ports) => {
      const contract = await contractOf(request, ports.sepe);
      return foundReply(
        recordsOf(documentFor(request, contract, facts.id)),
        { sepe: ports.sepe, facts, lookUp: transformationLookUp },
        (results) => transformationReply(results, { ...request, leftOut: notes(request, contract) }, ports),
      );
    },
  },
});

type Sent = z.output<typeof request>;

const contractOf = ({ DATOS_CONTRATO, DATOS_EMPRESA }: Sent, sepe: ReadingPort) =>
  shownContract(DATOS_CONTRATO, DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION, sepe);

/** Spanish: what was sent and is left out. */
const notes = (request: Sent, contract: ContractData): string[] => [
  ...leftOutOfType(request.TIPO_CONTRATO, membersWithoutPlace(request.TIPO_CONTRATO, request)),
  ...municipalityLeftOut(request.DATOS_GENERALES_TRANSFORMACION, contract),
];

/** The document to file; what SEPE shows of the contract completes it. */
const documentFor = (request: Sent, contract: ContractData, id: string): string => {
  const { DATOS_CONTRATO: sent, DATOS_EMPRESA, DATOS_GENERALES_TRANSFORMACION: general } = request;
  const { CLAVE_CONTRATO: footprint, IDENTIFICADORPFISICA: person, FECHA_INICIO_CTO: startDate } = sent;
  return transformationDocument(
    {
      type: request.TIPO_CONTRATO,
      cif: contract.cif,
      fullCcc: DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION,
      // SEPE accepts either the key, or worker and start; a key belongs to one contract only.
      contract: footprint
        ? { CLAVE_CONTRATO: contractKey(footprint) }
        : {
            IDENTIFICADORPFISICA: identifierOf(person.slice(0, 1), person.slice(1)),
            FECHA_INICIO_CTO: compactDate(startDate),
          },
      startDate: general.FECHA_INICIO,
      occupation: general.CODIGO_OCUPACION,
      ...workCentreOf(general, contract),
      workingTime: request.DATOS_CONTRATO_TIEMPO_PARCIAL,
      disability: request.DATOS_ADICIONALES_TRANSFORMACION?.IND_DISCAPACIDAD,
      reductionCollective: request.DATOS_ADICIONALES_TRANSFORMACION?.CODIGO_COLECTIVO_REDUCCION,
      disabilityCollective: request.DATOS_BONIFICACION?.COLECTIVO_DISCAPACITADOS,
      bonusCollective: request.DATOS_BONIFICACION?.CODIGO_COLECTIVO_BONIF,
      basicCopy: request.DATOS_COMUNICA_COPIA_BASICA,
    },
    id,
  );
};

/** The reply to a transformation that was accepted. */
const transformationReply = async (
  results: RecordResult[],
  { DATOS_CONTRATO, duplicate, leftOut }: Sent & { leftOut: string[] },
  ports: { sepe: ReadingPort; keep: Ports['keep'] },
) => {
  const copy = await duplicateOf(duplicate, ports, () =>
    ports.sepe.read(transformationPdf, namedBy(DATOS_CONTRATO)),
  );
  return {
    ...(copy.value && { data: { file: copy.value } }),
    ...withMessage(messageFor('La transformación', results, notObtained(copy))),
    ...withWarnings(leftOut),
    filed: { reference: results[0]?.id },
  };
};
