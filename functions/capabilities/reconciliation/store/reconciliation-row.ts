import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { keptTokenFields } from '../../../../shared/stores/filings/filing.ts';
import type { Difference, NotCompared } from '../difference.ts';
import type { Question } from '../questions.ts';
import type { WorkforceRow } from './workforce-row.ts';

/**
 * Comparisons of workforces with the authorities' records, in the table of filings: one row for each, and one for each question to
 * an authority. Answers and results are compressed; no key shows a person.
 */

/** Retention of a comparison, in seconds. */
export const RECONCILIATION_SECONDS = 30 * 24 * 60 * 60;

const bytes = () => z.instanceof(Uint8Array<ArrayBuffer>);

const certificate = () => z.object({ certificateId: z.string(), clientId: z.int(), fingerprint: z.string() });

const actor = () => z.object({ userId: z.string(), token: keptTokenFields() });
const certificates = () => z.object({ tgss: certificate(), sepe: certificate() });

/** Compressed members of a comparison. For a large one, the row has only their beginning; see `large.ts`. */
export const PACKED = ['believed', 'result', 'seen'] as const;

/** Location of the rest of a packed member: the middle part of its rows' keys, and their number. */
const rest = () => z.object({ name: z.string(), count: z.int() });

/** An account about which the list says too little to compare it, and why. */
const apart = () => z.object({ account: z.string(), because: z.enum(['empty', 'fewer', 'nobody']) });
export type Apart = z.infer<ReturnType<typeof apart>>;

/** Schema of a comparison's row. */
export const reconciliationRow = () =>
  z.object({
    /** ULID. */
    id: z.string(),
    accountId: z.string(),
    /** Client company that requested it; 0 for the account itself. */
    clientId: z.int(),
    /** The compared client company. */
    company: z.int(),
    cif: z.string(),
    /** The compared contribution accounts. */
    accounts: z.array(z.object({ regimen: z.string(), ccc: z.string() })),
    /** Those of them that are not compared. */
    apart: z.array(apart()).optional(),
    /** First day of the compared contracts and terminations, and the day of the comparison, `YYYY-MM-DD`. */
    from: z.string(),
    today: z.string(),
    state: z.enum(['asking', 'ended']),
    actor: actor(),
    certificates: certificates(),
    /** Whether a workforce will be imported from it: it needs none, and reads the occupation of every worker. */
    forImport: z.boolean().optional(),
    /** Scenario for the sandbox authorities. */
    scenario: z.string().optional(),
    /** ISO instants. */
    createdAt: z.string(),
    endedAt: z.string().optional(),
    /** When it was last continued. */
    drivenAt: z.string().optional(),
    /** What it waits for; empty for nothing. Spanish. */
    waitsFor: z.string().optional(),
    /** The user who stopped it. */
    stoppedBy: z.string().optional(),
    /** Why it was ended by the service. Spanish. */
    message: z.string().optional(),
    /** Numbers of questions that were asked, were answered, and failed. */
    asked: z.int(),
    answered: z.int(),
    failed: z.int(),
    /** The workforce at the beginning: `WorkforceRow[]`. */
    believed: bytes(),
    /** `ReconciliationResult`, at the end. */
    result: bytes().optional(),
    /** For a nightly one: its day in Madrid, and the id of the previous nightly comparison. */
    night: z.string().optional(),
    before: z.string().optional(),
    /** For a nightly one, at the end: `Seen[]`, and the number of new differences, if there are any. */
    seen: bytes().optional(),
    drift: z.int().optional(),
    /** The rest of packed members that are too large for the row. */
    rest: z.object({ believed: rest(), result: rest(), seen: rest() }).partial().optional(),
  });
export type Reconciliation = z.infer<ReturnType<typeof reconciliationRow>>;
export const parseReconciliation = rowParser('Reconciliation', 'reconciliation', reconciliationRow);

const listedRow = () =>
  z.object({
    id: z.string(),
    company: z.int(),
    accounts: z.array(z.object({ regimen: z.string(), ccc: z.string() })),
    /** Whether it was made to import what was found. */
    forImport: z.boolean().optional(),
    /** At the end: the accounts, 15 digits, with a difference or something that could not be compared. */
    open: z.array(z.string()).optional(),
  });
/** A comparison in the list, without the whole workforce that its own row has. */
export type ListedReconciliation = z.infer<ReturnType<typeof listedRow>>;
export const parseListedReconciliation = rowParser('ListedReconciliation', 'listed', listedRow);

