import * as z from 'zod';
import { text, ulid } from '../../../../shared/kernel/fields.ts';
import { rule } from '../../../../shared/kernel/rules.ts';
import { spanishTime } from '../../../../shared/kernel/spanish-time.ts';
import { answerText, answerTextOrNull, meaningsOf } from '../../../../shared/operation/answer-fields.ts';
import { obligationId } from '../../../../shared/operation/obligation-id.ts';
import { resource } from '../../../../shared/operation/operation.ts';
import { sentFile, sentMapping } from '../../../../shared/operation/sent-sheet.ts';
import { CELL_READINGS, READINGS } from '../../../../shared/sheets/cells/readings.ts';
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
import { firstThatFit } from '../rows-that-fit.ts';
import type { ShownRow } from '../shown.ts';
import type { Batch } from '../store/batch.ts';

/** Operations that send a batch, and that read its sheet before. */

/** The largest request, in bytes: Lambda's limit, less what is needed to hold the text as JSON. */
const MAX_BODY = 4 * 1024 * 1024;

/** The largest file, in bytes. In base64 it fits in the request. */
const MAX_FILE = 3 * 1024 * 1024;

/** How a header of a sheet was understood. Spanish. */
const HOW_TEXT = {
  name: 'por el nombre de la plantilla',
  synonym: 'por cómo se suele llamar',
  mapping: 'como dice mapping',
  remembered: 'como en la última hoja que la tenía',
  proposal: 'puede serlo',
  none: 'no se sabe',
  twice: 'otra cabecera sería la misma columna',
};
const HOW_FOUND = Object.keys(HOW_TEXT) as (keyof typeof HOW_TEXT)[];

const file = sentFile(
  'Nombre; su final dice el formato: .xlsx, .csv, .afi (Sistema RED), .xml (Contrat@) o .json.',
);

const operationOfFile = text(
  100,
  'Con file: el trámite de todas sus filas, como en GET /batches/templates/{operation}; así no hace falta la columna tramite.',
).optional();

const mapping = sentMapping.meta({
  description:
    'Con file: qué es cada cabecera suya que no se reconoce; POST /batches/columns dice cuáles son. Se recuerda para la próxima hoja ' +
    'con esas cabeceras, aunque tenga otras más o le falte alguna. Con value, sin header, un valor de todas las filas.',
});

const certSecretSepe = text(1000, 'Certificado ante el SEPE, si es otro.').optional();

const row = z.object({
  operation: text(
    100,
    'Nombre de la operación en la referencia, o método y dirección; o hire o leave.',
  ).optional(),
  obligation: obligationId.optional().meta({
    description:
      'Obligación abierta (GET /obligations) que cumple esta fila, con la operación de su regla. Los datos de la ' +
      'obligación y del trámite que la causó completan los que falten en body. Si ya se ha cumplido, o está en otro lote sin ' +
      'terminar, la fila tiene un error y no se presenta.',
  }),
  repeats: ulid(
    'un trámite',
    'Trámite ya aceptado que esta fila repite a propósito, como la cabecera Repeats.',
  ).optional(),
  cert_secret: text(1000, 'Certificado de esta fila; sin él, el de X-Cert-Secret.').optional(),
  cert_secret_sepe: certSecretSepe,
  body: z
    .record(z.string(), z.unknown())
    .optional()
    .default({})
    .meta({
      description:
        'Cuerpo de la petición, como se enviaría sola, sin test; de hire y leave, los campos de su plantilla: los que llevan ' +
        'punto, en un objeto por paso. Con obligation, solo lo que falte.',
    }),
});

/** The most rows of a batch that fulfil obligations, because each one is read and locked separately. */
const MOST_DUE = 500;

