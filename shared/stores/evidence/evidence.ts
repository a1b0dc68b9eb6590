import { setting } from '../../kernel/config.ts';
import type { Filing } from '../filings/filing.ts';
import { getBytes, loadS3, putBytes, s3Clients } from '../s3/bytes.ts';

/**
 * Objects of the evidence bucket. The bucket locks each version for years. So an object is written once, or again
 * with the same bytes; only the manifest changes.
 */

const clients = s3Clients();
const { whole: s3 } = clients;

const bucket = () => setting('EVIDENCE_BUCKET');

/** Folder of a filing's evidence: account, year and id, with a final slash. */
export const evidenceFolder = ({
  accountId,
  claimedAt,
  id,
}: Pick<Filing, 'accountId' | 'claimedAt' | 'id'>): string => `${accountId}/${claimedAt.slice(0, 4)}/${id}/`;

/** Errors of S3 when an object exists under the key, or is being written. */
const TAKEN = ['PreconditionFailed', 'ConditionalRequestConflict'];

/**
 * Stores bytes under a key.
 * @param isFirst only where nothing is stored under the key
 * @returns `false` when something is, and only the first was to be stored
 */
export const putEvidence = async (
  key: string,
  bytes: Uint8Array,
  { contentType, isFirst = false }: { contentType: string; isFirst?: boolean },
): Promise<boolean> => {
  const object = {
    Bucket: bucket(),
    Key: key,
    ContentType: contentType,
    ...(isFirst && { IfNoneMatch: '*' }),
  };
  try {
    await putBytes(clients, object, bytes);
    return true;
  } catch (error) {
    if (isFirst && error instanceof Error && TAKEN.includes(error.name)) return false;
    throw error;
  }
};

/** Copies a kept document within S3. Returns false when it is not kept, or no longer. */
export const copyToEvidence = async (documentKey: string, key: string): Promise<boolean> => {
  const from = [setting('DOCUMENTS_BUCKET'), ...documentKey.split('/')].map(encodeURIComponent).join('/');
  const { CopyObjectCommand } = await loadS3();
  try {
    await (await s3()).send(new CopyObjectCommand({ Bucket: bucket(), Key: key, CopySource: from }));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return false;
    throw error;
  }
};

/** The bytes under a key, or `undefined`. */
export const getEvidence = (key: string): Promise<Uint8Array | undefined> =>
  getBytes(clients, { Bucket: bucket(), Key: key });

/** The keys that begin with a text. */
export const listEvidence = async (beginning: string): Promise<string[]> => {
  const { paginateListObjectsV2 } = await loadS3();
  const keys: string[] = [];
  const pages = paginateListObjectsV2({ client: await s3() }, { Bucket: bucket(), Prefix: beginning });
  for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key }) => Key!));
  return keys;
};

/** Longest wait, in milliseconds, for a time-stamping authority. */
const WAIT_MS = 10_000;
/** Largest response that is read, in bytes: a token with the certificates of its signer has some thousands. */
const MAX_RESPONSE = 64 * 1024;

/**
 * Sends a query to a time-stamping authority, by HTTP (RFC 3161, 3.4).
 * @param address without TLS, too: a query holds a hash and no secret, and the response is signed
 * @returns its response, as it came
 * @throws Error where it does not answer in time, or with something else than a response
 */
export const askTimeStamp = async (address: string, query: Uint8Array): Promise<Uint8Array> => {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', Accept: 'application/timestamp-reply' },
    body: new Uint8Array(query),
    redirect: 'error',
    signal: AbortSignal.timeout(WAIT_MS),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE) break;
    chunks.push(chunk);
  }
  if (!response.ok || size > MAX_RESPONSE)
    throw new Error(`the time-stamping authority answered ${response.status}, with ${size} bytes`);
  return Buffer.concat(chunks);
};