/** A difference, with its contribution account. */
export type DifferenceOfAccount = Difference & { account: string };
/** Something that was not compared, with its contribution account and the reason, in Spanish. */
export type NotComparedOfAccount = NotCompared & { account: string; name: string | null; because: string };

/** A difference that a nightly comparison reported. */
export interface Seen {
  /** From `keyOfDifference`. */
  key: string;
  account: string;
  document: string;
}

/** Result of a comparison. `isNew`: a nightly comparison found it, and the previous one did not. */
export interface ReconciliationResult {
  differences: (DifferenceOfAccount & { lacks: string[]; isNew?: true })[];
  notCompared: NotComparedOfAccount[];
}

const nightlyRow = () =>
  z.object({
    accountId: z.string(),
    company: z.int(),
    enabled: z.boolean(),
    /** Who switched it on, and the certificates. */
    clientId: z.int(),
    actor: actor(),
    certificates: certificates(),
    scenario: z.string().optional(),
    /** ISO instant from which the next comparison may begin; absent while it is off. */
    dueAt: z.string().optional(),
    /** Id of the last comparison. */
    last: z.string().optional(),
    /** The user who switched it off last. */
    offBy: z.string().optional(),
  });
/** A company's nightly comparison. */
export type Nightly = z.infer<ReturnType<typeof nightlyRow>>;
export const parseNightly = rowParser('Nightly', 'nightly', nightlyRow);

/** Schema of a difference of a company that a person accepted; `key` from `keyOfDifference`, `at` an ISO instant. */
const acceptedRow = () =>
  z.object({
    key: z.string(),
    userId: z.string(),
    at: z.string(),
    accountId: z.string(),
    company: z.int(),
  });
export type AcceptedDifference = z.infer<ReturnType<typeof acceptedRow>>;
export const parseAccepted = rowParser('AcceptedDifference', 'accepted', acceptedRow);

const answerRow = () =>
  z.object({
    /** From `keyOfQuestion`, so that it is asked once. */
    key: z.string(),
    /** Scheme and contribution account, 15 digits; `''` if the answer covers all accounts. */
    account: z.string(),
    about: z.enum(['registered', 'contracts', 'situation', 'certificates']),
    document: z.string().optional(),
    /** `waiting`: it will be asked again, because its authority failed. */
    state: z.enum(['asked', 'answered', 'failed', 'waiting']),
    /** The trámite of the reading; while the question waits to be asked again, the last one. */
    filing: z.string().optional(),
    /** The part of the answer that is compared, as JSON. */
    answer: bytes().optional(),
    /** Why there is no answer. Spanish. */
    message: z.string().optional(),
    /** How often it was asked again, and when it may be asked next (ISO). */
    tries: z.int().optional(),
    again: z.string().optional(),
  });
/** A question to an authority, and its answer. */
export type Answer = z.infer<ReturnType<typeof answerRow>>;
export const parseAnswer = rowParser('ReconciliationAnswer', 'answer', answerRow);

/** Key of a question. A question about a worker in all accounts has one key, so it is asked once. */
export const keyOfQuestion = (account: string, question: Question): string =>
  JSON.stringify([
    question.about,
    question.about === 'certificates' ? '' : account,
    'document' in question ? question.document : '',
  ]);

/** Key of a worker of an account within a comparison. */
export const nameOf = ({ account, document }: { account: string; document: string | null }): string =>
  `${account} ${document ?? ''}`;

/** Compressed JSON. */
export const packed = (value: unknown): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(JSON.stringify(value)));
/** The inverse of `packed`. */
const unpacked = (from: Uint8Array): unknown => JSON.parse(gunzipSync(from).toString('utf8'));

export const believedOf = ({ believed }: Pick<Reconciliation, 'believed'>): WorkforceRow[] =>
  unpacked(believed) as WorkforceRow[];
export const resultIn = ({ result }: Pick<Reconciliation, 'result'>): ReconciliationResult | undefined =>
  result && (unpacked(result) as ReconciliationResult);
export const seenIn = ({ seen }: Pick<Reconciliation, 'seen'>): Seen[] =>
  seen ? (unpacked(seen) as Seen[]) : [];
export const answerIn = ({ answer }: Pick<Answer, 'answer'>): unknown => answer && unpacked(answer);

/** Prefix of the partition keys. */
export const RECONCILIATIONS = 'reconciliation#';
