import * as z from 'zod';
import { fileObject } from '../../../shared/kernel/document.ts';
import { bool, integer, noTest, text, ulid } from '../../../shared/kernel/fields.ts';
import { rule } from '../../../shared/kernel/rules.ts';
import { spanishTime } from '../../../shared/kernel/spanish-time.ts';
import {
  answerText,
  answerTextOrNull,
  meaningsOf,
  withFile,
} from '../../../shared/operation/answer-fields.ts';
import { obligationId } from '../../../shared/operation/obligation-id.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { pageFields, pageOf, paginated, pagination, perPage } from '../../../shared/operation/pagination.ts';
import { sentFile, sentMapping } from '../../../shared/operation/sent-sheet.ts';
import { CELL_READINGS, READINGS } from '../../../shared/sheets/cells/readings.ts';
import {
  batchId,
  batchResource,
  exampleBatch,
  exampleRow,
  isUnderWay,
  MOST_ROWS,
  name,
  rowResource,
  rowStateField,
  toBatch,
  toNamedBatches,
  toRow,
} from './fields.ts';
import type { ShownRow } from './shown.ts';
import { WORKFLOWS } from './workflows/workflows.ts';

export const listBatches = resource({
  id: 'listBatches',
  method: 'GET',
  path: '/',
  summary: 'Listar los lotes, los últimos primero',
  description: 'Los de los últimos 30 días; después quedan sus trámites.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object(pageFields),
  response: paginated(batchResource),
  example: {
    request: { page: 1 },
    response: {
      data: [exampleBatch],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
    },
  },
  run: async (request, ports) => {
    const { stores, caller } = ports;
    const all = await stores.batches.listBatches(caller.accountId, caller.clientId);
    const { position, limit, pagination } = pageOf(request);
    const page = all.slice(position, position + limit);
    return {
      data: { data: await toNamedBatches(page, ports), pagination: pagination(all.length) },
    };
  },
});

/** The largest request, in bytes: Lambda's limit, less what is needed to hold the text as JSON. */
const MAX_BODY = 4 * 1024 * 1024;

/** The largest file, in bytes. In base64 it fits in the request. */
const MAX_FILE = 3 * 1024 * 1024;

/** The most bytes that rows with mistakes may take in an answer, which is JSON within JSON. Lambda's limit is 6 MB. */
const ROOM = 5_500_000;

/** The most rows on a page. A person corrects a column of many rows at once. */
const MOST_SHOWN = 100;

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

/** The first rows, as many as fit in the answer. */
const firstThatFit = (rows: z.output<typeof rowResource>[]): z.output<typeof rowResource>[] => {
  let left = ROOM;
  const end = rows.findIndex((row) => {
    left -= Buffer.byteLength(JSON.stringify(JSON.stringify(row)));
    return left < 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
};

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
          Array.isArray(rows) && rows.filter((one) => one?.obligation !== undefined).length > MOST_DUE,
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
    const rest =
      wrong.length < all.length
        ? ` Aquí caben las de ${wrong.length}; todas están en GET /batches/${batch.id}?state=wrong.`
        : '';
    const faulty = batch.counts.wrong ?? 0;
    const messages = [
      ...(isNew ? [] : [sentBefore(batch)]),
      ...(faulty > 0 || rest !== '' ? [`${faulty} de ${batch.rows} filas tienen errores.${rest}`] : []),
      ...leftOutText(rows),
    ];
    return {
      ...(!isNew && { headers: { 'Idempotency-Replayed': 'true' } }),
      ...(messages.length > 0 && { message: messages.join(' ') }),
      data: { batch: toBatch(batch, now), wrong },
    };
  },
});

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
    const { headerRow, ...read } = await batches.columns({ file, operation, mapping });
    return { data: { header_row: headerRow, ...read } };
  },
});

