import type { Exchange } from './authorities/exchange.ts';
import type { Document, FileObject } from './document.ts';
import type { Stores } from './stores/stores.ts';

/** Who calls: proved by the token and by the session's row. */
export interface Caller {
  accountId: string;
  userId: string;
  sessionId: string;
  /** Set for a client company that signed in: it sees its own company and certificates only. */
  clientId?: number;
}

/** What every operation may use. */
export interface Ports {
  /** The caller; operations with anonymous access have none, and reading it there is a programming error. */
  caller: Caller;
  /** The stores. */
  stores: Stores;
  /** Address of the caller, for limits that count per IP. */
  ip: string;
  /** Scheme and host under which the service was called, such as `https://api.example.com`, for links in mails. */
  origin: string;
  /** The instant at which the request came in. */
  now: Date;
  /** Keeps a document of an authority and gives it the form in which it travels. */
  keep(document: Document): Promise<FileObject>;
  /** Continuation tokens: encrypted, since they say whom a query is about, and good for this account only. */
  continuation: {
    issue(payload: Record<string, unknown>): Promise<string>;
    /** `undefined` for a token that is not ours, of another account, or expired. */
    read(token: string): Promise<Record<string, unknown> | undefined>;
  };
}

/** Asks an authority; may be repeated by the channel when no answer comes. */
export interface ReadingPort {
  /** @throws ServiceError: refused (422), error page (500), down (503), silent (504), unreadable (502) */
  read<In, Out>(exchange: Exchange<'reading', In, Out>, input: In): Promise<Out>;
}

/** Files at an authority: sent once, never repeated. */
export interface SubmittingPort extends ReadingPort {
  /**
   * Files, or with `test=1` leaves before the first press that could take effect (then the result is `undefined`).
   * When something was sent and no answer came, `lookUp` is asked whether it took effect; it answers the result, or
   * `undefined` where that cannot be told.
   * @throws ServiceError as `read`, and unknown outcome (502)
   */
  submit<In, Out>(
    exchange: Exchange<'submission', In, Out>,
    input: In,
    lookUp?: () => Promise<Out | undefined>,
  ): Promise<Out | undefined>;
  /** True when the caller sent `test=1`. */
  readonly dry: boolean;
}
