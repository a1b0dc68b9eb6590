import * as z from 'zod';
import { AUTHORITIES } from '../../kernel/errors.ts';

/**
 * The record of a filing (trámite): written before anything is sent, and deciding everything that happens to it
 * afterwards.
 *
 *     queued --> claimed --> committing --> accepted | refused | unknown | ended
 *        '----------'--> ended: nothing was sent, since it was cancelled or for another reason
 *
 * Requests that file nothing have a record only where their answer comes later:
 *
 *     queued --> claimed --> answered | failed
 *                   '--> preparing --> answered | failed
 */

/**
 * State of a filing. `queued`: accepted, not begun. `unknown`: it may have taken effect. `preparing`: the authority
 * has been asked and takes hours or days. `answered` and `failed`: end of a request that files nothing.
 */
export const FILING_STATES = [
  'queued',
  'claimed',
  'committing',
  'preparing',
  'accepted',
  'refused',
  'unknown',
  'ended',
  'answered',
  'failed',
] as const;
export type FilingState = (typeof FILING_STATES)[number];

/** A document of a filing, kept in S3. */
const keptDocument = () =>
  z.object({
    name: z.string(),
    contentType: z.string(),
    /** Bytes. */
    size: z.int(),
    /** S3 key, under which it may still be on its way when the record ends; absent when it could not be kept. */
    key: z.string().optional(),
    /** 64 hexadecimal digits. */
    sha256: z.string().optional(),
  });
export type KeptDocument = z.infer<ReturnType<typeof keptDocument>>;

/** The session or API token of a queued request; `id` is the one in the key of its row. */
export const keptTokenFields = () =>
  z.object({
    kind: z.enum(['session', 'apiToken']),
    id: z.string(),
    /** Generation of the user's access at that time; see `generationOf`. */
    generation: z.int(),
  });

export const filingRow = () =>
  z.object({
    /** ULID: sorts by the time at which the filing was claimed. */
    id: z.string(),
    state: z.enum(FILING_STATES),
    /** A dry run: nothing was to be filed. */
    dry: z.boolean(),
    /** A question: it files nothing, and its answer comes later. */
    reading: z.literal(true).optional(),
    /** A function of its own makes it, after the request was answered. */
    async: z.literal(true).optional(),
    /** Method and address, such as `POST /api/v4/seg-social/alta`. */
    operation: z.string(),
    /** Its name in Spanish. Erasing its account takes it away. */
    operationName: z.string().optional(),
    /** Seal of queued work, which shows that it was requested exactly as stored; see `serving/filing/seal.ts`. */
    seal: z.string().optional(),
    /**
     * Subject of the request, if it names one: scheme (4 digits) and account (11), the worker, and the effective
     * date.
     */
    about: z
      .object({
        regimen: z.string().optional(),
        ccc: z.string().optional(),
        document: z.string().optional(),
        nss: z.string().optional(),
        /** The worker's name, as the request, an authority or earlier filings have it. */
        name: z.string().optional(),
        date: z.string().optional(),
      })
      .optional(),
    /** Client company that has its contribution account; the certificate's if several or none have it. */
    companyId: z.int().optional(),
    /** Warnings for the caller. Spanish. */
    warnings: z.array(z.string()).optional(),
    authority: z.enum(AUTHORITIES),
    accountId: z.string(),
    userId: z.string(),
    /** Client company that owns the certificate, else the calling one; 0 is the account itself. */
    clientId: z.int(),
    certificate: z.object({
      /** 32 hexadecimal digits. */
      id: z.string(),
      /** SHA-256, 64 hexadecimal digits. */
      fingerprint: z.string(),
      /** Tax id of the holder. */
      nif: z.string(),
    }),
    /** Token of the caller, for queued work. */
    token: keptTokenFields().optional(),
    /** The request that made it. */
    requestId: z.string(),
    /** The request that works on it and may change its state. */
    owner: z.string(),
    /** Its batch, and the number of its row there, from 1. */
    batch: z.object({ id: z.string(), row: z.int() }).optional(),
    /** Whether its end emits no event: no caller asked for it, and the feature that made it reports it in another way. */
    silent: z.literal(true).optional(),
    /** `Idempotency-Key`, without quotes. */
    key: z.string().optional(),
    /**
     * The dry run whose content it files: its id, when it ended, and its user with name and e-mail at that time. For
     * a row of a batch that could not be tried: when the preview of the batch ended, and its user.
     */
    preview: z
      .object({
        id: z.string().optional(),
        at: z.string(),
        userId: z.string(),
        name: z.string().optional(),
        email: z.string().optional(),
      })
      .optional(),
    /** Hash of the whole request. */
    requestHash: z.string(),
    /** Hash of everything that reaches the authority, and of the holder in whose name it is filed. */
    contentHash: z.string(),
    /**
     * The legal acts that it files: the name of each one's row (from `lockName`), and the hash of what it sets there, by which equal
     * acts are known; of a file with several records, the numbers of its records. See `acts.ts`.
     */
    acts: z
      .array(
        z.object({
          name: z.string(),
          sets: z.string(),
          /** While it is open, no other act of its row is sent, whatever that sets. */
          isAlone: z.literal(true).optional(),
          entries: z.array(z.int()).optional(),
        }),
      )
      .optional(),
    /** Names of the rows of acts that only its answer names. */
    furtherActs: z.array(z.string()).optional(),
    /** Hash of all that it files, whoever signs it: of two equal acts, whether they also have the same details. */
    details: z.string().optional(),
    /** A client company asked for it, and its account is none of that company's: the company goes by its own filings only. */
    apart: z.literal(true).optional(),
    /** Number of the sandbox world in which it was filed; see `worlds.ts`. */
    world: z.int().optional(),
    /** The trámite of an equal act that it repeats on purpose. */
    repeats: z.string().optional(),
    /** The trámite of an equal act that was accepted before it. */
    repeated: z.string().optional(),
    /**
     * Names of its locks, needed to release them. `content`: the content for its holder or client company.
     */
    guards: z
      .object({
        content: z.string(),
        key: z.string().optional(),
        preview: z.string().optional(),
      })
      .optional(),
    /** ISO instants. */
    claimedAt: z.string(),
    /** When a function began to make it after it was queued, and how often one did. */
    startedAt: z.string().optional(),
    starts: z.int().optional(),
    committingAt: z.string().optional(),
    /** The authority's numbers of what its list had before this was sent. Absent if there was no such list. */
    listedBefore: z.array(z.string()).optional(),
    endedAt: z.string().optional(),
    /** The request as the operation received it, JSON; in S3 where it is large. */
    request: z.string().optional(),
    requestKey: z.string().optional(),
    /** The authority's own number for it, such as the footprint of a contract or the number of a shipment. */
    reference: z.string().optional(),
    messages: z.array(z.string()).optional(),
    /** The authority refused it, in these messages; also before the step that commits, where its state is `ended`. */
    refusal: z.literal(true).optional(),
    /** If nothing was sent: whether the same request may succeed later; see `passingOf`. */
    passing: z.enum(['authority', 'one']).optional(),
    /** The message of its answer, or why there is none. */
    message: z.string().optional(),
    documents: z.array(keptDocument()).optional(),
    /** The caller's answer: status, and JSON body with documents by position; in S3 if it is large. */
    status: z.int().optional(),
    answer: z.string().optional(),
    answerKey: z.string().optional(),
    /** How often the schedule has taken it. */
    takes: z.int().optional(),
    /** How often it was looked up without result, and when last. */
    looks: z.int().optional(),
    lookedAt: z.string().optional(),
    /** Set while its evidence is not written as of this ISO instant, the one at which it ended. */
    evidenceDue: z.string().optional(),
    /** Set while the evidence as of this instant lacks its time-stamp. */
    stampDue: z.string().optional(),
    /** Scenario for the sandbox authorities. */
    scenario: z.string().optional(),
    /** Days by which the sandbox authorities were ahead at the request. Instants here are by our own clock. */
    daysAhead: z.int().optional(),
    /** A person's declaration of what they saw at the authority. */
    stated: z
      .object({
        filed: z.boolean(),
        note: z.string(),
        userId: z.string(),
        at: z.string(),
        /** It had been accepted and proved before this declaration. */
        wasProved: z.literal(true).optional(),
      })
      .optional(),
  });

