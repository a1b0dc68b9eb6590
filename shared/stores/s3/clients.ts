import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { type CallLimits, limited } from '../limits.ts';
import { loadS3 } from './load.ts';

/** Attempts to store bytes, with the first. */
export const ATTEMPTS = 2;
/** A large document needs its time: until the answer comes, all of it must have been sent. */
const LIMITS_OF_PIECES: Partial<CallLimits> = { attempts: 1, attemptMs: 15_000, callMs: 15_000 };

const silent = () => {};
/** Otherwise the SDK writes to the console that it does not repeat what is sent in pieces. */
const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

/** The clients of a store: for bytes that are sent whole and all else, and for those that are sent in pieces. */
export interface S3Clients {
  whole(): Promise<S3Client>;
  inPieces(): Promise<S3Client>;
}

/**
 * Clients that are made at first use, and kept.
 * @param limits of both, in addition to those that each has
 * @param endpoint where S3 is, if not where the environment says
 */
export const s3Clients = (limits: Partial<CallLimits> = {}, endpoint?: string): S3Clients => {
  const made = (own: Partial<CallLimits>, options: S3ClientConfig = {}) => {
    let client: Promise<S3Client> | undefined;
    const make = async () => {
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
        { ...limits, ...own },
      );
    };
    return () => {
      client ??= make();
      return client;
    };
  };
  return {
    whole: made({ attempts: ATTEMPTS, attemptMs: 4_500 }),
    inPieces: made(LIMITS_OF_PIECES, { logger: SILENT }),
  };
};

const emulator = () => process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;

/** The bytes of an object, or `undefined`. */
export const getBytes = async (
  { whole }: S3Clients,
  object: { Bucket: string; Key: string },
): Promise<Uint8Array | undefined> => {
  const { GetObjectCommand, NoSuchKey } = await loadS3();
  try {
    const { Body } = await (await whole()).send(new GetObjectCommand(object));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};