export const createBatch = resource({
  id: 'createBatch',
  method: 'POST',
  path: '/',
  summary: 'Enviar un lote de trámites',
  description:
    `Hasta ${MOST_ROWS} filas de cualquier operación que presente, cada una con su certificado. hire ` +
    '(alta, contrato y copia básica) y leave (baja y certificado de empresa) presentan varios ' +
    'trámites en su orden y se paran si uno no queda presentado. Una hoja puede tener títulos, ' +
    'cabeceras y nombres propios. Lo que no es seguro no se adivina: se pregunta, y se responde en ' +
    'mapping. Los datos que faltan y que la cuenta tiene (cif, regimen, ccc, nss, convenio, tipo de ' +
    'documento) se completan, y filled lo dice. Se comprueban todas las filas y se responden todos ' +
    'los errores. Las correctas se prueban una a una, como con test=1, y no se presenta nada hasta ' +
    'POST /batches/{batchId}/commit. El mismo lote enviado otra vez, o con la misma Idempotency-Key, ' +
    'es el ya enviado.',
  access: 'files',
  noted: { none: 'it is work for filings, whose records say who asked for them' },
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
          'En vez de rows: un fichero con al menos una fila. Si es .json, una lista de objetos con ' +
          'operation (el nombre de la operación en la referencia) y request (el equivalente de body en ' +
          'rows).',
      }),
      operation: operationOfFile,
      mapping,
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
      rule(
        'rows',
        `Como máximo ${MOST_DUE} filas con obligation.`,
        ({ rows }) =>
          Array.isArray(rows) && rows.filter((row) => row?.obligation !== undefined).length > MOST_DUE,
      ),
      rule(
        'operation',
        'Solo con file: en rows cada fila dice el suyo.',
        ({ operation, file }) => operation !== undefined && file === undefined,
      ),
      rule('mapping', 'Solo con file.', ({ mapping, file }) => mapping !== undefined && file === undefined),
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
    const wrong = firstThatFit(all);
    const messages = [
      ...(isNew ? [] : [sentBefore(batch)]),
      ...wrongText(batch, { answered: wrong.length, all: all.length }),
      ...leftOutText(rows),
    ];
    return {
      ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }),
      ...(messages.length > 0 && { message: messages.join(' ') }),
      data: { batch: toBatch(batch, now), wrong },
    };
  },
});

/** How many rows have mistakes, and where those are that the answer leaves out, in Spanish; empty if no row has any. */
const wrongText = (
  { id, counts, rows }: Pick<Batch, 'id' | 'counts' | 'rows'>,
  { answered, all }: { answered: number; all: number },
): string[] => {
  const faulty = counts.wrong ?? 0;
  const rest =
    answered < all ? ` Aquí caben las de ${answered}; todas están en GET /batches/${id}?state=wrong.` : '';
  return faulty > 0 || rest !== '' ? [`${faulty} de ${rows} filas tienen errores.${rest}`] : [];
};

/** How many rows are left out, in Spanish; empty if none is. */
const leftOutText = (rows: readonly Pick<ShownRow, 'leftOut'>[]): string[] => {
  const { length } = rows.filter(({ leftOut }) => leftOut !== null);
  if (length === 0) return [];
  return [
    length === 1
      ? 'Una fila, oculta o tachada, queda fuera mientras no la incluya.'
      : `${length} filas, ocultas o tachadas, quedan fuera mientras no las incluya.`,
  ];
};

/** The explanation, in Spanish, that a batch was sent before. A filing may have been removed since and be due again. */
const sentBefore = ({ createdAt }: { createdAt: string }): string =>
  `Este lote ya se envió el ${spanishTime(new Date(createdAt))} y no se presenta otra vez. Si hay que volver a presentarlo, ` +
  'envíelo con otra Idempotency-Key.';

