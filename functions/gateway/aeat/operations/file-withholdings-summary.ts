import { gzipSync } from 'node:zlib';
import * as z from 'zod';
import {
  isComplete,
  isPresented,
  modelo190,
  type Receipt190,
  shipmentOfYear,
} from '../../../../shared/authorities/aeat/modelo-190.ts';
import { type Declarant190, KNOWN_YEARS } from '../../../../shared/authorities/aeat/modelo-190-record.ts';
import { returnReceipt } from '../../../../shared/authorities/aeat/presented-returns.ts';
import { unlessRefused } from '../../../../shared/kernel/authority-errors.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { invalid } from '../../../../shared/kernel/errors.ts';
import { bool, digits, test } from '../../../../shared/kernel/fields.ts';
import type { Reply } from '../../../../shared/kernel/reply.ts';
import { faultless, inUsualForm, rule } from '../../../../shared/kernel/rules.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { answerText, exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { taxId } from '../fields.ts';
import { UNDER_WAY_MS, unlessFailed } from '../look-up.ts';
import { yearFact } from '../periods.ts';
import {
  declarantOf,
  digestOf,
  exampleFile190,
  fileAsGzip,
  fileAsText,
  MAX_BODY,
  recordsOf,
} from '../return-190.ts';

type Values = Record<string, unknown>;

/** What the file of a request says of its declarant, once it was read without fault. */
const declarantOfSent = ({ registro, registro_gzip }: Values): Declarant190 | undefined => {
  const file = registro ?? registro_gzip;
  try {
    return typeof file === 'string' ? declarantOf(file) : undefined;
  } catch {
    // A file with faults stays as it was sent, which may be no gzip.
    return undefined;
  }
};

/** The file and the request must have the same mark, because neither is guessed from the other. */
const markFault = (values: Values, mark: 'complementaria' | 'sustitutiva'): string | undefined => {
  const declarant = declarantOfSent(values);
  if (!declarant) return undefined;
  const isMarked = declarant.kind === (mark === 'complementaria' ? 'complementary' : 'substitute');
  if (isMarked === (values[mark] === true)) return undefined;
  return isMarked
    ? `El registro de tipo 1 dice que la declaración es ${mark}: dígalo también aquí.`
    : `El registro de tipo 1 no dice que la declaración sea ${mark}.`;
};

const request = z
  .object({
    test,
    registro: fileAsText().optional(),
    registro_gzip: fileAsGzip().optional(),
    cif: taxId('NIF del declarante; si se envía, debe ser el del registro de tipo 1.').optional(),
    ejercicio: digits(4, 'Ejercicio; si se envía, debe ser el del registro de tipo 1.').optional(),
    complementaria: bool('Si el fichero añade percepciones a una declaración ya presentada.').optional(),
    sustitutiva: bool('Si el fichero sustituye a una declaración ya presentada.').optional(),
  })
  .check(
    rule(
      'registro',
      'Envíe registro o registro_gzip, uno de los dos.',
      ({ registro, registro_gzip }) => (registro === undefined) === (registro_gzip === undefined),
    ),
    faultless('cif', (values) => {
      const nif = declarantOfSent(values)?.nif;
      return values.cif === undefined || nif === undefined || nif === values.cif
        ? undefined
        : `El registro es de ${nif}.`;
    }),
    faultless('ejercicio', (values) => {
      const year = declarantOfSent(values)?.year;
      return values.ejercicio === undefined || year === undefined || year === values.ejercicio
        ? undefined
        : `El registro es de ${year}.`;
    }),
    faultless('complementaria', (values) => markFault(values, 'complementaria')),
    faultless('sustitutiva', (values) => markFault(values, 'sustitutiva')),
    inUsualForm((values) => {
      const declarant = declarantOfSent(values);
      if (!declarant) return {};
      return {
        registro: undefined,
        registro_gzip: values.registro ?? values.registro_gzip,
        cif: declarant.nif,
        ejercicio: declarant.year,
        complementaria: values.complementaria || undefined,
        sustitutiva: values.sustitutiva || undefined,
      };
    }),
  );

/** The file of a request that was checked, as its rules hold. */
const fileIn = ({ registro_gzip }: Pick<z.output<typeof request>, 'registro_gzip'>): string => registro_gzip!;

const response = z.object({
  numero: answerText('Número de la declaración, como en el fichero.'),
  envio: answerText('Número de envío de la Agencia Tributaria.'),
  csv: answerText('Código seguro de verificación; vacío si la Agencia Tributaria no lo ha dado.'),
  expediente: answerText('Expediente o referencia; vacío si la Agencia Tributaria no lo ha dado.'),
  registros: z.int().meta({ description: 'Percepciones presentadas.' }),
  file: fileObject.nullable().meta({
    description: 'Justificante (PDF); nulo si aún no está: se pide con GET /aeat/declaraciones y el csv.',
  }),
});

