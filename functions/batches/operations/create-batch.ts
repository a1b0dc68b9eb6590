import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { rule } from '../../../shared/kernel/rules.ts';
import { spanishTime } from '../../../shared/kernel/spanish-time.ts';
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

/** Room for rows with mistakes in an answer, in bytes of JSON within JSON: Lambda's is 6 MB. */
const ROOM = 5_500_000;

/** As many rows as the answer has room for, the first ones. */
const fitting = (rows: z.output<typeof rowResource>[]): z.output<typeof rowResource>[] => {
  let left = ROOM;
  const end = rows.findIndex((row) => {
    left -= Buffer.byteLength(JSON.stringify(JSON.stringify(row)));
    return left < 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
};

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

const certSecretSepe = text(1000, 'Certificado de lo que se presenta al SEPE, si es otro.').optional();

const row = z.object({
  operation: text(
    100,
    'Nombre de la operación en la referencia, o método y dirección; o hire o leave.',
  ).optional(),
  cert_secret: text(1000, 'Certificado de esta fila; sin él, el de X-Cert-Secret.').optional(),
  cert_secret_sepe: certSecretSepe,
  body: z.record(z.string(), z.unknown()).meta({
    description:
      'Cuerpo de la petición, como se enviaría sola, sin test; de hire y leave, los campos de su plantilla: los que llevan ' +
      'punto, en un objeto por paso.',
  }),
});

export const createBatch = resource({
  id: 'createBatch',
  method: 'POST',
  path: '/',
  summary: 'Enviar un lote de trámites',
  description:
    `Hasta ${MOST_ROWS} filas de cualquier operación que presente, cada una con su certificado. hire (alta, contrato y copia ` +
    'básica) y leave (baja y certificado de empresa) presentan varias en su orden, y se paran donde una no queda presentada. ' +
    'Lo que falta y la cuenta tiene (cif, regimen, ccc, nss, convenio) se completa, y filled lo dice. Se comprueban todas y se ' +
    'responden todos los errores; las correctas se prueban una a una, como con test=1, y no se presenta nada hasta ' +
    'POST /batches/{batchId}/commit. El mismo lote enviado otra vez, o con la misma Idempotency-Key, es el ya enviado.',
  access: 'files',
  onlyDefined: true,
  rate: 'heavy',
  takesKey: true,
  maxBody: MAX_BODY,
  maxFile: MAX_FILE,
  mostValues: 400_000,
  standing: 'chosen',
  request: z
    .object({
      name,
      file: file.optional().meta({
        description:
          'En vez de rows: un fichero con las filas, una al menos. Si es .json, una lista de objetos con operation (el nombre de la ' +
          'operación en la referencia) y request (lo que es body en rows).',
      }),
      cert_secret_sepe: certSecretSepe,
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
    wrong: z.array(rowResource).meta({
      description: 'Las filas con errores, todas o las que caben; message dice cuántas hay.',
    }),
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
    const all = rows.filter(({ state }) => state === 'wrong').map(({ cells: _, ...row }) => toRow(row));
    const wrong = fitting(all);
    const rest =
      wrong.length < all.length
        ? ` Aquí caben las de ${wrong.length}; todas están en GET /batches/${batch.id}?state=wrong.`
        : '';
    const messages = [
      ...(isNew ? [] : [sentBefore(batch)]),
      ...(all.length > 0 ? [`${all.length} de ${rows.length} filas tienen errores.${rest}`] : []),
    ];
    return {
      ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }),
      ...(messages.length > 0 && { message: messages.join(' ') }),
      data: { batch: toBatch(batch, now), wrong },
    };
  },
});

/** Spanish. What it filed may have been removed, and be due again. */
const sentBefore = ({ createdAt }: { createdAt: string }): string =>
  `Este lote ya se envió el ${spanishTime(new Date(createdAt))} y no se presenta otra vez. Si hay que volver a presentarlo, ` +
  'envíelo con otra Idempotency-Key.';