export const correctBatch = resource({
  id: 'correctBatch',
  method: 'POST',
  path: '/{batchId}/corrections',
  summary: 'Corregir filas de un lote antes de presentarlo, incluirlas o dejarlas fuera',
  description:
    'Las filas ocultas o tachadas de una hoja quedan fuera (leftOut): ni se prueban ni se presentan mientras no se incluyan aquí. Las filas corregidas se comprueban y se prueban otra vez, y solo ellas; las demás quedan como estaban, también hasta cuándo se pueden ' +
    'presentar. Con again se comprueban y se prueban otra vez las que no lo pasaron, tal como están. Un valor se lee como el resto de su columna: lo que en la hoja sería dudoso es un error, y notes dice cómo se ha leído. Nunca de una fila que se está probando, ni de un lote que ya se pidió presentar. X-Cert-Secret es el de las filas que no tienen.',
  access: 'files',
  onlyDefined: true,
  rate: 'heavy',
  standing: 'chosen',
  alsoAnswers: {
    409: 'El lote ya se presentó o se canceló, una fila se está probando o no se corrige aquí, o la cuenta exige dos personas y lo envió otra.',
  },
  request: z
    .object({
      batchId,
      test: noTest,
      corrections: z
        .array(
          z.object({
            rows: z
              .array(integer('Fila, como en GET /batches/{batchId}.'), { error: 'Debe ser una lista.' })
              .min(1, { error: 'Debe tener al menos una fila.' })
              .max(MOST_ROWS, { error: `Debe tener como máximo ${MOST_ROWS} filas.` })
              .meta({ description: 'Filas en las que se cambia lo mismo.' }),
            cells: z
              .array(
                z.object({
                  column: text(200, 'Columna, como en cells de la fila.'),
                  value: text(
                    32_767,
                    'Valor nuevo, como se escribe en la hoja; si se omite, la celda queda vacía.',
                    'lines',
                  ).optional(),
                }),
                { error: 'Debe ser una lista.' },
              )
              .min(1, { error: 'Debe tener al menos una celda.' })
              .max(300, { error: 'Debe tener como máximo 300 celdas.' })
              .transform((all) => Object.fromEntries(all.map(({ column, value = null }) => [column, value])))
              .optional()
              .meta({ description: 'Celdas.' }),
            leftOut: bool(
              'true deja fuera las filas: no se prueban ni se presentan; false las incluye. Sin él no cambia.',
            ).optional(),
          }),
          { error: 'Debe ser una lista.' },
        )
        .min(1, { error: 'Debe tener al menos una corrección.' })
        .max(MOST_ROWS, { error: `Debe tener como máximo ${MOST_ROWS} correcciones.` })
        .optional()
        .meta({ description: 'Correcciones, en su orden.' }),
      again: bool(
        'true comprueba y prueba otra vez, tal como están, las filas con errores o que no pasaron el simulacro, y todas si ya no vale. Sirve cuando lo que faltaba se ha arreglado fuera de la hoja, como dar de alta la empresa cliente.',
      ).optional(),
    })
    .check(
      rule(
        'corrections',
        'Envíe corrections, o again con true.',
        ({ corrections, again }) => corrections === undefined && again !== true,
      ),
      rule(
        'corrections',
        'Cada corrección debe llevar cells o leftOut.',
        ({ corrections }) =>
          Array.isArray(corrections) &&
          corrections.some(
            (correction) => correction?.cells === undefined && correction?.leftOut === undefined,
          ),
      ),
    ),
  response: z.object({
    batch: batchResource,
    rows: z.array(rowResource).meta({ description: 'Las filas corregidas, todas o las que caben.' }),
  }),
  example: {
    request: {
      batchId: exampleBatch.id,
      corrections: [{ rows: [2], cells: [{ column: 'cno', value: '4122' }] }],
    },
    response: {
      batch: { ...exampleBatch, counts: { ...exampleBatch.counts, wrong: 0, trying: 2 } },
      rows: [{ ...exampleRow, state: 'trying', mistakes: [], cells: { cno: '4122' } }],
    },
  },
  run: async ({ batchId, corrections = [], again = false }, { batches, now }) => {
    const { batch, rows } = await batches.correct(await batches.find(batchId), {
      corrections: corrections.map(({ rows, cells = {}, leftOut }) => ({ rows, cells, leftOut })),
      again,
    });
    return { data: { batch: toBatch(batch, now), rows: firstThatFit(rows.map((row) => toRow(row))) } };
  },
});

