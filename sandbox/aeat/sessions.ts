import { randomBytes } from 'node:crypto';
import type { Call } from '../portal.ts';
import type { Choice, Procedure } from './procedure.ts';
import type { Taxpayer } from './taxpayer.ts';

/** What a signature would file: what was chosen, for whom, and the fields that have to come back with it. */
export interface Draft {
  choice: Choice;
  taxpayer: Taxpayer;
  fields: [name: string, value: string][];
}

/** A request in the making, known by its token. */
export interface PendingRequest {
  session: string;
  procedure: Procedure;
  draft?: Draft;
}

const COOKIE = 'AEATSESION';
const MAX_ENTRIES = 5000;

/** Adds to a map of limited size. */
function setLimited<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > MAX_ENTRIES && oldest !== undefined) map.delete(oldest);
}

/** Every token has the characters that a form must encode: these make the first four `++//`, and two `=` end it. */
const TOKEN_START = Buffer.from([0xfb, 0xef, 0xff]);

/** Sessions, each a cookie of one certificate, and the requests that are being made in them. */
export class Sessions {
  readonly #owners = new Map<string, string>();
  readonly #pending = new Map<string, PendingRequest>();

  /** The session of a cookie that was given to this applicant. */
  find(call: Call, applicant: Taxpayer): string | undefined {
    const cookies = call.headers.cookie?.split(/;\s*/) ?? [];
    const session = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
    return session !== undefined && this.#owners.get(session) === applicant.nif ? session : undefined;
  }

  /** A new session, and the headers that tell it. */
  open(applicant: Taxpayer): { session: string; headers: Record<string, string> } {
    const session = randomBytes(16).toString('hex');
    setLimited(this.#owners, session, applicant.nif);
    return { session, headers: { 'Set-Cookie': `${COOKIE}=${session}; Path=/; Secure; HttpOnly` } };
  }

  /** Begins a request. Answers its token. */
  beginRequest(session: string, procedure: Procedure): string {
    const token = Buffer.concat([TOKEN_START, randomBytes(28)]).toString('base64');
    setLimited(this.#pending, token, { session, procedure });
    return token;
  }

  /** The request of a token, where it was begun in this session and for this procedure. */
  findRequest(token: string, session: string, procedure: Procedure): PendingRequest | undefined {
    const pending = this.#pending.get(token);
    return pending?.session === session && pending.procedure === procedure ? pending : undefined;
  }
}
