import * as z from 'zod';
import { text as shortText, ulid } from '../../../shared/kernel/fields.ts';
import {
  answerDayOrNull,
  answerInstant,
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
  answerWorker,
  meaningsOf,
} from '../../../shared/operation/answer-fields.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { CELL_READINGS } from '../../../shared/sheets/cells/readings.ts';
import type { LeftObligation, RowSubject, ShownRow } from './shown.ts';
import {
  BATCH_STATES,
  type Batch,
  type BatchState,
  FILLED_FROM,
  FILLED_TEXT,
  LEFT_OUT,
  LEFT_OUT_TEXT,
  ROW_STATES,
  ROW_TEXT,
  type RowState,
  STEP_STATES,
  STEP_TEXT,
} from './store/batch.ts';

/** The most rows of a batch. */
export const MOST_ROWS = 5_000;

/** Id of a batch, as a path parameter. */
export const batchId = ulid('un lote', 'Identificador del lote.');

export const name = shortText(100, 'Nombre del lote, para reconocerlo.');

const BATCH_TEXT: Record<BatchState, string> = {
  previewing: 'se está probando',
  previewed: 'probado; espera a que se presente',
  filing: 'se está presentando',
  ended: 'terminado',
  cancelled: 'cancelado; lo que ya se había presentado sigue presentado',
};

/** An object with a value for each state of rows. */
const ofEachState = <Value>(value: (state: RowState) => Value) =>
  Object.fromEntries(ROW_STATES.map((state) => [state, value(state)])) as Record<RowState, Value>;

/** The number of rows in each state. */
const counts = z
  .object(ofEachState(() => z.int()))
  .meta({ description: `Filas en cada estado: ${meaningsOf(ROW_TEXT)}.` });

const personName = (description: string) =>
  z
    .string()
    .nullable()
    .optional()
    .meta({
      description: `${description}, al listar y al ver un lote. Una empresa cliente solo ve el suyo.`,
    });

/** Schema of a batch in an answer. */
export const batchResource = z
  .object({
    id: answerText('Identificador.'),
    name: answerText('Nombre.'),
    operation: answerTextOrNull(
      'El trámite de todas las filas de su fichero; null si cada fila dice el suyo.',
    ),
    mapping: z
      .array(
        z.object({
          header: answerTextOrNull('La cabecera; null si es un valor de todas las filas.'),
          column: answerTextOrNull('La columna que es; null si no se lee.'),
          reading: z
            .enum(CELL_READINGS)
            .nullable()
            .meta({ description: 'El código de sus celdas que se eligió.' }),
          value: answerTextOrNull('El valor de todas las filas; null si lo da cada una.'),
        }),
      )
      .meta({ description: 'El mapping con que se envió; sirve para enviar su hoja corregida.' }),
    state: z
      .enum(BATCH_STATES)
      .meta({ description: `Estado: ${meaningsOf(BATCH_TEXT)}.`, codes: BATCH_TEXT }),
    rows: z.int().meta({ description: 'Filas.' }),
    counts,
    warnings: z.int().meta({ description: 'Filas con avisos.' }),
    user: answerText('Identificador de quien lo envió.'),
    user_name: personName('Nombre de quien lo envió'),
    revision: z.int().meta({
      description:
        'Veces que se ha corregido, o que se han incluido o dejado fuera filas. Al presentarlo con esta revision, no se presenta lo que alguien corrija después de leerlo.',
    }),
    committed_by: z.string().nullable().meta({ description: 'Identificador de quien lo presentó.' }),
    committed_by_name: personName('Nombre de quien lo presentó'),
    created_at: answerInstant('Cuándo se envió, ISO 8601.'),
    previewed_at: answerInstantOrNull(
      'Cuándo terminó el simulacro, ISO 8601. Se presenta en las dos horas siguientes.',
    ),
    committed_at: answerInstantOrNull('Cuándo se pidió presentarlo, ISO 8601.'),
    ended_at: answerInstantOrNull('Cuándo terminó, ISO 8601.'),
    ends_at: answerInstantOrNull(
      'Hora a la que se calcula que terminará, ISO 8601; null si no se puede calcular.',
    ),
    message: answerTextOrNull('Por qué espera o no se puede presentar, o por qué lo terminó el servicio.'),
    notes: z.array(z.string()).meta({
      description:
        'Cómo se ha leído el fichero: codificación, cabeceras reconocidas, títulos y totales que no se ' +
        'leen, otras hojas del libro, filas ocultas y tachadas, columnas ocultas, celdas combinadas. ' +
        'Conviene mirarlo antes de presentar.',
    }),
  })
  .meta({ id: 'Batch' });

