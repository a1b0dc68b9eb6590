import { randomUUID } from 'node:crypto';
import { PasarelaError, UnknownOutcome } from '../../src/errors.ts';
import { asData, forModel } from './mask.ts';
import type { ToolOfOperation } from './tools.ts';

/**
 * Dry runs that went well and may be filed, each once. What is filed is kept here and not taken from the model: its call names
 * a preview, and nothing else.
 */
export interface Preview {
  id: string;
  tool: ToolOfOperation;
  fields: Record<string, unknown>;
  certificate: string | undefined;
  /** The gateway's own token: it files just what was tried, once. */
  token: string;
  /** Trámite of the dry run. */
  filingId: string | undefined;
  /** The `Idempotency-Key` of the submission. */
  key: string;
  until: number;
  /** Names the question that was asked last; another answer does not count. */
  asked?: string | undefined;
  /** What became of it. From then on nothing is sent any more. */
  outcome?: Promise<Outcome>;
}

/** What became of a submission, in words for the model. */
export interface Outcome {
  text: string;
  isError: boolean;
}

/** The gateway takes a preview for two hours; this server a little less. */
const VALID_MS = 110 * 60_000;
/** Most previews that are kept; the oldest goes. */
const MOST = 200;
/** A person who has said no this often in this time is not asked any more, so that no model can insist until it gets a yes. */
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

  /** A person has said no: it cannot be asked again, only tried anew. */
  drop(preview: Preview): void {
    this.#kept.delete(preview.id);
    this.#refusals = [...this.#refusals, Date.now()].slice(-MOST_REFUSALS);
  }

  /** Whether a person has just said no again and again. */
  get isRefused(): boolean {
    const [oldest = 0] = this.#refusals;
    return this.#refusals.length === MOST_REFUSALS && oldest > Date.now() - REFUSALS_MS;
  }
}

/** Whether an answer to a question that was asked may be taken: the last question, once, of what was not sent yet. */
export const takeAnswer = (preview: Preview, asked: string): boolean => {
  if (preview.outcome || preview.asked === undefined || preview.asked !== asked) return false;
  preview.asked = undefined;
  return true;
};

/**
 * Sends a submission that a person confirmed. It is sent once: who asks again gets the same outcome.
 * @param send sends it
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
  if (error instanceof PasarelaError && error.status !== undefined)
    return { isError: true, text: `No se ha presentado.\n${failureText(error, false)}` };
  return {
    isError: true,
    text: 'NO SE SABE si se ha presentado: este programa ha fallado. Búsquelo con listFilings antes de hacer nada más.',
  };
};

/** A failure as data: its message, the messages for each field or authority, and how long to wait. */
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
