import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { setting } from '../config.ts';
import { limited } from './aws.ts';

/**
 * Milliseconds in which, at the end of a request, no document is kept or read any more: a request ends well without
 * its document, and its record must still be written.
 */
const RESERVE_MS = 1_500;

let client: S3Client | undefined;
const s3 = (): S3Client => {
  client ??= limited(
    // The emulator and LocalStack serve buckets by path only.
    (config) => new S3Client({ ...config, forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined }),
    { attempts: 2, attemptMs: 4_500, reserveMs: RESERVE_MS },
  );
  return client;
};

/** Stores bytes in the documents bucket. The bucket encrypts them with the service's key, and deletes old ones. */
export const putDocument = async (key: string, bytes: Uint8Array, contentType: string): Promise<void> => {
  await s3().send(
    new PutObjectCommand({
      Bucket: setting('DOCUMENTS_BUCKET'),
      Key: key,
      Body: bytes,
      ContentType: contentType,
    }),
  );
};

/** The bytes stored under `key`, or `undefined`. */
export const getDocument = async (key: string): Promise<Uint8Array | undefined> => {
  try {
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: setting('DOCUMENTS_BUCKET'), Key: key }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

/**
 * The key under which an authority's document is stored: account, operation, day and request, which the log has, so
 * that an operator can find it.
 */
export const documentKey = (document: {
  accountId: string;
  operation: string;
  now: Date;
  requestId: string;
  name: string;
}): string =>
  [
    'documents',
    document.accountId,
    document.operation,
    document.now.toISOString().slice(0, 10),
    document.requestId,
    document.name,
  ].join('/');
