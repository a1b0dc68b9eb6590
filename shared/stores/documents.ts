import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { setting } from '../kernel/config.ts';
import { type CallLimits, limited } from './limits.ts';
import { loadS3 } from './s3/load.ts';
import { ATTEMPTS, LIMITS_OF_PIECES, putBytes, SILENT } from './s3/put-bytes.ts';

/**
 * Milliseconds in which, at the end of a request, no document is kept or read any more: a request ends well without
 * its document, and its record must still be written.
 */
const RESERVE_MS = 1_500;
/** A link to a document is good this long, in seconds. */
export const LINK_SECONDS = 15 * 60;

/**
 * The documents bucket.
 * @param endpoint where S3 is, if not where the environment says
 */
export const documentStore = (endpoint?: string) => {
  const make = async (limits: Partial<CallLimits>, options: S3ClientConfig = {}) => {
    const sdk = await loadS3();
    return limited(
      (config) =>
        new sdk.S3Client({
          ...config,
          ...options,
          ...(endpoint && { endpoint }),
          // The emulator and LocalStack serve buckets by path only.
          forcePathStyle: (endpoint ?? emulator()) !== undefined,
        }),
      { reserveMs: RESERVE_MS, ...limits },
    );
  };
  let client: Promise<S3Client> | undefined;
  const s3 = () => {
    client ??= make({ attempts: ATTEMPTS, attemptMs: 4_500 });
    return client;
  };
  let clientOfPieces: Promise<S3Client> | undefined;
  const s3OfPieces = () => {
    clientOfPieces ??= make(LIMITS_OF_PIECES, { logger: SILENT });
    return clientOfPieces;
  };

  return {
    /** Stores bytes. The bucket encrypts them with the service's key, and deletes old ones. */
    putDocument: async (key: string, bytes: Uint8Array, contentType: string): Promise<void> => {
      const object = { Bucket: setting('DOCUMENTS_BUCKET'), Key: key, ContentType: contentType };
      await putBytes({ whole: s3, inPieces: s3OfPieces }, object, bytes);
    },

    /** The bytes stored under `key`, or `undefined`. */
    getDocument: async (key: string): Promise<Uint8Array | undefined> => {
      const { GetObjectCommand, NoSuchKey } = await loadS3();
      try {
        const { Body } = await (await s3()).send(
          new GetObjectCommand({ Bucket: setting('DOCUMENTS_BUCKET'), Key: key }),
        );
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Whether something is stored under `key`. */
    hasDocument: async (key: string): Promise<boolean> => {
      const { HeadObjectCommand, NotFound } = await loadS3();
      try {
        await (await s3()).send(new HeadObjectCommand({ Bucket: setting('DOCUMENTS_BUCKET'), Key: key }));
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    },

    /**
     * A link by which anybody can download what is stored under `key`, for 15 minutes at most. It is a secret, and is
     * never logged.
     */
    linkTo: async (
      key: string,
      { name, contentType }: { name: string; contentType: string },
    ): Promise<string> => {
      const { GetObjectCommand, getSignedUrl } = await loadS3();
      const command = new GetObjectCommand({
        Bucket: setting('DOCUMENTS_BUCKET'),
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: `attachment; filename="${name.replace(/[^\w. -]/g, '_')}"`,
      });
      return getSignedUrl(await s3(), command, { expiresIn: LINK_SECONDS });
    },

    documentKey,
  };
};

const emulator = () => process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;

/**
 * The key under which an authority's document is stored: account, operation, day and request, which the log has, so
 * that an operator can find it; or the digest of its content in place of the request.
 */
const documentKey = (document: {
  accountId: string;
  operation: string;
  now: Date;
  of: string;
  name: string;
}): string =>
  [
    'documents',
    document.accountId,
    document.operation,
    document.now.toISOString().slice(0, 10),
    document.of,
    document.name,
  ].join('/');
