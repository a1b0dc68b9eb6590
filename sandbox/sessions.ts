import { randomBytes } from 'node:crypto';
import type { Call } from './portal.ts';

const MAX_SESSIONS = 5000;

/** A session of a portal: a cookie bound to one certificate. */
export interface Session<Held> {
  readonly id: string;
  /** NIF of the certificate's holder. */
  readonly nif: string;
  /** Data of the session between two requests. */
  readonly held: Held;
}

/** Removes the oldest entry of a map that has more than `most` entries. */
export function dropOldest(map: Map<string, unknown>, most = MAX_SESSIONS): void {
  const oldest = map.keys().next().value;
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** The sessions of a portal, in the memory of the process like the pages of dialogs. */
export class Sessions<Held> {
  readonly #cookie: string;
  readonly #path: string;
  readonly #now: () => Date;
  readonly #idle: number;
  readonly #sessions = new Map<string, { session: Session<Held>; used: number }>();

  /** @param options `idle`: milliseconds without a request after which a session has ended; never without it */
  constructor(options: { cookie: string; path?: string; now: () => Date; idle?: number }) {
    this.#cookie = options.cookie;
    this.#path = options.path ?? '/';
    this.#now = options.now;
    this.#idle = options.idle ?? Number.POSITIVE_INFINITY;
  }

  /** The session of the cookie, if it is this holder's and has not ended. */
  find(call: Call, nif: string): Session<Held> | undefined {
    const cookies = call.headers.cookie?.split(/;\s*/) ?? [];
    const id = cookies
      .find((cookie) => cookie.startsWith(`${this.#cookie}=`))
      ?.slice(this.#cookie.length + 1);
    const found = this.#sessions.get(id ?? '');
    const now = this.#now().getTime();
    if (found?.session.nif !== nif || now - found.used > this.#idle) return undefined;
    found.used = now;
    return found.session;
  }

  /** Opens a session. Returns it with the headers that set its cookie. */
  open(nif: string, held: Held): { session: Session<Held>; headers: Record<string, string> } {
    const session = { id: randomBytes(16).toString('hex'), nif, held };
    this.#sessions.set(session.id, { session, used: this.#now().getTime() });
    dropOldest(this.#sessions);
    const attributes = `Path=${this.#path}; Secure; HttpOnly`;
    return { session, headers: { 'Set-Cookie': `${this.#cookie}=${session.id}; ${attributes}` } };
  }
}
