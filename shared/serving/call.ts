import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { FileObject } from '../document.ts';
import type { Messages } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { Caller } from '../ports.ts';
import type { User } from '../stores/accounts.ts';
import type { CertificateRow } from '../stores/certificate-row.ts';
import type { Window } from '../stores/rate-windows.ts';

/** What is known of a request so far; each step of serving adds its part. */
export interface Call {
  requestId: string;
  /** The id that API Gateway gave the request: in its access log, and in answers that it gives itself. */
  gatewayId?: string | undefined;
  now: Date;
  /** When the last answer of an authority must be there. */
  deadline: Date;
  ip: string;
  /** Scheme and host under which the service was called. */
  origin: string;
  /** Absent where no operation has this path and method. */
  operation?: Operation;
  /** Where the request stands in its rate window. */
  window?: Window;
  /** Of an operation that runs while the request is counted. @throws ServiceError 429 if it is over its rate */
  admitted?(): Promise<void>;
  caller?: Caller;
  /** The user who calls, as read with the session. */
  user?: User;
  /** Which world of the account at the sandbox authorities it is, where one began anew. */
  world?: number | undefined;
  certificate?: CertificateRow;
  /** CIF of the client company that owns the certificate. */
  companyCif?: string | undefined;
  /** Failures found before the fields were read, to be told together with theirs. */
  headerErrors: Messages;
  /** The parsed request. */
  input?: unknown;
  dry: boolean;
  /** What should happen at sandbox authorities. */
  scenario?: string | undefined;
  /** The filing that the request is about. */
  filingId?: string;
  /** Documents that were obtained, in the order in which they were. */
  files: DeliveredFile[];
  /** Names that nobody defines. */
  ignored: string[];
  /**
   * What was begun beside the request: it has ended when the answer leaves, since the function may be frozen then. None of
   * it fails.
   */
  underWay: Promise<unknown>[];
}

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

/** The function's context with our `Call` in it: what the steps of serving hand on to each other. */
export type ServedContext = Context & { call?: Call };

/** A request as the steps of serving see it. */
export interface Served {
  event: APIGatewayProxyEvent;
  context: ServedContext;
}

/** The call of a request; begun by the outermost step. */
export const callOf = ({ context }: Served): Call => {
  if (!context.call) throw new Error('the call was not begun');
  return context.call;
};

/** A header by its name in any case of letters. */
export const header = (
  event: { headers: Record<string, string | undefined> | null },
  name: string,
): string | undefined => {
  const wanted = name.toLowerCase();
  return Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === wanted)?.[1];
};
