import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { FileObject } from '../document.ts';
import type { Messages } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { Caller } from '../ports.ts';
import type { CertificateRow } from '../stores/certificates.ts';
import type { Window } from '../stores/rate-windows.ts';

/** What is known of a request so far; each step of serving adds its part. */
export interface Call {
  requestId: string;
  now: Date;
  ip: string;
  /** Scheme and host under which the service was called. */
  origin: string;
  /** Absent where no operation has this path and method. */
  operation?: Operation;
  /** Where the request stands in its rate window. */
  window?: Window;
  caller?: Caller;
  certificate?: CertificateRow;
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
  files: KeptFile[];
  /** Names that nobody defines. */
  ignored: string[];
}

/** A document on its way to the caller, and where it is kept. */
export interface KeptFile {
  file: FileObject;
  /** Bytes. */
  size: number;
  /** Of its bytes, 64 hexadecimal digits. */
  sha256: string;
  /** S3 key; absent when it could not be kept. */
  key?: string;
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
