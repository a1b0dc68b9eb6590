import { type Inquiry, PasarelaError, StillPending, UnknownOutcome } from './errors.ts';
import { sleep, type Wanted } from './transport.ts';
import type { Answer, Filing, Pending, WaitOptions } from './types.ts';
import { FILINGS, UNDER_WAY } from './under-way.ts';
import { passing } from './unsent.ts';

/** Calls an operation on what the gateway itself keeps. */
export type Asker = ((wanted: Wanted) => Promise<Answer<unknown>>) & {
  /** Says that an error is temporary, and waits. */
  pause(error: unknown, seconds: number, signal?: AbortSignal): Promise<void>;
  /** Longest total time of waits in a row, in seconds. */
  maxWait: number;
};

/** Identifies a submission for later requests about it. */
export interface Filed {
  /** Its `Idempotency-Key`. */
  key?: string | undefined;
  /** `cert_secret` of the certificate that it was sent with. */
  secret?: string | undefined;
}

const ONE_FILING = `${FILINGS}/{id}`;

/**
 * Seconds between two requests for a trámite that gives no `Retry-After`; answers that an authority prepares take
 * hours.
 */
const USUAL_WAIT = 60;
/** The same after an error that passes. */
const PASSING_WAIT = 5;
const LONGEST_WAIT = 1_200;

interface FilingWithAnswer extends Filing {
  answer: Record<string, unknown> | null;
}

/** Finds out what became of a submission: by its trámite, else by its key. */
export const inquiryOf = (ask: Asker, { key, secret }: Filed, known?: string): Inquiry => {
  const find = async (): Promise<string | undefined> => {
    if (known) return known;
    const { data } = await ask({ method: 'GET', path: FILINGS, fields: { key }, headers: {} });
    return (data as { data: Filing[] }).data[0]?.id;
  };
  return {
    check: async () => {
      const id = await find();
      if (!id) return undefined;
      const headers: Record<string, string> = secret ? { 'X-Cert-Secret': secret } : {};
      try {
        const checked = await ask({ method: 'POST', path: `${ONE_FILING}/check`, fields: { id }, headers });
        return checked.data as Filing;
      } catch (error) {
        if (!(error instanceof PasarelaError) || error.status !== 409) throw error;
        // The outcome is known by now, or cannot be looked up, which the error says.
        const filing = await readFiling(ask, id);
        if (filing.state === 'unknown') throw error;
        return filing;
      }
    },
    resolve: async (stated) => {
      const id = await find();
      if (!id)
        throw new PasarelaError({ status: 404, message: 'Ningún trámite tiene la clave de esta petición.' });
      const path = `${ONE_FILING}/resolve`;
      return (await ask({ method: 'POST', path, fields: { id, ...stated }, headers: {} })).data as Filing;
    },
  };
};

const readFiling = async (ask: Asker, id: string, signal?: AbortSignal) => {
  const { data, retryAfter } = await ask({
    method: 'GET',
    path: ONE_FILING,
    fields: { id },
    headers: {},
    signal,
    waitsItself: true,
  });
  return { ...(data as FilingWithAnswer), retryAfter };
};

/** The answer to an asynchronous request. It may be final, if the same request was sent before. */
export const pendingOf = (ask: Asker, answer: Answer<unknown>, filed: Filed): Pending<unknown> => ({
  filingId: answer.filingId ?? '',
  wait: async (options) =>
    answer.status === 202 && answer.filingId
      ? waitFor(ask, { filingId: answer.filingId, ...filed }, options)
      : answer,
});

/**
 * Polls the trámite until it has ended, and returns what its request would have returned.
 * @throws as its request would have; StillPending when the time is over
 */
export const waitFor = async (
  ask: Asker,
  { filingId, secret }: Filed & { filingId: string },
  { timeoutSeconds = LONGEST_WAIT, signal }: WaitOptions = {},
): Promise<Answer<unknown>> => {
  const end = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const filing = await readFiling(ask, filingId, signal).catch(unlessPassing);
    if ('state' in filing && !UNDER_WAY.includes(filing.state)) return ended(ask, filing, { secret, signal });
    const wait = filing.retryAfter ?? USUAL_WAIT;
    if (Date.now() + wait * 1000 > end) throw new StillPending(filingId);
    await ('error' in filing ? ask.pause(filing.error, wait, signal) : sleep(wait, signal));
  }
};

/** A temporary error in reading the trámite does not end it. */
const unlessPassing = (error: unknown) => ({ error, retryAfter: passing(error) ?? PASSING_WAIT });

const ended = async (
  ask: Asker,
  { id: filingId, state, messages, key, answer }: FilingWithAnswer,
  { secret, signal }: Pick<Filed, 'secret'> & Pick<WaitOptions, 'signal'>,
): Promise<Answer<unknown>> => {
  const isDone = ['accepted', 'answered'].includes(state);
  const status = answer ? Number(answer.status) : isDone ? 200 : undefined;
  const message = String(
    answer?.message ??
      (isDone ? 'Realizado; la respuesta ya no se conserva.' : (messages[0] ?? `Trámite ${state}.`)),
  );
  const idempotencyKey = key ?? undefined;
  if (state === 'unknown' || status === undefined || status >= 400) {
    const errors = answer?.errors as Record<string, string[]> | undefined;
    const failure = {
      status,
      message,
      errors,
      maintenance: answer?.maintenance === true,
      filingId,
      idempotencyKey,
    };
    throw state === 'unknown' || status === 502
      ? new UnknownOutcome(failure, inquiryOf(ask, { key: idempotencyKey, secret }, filingId))
      : new PasarelaError(failure);
  }
  const data = await withDocuments(answer?.data ?? [], { ask, filingId, signal });
  const success = answer?.success !== false;
  return {
    ...answer,
    success,
    message,
    status,
    data,
    filingId,
    replayed: false,
    ignoredFields: [],
    ...(idempotencyKey && { idempotencyKey }),
  };
};

/** Replaces the positions of documents in a stored answer by the documents, as the original answer had them. */
const withDocuments = async (
  value: unknown,
  of: { ask: Asker; filingId: string; signal?: AbortSignal | undefined },
): Promise<unknown> => {
  if (typeof value !== 'object' || value === null) return value;
  const { ask, filingId: id, signal } = of;
  if ('document' in value && typeof value.document === 'number') {
    const wanted = {
      method: 'GET',
      path: `${ONE_FILING}/documents/{n}`,
      fields: { id, n: value.document + 1 },
    };
    const { document: _, ...empty } = value;
    return ask({ ...wanted, headers: {}, signal }).then(
      ({ data }) => (data as { file: unknown }).file,
      // The filing stays accepted even if its document cannot be read: `bytes` reports that it is missing.
      () => {
        signal?.throwIfAborted();
        return empty;
      },
    );
  }
  const read = (inner: unknown) => withDocuments(inner, of);
  if (Array.isArray(value)) return Promise.all(value.map(read));
  const members = Object.entries(value).map(async ([name, inner]) => [name, await read(inner)] as const);
  return Object.fromEntries(await Promise.all(members));
};
