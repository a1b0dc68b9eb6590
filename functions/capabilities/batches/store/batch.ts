import * as z from 'zod';
import { isRecent } from '../../../../shared/kernel/preview-time.ts';
import { keptMapping } from '../../../../shared/operation/sent-sheet.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { keptTokenFields } from '../../../../shared/stores/filings/filing.ts';

/**
 * A batch: many submissions that are tried, and then filed, one by one.
 *
 *     previewing --> previewed --> filing --> ended
 *          '-------------'-----------'--> cancelled
 *
 * The requests of its rows are an S3 object that never changes (a correction makes another one); the table has the
 * progress of each row that has begun. A batch is kept for 30 days. Each filing also has a record of its own.
 */

export const BATCH_STATES = ['previewing', 'previewed', 'filing', 'ended', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Retention of a batch, in seconds. */
export const BATCH_SECONDS = 30 * 24 * 60 * 60;

/**
 * State of a row.
 * - `waiting`: it has not begun.
 * - `wrong`: its fields are not valid.
 * - `leftOut`: its sheet hides it or has it struck out, or a person left it out. Until a person takes it in, it is neither tried
 *   nor filed.
 * - `trying`, `filing`: queued or under way.
 * - `tried`: its dry run passed, or its operation has none.
 * - `failed`: its dry run did not pass.
 * - `filed`, `refused`, `unknown`, `notSent`: the outcome.
 * - `partial`: some of its steps were filed, and the next one was not. This is derived from the step and never stored.
 */
export const ROW_STATES = [
  'waiting',
  'wrong',
  'leftOut',
  'trying',
  'tried',
  'failed',
  'filing',
  'filed',
  'refused',
  'unknown',
  'notSent',
  'partial',
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** States of a row in Spanish, for people. */
export const ROW_TEXT: Record<RowState, string> = {
  waiting: 'aún no ha empezado',
  wrong: 'tiene errores y no se prueba',
  leftOut: 'queda fuera: no se prueba ni se presenta',
  trying: 'probándose',
  tried: 'probada, sin presentar',
  failed: 'no pasó el simulacro',
  filing: 'presentándose',
  filed: 'presentada',
  refused: 'la rechazó el organismo',
  unknown: 'puede haberse presentado: compruébese',
  notSent: 'no llegó a enviarse',
  partial: 'presentada en parte',
};

/**
 * State of a step: the states of a row with this step alone, and two more. `untried`: it is checked only when it is filed.
 * `notBegun`: an earlier step was not filed, so nothing of this one was sent.
 */
export const STEP_STATES = [
  ...ROW_STATES.filter((state) => state !== 'wrong' && state !== 'leftOut' && state !== 'partial'),
  ...(['untried', 'notBegun'] as const),
];
export type StepState = (typeof STEP_STATES)[number];

/** States of a step in Spanish, for people. */
export const STEP_TEXT: Record<StepState, string> = {
  waiting: 'sin empezar',
  trying: 'probándose',
  tried: 'probado, sin presentar',
  failed: 'no pasó el simulacro',
  filing: 'presentándose',
  filed: 'presentado',
  refused: 'lo rechazó el organismo',
  unknown: 'puede haberse presentado: compruébese',
  notSent: 'no llegó a enviarse',
  untried: 'se comprueba al presentarse',
  notBegun: 'no se ha empezado',
};

/**
 * Source of a filled-in value: a client company, earlier filings or readings of the worker, the worker's document itself, or a
 * constant of the workflow.
 */
export const FILLED_FROM = ['company', 'worker', 'document', 'workflow'] as const;
export type FilledFrom = (typeof FILLED_FROM)[number];

/** Sources of filled-in values in Spanish, for people. */
export const FILLED_TEXT: Record<FilledFrom, string> = {
  company: 'de la empresa cliente',
  worker: 'de trámites anteriores del trabajador',
  document: 'de la forma y la letra del documento',
  workflow: 'como siempre en estas filas',
};

/** Why a row is left out of a batch. */
export const LEFT_OUT = ['hidden', 'struck', 'result', 'person'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** Why a row is left out, in Spanish, for people. */
export const LEFT_OUT_TEXT: Record<LeftOut, string> = {
  hidden: 'está oculta en el libro, a mano o por un filtro',
  struck: 'está tachada en el libro, entera o en parte',
  result: 'quedó fuera del lote del que es la hoja de resultados',
  person: 'alguien la dejó fuera',
};

/** The user who had a batch tried or filed, with the session. Each row checks whether that user may still act. */
const actor = () => z.object({ userId: z.string(), token: keptTokenFields() });

const batchRow = () =>
  z.object({
    /** ULID. */
    id: z.string(),
    accountId: z.string(),
    /** Id of the client company that sent it; 0 for the account itself. */
    clientId: z.int(),
    name: z.string(),
    /** Id of the operation of all rows of its file, and the columns and values that a person chose. */
    operation: z.string().optional(),
    mapping: keptMapping().optional(),
    state: z.enum(BATCH_STATES),
    /** Number of rows. */
    rows: z.int(),
    /** Number of rows in each state, as last counted. */
    counts: z.record(z.string(), z.int()),
    /** Number of rows with warnings, as last counted. */
    warnings: z.int(),
    tries: actor(),
    /** Id of the user who sent it, if another user has corrected it and had it tried since. */
    sentBy: z.string().optional(),
    /** Number of corrections so far; absent before the first one. */
    revision: z.int().optional(),
    files: actor().optional(),
    /** ISO instants. */
    createdAt: z.string(),
    previewedAt: z.string().optional(),
    /** ISO instant of the oldest dry run that a correction left valid; empty if all rows were tried again. */
    triedSince: z.string().optional(),
    committedAt: z.string().optional(),
    endedAt: z.string().optional(),
    cancelledAt: z.string().optional(),
    /** Why none of it can be filed, or why the service ended it. Spanish. */
    message: z.string().optional(),
    /** Notes about the file for the person who files it, such as hidden rows. Spanish. */
    notes: z.array(z.string()).optional(),
    /** When its rows were last read, ISO. */
    drivenAt: z.string().optional(),
    /** By authority that was down or paused: when the next row may begin (ISO), how often this has happened, and why. */
    heldUp: z
      .record(z.string(), z.object({ until: z.string(), times: z.int(), message: z.string() }))
      .optional(),
    /** Why its rows are waiting, in Spanish; empty if they are not. */
    waitsFor: z.string().optional(),
    /** Name of the lock that keeps it from being created twice. */
    guard: z.string(),
    /** Hash of the sent content. */
    contentHash: z.string(),
    /** S3 key of the requests of its rows. */
    contentKey: z.string(),
    /** Scenario for the sandbox authorities. */
    scenario: z.string().optional(),
  });
/** The stored row of a batch. */
export type Batch = z.infer<ReturnType<typeof batchRow>>;

export const parseBatch = rowParser('Batch', 'batch', batchRow);

/** Whether anything of a batch can still be filed. */
export const isOpenBatch = (
  { state, previewedAt, endedAt }: Pick<Batch, 'state' | 'previewedAt' | 'endedAt'>,
  now: Date,
): boolean =>
  state === 'previewing' ||
  state === 'filing' ||
  (state === 'previewed' && previewedAt !== undefined && isRecent(previewedAt, now)) ||
  (state === 'cancelled' && endedAt === undefined);

const progress = () =>
  z.object({
    /** From 1, in the order of the batch. */
    number: z.int(),
    state: z.enum(ROW_STATES),
    /** Current step, from 0. Most rows have one step. */
    step: z.int(),
    /** Revision of the row's content, see `BatchRow.revision`. Results of an earlier revision do not count. */
    revision: z.int().optional(),
    /** Filing ids by step: the dry run, and the filing; `null` if there is none. */
    dryRuns: z.array(z.string().nullable()),
    filings: z.array(z.string().nullable()),
    /** Why it failed or was not sent. Spanish. */
    messages: z.array(z.string()).optional(),
    /** Warnings of the dry run and the filing, by step. Spanish. */
    warnings: z.array(z.array(z.string())).optional(),
    /** The trámite of an equal act that was accepted before it. */
    repeated: z.string().optional(),
    /** How often it was requeued for a reason that may lie in the row itself. */
    tries: z.int().optional(),
  });
/** Progress of a row. */
export type RowProgress = z.infer<ReturnType<typeof progress>>;

export const parseProgress = rowParser('BatchRow', 'batchRow', progress);
