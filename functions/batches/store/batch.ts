import * as z from 'zod';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { keptTokenFields } from '../../../shared/stores/filings/filing.ts';

/**
 * A batch: many submissions that are tried, and then filed, one by one.
 *
 *     previewing --> previewed --> filing --> ended
 *          '-------------'-----------'--> cancelled
 *
 * What its rows ask is an object of S3 (`batch-content.ts`), which does not change: a correction makes another one. A row of the
 * table says how far each is that has begun. All of it goes after 30 days: what was filed has records of its own.
 */

export const BATCH_STATES = ['previewing', 'previewed', 'filing', 'ended', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** A batch is kept for this long, in seconds. */
export const BATCH_SECONDS = 30 * 24 * 60 * 60;

/**
 * How far a row is. `waiting`: nothing has begun. `wrong`: its fields are not valid. `trying`, `filing`: queued, or being made.
 * `tried`: its dry run passed, or there is none for its operation. `failed`: its dry run did not pass. `filed`,
 * `refused`, `unknown` and `notSent`: what became of it. `partial`: some of its steps were filed, and the next one was not;
 * no row is kept so, it follows from its step.
 */
export const ROW_STATES = [
  'waiting',
  'wrong',
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

/** What the state of a row means, for people. Spanish. */
export const ROW_TEXT: Record<RowState, string> = {
  waiting: 'aún no ha empezado',
  wrong: 'tiene errores y no se prueba',
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
 * How far a step of a row is: as a row of that step alone would be, but for two. `untried`: it is only checked when it is
 * filed. `notBegun`: a step before it was not filed, so that nothing of it was sent.
 */
export const STEP_STATES = [
  ...ROW_STATES.filter((state) => state !== 'wrong' && state !== 'partial'),
  ...(['untried', 'notBegun'] as const),
];
export type StepState = (typeof STEP_STATES)[number];

/** What the state of a step means, for people. Spanish. */
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
 * Where what was filled in was found: a client company, what was filed or read of the worker, the worker's document itself, or what
 * its kind of row always sends.
 */
export const FILLED_FROM = ['company', 'worker', 'document', 'workflow'] as const;
export type FilledFrom = (typeof FILLED_FROM)[number];

/** For people. Spanish. */
export const FILLED_TEXT: Record<FilledFrom, string> = {
  company: 'de la empresa cliente',
  worker: 'de trámites anteriores del trabajador',
  document: 'de la forma y la letra del documento',
  workflow: 'como siempre en estas filas',
};

/** Who had a batch tried or filed, and what this was asked with: its user may still act at each row. */
const actor = () => z.object({ userId: z.string(), token: keptTokenFields() });
export type BatchActor = z.infer<ReturnType<typeof actor>>;

const batchRow = () =>
  z.object({
    /** ULID. */
    id: z.string(),
    accountId: z.string(),
    /** Client company that signed in and sent it; 0 is the account itself. */
    clientId: z.int(),
    name: z.string(),
    state: z.enum(BATCH_STATES),
    /** How many rows it has. */
    rows: z.int(),
    /** How many rows are in each state, as last counted. */
    counts: z.record(z.string(), z.int()),
    /** How many rows have warnings, as last counted. */
    warnings: z.int().optional(),
    tries: actor(),
    /** Id of who sent it, where another one has corrected it and had it tried since. */
    sentBy: z.string().optional(),
    files: actor().optional(),
    /** ISO instants. */
    createdAt: z.string(),
    previewedAt: z.string().optional(),
    /** ISO: since when dry runs of it are good that a correction left as they were; empty where it had all tried again. */
    triedSince: z.string().optional(),
    committedAt: z.string().optional(),
    endedAt: z.string().optional(),
    cancelledAt: z.string().optional(),
    /** Spanish: why none of it can be filed, or why it was ended by the service. */
    message: z.string().optional(),
    /** Spanish: what who files it has to know of its file, such as that it has hidden rows. */
    notes: z.array(z.string()).optional(),
    /** When its rows were looked at last, ISO. */
    drivenAt: z.string().optional(),
    /** By authority: since it was down or paused when rows came there, that long none begins, ISO; and how often that was so. */
    heldUp: z
      .record(z.string(), z.object({ until: z.string(), times: z.int(), message: z.string() }))
      .optional(),
    /** Spanish: for what its rows wait now; empty for nothing. */
    waitsFor: z.string().optional(),
    /** Name of the guard that keeps it from being sent twice. */
    guard: z.string(),
    /** Of what was sent. */
    contentHash: z.string(),
    /** S3 key of what its rows ask. */
    contentKey: z.string(),
    /** What its caller wanted to happen at sandbox authorities. */
    scenario: z.string().optional(),
  });
/** A batch as it is kept. */
export type Batch = z.infer<ReturnType<typeof batchRow>>;

export const parseBatch = rowParser('Batch', 'batch', batchRow);

const progress = () =>
  z.object({
    /** From 1, in the order of the batch. */
    number: z.int(),
    state: z.enum(ROW_STATES),
    /** What is being done, from 0: most rows have one step. */
    step: z.int(),
    /** Of the row's content, see `Entry.revision`: what belongs to an earlier one counts no more. */
    revision: z.int().optional(),
    /** By step: the dry run, and the filing; `null` where there is none. */
    dryRuns: z.array(z.string().nullable()),
    filings: z.array(z.string().nullable()),
    /** Spanish: why it failed or was not sent. */
    messages: z.array(z.string()).optional(),
    /** By step, Spanish: what a person should look at, of its dry run and of its filing. */
    warnings: z.array(z.array(z.string())).optional(),
    /** How often it came back for a reason that may be its own. */
    tries: z.int().optional(),
  });
/** How far a row is. */
export type Progress = z.infer<ReturnType<typeof progress>>;

export const parseProgress = rowParser('BatchRow', 'batchRow', progress);
