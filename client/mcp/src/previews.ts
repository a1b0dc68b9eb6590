import { randomUUID } from 'node:crypto';
import { PasarelaError, UnknownOutcome } from '../../src/errors.ts';
import { NotSent } from '../../src/unsent.ts';
import { asData, forModel } from './mask.ts';
import type { ToolOfOperation } from './tools.ts';

/**
 * A successful dry run, which may be filed once. The fields to file are kept here and not taken from the model, whose call
 * only names a preview.
 */
export interface Preview {
  id: string;
  tool: ToolOfOperation;
  fields: Record<string, unknown>;
  certificate: string | undefined;
  /** The gateway's `previewToken`, which files exactly the tried request, once. */
  token: string;
  /** Trámite of the dry run. */
  filingId: string | undefined;
  /** The trámite with which an equal act was accepted before, which the question names and the person repeats on purpose. */
  repeats: string | undefined;
  /** The `Idempotency-Key` of the submission. */
  key: string;
  until: number;
  /** Id of the last question; answers to others do not count. */
  asked?: string | undefined;
  /** The outcome, once it has been sent. It is not sent again. */
  outcome?: Promise<Outcome>;
}

/** The outcome of a submission, as text for the model. */
export interface Outcome {
  text: string;
  isError: boolean;
}

/** A little less than the two hours during which the gateway accepts a preview. */
const VALID_MS = 110 * 60_000;
/** The most previews that are kept; then the oldest is dropped. */
const MOST = 200;
/** After so many refusals in this time a person is not asked, so that no model can insist until it gets a yes. */
const MOST_REFUSALS = 3;
const REFUSALS_MS = 10 * 60_000;

export class Previews {
  readonly #kept = new Map<string, Preview>();
  #refusals: number[] = [];

  add(tried: Omit<Preview, 'id' | 'key' | 'until'>): Preview {
    const preview = {
      ...tried,
      fields: structuredClone(tried.fields),
      id: randomUUID(),
      key: randomUUID(),
      until: Date.now() + VALID_MS,
    };
    this.#kept.set(preview.id, preview);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest) this.#kept.delete(oldest);
    return preview;
  }

  find(id: string): Preview | undefined {
    const preview = this.#kept.get(id);
    return preview && (preview.outcome || preview.until > Date.now()) ? preview : undefined;
  }

  /** Drops a preview that a person refused. To ask again, the model must make a new dry run. */
  drop(preview: Preview): void {
    this.#kept.delete(preview.id);
    this.#refusals = [...this.#refusals, Date.now()].slice(-MOST_REFUSALS);
  }

  /** Whether the person has refused too often just now. */
  get isRefused(): boolean {
    const [oldest = 0] = this.#refusals;
    return this.#refusals.length === MOST_REFUSALS && oldest > Date.now() - REFUSALS_MS;
  }
}

/** Accepts an answer once, if it is to the last question and nothing has been sent yet. @returns whether it counts */
export const takeAnswer = (preview: Preview, asked: string): boolean => {
  if (preview.outcome || preview.asked === undefined || preview.asked !== asked) return false;
  preview.asked = undefined;
  return true;
};

/**
 * Sends a submission that a person confirmed, once. Further calls return the same outcome.
 */
export const fileOnce = (preview: Preview, send: () => Promise<Outcome>): Promise<Outcome> => {
  preview.outcome ??= send().catch(failed);
  return preview.outcome;
};

const failed = (error: unknown): Outcome => {
  if (error instanceof UnknownOutcome)
    return {
      isError: true,
      text:
        'NO SE SABE si se ha presentado. No lo presente otra vez ni haga otro simulacro para ello: ' +
        `${error.filingId ? `compruébelo con checkFiling (trámite ${error.filingId})` : 'búsquelo con listFilings y compruébelo con checkFiling'}.\n` +
        failureText(error, false),
    };
  if (error instanceof NotSent || (error instanceof PasarelaError && error.status !== undefined))
    return { isError: true, text: `No se ha presentado.\n${failureText(error, false)}` };
  return {
    isError: true,
    text: 'NO SE SABE si se ha presentado: este programa ha fallado. Búsquelo con listFilings antes de hacer nada más.',
  };
};

/** A failure as data: its message, the messages by field or authority, and how long to wait. */
export const failureText = (
  { message, errors, retryAfter }: PasarelaError,
  showsNumbers: boolean,
): string => {
  const failure = {
    message,
    errors,
    ...(retryAfter !== undefined && { retryAfterSeconds: Math.ceil(retryAfter) }),
  };
  return asData(forModel(failure, { showsNumbers, said: () => undefined }) as object);
};
