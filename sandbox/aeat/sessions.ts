import { randomBytes } from 'node:crypto';
import type { Call } from '../portal.ts';
import type { Choice, Procedure } from './procedure.ts';
import type { Taxpayer } from './taxpayer.ts';

/** What the signature files: the choice, the taxpayer, and the fields that must come back with the signature. */
export interface Draft {
  choice: Choice;
  taxpayer: Taxpayer;
  fields: [name: string, value: string][];
}

/** A request that is not signed yet, identified by its token. */
export interface PendingRequest {
  session: string;
  procedure: Procedure;
  draft?: Draft;
}

const COOKIE = 'AEATSESION';
const MAX_ENTRIES = 5000;

/** Adds an entry to a map of limited size. A full map loses its oldest entry. */
function setLimited<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > MAX_ENTRIES && oldest !== undefined) map.delete(oldest);
}

/** Every token has characters that a form must encode: these bytes make it begin with `++//`, and it ends with `==`. */
const TOKEN_START = Buffer.from([0xfb, 0xef, 0xff]);

/** Sessions, each a cookie of one certificate, and their requests that are not signed yet. */
export class Sessions {
  readonly #owners = new Map<string, string>();
  readonly #requests = new Map<string, PendingRequest>();

  /** The session of the cookie, if it belongs to this applicant. */
  find(call: Call, applicant: Taxpayer): string | undefined {
    const cookies = call.headers.cookie?.split(/;\s*/) ?? [];
    const session = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
    return session !== undefined && this.#owners.get(session) === applicant.nif ? session : undefined;
  }

  /** Opens a session. Returns it with the headers that set its cookie. */
  open(applicant: Taxpayer): { session: string; headers: Record<string, string> } {
    const session = randomBytes(16).toString('hex');
    setLimited(this.#owners, session, applicant.nif);
    return { session, headers: { 'Set-Cookie': `${COOKIE}=${session}; Path=/; Secure; HttpOnly` } };
  }

  /** Begins a request. Returns its token. */
  beginRequest(session: string, procedure: Procedure): string {
    const token = Buffer.concat([TOKEN_START, randomBytes(28)]).toString('base64');
    setLimited(this.#requests, token, { session, procedure });
    return token;
  }

  /** The request of a token, if it belongs to this session and this procedure. */
  findRequest(token: string, session: string, procedure: Procedure): PendingRequest | undefined {
    const pending = this.#requests.get(token);
    return pending?.session === session && pending.procedure === procedure ? pending : undefined;
  }
}
