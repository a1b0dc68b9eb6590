import type { Batch, FilledFrom, RowState, StepState } from '../../functions/batches/batch.ts';
import type { Document, FileObject } from '../kernel/document.ts';
import type { PREVIEWS } from '../kernel/roles.ts';
import type { Filing, KeptDocument } from '../stores/filings/filing.ts';
import type { User } from '../stores/identity/user-row.ts';
import type { Stores } from '../stores/stores.ts';

/** The caller, proved by the token and by the row of its session. */
export interface Caller {
  accountId: string;
  userId: string;
  sessionId: string;
  /** The generation of what was issued to the user when the request came; see `generationOf`. */
  generation?: number | undefined;
  /** It came with an API token, and did not sign in itself. */
  apiToken?: true;
  /** Set if a client company signed in: it only sees its own company and certificates. */
  clientId?: number;
}

/** The ports of every operation. */
export interface Ports {
  /** The caller. Operations with anonymous access have none, and reading it there is a defect. */
  caller: Caller;
  /** The stores. */
  stores: Stores;
  /** When the request came in. */
  now: Date;
  /**
   * The same instant by the clocks of the caller's authorities: on a sandbox stage some days later, where they were moved.
   * Rules about dates go by it; records, rates and tokens go by `now`.
   */
  authorityNow: Date;
  /** When it was asked for, by the same clocks: days earlier where an authority prepares the answer. */
  askedAt: Date;
  /**
   * Takes a document of an authority for the answer. Returns it in the form of `data`; its content is filled in when the
   * answer is written. That of a submission is stored too.
   */
  keep(document: Document): Promise<FileObject>;
  /** MAC of a worker's document, or of a contribution account (11 digits), by which filings are listed. */
  listMac(what: 'worker' | 'ccc', value: string): Promise<string>;
  /** What belongs to a filing outside its row. */
  filings: {
    /** The request as it was made; `undefined` when it is no longer kept. */
    request(filing: Filing): Promise<unknown>;
    /** The answer as it was given, documents without content; `null` when there is none. */
    answer(filing: Filing): Promise<unknown>;
    /**
     * A document in the form of `data`, as from `keep`; `undefined` when it is no longer kept.
     * @throws ServiceError 503 when that is not known
     */
    document(document: KeptDocument): Promise<FileObject | undefined>;
    /**
     * What proves it, the manifest first; `undefined` when there is none.
     * @throws Error when a part is not what the manifest says
     */
    evidence(filing: Filing): Promise<{ name: string; bytes: Uint8Array }[] | undefined>;
    /**
     * Writes the evidence of one of which nothing was sent because its authority did not work.
     * @throws ServiceError 409 for any other that has none
     */
    witnessOutage(filing: Filing): Promise<void>;
    /**
     * Ends what is queued, so that nothing is sent, and makes room for the next one.
     * @throws ServiceError 409 when it is not queued any more
     */
    cancel(filing: Filing): Promise<void>;
    /**
     * Whether the caller tried an operation (method and address) with a worker and a start, within the days for which dry
     * runs are kept.
     */
    wasTried(operation: string, about: { dni: string; startDate: string }): Promise<boolean>;
    /** Looks an unknown outcome up at its authority. */
    check(filing: Filing): Promise<void>;
    /**
     * The operations that records can be of, by a name as people and programs write it: id, or method and path, with
     * `/api/v4` or without. One id may be that of operations at several addresses.
     * @returns method and address of each, as records have them; of an unknown name none, and the ids that there are
     */
    operationsNamed(name: string): Promise<{ found: string[]; ids: string[] }>;
  };
  /**
   * Continuation tokens. They are encrypted, because they identify a person, and only valid for this user,
   * certificate and operation. Lists of readings use them through `shared/operation/continuation.ts`, which binds them to the
   * query as well.
   */
  continuation: {
    issue(payload: Record<string, unknown>): Promise<string>;
    /** `undefined` for a token that is not valid, of another user, certificate or operation, or expired. */
    read(token: string): Promise<Record<string, unknown> | undefined>;
  };
}

/** A row of a batch as it is shown. */
export interface ShownRow {
  /** Where the office finds it: the row of its sheet, else its place in the list, from 1. */
  row: number;
  /** Id of the operation as the row names it. */
  operation: string;
  state: RowState;
  /** What is wrong with it, and what was read otherwise than it was written, by field. */
  mistakes: { column?: string; message: string }[];
  notes: { column?: string; message: string }[];
  /** What was filled in, by field. */
  filled: { column: string; value: string; from: FilledFrom }[];
  /** Spanish: why it failed or was not sent. */
  messages: string[];
  /** Spanish: what a person should look at, as of dry runs. */
  warnings: string[];
  /** What it asks: the cells of its sheet as they were written, by header, without secrets. */
  cells: Record<string, string>;
  /** Ids of its dry runs and filings, in their order. */
  dryRuns: string[];
  filings: string[];
  /** Of a workflow: what it files, in this order. */
  steps: ShownStep[];
}

