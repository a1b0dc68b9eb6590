import type { Filing } from './types.ts';

/** Details of a failed call. */
export interface Failure {
  status?: number | undefined;
  message: string;
  errors?: Record<string, string[]> | undefined;
  maintenance?: boolean | undefined;
  filingId?: string | undefined;
  idempotencyKey?: string | undefined;
  repeated?: string | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
}

/** The gateway answered with a failure, or its answer could not be read. */
export class PasarelaError extends Error {
  override name = 'PasarelaError';
  /** HTTP status; `undefined` if there was no answer. */
  readonly status: number | undefined;
  /** Messages by field (dotted path), header or authority (`tgss`, `sepe`, `aeat`, `dehu`). */
  readonly errors: Record<string, string[]>;
  /** Whether the authority is in maintenance. */
  readonly maintenance: boolean;
  /** Id of the trámite, if there is one. */
  readonly filingId: string | undefined;
  /** The `Idempotency-Key` of a submission. The same request with this key is the same submission. */
  readonly idempotencyKey: string | undefined;
  /** The trámite with which the same act was just accepted with other details, which is why this was not sent (409). */
  readonly repeated: string | undefined;
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
    this.repeated = failure.repeated;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
  }
}

/** Finds out what became of a submission, and declares it. */
export interface Inquiry {
  check(): Promise<Filing | undefined>;
  resolve(stated: { filed: boolean; note: string }): Promise<Filing>;
}

/** A submission may have taken effect, and it is unknown whether it did. Do not send it again before `check`. */
export class UnknownOutcome extends PasarelaError {
  override name = 'UnknownOutcome';
  readonly #inquiry: Inquiry;

  constructor(failure: Failure, inquiry: Inquiry) {
    super(failure);
    this.#inquiry = inquiry;
  }

  /**
   * Makes the gateway look the filing up at the authority, and returns the trámite: `accepted`, `refused`, `notSent`
   * (nothing was sent) or still `unknown`. `undefined` if no trámite has the key of this submission, so it never
   * reached the gateway.
   * @throws PasarelaError if it cannot be looked up now
   */
  check(): Promise<Filing | undefined> {
    return this.#inquiry.check();
  }

  /**
   * Declares what a person saw at the authority. After that the same request may be sent again.
   * @throws PasarelaError 409 if the outcome is not unknown, 404 if there is no trámite
   */
  resolve(stated: { filed: boolean; note: string }): Promise<Filing> {
    return this.#inquiry.resolve(stated);
  }
}

/** A trámite had not ended when the time to wait was over. `Gateway.waitFor` continues to wait for it. */
export class StillPending extends Error {
  override name = 'StillPending';
  readonly filingId: string;

  constructor(filingId: string) {
    super(`El trámite ${filingId} no ha terminado todavía.`);
    this.filingId = filingId;
  }
}
