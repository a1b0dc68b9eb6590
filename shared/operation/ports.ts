import type { Document, FileObject } from '../kernel/document.ts';
import type { PREVIEWS, Role } from '../kernel/roles.ts';
import type { Write } from '../stores/dynamo/dynamo.ts';
import type { Filing, KeptDocument } from '../stores/filings/filing.ts';
import type { User } from '../stores/identity/user-row.ts';
import type { Stores } from '../stores/stores.ts';
import type { WorkerDataPort } from './worker-data.ts';

/** The caller, proved by the token and by the row of its session. */
export interface Caller {
  accountId: string;
  userId: string;
  sessionId: string;
  /** Generation of the user's sessions when the request came, see `generationOf`; absent where work is done later. */
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
   * answer is written. The document of a submission is stored too.
   */
  keep(document: Document): Promise<FileObject>;
  /** MAC of a worker's document or a contribution account (11 digits), by which filings are listed. */
  listMac(what: 'worker' | 'ccc', value: string): Promise<string>;
  /** The parts of a filing outside its row. */
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
     * The evidence of a filing, the manifest first; `undefined` when there is none.
     * @throws Error when a part does not match the manifest
     */
    evidence(filing: Filing): Promise<{ name: string; bytes: Uint8Array }[] | undefined>;
    /**
     * Writes the evidence of a filing that was not sent because its authority did not work.
     * @throws ServiceError 409 for any other that has none
     */
    witnessOutage(filing: Filing): Promise<void>;
    /**
     * Cancels queued work, so that nothing is sent, and frees its slot.
     * @throws ServiceError 409 when it is no longer queued
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
     * Finds the operations that records may have, by a name as people and programs write it: id, or method and path,
     * with `/api/v4` or without. Operations at several addresses may share an id.
     * @returns method and address of each, as records have them; for an unknown name none, and the existing ids
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

/** Whom an anonymous request turns out to be of. */
export type Actor = Pick<User, 'id' | 'accountId' | 'clientId'>;

/** How an act ended: it was done, or why it was not. */
export type ActEnd = 'done' | 'password' | 'noCode' | 'code' | 'inactive';

/** Notes acts in the activity of an account. Where no capability keeps it, nothing is noted. */
export interface ActsPort {
  /** Says what the act is about, where neither request nor answer names it. */
  about(id: string | number): void;
  /**
   * Says whose act an anonymous request is, once that is certain, and notes that it begins: awaited before it takes effect.
   */
  by(actor: Actor): Promise<void>;
  /** The writes that note an act with its end, for the transaction in which it takes effect. */
  ended(actor: Actor, end: ActEnd): Write[];
  /**
   * Notes an act that had no effect. Without an actor it takes as long, so that the time of the answer does not show which
   * e-mails exist.
   */
  refused(actor: Actor | undefined, end: ActEnd): Promise<void>;
}

/**
 * Ports of an operation on the gateway's own resources. A capability that adds a port declares it next to its
 * implementation.
 */
export interface ResourcePorts extends Ports {
  /** Address of the caller, for limits that count per IP. */
  ip: string;
  /** Scheme and host of the call, such as `https://api.example.com`, for links in mails. */
  origin: string;
  /** The calling user, as read at admission. Like `caller`, it must not be read in an operation without session. */
  user: User;
  /** What the caller may do: the user's role, or the lower one of an API token. Absent for a client company. */
  role: Role | undefined;
  /** The dry runs that the caller's account demands of its users before a submission. */
  previews: (typeof PREVIEWS)[number];
  /** Notes what is done, where request and answer do not say enough. */
  acts: ActsPort;
  /** All that the caller's account has of one worker. */
  workerData: WorkerDataPort;
  /** Whether the user belongs to an operator's account. */
  isOperator: boolean;
  /**
   * Waits until the request is counted, where the operation runs at the same time.
   * @throws ServiceError 429 if it is over its rate
   */
  admitted(): Promise<void>;
}
