import type { Filing } from './types.ts';

/** What is known of a call that failed. */
export interface Failure {
  status?: number | undefined;
  message: string;
  errors?: Record<string, string[]> | undefined;
  maintenance?: boolean | undefined;
  filingId?: string | undefined;
  idempotencyKey?: string | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The gateway answered with a failure, or with nothing that can be read. */
export class PasarelaError extends Error {
  override name = 'PasarelaError';
  /** Status of HTTP; `undefined` where no answer came. */
  readonly status: number | undefined;
  /** Messages by field (dotted path), header or authority (`tgss`, `sepe`, `aeat`, `dehu`). */
  readonly errors: Record<string, string[]>;
  /** The authority is in maintenance. */
  readonly maintenance: boolean;
  /** The trámite, if there is one. */
  readonly filingId: string | undefined;
  /** Of a submission: the key that was sent. The same request with it is the same submission. */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string | undefined;
  /** Seconds after which the request may be sent again. */
  readonly retryAfter: number | undefined;

  constructor({ message, cause, ...failure }: Failure) {
    super(message, { cause });
    this.status = failure.status;
    this.errors = failure.errors ?? {};
    this.maintenance = failure.maintenance ?? false;
    this.filingId = failure.filingId;
    this.idempotencyKey = failure.idempotencyKey;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
  }
}

/** How to find out about a submission, and say what was seen. */
export interface Inquiry {
  check(): Promise<Filing | undefined>;
  resolve(stated: { filed: boolean; note: string }): Promise<Filing>;
}

/** A submission may have taken effect, and it is not known whether it did. It must not be sent again before a check. */
export class UnknownOutcome extends PasarelaError {
  override name = 'UnknownOutcome';
  readonly #inquiry: Inquiry;

  constructor(failure: Failure, inquiry: Inquiry) {
    super(failure);
    this.#inquiry = inquiry;
  }

  /**
   * Has the gateway look at the authority, and answers the trámite: `accepted`, `refused`, `ended` (nothing was sent) or
   * `unknown` still. `undefined` where no trámite has the key of this submission: it had not reached the gateway by then.
   * @throws PasarelaError where it cannot be looked up now
   */
  check(): Promise<Filing | undefined> {
    return this.#inquiry.check();
  }

  /**
   * States what a person saw at the authority. After it the same request may be sent again.
   * @throws PasarelaError 409 where the outcome is not unknown, 404 where there is no trámite
   */
  resolve(stated: { filed: boolean; note: string }): Promise<Filing> {
    return this.#inquiry.resolve(stated);
  }
}

/** A trámite had not ended when the time to wait was over. `Gateway.waitFor` goes on waiting for it. */
export class StillPending extends Error {
  override name = 'StillPending';
  readonly filingId: string;

  constructor(filingId: string) {
    super(`El trámite ${filingId} no ha terminado todavía.`);
    this.filingId = filingId;
  }
}

/** After how many seconds to ask again after an error that passes, where it says so. @throws one that does not pass */
export const passing = (error: unknown): number | undefined => {
  const { status, retryAfter } = error instanceof PasarelaError ? error : { status: undefined };
  if (status !== undefined && status !== 429 && status < 500) throw error;
  return retryAfter;
};
