import * as z from 'zod';
import { PERIODS } from '../../../../shared/authorities/aeat/modelo-111-record.ts';
import { presentedReturns, returnReceipt } from '../../../../shared/authorities/aeat/presented-returns.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { bool, code, digits, text } from '../../../../shared/kernel/fields.ts';
import { mandatory } from '../../../../shared/kernel/rules.ts';
import { answerText, exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { taxId } from '../fields.ts';
import { unlessFailed } from '../look-up.ts';
import { withholdingsFact } from '../periods.ts';

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
    csv: answerText('Código seguro de verificación.'),
    expediente: answerText('Expediente o referencia.'),
    presentada: answerText('Cuándo se presentó, hora de España, AAAA-MM-DDTHH:MM:SS.'),
    file: fileObject
      .nullable()
      .optional()
      .meta({
        description: 'Justificante (PDF); nulo si la Agencia Tributaria no lo da.',
        askedBy: ['duplicate'],
      }),
  })
  .meta({ id: 'TaxReturn', description: 'Declaración presentada a la Agencia Tributaria.' });

export const listDeclarations = reading({
  id: 'listDeclarations',
  method: 'GET',
  path: '/declaraciones',
  summary: 'Consultar las declaraciones presentadas a la Agencia Tributaria',
  description:
    'Las de un declarante, un modelo y un ejercicio, también las que se presentaron por otro medio. Con duplicate, el PDF de cada ' +
    'una: así se obtiene el justificante que no llegó al presentarla.',
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
    })
    .check(mandatory('periodo', 'duplicate', { duplicate: ['true'] })),
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
    declarations
      .filter(({ modelo }) => modelo === '111')
      .flatMap(({ justificante, ...one }) => withholdingsFact(one, { reference: justificante })),
  run: async ({ cif, razon_social = '', duplicate = false, ...which }, { aeat, keep }) => {
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
