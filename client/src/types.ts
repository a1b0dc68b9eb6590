import type { Scenario } from './generated/scenarios.ts';
import type { components, operations } from './generated/schema.ts';

/** A document in an answer; `Gateway.bytes` returns its content. */
export type FileObject = components['schemas']['File'];

/** A trámite: the record of a submission or of an asynchronous request. */
export type Filing = components['schemas']['Filing'];

/** An event. */
export type GatewayEvent = components['schemas']['Event'];

/** The position from which events are read, and their types. */
export interface EventsOptions {
  /** `cursor` of the last processed event; `now` for new ones only. Without it, all stored events are read. */
  after?: string;
  /** Event types, such as `tramite.accepted`, or `tramite.*` for all of trámites. */
  type?: string | string[];
  /** Id of a client company. */
  company?: number;
  /** Seconds between two requests while nothing of this client is under way: 900 by default, 5 at least. */
  everySeconds?: number;
  /** Ends the loop. */
  signal?: AbortSignal;
}

/** A received event. */
export interface ReceivedEvent {
  event: GatewayEvent;
  /** Position after the event: store it when the event is processed, and give it as `after` the next time. */
  cursor: string;
  /** Whether earlier events are missing, because `after` was older than 30 days. */
  missed: boolean;
}

type Name = keyof operations;
/** `never` would turn everything that it is combined with into `never`. */
type OrNothing<Found> = [Found] extends [never] ? unknown : Found;
type Parameters<K extends Name, Place extends 'path' | 'query'> = OrNothing<
  NonNullable<operations[K]['parameters'][Place]>
>;
type ContentOf<RequestBody> = RequestBody extends { content: infer Content } ? Content[keyof Content] : never;
type Body<K extends Name> = OrNothing<ContentOf<NonNullable<operations[K]['requestBody']>>>;
type Flat<T> = { [Field in keyof T]: T[Field] };

/**
 * All fields of a request, wherever they are sent. A dry run is an option and not a field, so the compiler finds a
 * misspelt one.
 */
export type Fields<K extends Name> = Flat<
  Omit<Parameters<K, 'path'> & Parameters<K, 'query'> & Body<K>, 'test'>
>;

/** The payload of an answer. */
export type Data<K extends Name> = operations[K]['responses'][200]['content']['application/json'];

/** The answer of an operation that did not fail. */
export interface Answer<Payload> {
  /** False where the reference says so: part of a list, or a file of which some contracts were refused. */
  success: boolean;
  /** Message in Spanish, mostly `OK`. It names missing parts, and says how far a dry run went. */
  message: string;
  /** HTTP status. */
  status: number;
  data: Payload;
  /** Id of the trámite, if there is one. */
  filingId?: string;
  /** The `Idempotency-Key` of a submission. */
  idempotencyKey?: string;
  /** Whether this is the stored answer to an earlier request with the same key. */
  replayed: boolean;
  /**
   * The trámite with which an equal act was accepted before. A submission was not sent again, and this is its answer; what a dry
   * run tried would be sent again. `repeats` names it to send it again on purpose.
   */
  repeated?: string;
  /** Id of the request, for support. */
  requestId?: string;
  /** Names of sent fields that the operation does not have. */
  ignoredFields: string[];
  /** Whether the list has more pages; `each` reads them by itself. */
  limitReached?: boolean;
  continueToken?: string;
  /** Token of a successful dry run; send it to file exactly the tried request. */
  previewToken?: string;
  /** Warnings of a successful dry run, in Spanish; `message` has them, too. */
  warnings?: string[];
  /** Seconds after which asking again is worthwhile. */
  retryAfter?: number;
}

/** The answer to an asynchronous request. */
export interface Pending<Payload> {
  filingId: string;
  /**
   * Polls until the trámite has ended, and returns what the request would have returned.
   * @throws PasarelaError as the request would have; StillPending when the time is over
   */
  wait(options?: WaitOptions): Promise<Answer<Payload>>;
}

export interface WaitOptions {
  /** Longest wait, in seconds; 1,200 by default. */
  timeoutSeconds?: number;
  signal?: AbortSignal;
}

