import { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { WorldStore } from './store.ts';

/** S3 client of the sandbox. A call without an answer ends after some nine seconds. */
export const s3Client = (): S3Client =>
  new S3Client({
    // The emulators serve buckets by path only.
    forcePathStyle: (process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL) !== undefined,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
  });

/** Under this prefix the bucket has one object for each account. */
export const WORLDS_PREFIX = 'worlds/';

/** Key of an account's world. */
export const worldObject = (bucket: string, account: string) => ({
  Bucket: bucket,
  Key: `${WORLDS_PREFIX}${account}.json`,
});

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** The object does not exist. A bucket that does not exist is answered 404, too. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchKey';

/** Another version is stored, or another write is under way. */
const CONFLICTS = [409, 412];

/**
 * Stores each world in an S3 object. Reads are conditional (If-None-Match), so an unchanged world is not transferred;
 * writes are, too (If-Match), so a concurrent change is not overwritten.
 */
export const s3Store = (bucket: string, s3: S3Client = s3Client()): WorldStore => {
  return {
    read: async (account, known) => {
      try {
        const { Body, ETag } = await s3.send(
          new GetObjectCommand({ ...worldObject(bucket, account), ...(known && { IfNoneMatch: known }) }),
        );
        return { text: await Body!.transformToString(), version: ETag! };
      } catch (error) {
        if (statusOf(error) === 304) return 'unchanged';
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    write: async (account, text, over) => {
      try {
        const { ETag } = await s3.send(
          new PutObjectCommand({
            ...worldObject(bucket, account),
            Body: text,
            ContentType: 'application/json',
            ...(over === undefined ? { IfNoneMatch: '*' } : { IfMatch: over }),
          }),
        );
        return ETag!;
      } catch (error) {
        // The version to replace was deleted in the meantime.
        if (isMissing(error) || CONFLICTS.includes(statusOf(error)!)) return undefined;
        throw error;
      }
    },
  };
};
