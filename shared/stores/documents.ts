import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { setting } from '../config.ts';

let client: S3Client | undefined;
const s3 = (): S3Client => {
  client ??= new S3Client({
    maxAttempts: 3,
    // The emulator and LocalStack serve buckets by path only.
    forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000 },
  });
  return client;
};

/** Keeps bytes in the documents bucket. The bucket encrypts under the service's key and expires what it holds. */
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

/** The bytes kept under `key`, or `undefined`. */
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
 * Where an authority's document is kept: by account, operation, day and request, so that an operator finds it from
 * what the log says.
 */
export const documentKey = (place: {
  accountId: string;
  operation: string;
  now: Date;
  requestId: string;
  name: string;
}): string =>
  [
    'documents',
    place.accountId,
    place.operation,
    place.now.toISOString().slice(0, 10),
    place.requestId,
    place.name,
  ].join('/');