export const fileWithholdingsSummary = submission({
  id: 'fileWithholdingsSummary',
  method: 'POST',
  path: '/modelo-190',
  summary: 'Presentar el modelo 190 (resumen anual de retenciones)',
  description:
    'Se envía el fichero oficial, que hace el programa de nóminas: este servicio no calcula impuestos. Comprueba cada registro, las ' +
    'sumas y los NIF antes de enviar nada, y con test=1 acaba ahí: no se pregunta nada a la Agencia Tributaria, que guardaría el ' +
    `envío. Solo se conoce el diseño del registro del ejercicio ${KNOWN_YEARS.join(', ')}. Antes de presentar se consulta si el ` +
    'ejercicio ya está presentado. Si la Agencia Tributaria rechaza algún registro, no se presenta ninguno.',
  authority: 'aeat',
  dryRun: 'confirmation',
  dryRunEnds: 'document',
  maxBody: MAX_BODY,
  content: (sent) => digestOf(fileIn(sent)),
  acts: (sent) => {
    const { cif, ejercicio } = sent;
    const sets = digestOf(fileIn(sent));
    return [{ family: 'withholdings of a year', subject: [cif, ejercicio], sets, isAlone: true }];
  },
  about: ({ cif, ejercicio }) => ({ cif, date: ejercicio && `${ejercicio}-12-31` }),
  missingFields: {
    account: 'It is about the tax id of a company.',
    worker: 'It has all who were paid in a year.',
  },
  rate: 'write',
  standing: 'chosen',
  request,
  response,
  example: {
    request: {
      registro_gzip: gzipSync(exampleFile190('B12345674')).toString('base64'),
      cif: 'B12345674',
      ejercicio: 2025,
    },
    response: {
      numero: '1900000000001',
      envio: '19020250A202601150000012345',
      csv: 'ABCDEFGHJKLMNPQR',
      expediente: '202519000000017A',
      registros: 1,
      file: exampleFile('justificante.pdf'),
    },
  },
  run: async (sent, { aeat, keep, authorityNow }) => {
    const file = fileIn(sent);
    const declarant = declarantOf(file);
    const { nif, year, kind } = declarant;
    if (madridDay(authorityNow) <= `${year}-12-31`)
      throw invalid({ registro: [`El modelo 190 de ${year} se presenta cuando acaba el año.`] });
    const receipt = await aeat.submit(modelo190, { nif, year, kind, records: recordsOf(file) });
    return receipt ? replyOf(receipt, declarant, { keep }) : {};
  },
  emits: (sent, { reference }) => {
    const { nif, year } = declarantOf(fileIn(sent));
    return [yearFact({ cif: nif, ejercicio: year }, { reference })];
  },
  lookUp: {
    onlyByReference: true,
    find: async (sent, { reference, since }, { aeat, keep, authorityNow }) => {
      const declarant = declarantOf(fileIn(sent));
      const shipment = await aeat.read(shipmentOfYear, declarant).catch(unlessRefused);
      if (!shipment || shipment.id !== reference) return undefined;
      if (!isPresented(shipment)) {
        // While it may still be under way, its state says nothing of how it ends.
        const isOver = authorityNow.getTime() > since.getTime() + UNDER_WAY_MS;
        return isOver && isComplete(shipment)
          ? {
              refused: [
                `La Agencia Tributaria tiene el envío ${shipment.id} sin presentar (${shipment.state}).`,
              ],
            }
          : undefined;
      }
      const { csv } = shipment;
      const document = csv ? await aeat.read(returnReceipt, { csv }).catch(unlessFailed) : undefined;
      const receipt = { ...shipment, registered: undefined, warns: false, ...(document && { document }) };
      return replyOf(receipt, declarant, { keep });
    },
  },
});

const replyOf = async (
  { id, csv, expediente, registered, warns, document }: Receipt190,
  { number, perceptions }: Declarant190,
  { keep }: Pick<Ports, 'keep'>,
): Promise<Reply<z.output<typeof response>>> => {
  const warnings = [
    ...(registered !== undefined && registered !== perceptions
      ? [
          `La Agencia Tributaria dice que registró ${registered} percepciones y se enviaron ${perceptions}: compruébelo en su sede.`,
        ]
      : []),
    ...(warns ? ['La Agencia Tributaria avisa de algunos registros: véalos en su sede.'] : []),
  ];
  return {
    data: {
      numero: number,
      envio: id,
      csv,
      expediente,
      registros: registered ?? perceptions,
      file: document ? await keep(document) : null,
    },
    ...(!document && {
      message: csv
        ? 'La declaración está presentada. La Agencia Tributaria aún no ha dado el justificante: pídalo con GET /aeat/declaraciones y su csv.'
        : 'La declaración está presentada. Su justificante está en la sede de la Agencia Tributaria, que no ha dado aquí su código.',
    }),
    ...(warnings.length > 0 && { warnings }),
    // By it the envío is found, whatever became of it.
    filed: { reference: id },
  };
};
