import * as z from 'zod';
import { rowParser } from '../dynamo/row-parser.ts';

/**
 * A batch: many submissions that are tried, and then filed, one by one.
 *
 *     previewing --> previewed --> filing --> ended
 *          '-------------'-----------'--> cancelled
 *
 * What its rows ask is an object of S3 (`batch-content.ts`), which does not change; a row of the table says how far each
 * is that has begun. All of it goes after 30 days: what was filed has records of its own.
 */

export const BATCH_STATES = ['previewing', 'previewed', 'filing', 'ended', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** A batch is kept for this long, in seconds. */
export const BATCH_SECONDS = 30 * 24 * 60 * 60;

/**
 * How far a row is. `waiting`: nothing has begun. `wrong`: its fields are not valid. `trying`, `filing`: queued, or being made.
 * `tried`: its dry run passed, or there is none for its operation. `failed`: its dry run did not pass. `filed`,
 * `refused`, `unknown` and `notSent`: what became of it.
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
] as const;
export type RowState = (typeof ROW_STATES)[number];

/** What the state of a row means, for people. Spanish. */
export const ROW_TEXT: Record<RowState, string> = {
  waiting: 'aún no ha empezado',
  wrong: 'tiene errores y no se prueba',
  trying: 'probándose',
  tried: 'pasó la prueba',
  failed: 'no pasó la prueba',
  filing: 'presentándose',
  filed: 'presentada',
  refused: 'la rechazó el organismo',
  unknown: 'puede haberse presentado: compruébese',
  notSent: 'no llegó a enviarse',
};

/** Who had a batch tried or filed, and the session or API token that this was asked with: it is still good for each row. */
const actor = () =>
  z.object({
    userId: z.string(),
    token: z.object({ kind: z.enum(['session', 'apiToken']), id: z.string() }),
  });
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
    tries: actor(),
    files: actor().optional(),
    /** ISO instants. */
    createdAt: z.string(),
    previewedAt: z.string().optional(),
    committedAt: z.string().optional(),
    endedAt: z.string().optional(),
    cancelledAt: z.string().optional(),
    /** Spanish: why it was ended by the service. */
    message: z.string().optional(),
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
    /** By step: the dry run, and the filing; `null` where there is none. */
    dryRuns: z.array(z.string().nullable()),
    filings: z.array(z.string().nullable()),
    /** Spanish: why it failed or was not sent. */
    messages: z.array(z.string()).optional(),
  });
/** How far a row is. */
export type Progress = z.infer<ReturnType<typeof progress>>;

export const parseProgress = rowParser('BatchRow', 'batchRow', progress);