/** Whom a row is about. */
export interface RowSubject {
  /** Of the client company that has its contribution account. */
  companyName: string | null;
  worker: { document: string | null; nss: string | null; name: string | null } | null;
}

/** A step of a row, as it is shown. */
export interface ShownStep {
  /** Its name in the workflow. */
  step: string;
  /** Method and address, such as `POST /api/v4/seg-social/alta`. */
  operation: string;
  state: StepState;
  dryRun: string | null;
  filing: string | null;
}

/** Something that is due because of what a row filed. */
export interface LeftObligation {
  id: string;
  /** Of its rule, in Spanish. */
  title: string;
  /** The last day, `YYYY-MM-DD`; `null` where the calendar of its year is not known. */
  due: string | null;
  /** What is not certain of the calendar by which it was counted, in Spanish. */
  calendarNote: string | null;
}

/** What a batch is made of. */
export interface SentBatch {
  name: string;
  /** Of what is filed at SEPE, where that is another certificate. */
  cert_secret_sepe?: string | undefined;
  rows?:
    | {
        operation?: string | undefined;
        cert_secret?: string | undefined;
        cert_secret_sepe?: string | undefined;
        body: Record<string, unknown>;
      }[]
    | undefined;
  /** In place of rows: a file that has them; its format follows from its name. */
  file?: { name: string; bytes: Uint8Array } | undefined;
}

/** A file, and of how many parts it is one. */
export interface BatchResult {
  document: Document;
  parts: number;
}

/** What operations do with batches. */
export interface BatchPorts {
  /**
   * Checks the rows of a batch, writes it down and begins to try it; one that was sent before is that one.
   * @throws ServiceError 422 for a key that was used with another batch
   */
  create(sent: SentBatch): Promise<{ batch: Batch; rows: ShownRow[]; isNew: boolean }>;
  /** The batch of the caller with this id, after it has gone on. @throws ServiceError 404 for any other */
  find(id: string): Promise<Batch>;
  /** All rows of a batch. */
  rows(batch: Batch): Promise<ShownRow[]>;
  /** What is due because of what these rows filed and left, by the number of the row. */
  left(rows: ShownRow[]): Promise<Map<number, LeftObligation[]>>;
  /** Whom these rows are about, by the number of the row. */
  who(rows: ShownRow[]): Promise<Map<number, RowSubject>>;
  /**
   * Files the rows that passed their dry run; `all` only where all did.
   * @throws ServiceError 409 where that cannot be done now, or was not asked for by whom the account demands
   */
  commit(batch: Batch, which: 'all' | 'good'): Promise<Batch>;
  /** What became of its rows: as the sheet that was sent, or a part of the documents as a zip. */
  result(batch: Batch, wanted: { format: 'xlsx' | 'csv' | 'zip'; part: number }): Promise<BatchResult>;
  /** The sheet that is filled in for an operation. @throws ServiceError 404 where there is none */
  template(operation: string, format: 'xlsx' | 'csv'): Promise<Document>;
  /** Stops it before the next row. @throws ServiceError 409 when it has ended, or was committed and that is refused */
  cancel(batch: Batch, committed: 'stop' | 'refuse'): Promise<Batch>;
}

/** The ports of an operation on what the gateway itself keeps. */
export interface ResourcePorts extends Ports {
  /** Address of the caller, for limits that count per IP. */
  ip: string;
  /** Scheme and host of the call, such as `https://api.example.com`, for links in mails. */
  origin: string;
  /** The user who calls, as read when the request was admitted; as with `caller`, reading it where there is none is a defect. */
  user: User;
  /** What the caller's account demands of its users before a submission. */
  previews: (typeof PREVIEWS)[number];
  /** Whether the user is of an account of the operator's. */
  isOperator: boolean;
  /** Batches of submissions, beyond their rows. */
  batches: BatchPorts;
  /** Seconds that the caller prefers to wait for something new; `undefined` where it does not say. */
  waitSeconds?: number | undefined;
  /**
   * Waits until the request is counted, where the operation runs at the same time.
   * @throws ServiceError 429 if it is over its rate
   */
  admitted(): Promise<void>;
}