/** A filing as it is kept. */
export type Filing = z.infer<ReturnType<typeof filingRow>>;

/** Attributes that a batch reads of its rows' filings, without request and answer, which may have kilobytes. */
export const FACTS_OF_ROW = {
  id: true,
  accountId: true,
  clientId: true,
  operation: true,
  authority: true,
  about: true,
  companyId: true,
  certificate: true,
  contentHash: true,
  state: true,
  dry: true,
  refusal: true,
  stated: true,
  passing: true,
  endedAt: true,
  message: true,
  messages: true,
  warnings: true,
  reference: true,
  documents: true,
  repeated: true,
} as const;
export type FilingOfRow = Pick<Filing, keyof typeof FACTS_OF_ROW>;

/** Whether a request has a record only because its answer comes later. */
export const filesNothing = ({ reading, dry }: Pick<Filing, 'reading' | 'dry'>): boolean =>
  reading === true || dry;

/** Largest request or answer kept in the row itself, in bytes. */
export const MAX_INLINE = 8 * 1024;
/**
 * Why a filing is due. `lookUp`: it was abandoned, or its outcome is unknown. Each kind has an index of its own, so
 * that many of one kind do not delay the others.
 */
export const DUE_KINDS = ['lookUp', 'queued', 'prepared', 'evidence'] as const;
export type DueKind = (typeof DUE_KINDS)[number];

/** Shards of each kind, so that no partition takes all of it. Each filing is due for a look-up until it ends. */
const DUE_SHARDS: Record<DueKind, number> = { lookUp: 16, queued: 4, prepared: 4, evidence: 4 };

const KIND_OF: Partial<Record<FilingState, DueKind>> = {
  queued: 'queued',
  preparing: 'prepared',
  accepted: 'evidence',
  refused: 'evidence',
  ended: 'evidence',
};

/**
 * Index keys by which the schedule finds a filing in this state: kind and shard, then the account, so that accounts
 * can take turns, and the instant.
 */
export const dueKeys = (
  { id, accountId }: Pick<Filing, 'id' | 'accountId'>,
  state: FilingState,
  dueAt: Date,
): { due: string; dueAt: string; turn: string } => {
  const kind = KIND_OF[state] ?? 'lookUp';
  const shard = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % DUE_SHARDS[kind];
  const instant = dueAt.toISOString();
  return { due: `${kind}#${shard}`, dueAt: instant, turn: `${accountId}#${instant}` };
};

/** All shards of a kind. */
export const duePartitions = (kind: DueKind): string[] =>
  Array.from({ length: DUE_SHARDS[kind] }, (_, shard) => `${kind}#${shard}`);

/** The attributes of `dueKeys`: without them the schedule does not find a filing. */
export const DUE_MEMBERS = ['due', 'dueAt', 'turn'] as const;