export const readBatchColumns = resource({
  id: 'readBatchColumns',
  method: 'POST',
  path: '/columns',
  summary: 'Ver qué se reconoce en una hoja propia',
  description:
    'Dice qué se entiende de una hoja antes de enviarla como lote. No guarda ni prueba nada. De cada ' +
    'cabecera responde qué columna es o cuál se propone. Lo que no es seguro (proposal, none, twice, ' +
    'remembered) se confirma en mapping al enviar el lote.',
  access: 'files',
  noted: { none: 'it is work for filings, whose records say who asked for them' },
  onlyDefined: true,
  rate: 'write',
  maxBody: MAX_BODY,
  maxFile: MAX_FILE,
  standing: 'chosen',
  request: z.object({
    file: file.meta({ description: 'La hoja.' }),
    operation: operationOfFile,
    mapping,
  }),
  response: z.object({
    header_row: z.int().nullable().meta({
      description: 'Fila de las cabeceras; null si el fichero no las tiene, como .afi, .xml o .json.',
    }),
    tab: answerTextOrNull('La hoja del libro que se lee; null si el fichero no tiene hojas.'),
    tabs: z
      .array(
        z.object({
          name: answerText('Nombre.'),
          hidden: z.boolean().meta({ description: 'Si está oculta.' }),
        }),
      )
      .meta({ description: 'Hojas del libro, en su orden; se elige otra en file.tab.' }),
    first_rows: z
      .array(
        z.object({
          row: z.int().meta({ description: 'Fila, como la numera el programa que abre el fichero.' }),
          cells: z.array(z.string()).meta({ description: 'El principio de sus primeras celdas.' }),
        }),
      )
      .meta({
        description:
          'Las primeras filas con datos, hasta la de las cabeceras y cinco como mínimo; se elige otra en file.header_row.',
      }),
    columns: z
      .array(
        z.object({
          header: answerText('La cabecera, como está escrita; columna C si no tiene.'),
          samples: z.array(z.string()).meta({ description: 'Los primeros valores, tres como máximo.' }),
          how: z.enum(HOW_FOUND).meta({
            description: `Cómo se ha entendido: ${meaningsOf(HOW_TEXT)}.`,
            codes: HOW_TEXT,
          }),
          column: answerTextOrNull('La columna que es o se propone; null si ninguna, o no se lee.'),
          reading: z
            .enum(CELL_READINGS)
            .optional()
            .meta({
              description: `En qué código están sus celdas, según mapping, la última hoja o trámites anteriores: ${meaningsOf(READINGS)}.`,
              codes: READINGS,
            }),
          readings: z.array(z.enum(CELL_READINGS)).optional().meta({
            description:
              'Si sus celdas no muestran en qué código están, los que pueden ser: se elige uno en reading de mapping. Hasta entonces son errores.',
          }),
        }),
      )
      .meta({ description: 'Cabeceras, en su orden.' }),
    fields: z
      .array(
        z.object({
          column: answerText('Columna, como en la plantilla.'),
          title: answerText('Qué es.'),
          required: z.boolean().meta({ description: 'Si es obligatoria.' }),
        }),
      )
      .meta({ description: 'Columnas que puede tener el trámite de operation; sin él, ninguna.' }),
    missing: z.array(z.string()).meta({
      description: 'Columnas obligatorias que la hoja no tiene y que no se completan.',
    }),
    rows: z.int().meta({ description: 'Filas que se leen.' }),
    notes: z.array(z.string()).meta({ description: 'Cómo se ha leído el fichero.' }),
    faults: z.array(z.string()).meta({ description: 'Errores del fichero que mapping no arregla.' }),
  }),
  example: {
    request: {
      file: { name: 'altas.csv', content: 'RE5JO0ZlY2hhCjEyMzQ1Njc4WjswMS8xMi8yMDI2Cg==' },
      operation: 'updateCno',
    },
    response: {
      header_row: 1,
      tab: null,
      tabs: [],
      first_rows: [
        { row: 1, cells: ['DNI', 'Fecha'] },
        { row: 2, cells: ['12345678Z', '01/12/2026'] },
      ],
      columns: [
        { header: 'DNI', samples: ['12345678Z'], how: 'synonym', column: 'dni' },
        { header: 'Fecha', samples: ['01/12/2026'], how: 'proposal', column: 'fecha_real' },
      ],
      fields: [{ column: 'dni', title: 'Número del documento de identidad', required: true }],
      missing: ['cno'],
      rows: 1,
      notes: ['La columna «DNI» se ha leído como número del documento de identidad.'],
      faults: [],
    },
  },
  run: async ({ file, operation, mapping }, { batches }) => {
    const { headerRow, look, ...read } = await batches.columns({ file, operation, mapping });
    const { tab = null, tabs, rows } = look;
    return {
      data: {
        header_row: headerRow,
        tab,
        tabs: tabs.map(({ name, isHidden }) => ({ name, hidden: isHidden })),
        first_rows: rows,
        ...read,
      },
    };
  },
});
