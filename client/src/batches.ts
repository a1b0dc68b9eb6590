import type { Asker } from './filings.ts';
import { sleep } from './transport.ts';
import type { Answer, BatchOptions, BatchProgress, Data, SentBatch, SheetFile } from './types.ts';
import { BATCHES, isUnderWay } from './under-way.ts';
import { passing } from './unsent.ts';

const ONE_BATCH = `${BATCHES}/{batchId}`;
/** Seconds between two requests for a batch that gives no `Retry-After`, and after a temporary error. */
const USUAL_WAIT = 5;

/** Batches: many submissions in one file. */
export interface Batches {
  /**
   * Sends a file of submissions; the extension of its name gives the format. Nothing is filed until the batch is
   * committed. The same file sent again is the same batch.
   */
  fromFile(file: SheetFile, options?: BatchOptions): Promise<SentBatch>;
  /** The columns that the headers of a sheet mean, as far as that is certain. Nothing is filed. */
  columnsOf(
    file: SheetFile,
    options?: Pick<BatchOptions, 'operation' | 'mapping' | 'signal'>,
  ): Promise<Data<'readBatchColumns'>>;
  /**
   * Yields the progress of a batch until it has been tried or has ended. Waits after temporary errors, for
   * `maxWaitSeconds` in a row.
   * @throws PasarelaError for any other error, and after that time; the batch continues
   */
  progress(batchId: string, options?: { signal?: AbortSignal }): AsyncGenerator<BatchProgress, void>;
}

/** @param certificate `cert_secret` for rows that name no certificate */
export const batchesOf = (ask: Asker, certificate: string | undefined): Batches => ({
  fromFile: async (file, options = {}) => {
    const secret = options.certificate ?? certificate;
    const headers = {
      ...(secret && { 'X-Cert-Secret': secret }),
      ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
    };
    const fields = {
      name: options.name ?? file.name,
      ...sheetOf(file, options),
      ...(options.certificateSepe && { cert_secret_sepe: options.certificateSepe }),
    };
    const { data, replayed } = await ask({
      method: 'POST',
      path: BATCHES,
      fields,
      headers,
      signal: options.signal,
    });
    return { ...(data as Data<'createBatch'>), replayed };
  },
  columnsOf: async (file, options = {}) => {
    const fields = sheetOf(file, options);
    const path = `${BATCHES}/columns`;
    const { data } = await ask({ method: 'POST', path, fields, headers: {}, signal: options.signal });
    return data as Data<'readBatchColumns'>;
  },
  progress: async function* (batchId, { signal } = {}) {
    let mayWait = ask.maxWait;
    while (!signal?.aborted) {
      let answer: Answer<unknown>;
      try {
        const fields = { batchId, perPage: 1 };
        const request = {
          method: 'GET',
          path: ONE_BATCH,
          fields,
          headers: {},
          waitsItself: true,
        };
        answer = await ask({ ...request, signal });
      } catch (error) {
        if (signal?.aborted) return;
        const wait = passing(error) ?? USUAL_WAIT;
        if (wait > mayWait) throw error;
        mayWait -= wait;
        await ask.pause(error, wait, signal).catch(() => undefined);
        continue;
      }
      mayWait = ask.maxWait;
      const { batch } = answer.data as { batch: BatchProgress };
      yield batch;
      if (!isUnderWay(batch)) return;
      await sleep(answer.retryAfter ?? USUAL_WAIT, signal).catch(() => undefined);
    }
  },
});

/** A file in the form in which it is sent, with the options for reading it. */
const sheetOf = (file: SheetFile, { operation, mapping }: Pick<BatchOptions, 'operation' | 'mapping'>) => ({
  file: sentFile(file),
  ...(operation !== undefined && { operation }),
  ...(mapping !== undefined && { mapping }),
});

/** A file as a request has it. */
export const sentFile = ({ name, bytes, tab, headerRow }: SheetFile) => ({
  name,
  content: base64(bytes),
  ...(tab !== undefined && { tab }),
  ...(headerRow !== undefined && { header_row: headerRow }),
});

/** Encodes bytes as base64 in chunks, because a call has a limited number of arguments. */
export const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let from = 0; from < bytes.length; from += PIECE)
    text += String.fromCharCode(...bytes.subarray(from, from + PIECE));
  return btoa(text);
};
const PIECE = 8_192;
