import { setting } from '../kernel/config.ts';
import { getBytes, loadS3, putBytes, s3Clients } from './s3/bytes.ts';

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
  const clients = s3Clients({ reserveMs: RESERVE_MS }, endpoint);
  const { whole: s3 } = clients;
  return {
    /** Stores bytes. The bucket encrypts them with the service's key, and deletes old ones. */
    putDocument: async (key: string, bytes: Uint8Array, contentType: string): Promise<void> => {
      const object = { Bucket: setting('DOCUMENTS_BUCKET'), Key: key, ContentType: contentType };
      await putBytes(clients, object, bytes);
    },

    /** The bytes stored under `key`, or `undefined`. */
    getDocument: (key: string): Promise<Uint8Array | undefined> =>
      getBytes(clients, { Bucket: setting('DOCUMENTS_BUCKET'), Key: key }),

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
     * Makes a link that downloads the object under `key` without signing in, for 15 minutes at most. The link is a
     * secret and is never logged.
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
