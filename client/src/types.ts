import type { Scenario } from './generated/scenarios.ts';
import type { components, operations } from './generated/schema.ts';

/** A document within an answer; `Gateway.bytes` gives what is in it. */
export type FileObject = components['schemas']['File'];

/** A trámite: the record of a submission, or of what is answered later. */
export type Filing = components['schemas']['Filing'];

/** Something that happened. */
export type GatewayEvent = components['schemas']['Event'];

/** From where events are read, and which. */
export interface EventsOptions {
  /** `cursor` of the last event that was done; `now` for what comes; without it, all that is kept. */
  after?: string;
  /** Types, such as `tramite.accepted`, or `tramite.*` for all of trámites. */
  type?: string | string[];
  /** Id of a client company. */
  company?: number;
  /** Seconds until it is asked again where nothing of this client is under way: 60 by default, 5 at least. */
  everySeconds?: number;
  /** Ends the loop. */
  signal?: AbortSignal;
}

/** An event as it is received. */
export interface ReceivedEvent {
  event: GatewayEvent;
  /** The place after it: to be kept when what it asks for is done, and given as `after` the next time. */
  cursor: string;
  /** Events before it have gone, since the place to begin was older than 30 days. */
  missed: boolean;
}

type Name = keyof operations;
/** `never` would make never of all that it is combined with. */
type OrNothing<Found> = [Found] extends [never] ? unknown : Found;
type Parameters<K extends Name, Place extends 'path' | 'query'> = OrNothing<
  NonNullable<operations[K]['parameters'][Place]>
>;
type ContentOf<RequestBody> = RequestBody extends { content: infer Content } ? Content[keyof Content] : never;
type Body<K extends Name> = OrNothing<ContentOf<NonNullable<operations[K]['requestBody']>>>;
type Flat<T> = { [Field in keyof T]: T[Field] };

/** All fields of a request, wherever they are sent. A dry run is an option, so that no one mistypes it. */
export type Fields<K extends Name> = Flat<
  Omit<Parameters<K, 'path'> & Parameters<K, 'query'> & Body<K>, 'test'>
>;

/** The payload of an answer. */
export type Data<K extends Name> = operations[K]['responses'][200]['content']['application/json'];

/** What an operation was answered, if it did not fail. */
export interface Answer<Payload> {
  /** False where the reference says so: a part of a list, a file of which not every contract was accepted. */
  success: boolean;
  /** In Spanish; `OK` mostly. It says what is missing, and how far a dry run went. */
  message: string;
  /** Status of HTTP. */
  status: number;
  data: Payload;
  /** The trámite, if there is one. */
  filingId?: string;
  /** Of a submission: the key that was sent with it. */
  idempotencyKey?: string;
  /** The answer is the one that was given before to the same request with the same key. */
  replayed: boolean;
  /** For whoever looks into a problem. */
  requestId?: string;
  /** Names that were sent and that the operation does not have. */
  ignoredFields: string[];
  /** A list has more than this answer. `each` goes on by itself. */
  limitReached?: boolean;
  continueToken?: string;
  /** Of a dry run that passed: for the submission that files just that. */
  previewToken?: string;
  /** Of a dry run that passed: what a person should look at, in Spanish. `message` says it, too. */
  warnings?: string[];
  /** Seconds after which it is worth asking again. */
  retryAfter?: number;
}

/** What a request was answered that is made later. */
export interface Pending<Payload> {
  filingId: string;
  /**
   * Asks until the trámite has ended, and answers as the request would have been.
   * @throws PasarelaError as the request would have; StillPending where the time is over
   */
  wait(options?: WaitOptions): Promise<Answer<Payload>>;
}

export interface WaitOptions {
  /** Longest wait, in seconds; 1,200 by default. */
  timeoutSeconds?: number;
  signal?: AbortSignal;
}

export interface CallOptions {
  /** `cert_secret` of the certificate to act with, in place of the client's. */
  certificate?: string;
  signal?: AbortSignal;
  /** Further headers. */
  headers?: Record<string, string>;
}

export interface ReadingOptions extends CallOptions {
  /** Ask for the answer later: the authority has minutes in place of seconds. */
  respondAsync?: boolean;
  /** On a sandbox stage: what goes wrong at the authority. No other stage takes notice of it. */
  scenario?: Scenario;
}

export interface SubmissionOptions extends ReadingOptions {
  /** 1 to 100 ASCII characters without blanks; a random one by default. */
  idempotencyKey?: string;
  /** `previewToken` of a dry run: just what was tried is filed. */
  previewToken?: string;
}

export interface DryRunOptions extends SubmissionOptions {
  /** Go as far as the last page before the one that files, and leave. */
  dryRun?: boolean;
}

type Later = { respondAsync: true };
type Arguments<K extends Name, Options> =
  Record<never, never> extends Fields<K>
    ? [fields?: Fields<K>, options?: Options]
    : [fields: Fields<K>, options?: Options];

/** Acts on what the gateway itself keeps. */
export type Resource<K extends Name> = (...sent: Arguments<K, CallOptions>) => Promise<Answer<Data<K>>>;

/** Asks an authority. It is asked again by itself after a 429 or 503 that says when. */
export interface Reading<K extends Name> {
  (fields: Fields<K>, options: ReadingOptions & Later): Promise<Pending<Data<K>>>;
  (...sent: Arguments<K, ReadingOptions>): Promise<Answer<Data<K>>>;
}

/** Files at an authority. It is sent once; an unknown outcome is thrown as `UnknownOutcome`. */
export interface Submission<K extends Name> {
  (fields: Fields<K>, options: SubmissionOptions & Later): Promise<Pending<Data<K>>>;
  (fields: Fields<K>, options?: SubmissionOptions): Promise<Answer<Data<K>>>;
}

/** Files at an authority, or goes as far as it can without. */
export interface DryRunSubmission<K extends Name> {
  (fields: Fields<K>, options: DryRunOptions & Later): Promise<Pending<Data<K>>>;
  (fields: Fields<K>, options?: DryRunOptions): Promise<Answer<Data<K>>>;
}

type Items<Payload, Member> = Member extends keyof Payload ? NonNullable<Payload[Member]> : Payload;

/** A list that comes in several answers. */
export interface List<K extends Name, Member> {
  /** The elements of all answers, each asked for when it is needed. */
  each(
    ...sent: Arguments<K, CallOptions>
  ): AsyncGenerator<Items<Data<K>, Member> extends (infer Item)[] ? Item : never, void, undefined>;
}

export interface BatchOptions {
  /** To recognise it by; the name of the file by default. */
  name?: string;
  /** The operation of all rows, by its name: then the sheet needs no column for it. */
  operation?: string;
  /** What headers of the sheet are that are not recognised; one without `column` is not read. */
  mapping?: { header: string; column?: string }[];
  /** `cert_secret` of the certificate of rows that name none, in place of the client's. */
  certificate?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** How far a batch is. */
export type BatchProgress = components['schemas']['Batch'];

/** A batch that was sent, and its rows with mistakes. */
export interface SentBatch extends Data<'createBatch'> {
  /** The same file was sent before: this is the batch that it made then. */
  replayed: boolean;
}
