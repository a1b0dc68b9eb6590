import * as z from 'zod';
import { PERIODS } from '../../../../shared/authorities/aeat/modelo-111-record.ts';
import { isPresented, shipmentOfYear } from '../../../../shared/authorities/aeat/modelo-190.ts';
import { presentedReturns, returnReceipt } from '../../../../shared/authorities/aeat/presented-returns.ts';
import type { ReadingPort } from '../../../../shared/authorities/authority-port.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { invalid } from '../../../../shared/kernel/errors.ts';
import { bool, capitals, code, digits, text } from '../../../../shared/kernel/fields.ts';
import type { Reply } from '../../../../shared/kernel/reply.ts';
import { mandatory, onlyWith } from '../../../../shared/kernel/rules.ts';
import { answerText, exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import type { Ports } from '../../../../shared/operation/ports.ts';
import { taxId } from '../fields.ts';
import { unlessFailed } from '../look-up.ts';
import { withholdingsFact, yearFact } from '../periods.ts';

const declaration = z
  .object({
    modelo: answerText('Modelo.'),
    ejercicio: answerText('Ejercicio.'),
    periodo: answerText('Periodo, como lo escribe la Agencia Tributaria.'),
    cif: answerText('NIF del declarante.'),
    justificante: answerText('Número de justificante.'),
    justificante_anterior: answerText(
      'Justificante de la declaración que completa; vacío si no completa otra.',
    ),
    csv: answerText('Código seguro de verificación; del modelo 190, solo si esta consulta lo da.'),
    expediente: answerText('Expediente o referencia.'),
    presentada: answerText('Cuándo se presentó, hora de España, AAAA-MM-DDTHH:MM:SS; vacío si no se dice.'),
    envio: answerText('Del modelo 190: número de envío de la Agencia Tributaria.').optional(),
    file: fileObject
      .nullable()
      .optional()
      .meta({
        description: 'Justificante (PDF); nulo si la Agencia Tributaria no lo da.',
        askedBy: ['duplicate'],
      }),
  })
  .meta({ id: 'TaxReturn', description: 'Declaración presentada a la Agencia Tributaria.' });

/** The yearly summary, which another service lists. */
const SUMMARY = '190';

const receiptCode = capitals()
  .regex(/^[A-Z0-9]{16}$/, { error: 'Debe tener 16 letras y cifras.' })
  .meta({
    description:
      'Del modelo 190: el código del justificante que se quiere, como se respondió al presentarlo, si esta consulta no lo da. No se ' +
      'comprueba que sea de esta declaración.',
  });

export const listDeclarations = reading({
  id: 'listDeclarations',
  method: 'GET',
  path: '/declaraciones',
  summary: 'Consultar las declaraciones presentadas a la Agencia Tributaria',
  description:
    'Las de un declarante, un modelo y un ejercicio, también las que se presentaron por otro medio. Con duplicate, el PDF de cada ' +
    'una: así se obtiene el justificante que no llegó al presentarla. Del modelo 190 la Agencia Tributaria solo dice el último envío ' +
    'del ejercicio, sin número de justificante ni fecha.',
  authority: 'aeat',
  rate: 'read',
  standing: 'chosen',
  request: z
    .object({
      cif: taxId('NIF del declarante.'),
      razon_social: text(125, 'Razón social, o apellidos y nombre.').optional(),
      modelo: digits(3, 'Modelo.'),
      ejercicio: digits(4, 'Ejercicio.'),
      periodo: code({ ...PERIODS, '0A': 'anual' }, 'Periodo: 01 a 12, 1T a 4T o 0A.').optional(),
      duplicate: bool('Incluye el PDF de cada declaración; solo con periodo.').optional(),
      csv: receiptCode.optional(),
    })
    .check(
      mandatory('periodo', 'duplicate', { duplicate: ['true'] }),
      onlyWith('csv', 'modelo 190', { modelo: [SUMMARY] }),
    ),
  response: z.array(declaration),
  example: {
    request: { cif: 'B12345674', modelo: '111', ejercicio: 2026, periodo: '3T', duplicate: true },
    response: [
      {
        modelo: '111',
        ejercicio: '2026',
        periodo: '3T',
        cif: 'B12345674',
        justificante: '1112600000017',
        justificante_anterior: '',
        csv: 'ABCDEFGHJKLMNPQR',
        expediente: '202611100000017A',
        presentada: '2026-10-15T10:30:00',
        file: exampleFile('justificante.pdf'),
      },
    ],
  },
  emitsOnRead: (_, declarations) =>
    declarations.flatMap(({ modelo, justificante, envio, ...one }) => {
      if (modelo === '111') return withholdingsFact(one, { reference: justificante });
      return modelo === SUMMARY ? [yearFact(one, { reference: envio })] : [];
    }),
  run: async ({ cif, razon_social = '', duplicate = false, csv: sentCsv, ...which }, { aeat, keep }) => {
    if (which.modelo === SUMMARY)
      return summaryOf({ nif: cif, year: which.ejercicio, csv: sentCsv, duplicate }, { aeat, keep });
    const list = await aeat.read(presentedReturns, { nif: cif, name: razon_social, ...which });
    const data: z.output<typeof declaration>[] = [];
    for (const { nif, justificanteAnterior, ...one } of list) {
      const document = duplicate && (await aeat.read(returnReceipt, one).catch(unlessFailed));
      const file = document ? await keep(document) : null;
      data.push({
        ...one,
        cif: nif,
        justificante_anterior: justificanteAnterior,
        ...(duplicate && { file }),
      });
    }
    return { data };
  },
});

/** The summary of a year, if one was presented. An envío that was not is named in the message, since it declares nothing. */
const summaryOf = async (
  {
    nif,
    year,
    csv: sentCsv,
    duplicate,
  }: { nif: string; year: string; csv?: string | undefined; duplicate: boolean },
  { aeat, keep }: Pick<Ports, 'keep'> & { aeat: ReadingPort },
): Promise<Reply<z.output<typeof declaration>[]>> => {
  const shipment = await aeat.read(shipmentOfYear, { nif, year });
  if (!shipment || !isPresented(shipment))
    return {
      data: [],
      ...(shipment && {
        message:
          `El último envío de este ejercicio (${shipment.id}) no está presentado. La Agencia Tributaria no dice si lo está uno ` +
          'anterior.',
      }),
    };
  const { csv } = shipment;
  if (csv !== '' && sentCsv !== undefined && sentCsv !== csv)
    throw invalid({ csv: [`El justificante de la declaración presentada es ${csv}.`] });
  const receiptCsv = csv || sentCsv;
  const document =
    duplicate && receiptCsv
      ? await aeat.read(returnReceipt, { csv: receiptCsv }).catch(unlessFailed)
      : undefined;
  const file = document ? await keep(document) : null;
  return {
    data: [
      {
        modelo: SUMMARY,
        ejercicio: year,
        periodo: '0A',
        cif: nif,
        justificante: '',
        justificante_anterior: '',
        csv,
        expediente: shipment.expediente,
        presentada: '',
        envio: shipment.id,
        ...(duplicate && { file }),
      },
    ],
    ...(file &&
      csv === '' && {
        warnings: [
          'El PDF es el del csv de la petición. La Agencia Tributaria no dice en esta consulta si es de esta declaración: compruébelo.',
        ],
      }),
  };
};