/** Schema of a row's state. */
export const rowStateField = z.enum(ROW_STATES);

const remark = z.object({
  column: answerTextOrNull('Campo, como en la operación; null si es de toda la fila.'),
  message: answerText('Qué ocurre, en español.'),
});

const filled = z.object({
  column: answerText('Campo.'),
  value: answerText('Valores que faltaban y que se han completado; así se prueban y se presentan.'),
  from: z
    .enum(FILLED_FROM)
    .meta({ description: `De dónde: ${meaningsOf(FILLED_TEXT)}.`, codes: FILLED_TEXT }),
});

const step = z.object({
  step: answerText('Paso.'),
  operation: answerText('Método y dirección.'),
  state: z.enum(STEP_STATES).meta({ description: `Estado: ${meaningsOf(STEP_TEXT)}.`, codes: STEP_TEXT }),
  dryRun: z.string().nullable().meta({ description: 'Trámite de su simulacro.' }),
  filing: z.string().nullable().meta({ description: 'Trámite que presentó.' }),
});

const left = z.object({
  id: answerText('Identificador de la obligación.'),
  title: answerText('Qué hay que hacer.'),
  due: answerDayOrNull('Último día, AAAA-MM-DD; null si no se puede calcular.'),
  calendarNote: answerTextOrNull(
    'Por qué no se puede calcular, o puede cambiar: el calendario de un año falta o es provisional.',
  ),
});

/** Schema of a row in an answer. */
export const rowResource = z
  .object({
    row: z.int().meta({ description: 'Fila de la hoja, o lugar en la lista, desde 1.' }),
    operation: answerText('Operación.'),
    obligation: answerTextOrNull('Obligación que cumple.'),
    repeats: answerTextOrNull('Trámite que repite a propósito.'),
    repeated: answerTextOrNull(
      'Trámite con el que ya se aceptó lo mismo: esta fila lo repetiría, o no se ha enviado por eso.',
    ),
    companyName: answerTextOrNull('Cliente que tiene la cuenta de cotización, según el simulacro.'),
    name: answerTextOrNull(
      'Nombre del trabajador según la hoja o la obligación; solo se compara con el del organismo.',
    ),
    worker: answerWorker.meta({ description: 'Trabajador, según el simulacro; null si aún no se sabe.' }),
    state: z.enum(ROW_STATES).meta({ description: `Estado: ${meaningsOf(ROW_TEXT)}.`, codes: ROW_TEXT }),
    leftOut: z
      .enum(LEFT_OUT)
      .nullable()
      .meta({
        description: `Por qué queda fuera, mientras nadie la incluya con POST /batches/{batchId}/corrections: ${meaningsOf(LEFT_OUT_TEXT)}; null si no queda fuera.`,
        codes: LEFT_OUT_TEXT,
      }),
    mistakes: z.array(remark).meta({ description: 'Errores.' }),
    notes: z.array(remark).meta({
      description:
        'Valores que se han leído de otra forma que la escrita. De una fila oculta o tachada, también que lo está y lo que dicen sus columnas que no se leen.',
    }),
    filled: z.array(filled).meta({ description: 'Valores que faltaban y que la cuenta ya tenía.' }),
    cells: z
      .record(z.string(), z.string())
      .optional()
      .meta({
        description:
          'Valores de la fila por columna, como se escribieron y sin secretos. No se responden al enviar ' +
          'el lote.',
      }),
    messages: z.array(z.string()).meta({ description: 'Mensajes del organismo, o por qué no se envió.' }),
    warnings: z.array(z.string()).meta({
      description:
        'Avisos, como los de un simulacro. Conviene mirarlos antes de presentar, aunque puede ser lo que ' +
        'se quería.',
    }),
    dryRuns: z.array(z.string()).meta({ description: 'Trámites de sus simulacros.' }),
    filings: z.array(z.string()).meta({ description: 'Trámites que presentó, en su orden.' }),
    steps: z.array(step).meta({ description: 'Pasos de hire y leave, en su orden.' }),
    left: z.array(left).meta({
      description: 'Obligaciones abiertas de ese trabajador y cuenta, si hire o leave presentó algo.',
    }),
  })
  .meta({ id: 'BatchRow' });

/** Whether it still changes without its caller. A cancelled batch does, too, until the rows that had begun have ended. */
export const isUnderWay = ({ state, endedAt }: Batch): boolean =>
  state === 'previewing' || state === 'filing' || (state === 'cancelled' && endedAt === undefined);

