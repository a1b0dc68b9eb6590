import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { FileObject } from '../kernel/document.ts';
import type { Messages } from '../kernel/errors.ts';
import type { Role } from '../kernel/roles.ts';
import type { AuthorityOperation, Operation, Resource, Submission } from '../operation/operation.ts';
import type { Caller } from '../operation/ports.ts';
import type { Account } from '../stores/accounts.ts';
import type { CertificateRow } from '../stores/certificate-row.ts';
import type { Filing } from '../stores/filings/filing.ts';
import type { ApiToken } from '../stores/identity/api-tokens.ts';
import type { User } from '../stores/identity/user-row.ts';
import type { Window } from '../stores/rate-windows.ts';

/**
 * The stages of a request: received, admitted, read. A request before an authority ends as `Acting`; so do queued
 * work and look-ups, which begin with the record of a filing.
 */

/** A request as it came in. */
export interface Received {
  event: APIGatewayProxyEvent;
  requestId: string;
  /** The id that API Gateway gave the request: in its access log, and in answers that it gives itself. */
  gatewayId?: string | undefined;
  now: Date;
  /** When the last answer of an authority must be there. */
  deadline: Date;
  ip: string;
  /** Scheme and host under which the service was called. */
  origin: string;
  /** The scenario at sandbox authorities. */
  scenario?: string | undefined;
  /** Errors of its headers, which are answered together with the errors of its fields. */
  headerErrors: Messages;
  trace: Trace;
}

/** Parts of a request for the answer and its log line, as far as it came. */
export interface Trace {
  /** Absent where no operation has this path and method. */
  operation?: Operation;
  /** The request's rate window. */
  window?: Window;
  /** Of an operation that runs while the request is counted. Fails with a ServiceError 429 if it is over its rate. */
  counting?: Promise<void>;
  caller?: Caller;
  certificate?: CertificateRow;
  /** Names that no schema defines. */
  ignored: string[];
  /** Members of the answer for which it did not ask. */
  notAsked: string[];
  dry: boolean;
  /** Whether a question demands its documents within the answer. */
  documentsInline?: boolean;
  /** Name of the worker, if a dry run or earlier knowledge has it. */
  worker?: string;
  /** The filing of the request. */
  filingId?: string;
  /** The filing of an equal act that was accepted before; see `repeated.ts`. */
  repeated?: string;
  /** Documents that were obtained, in the order in which they were. */
  files: DeliveredFile[];
  /**
   * Work that was begun during the request. It has ended when the answer leaves, since the function may be frozen
   * then. None of it fails.
   */
  underWay: Promise<unknown>[];
}

/** The trace of a request that has only begun. */
export const newTrace = (): Trace => ({ ignored: [], notAsked: [], dry: false, files: [], underWay: [] });

/** A request to the gateway's own resources that was let in. */
export interface AdmittedToResource extends Received {
  operation: Resource;
  /** Absent with anonymous access. */
  caller?: Caller | undefined;
  /** The calling user, as read with the session. */
  user?: User | undefined;
  /** What the caller may do: the user's role, or the lower one of an API token. */
  role?: Role | undefined;
  /** The API token with which it came, if it did. */
  apiToken?: Pick<ApiToken, 'id' | 'name'> | undefined;
  /** Whether the user belongs to an operator's account; absent with anonymous access. */
  isOperator?: boolean | undefined;
  /** One that the request named, and that may be used. */
  certificate?: CertificateRow | undefined;
  /** As of `AdmittedToAuthority`. */
  daysAhead?: number | undefined;
  previews?: Account['previews'];
}

/** A request to an authority that was let in. */
export interface AdmittedToAuthority extends Received {
  operation: AuthorityOperation;
  caller: Caller;
  /** Absent if `headerErrors` reports it. */
  certificate?: CertificateRow | undefined;
  /** CIF of the client company that owns the certificate. */
  companyCif?: string | undefined;
  /** The calling user, as read with the session; absent for work from a record. */
  user?: User | undefined;
  /** Number of the account's world at the sandbox authorities, if it started again. */
  world?: number | undefined;
  /** Days by which the account's sandbox authorities are ahead of our clock. */
  daysAhead?: number | undefined;
  /** Whether the account demands a dry run before a submission, or a dry run by another user. */
  previews?: Account['previews'];
}