export const getBatch = resource({
  id: 'getBatch',
  method: 'GET',
  path: '/{batchId}',
  summary: 'Ver cómo va un lote, y sus filas',
  description:
    'Mientras se prueba o se presenta, o termina lo empezado de un lote cancelado, Retry-After dice cuándo volver a preguntar.',
  access: 'reads',
  rate: 'read',
  sendsRetryAfter: true,
  standing: 'chosen',
  request: z.object({
    batchId,
    state: rowStateField.optional().meta({ description: 'Solo las filas en este estado.' }),
    ...pageFields,
    perPage: perPage('Filas', MOST_SHOWN),
  }),
  response: z.object({ batch: batchResource, rows: z.array(rowResource), pagination }),
  example: {
    request: { batchId: exampleBatch.id, state: 'wrong' },
    response: {
      batch: exampleBatch,
      rows: [{ ...exampleRow, cells: { cno: '41' } }],
      pagination: { page: 1, lastPage: 1, perPage: 50, total: 1 },
    },
  },
  run: async ({ batchId, state, ...request }, ports) => {
    const { batches } = ports;
    const batch = await batches.find(batchId);
    const rows = (await batches.rows(batch)).filter((row) => state === undefined || row.state === state);
    const { position, limit, pagination: page } = pageOf(request, MOST_SHOWN);
    const shown = rows.slice(position, position + limit);
    const [left, who, [named]] = await Promise.all([
      batches.left(shown),
      batches.who(shown),
      toNamedBatches([batch], ports),
    ]);
    return {
      ...(isUnderWay(batch) && { headers: { 'Retry-After': '5' } }),
      data: {
        batch: named!,
        rows: shown.map((row) => toRow(row, { left: left.get(row.row), who: who.get(row.row) })),
        pagination: page(rows.length),
      },
    };
  },
});

const rows = z.enum(['all', 'good'], { error: 'Debe ser all o good.' }).meta({
  description:
    'all: solo si todas las filas que no quedan fuera pasaron el simulacro; good: las que lo pasaron. Ninguna si hay errores del fichero y no de una fila.',
});

export const commitBatch = resource({
  id: 'commitBatch',
  method: 'POST',
  path: '/{batchId}/commit',
  summary: 'Presentar un lote que se ha probado',
  description:
    'Cada fila es un trámite propio, con exactamente lo que se probó, y se presenta una sola vez ' +
    'aunque esta petición se repita o se interrumpa. Se puede hacer en las dos horas siguientes al ' +
    'final del simulacro.',
  access: 'files',
  onlyDefined: true,
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: {
    409: 'Aún se está probando, ya se canceló, su revision es otra, el simulacro es de hace más de dos horas, no todas las filas lo pasaron, o el fichero tiene errores que no son de una fila.',
  },
  request: z.object({
    batchId,
    test: noTest,
    rows: rows.optional().default('all'),
    revision: integer(
      'La revision del lote que se ha mirado, como en GET /batches/{batchId}. Con otra no se presenta nada (409).',
    ),
  }),
  response: batchResource,
  example: {
    request: { batchId: exampleBatch.id, rows: 'good', revision: 0 },
    response: {
      ...exampleBatch,
      state: 'filing',
      counts: { ...exampleBatch.counts, trying: 0, filing: 1 },
      committed_by: exampleBatch.user,
      previewed_at: '2026-11-23T08:00:10.000Z',
      committed_at: '2026-11-23T08:05:00.000Z',
    },
  },
  run: async ({ batchId, rows, revision }, { batches, now }) => ({
    data: toBatch(await batches.commit(await batches.find(batchId), { which: rows, revision }), now),
  }),
});

