/** Calls of the API that commands make in place of an integrator. */
import { seed } from '../sandbox/seed.ts';
import type { FileObject } from '../shared/kernel/document.ts';
import { CommandError } from './programs/command-error.ts';

/** The caller, and the address of the API. */
export interface Session {
  /** Address of the API, with its version. */
  baseUrl: string;
  /** Token of a user who has signed in. */
  token?: string;
  /** Ends calls that are under way. */
  signal?: AbortSignal | undefined;
}

/** The API answered with a failure. */
class CallFailed extends CommandError {
  readonly status: number;

  constructor(message: string, details: string, status: number) {
    super(message, details);
    this.status = status;
  }
}

/** Calls the API. @param operation method and path @returns the payload @throws CommandError unless the answer is a success */
const call = async <Data = Record<string, string>>(
  { baseUrl, token, signal }: Session,
  operation: string,
  body?: object,
): Promise<Data> => {
  const [method, path] = operation.split(' ');
  const isForm = body instanceof FormData;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new CallFailed(`${method} ${baseUrl}${path} answered ${response.status}.`, text, response.status);
  return JSON.parse(text).data;
};

/** @throws CommandError if it is refused */
export const signIn = async (
  at: Omit<Session, 'token'>,
  { email, password }: { email: string; password: string },
): Promise<Required<Pick<Session, 'token'>> & Session> => {
  const { access_token } = await call(at, 'POST /auth/login', { email, password });
  return { ...at, token: access_token! };
};

/** Ends the session. */
export const signOut = (session: Session): Promise<unknown> => call(session, 'GET /auth/logout');

/**
 * A certificate of the demo holder of a sandbox, with a new key, from the stage itself.
 * @param password of the file
 * @returns a P12
 */
export const issueP12 = async (session: Session, password: string): Promise<Buffer<ArrayBuffer>> => {
  const wanted = { nif: seed.demo.holder.nif, password };
  const { file } = await call<{ file: FileObject }>(session, 'POST /sandbox/certificate', wanted);
  return Buffer.from(file.content, 'base64');
};

/** Attempts to store a certificate. It is safe to repeat: a stored certificate gets the same answer. */
const ATTEMPTS = 3;

/**
 * Stores a P12. On a busy machine the emulator may be too slow for a cold start, so an answer of 500 or more is shown, and the
 * certificate is sent again.
 * @param type of the certificate, as the interface counts them
 * @returns its `cert_secret`
 */
export const storeCertificate = async (
  session: Session,
  { p12, password, type }: { p12: Buffer<ArrayBuffer>; password: string; type: number },
): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([p12]), 'demo.p12');
  form.set('password', password);
  form.set('type', String(type));
  for (let attempt = 1; ; attempt++) {
    try {
      const { cert_secret } = await call(session, 'POST /certificate', form);
      return cert_secret!;
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status < 500 || attempt === ATTEMPTS) throw error;
      console.warn(error.message, error.details);
    }
  }
};

/** The `cert_secret` of each stored certificate of the user, 50 at most. */
export const storedCertificates = async (session: Session): Promise<string[]> => {
  const { data } = await call<{ data: { cert_secret: string }[] }>(session, 'GET /certificate');
  return data.map(({ cert_secret }) => cert_secret);
};

/** Deletes a stored certificate, and its key. */
export const deleteCertificate = (session: Session, secret: string): Promise<unknown> =>
  call(session, `DELETE /certificate/${secret}`);