export type Admitted = AdmittedToResource | AdmittedToAuthority;

/** A request to the gateway's own resources whose fields are read. */
export interface ReadForResource extends AdmittedToResource {
  input: unknown;
}

/** The actor before an authority: its account, certificate and deadline, and whether it is a dry run. */
export interface Actor<Of extends AuthorityOperation = AuthorityOperation>
  extends Pick<
    AdmittedToAuthority,
    | 'requestId'
    | 'gatewayId'
    | 'now'
    | 'deadline'
    | 'scenario'
    | 'caller'
    | 'companyCif'
    | 'user'
    | 'world'
    | 'daysAhead'
    | 'previews'
    | 'trace'
  > {
  operation: Of;
  certificate: CertificateRow;
  dry: boolean;
}

/** An actor with its question or filing. */
export interface Acting<Of extends AuthorityOperation = AuthorityOperation> extends Actor<Of> {
  /** The parsed request. */
  input: unknown;
  /** When it was asked for, where that was before: an authority prepares the answer. */
  askedAt?: Date;
  /** Of a submission: the dry run whose content it files. */
  preview?: Filing['preview'];
  /** Of a submission: the trámite of an equal act that it repeats on purpose. */
  repeats?: string | undefined;
  /** Of a row of a batch: it is filed with the token that the batch was sent with. */
  batch?: Filing['batch'];
  token?: Filing['token'];
}

/** Whether it files, or would without `test=1`. */
export const isSubmitting = (acting: Acting): acting is Acting<Submission> =>
  acting.operation.kind === 'submission';

/** An operation that runs: for a request, or for the record of a filing. */
export type Running = Pick<Received, 'requestId' | 'now' | 'scenario' | 'trace'> & {
  operation: Operation;
  caller?: Caller | undefined;
  certificate?: CertificateRow | undefined;
  daysAhead?: number | undefined;
  askedAt?: Date;
};

/** A request whose fields are read. */
export type Read = ReadForResource | (Acting & Pick<Received, 'event'>);

export const isActing = (read: Read): read is Acting & Pick<Received, 'event'> =>
  read.operation.kind !== 'resource';

/** A document on its way to the caller. */
export interface DeliveredFile {
  /** Its place in the reply; without content until the answer is written. */
  file: FileObject;
  /** Bytes. */
  size: number;
  /** Of its bytes, 64 hexadecimal digits; of those that are stored. */
  sha256?: string | undefined;
  /** `undefined` when they are no longer kept. */
  bytes(): Promise<Uint8Array | undefined>;
  /** Waits until it is stored, and begins that where nothing did before. Its S3 key; `undefined` when it could not be. */
  stored(): Promise<string | undefined>;
  /** S3 key under which it is stored, or is being stored. */
  key?: string | undefined;
  /** Done when its key is no longer in the record of its filing, where it could not be stored after all. */
  noted?: Promise<void>;
}

/** A header by its name in any case of letters. */
export const header = (
  event: { headers: Record<string, string | undefined> | null },
  name: string,
): string | undefined => {
  const wanted = name.toLowerCase();
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1];
};

/** The preference for an answer at once, with the result later. */
export const RESPOND_ASYNC = 'respond-async';

/** The caller's preferences in the header `Prefer`. */
export interface Preferences {
  /** An answer at once, and the result later. */
  later: boolean;
  /** How a document that does not fit in the answer is given: not at all, or as a link. Absent: as the account has it. */
  documents?: 'inline' | 'link';
}

/**
 * Parses `Prefer` (RFC 7240): preferences are separated by commas, names and values are case-insensitive. If one is
 * sent twice, the first counts. Unknown ones are ignored.
 */
export const preferencesOf = (event: Pick<APIGatewayProxyEvent, 'headers'>): Preferences => {
  const named = new Map<string, string>();
  for (const preference of (header(event, 'Prefer') ?? '').split(',')) {
    const [name = '', value = ''] = preference
      .split(';')[0]!
      .split('=')
      .map((part) =>
        part
          .trim()
          .toLowerCase()
          .replace(/^"(.*)"$/, '$1'),
      );
    if (!named.has(name)) named.set(name, value);
  }
  const documents = named.get('documents');
  return {
    later: named.has(RESPOND_ASYNC),
    ...((documents === 'inline' || documents === 'link') && { documents }),
  };
};
