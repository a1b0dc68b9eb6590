import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { rule } from '../../../shared/kernel/rules.ts';
import { resource } from '../../../shared/operation/operation.ts';
import {
  batchResource,
  exampleBatch,
  exampleRow,
  MOST_ROWS,
  name,
  rowResource,
  toBatch,
  toRow,
} from '../fields.ts';

/** Largest request, in bytes: what Lambda takes, less the room for the text within JSON. */
const MAX_BODY = 4 * 1024 * 1024;

/** Largest file, in bytes: in base64 it fits in the request. */
const MAX_FILE = 3 * 1024 * 1024;

const file = z
  .object({
    name: text(
      255,
      'Nombre; su final dice el formato: .xlsx, .csv, .afi (Sistema RED), .xml (Contrat@) o .json.',
    ),
    content: z
      .string({ error: 'Debe ser un texto.' })
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'Debe estar en base64.' })
      .meta({ description: 'Contenido en base64; 3 MiB como máximo.', textKind: 'lines' }),
  })
  .transform(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }));

const row = z.object({
  operation: text(100, 'Nombre de la operación en la referencia, o método y dirección.').optional(),
  cert_secret: text(1000, 'Certificado de esta fila; sin él, el de X-Cert-Secret.').optional(),
  body: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Cuerpo de la petición, como se enviaría sola, sin test.' }),
});

export const createBatch = resource({
  id: 'createBatch',
  method: 'POST',
  path: '/',
  summary: 'Enviar un lote de trámites',
  description:
    `Hasta ${MOST_ROWS} filas de cualquier operación que presente, cada una con su certificado. Se comprueban todas y se ` +
    'responden todos los errores; las correctas se prueban una a una, como con test=1, y no se presenta nada hasta ' +
    'POST /batches/{batchId}/commit. El mismo lote enviado otra vez, o con la misma Idempotency-Key, es el ya enviado.',
  access: 'files',
  rate: 'heavy',
  takesKey: true,
  maxBody: MAX_BODY,
  maxFile: MAX_FILE,
  mostValues: 400_000,
  standing: 'chosen',
  request: z
    .object({
      name,
      file: file.optional().meta({ description: 'En vez de rows: un fichero con las filas.' }),
      rows: z
        .array(row, { error: 'Debe ser una lista.' })
        .min(1, { error: 'Debe tener al menos una fila.' })
        .max(MOST_ROWS, { error: `Debe tener como máximo ${MOST_ROWS} filas.` })
        .meta({ description: 'Filas, en el orden en que se presentan las de un mismo trabajador.' })
        .optional(),
    })
    .check(
      rule(
        'rows',
        'Envíe rows o file, uno de los dos.',
        ({ rows, file }) => (rows === undefined) === (file === undefined),
      ),
    ),
  response: z.object({
    batch: batchResource,
    wrong: z.array(rowResource).meta({ description: 'Las filas con errores, todas.' }),
  }),
  example: {
    request: {
      name: 'Altas del lunes',
      rows: [
        { operation: 'updateCno', body: { cno: '4122' } },
        { operation: 'updateCno', body: { cno: '41' } },
      ],
    },
    response: { batch: exampleBatch, wrong: [exampleRow] },
  },
  run: async (request, { batches, now }) => {
    const { batch, rows, isNew } = await batches.create(request);
    const wrong = rows.filter(({ state }) => state === 'wrong');
    return {
      ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }),
      ...(wrong.length > 0 && { message: `${wrong.length} de ${rows.length} filas tienen errores.` }),
      data: { batch: toBatch(batch, now), wrong: wrong.map(toRow) },
    };
  },
});