/** The states in which rows end, by phase. */
const PHASE_ENDS: Record<'previewing' | 'filing', RowState[]> = {
  previewing: ['tried', 'failed'],
  filing: ['filed', 'refused', 'unknown', 'notSent', 'partial'],
};
const PHASE_LEFT: Record<'previewing' | 'filing', RowState[]> = {
  previewing: ['waiting', 'trying'],
  filing: ['tried', 'filing'],
};

/** The estimated end of the present phase, at the speed so far. */
const endsAt = ({ state, counts, createdAt, committedAt, waitsFor }: Batch, now: Date): string | null => {
  if ((state !== 'previewing' && state !== 'filing') || waitsFor) return null;
  const sum = (states: RowState[]) => states.reduce((total, rowState) => total + (counts[rowState] ?? 0), 0);
  const done = sum(PHASE_ENDS[state]);
  if (done === 0) return null;
  const took = now.getTime() - Date.parse(state === 'filing' ? committedAt! : createdAt);
  return new Date(now.getTime() + (took / done) * sum(PHASE_LEFT[state])).toISOString();
};

/** A batch with the interface's names. */
export const toBatch = (batch: Batch, now: Date): z.output<typeof batchResource> => ({
  id: batch.id,
  name: batch.name,
  operation: batch.operation ?? null,
  mapping: (batch.mapping ?? []).map(({ header = null, column = null, reading = null, value = null }) => ({
    header,
    column,
    reading,
    value,
  })),
  state: batch.state,
  rows: batch.rows,
  counts: ofEachState((state) => batch.counts[state] ?? 0),
  warnings: batch.warnings,
  user: batch.sentBy ?? batch.tries.userId,
  revision: batch.revision ?? 0,
  committed_by: batch.files?.userId ?? null,
  created_at: batch.createdAt,
  previewed_at: batch.previewedAt ?? null,
  committed_at: batch.committedAt ?? null,
  ended_at: batch.endedAt ?? null,
  ends_at: endsAt(batch, now),
  message: batch.message || (batch.endedAt === undefined && batch.waitsFor) || null,
  notes: batch.notes ?? [],
});

/** As `toBatch`, with the names of the users who sent and committed them. A client company does not see who the others are. */
export const toNamedBatches = async (
  batches: Batch[],
  { caller, stores, now }: Pick<Ports, 'caller' | 'stores' | 'now'>,
): Promise<z.output<typeof batchResource>[]> => {
  const { accountId, clientId, userId } = caller;
  const ids = batches.flatMap(({ tries, sentBy, files }) => [
    sentBy ?? tries.userId,
    ...(files ? [files.userId] : []),
  ]);
  const names = await stores.users.namesOf(
    accountId,
    clientId === undefined ? ids : ids.filter((id) => id === userId),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id)?.name ?? null));
  return batches.map((batch) => {
    const withoutNames = toBatch(batch, now);
    const { user, committed_by } = withoutNames;
    return { ...withoutNames, user_name: nameOf(user), committed_by_name: nameOf(committed_by) };
  });
};

/** A row with the interface's names. */
export const toRow = (
  { mistakes, notes, ...row }: Omit<ShownRow, 'cells'> & Partial<ShownRow>,
  {
    left = [],
    who = { companyName: null, worker: null },
  }: { left?: LeftObligation[] | undefined; who?: RowSubject | undefined } = {},
): z.output<typeof rowResource> => {
  const toRemark = ({ column = null, message }: { column?: string | null; message: string }) => ({
    column,
    message,
  });
  return { ...row, mistakes: mistakes.map(toRemark), notes: notes.map(toRemark), left, ...who };
};

export const exampleBatch: z.output<typeof batchResource> = {
  id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
  name: 'Altas del lunes',
  operation: null,
  mapping: [],
  state: 'previewing',
  rows: 2,
  counts: { ...ofEachState(() => 0), wrong: 1, trying: 1 },
  warnings: 0,
  user: '2f0c4f0e-6b0e-4d7e-9d53-0a4e5c1f7b21',
  revision: 0,
  committed_by: null,
  created_at: '2026-11-23T08:00:00.000Z',
  previewed_at: null,
  committed_at: null,
  ended_at: null,
  ends_at: null,
  message: null,
  notes: [],
};

export const exampleRow: z.output<typeof rowResource> = {
  row: 2,
  operation: 'updateCno',
  obligation: null,
  repeats: null,
  repeated: null,
  companyName: null,
  name: null,
  worker: null,
  state: 'wrong',
  leftOut: null,
  mistakes: [{ column: 'cno', message: 'Debe tener 4 dígitos.' }],
  notes: [],
  filled: [],
  messages: [],
  warnings: [],
  dryRuns: [],
  filings: [],
  steps: [],
  left: [],
};