const committed = z.enum(['stop', 'refuse'], { error: 'Debe ser stop o refuse.' }).meta({
  description: 'Si alguien ya pidió presentarlo: stop lo para; refuse responde 409 y no cambia nada.',
});

export const cancelBatch = resource({
  id: 'cancelBatch',
  method: 'POST',
  path: '/{batchId}/cancel',
  summary: 'Parar un lote',
  description:
    'Se para antes de la fila siguiente. Las filas que ya han empezado terminan, y lo que ya se ha ' +
    'presentado sigue presentado. El resto no se envía.',
  access: 'files',
  rate: 'write',
  standing: 'chosen',
  alsoAnswers: { 409: 'El lote ya ha terminado; o, con refuse, ya se pidió presentarlo.' },
  request: z.object({ batchId, committed: committed.optional().default('stop') }),
  response: batchResource,
  example: {
    request: { batchId: exampleBatch.id },
    response: { ...exampleBatch, state: 'cancelled', ended_at: '2026-11-23T08:00:05.000Z' },
  },
  run: async ({ batchId, committed }, { batches, now }) => ({
    data: toBatch(await batches.cancel(await batches.find(batchId), committed), now),
  }),
});

export const getBatchResult = resource({
  id: 'getBatchResult',
  method: 'GET',
  path: '/{batchId}/result',
  summary: 'Obtener el resultado de un lote: la hoja, o todos los documentos',
  description:
    'La hoja es la enviada, con columnas de estado, trámite, respuesta, número, documento, notas, lo completado y lo pendiente. Corregida, se puede ' +
    'enviar entera otra vez: las filas ya presentadas quedan fuera (rows: good), y la columna desde dice por qué paso sigue cada fila de hire o leave. El zip tiene una carpeta por cuenta ' +
    'de cotización y trabajador; si es grande, varias partes.',
  access: 'reads',
  rate: 'heavy',
  standing: 'chosen',
  request: z.object({
    batchId,
    format: z
      .enum(['xlsx', 'csv', 'zip'], { error: 'Debe ser xlsx, csv o zip.' })
      .optional()
      .default('xlsx')
      .meta({ description: 'xlsx o csv: la hoja; zip: los documentos.' }),
    part: integer('Parte del zip, desde 1.').optional(),
  }),
  response: z.object({
    file: fileObject,
    parts: z.int().meta({ description: 'Partes que tiene.' }),
  }),
  example: {
    request: { batchId: exampleBatch.id, format: 'csv' },
    response: {
      file: { contentType: 'text/csv; charset=utf-8', name: `lote-${exampleBatch.id}.csv`, content: '' },
      parts: 1,
    },
  },
  run: async ({ batchId, format, part = 1 }, { batches, keep }) => {
    const { document, parts } = await batches.result(await batches.find(batchId), { format, part });
    return { data: { file: await keep(document), parts } };
  },
});

export const getBatchTemplate = resource({
  id: 'getBatchTemplate',
  method: 'GET',
  path: '/templates/{operation}',
  summary: 'Obtener la plantilla de una operación para un lote',
  description:
    'Una hoja con una columna por campo y una fila de ejemplo, que no se lee; cada fila es un trámite.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    operation: text(
      100,
      'Nombre de la operación en la referencia, como registerEmployee; o hire o leave.',
    ).meta({ codes: Object.fromEntries(WORKFLOWS.map(({ id, summary }) => [id, summary])) }),
    format: z
      .enum(['xlsx', 'csv'], { error: 'Debe ser xlsx o csv.' })
      .optional()
      .default('xlsx')
      .meta({ description: 'Formato.' }),
  }),
  response: withFile,
  example: {
    request: { operation: 'registerEmployee', format: 'csv' },
    response: {
      file: { contentType: 'text/csv; charset=utf-8', name: 'registerEmployee.csv', content: '' },
    },
  },
  run: async ({ operation, format }, { batches, keep }) => ({
    data: { file: await keep(await batches.template(operation, format)) },
  }),
});