export interface CallOptions {
  /** `cert_secret` of the certificate for this call, instead of the client's. */
  certificate?: string;
  signal?: AbortSignal;
  /** Further headers. */
  headers?: Record<string, string>;
}

export interface ReadingOptions extends CallOptions {
  /** Whether the request is asynchronous: the authority then has minutes instead of seconds. */
  respondAsync?: boolean;
  /** The fault that the stand-in authority simulates. Only sandbox stages honour it. */
  scenario?: Scenario;
}

export interface SubmissionOptions extends ReadingOptions {
  /** Idempotency key of 1 to 100 ASCII characters without blanks; a random one by default. */
  idempotencyKey?: string;
  /** `previewToken` of a dry run, to file exactly the tried request. */
  previewToken?: string;
  /** The accepted trámite that this repeats on purpose. Without it, an equal act that was just accepted is not sent again. */
  repeats?: string;
}

export interface DryRunOptions extends SubmissionOptions {
  /** Whether to stop at the last page before the one that files. */
  dryRun?: boolean;
}

type Later = { respondAsync: true };
type Arguments<K extends Name, Options> =
  Record<never, never> extends Fields<K>
    ? [fields?: Fields<K>, options?: Options]
    : [fields: Fields<K>, options?: Options];

/** An operation on what the gateway itself keeps. */
export type Resource<K extends Name> = (...sent: Arguments<K, CallOptions>) => Promise<Answer<Data<K>>>;

/** A reading from an authority. It is retried by itself after a 429 or 503 with `Retry-After`. */
export interface Reading<K extends Name> {
  (fields: Fields<K>, options: ReadingOptions & Later): Promise<Pending<Data<K>>>;
  (...sent: Arguments<K, ReadingOptions>): Promise<Answer<Data<K>>>;
}

/** A filing at an authority. It is sent once; an unknown outcome is thrown as `UnknownOutcome`. */
export interface Submission<K extends Name> {
  (fields: Fields<K>, options: SubmissionOptions & Later): Promise<Pending<Data<K>>>;
  (fields: Fields<K>, options?: SubmissionOptions): Promise<Answer<Data<K>>>;
}

/** A filing that also has a dry run. */
export interface DryRunSubmission<K extends Name> {
  (fields: Fields<K>, options: DryRunOptions & Later): Promise<Pending<Data<K>>>;
  (fields: Fields<K>, options?: DryRunOptions): Promise<Answer<Data<K>>>;
}

type Items<Payload, Member> = Member extends keyof Payload ? NonNullable<Payload[Member]> : Payload;

/** A paginated list. */
export interface List<K extends Name, Member> {
  /** Yields the elements of all pages, each requested when it is needed. */
  each(
    ...sent: Arguments<K, CallOptions>
  ): AsyncGenerator<Items<Data<K>, Member> extends (infer Item)[] ? Item : never, void, undefined>;
}

/** A file of submissions. The extension of its name gives the format. */
export interface SheetFile {
  name: string;
  bytes: Uint8Array;
  /** The sheet of a workbook that is read; by default the first shown one with data. */
  tab?: string | undefined;
  /** The row of the headers; by default it is looked for. */
  headerRow?: number | undefined;
}

export interface BatchOptions {
  /** Name to recognise the batch by; the file's name by default. */
  name?: string;
  /** The operation of all rows, by its name: then the sheet needs no column for it. */
  operation?: string;
  /**
   * The meaning of headers that are not recognised. A header without `column` is not read. `reading` is the code of its cells, if
   * they do not show it. A `value` without a header is the one of all rows in a column that the sheet lacks.
   */
  mapping?: {
    header?: string;
    column?: string;
    reading?: 'HM' | 'MF' | 'percent' | 'thousandths' | 'fraction';
    value?: string;
  }[];
  /** `cert_secret` for rows that name no certificate, instead of the client's. */
  certificate?: string;
  /** `cert_secret` before SEPE, if it is another, as for rows that register a worker and notify the contract. */
  certificateSepe?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Progress of a batch. */
export type BatchProgress = components['schemas']['Batch'];

/** A batch that was created, and its rows with mistakes. */
export interface SentBatch extends Data<'createBatch'> {
  /** Whether the same file was sent before; this is the batch that it created then. */
  replayed: boolean;
}
