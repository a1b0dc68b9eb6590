import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { PutObjectCommandInput, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { type CallLimits, limited } from '../limits.ts';

/** How bytes go to S3 and come from it: small ones are sent whole, large ones in pieces. */

/** Attempts to store bytes, with the first. */
const ATTEMPTS = 2;
/** A large document needs its time: until the answer comes, all of it must have been sent. */
const LIMITS_OF_PIECES: Partial<CallLimits> = { attempts: 1, attemptMs: 15_000, callMs: 15_000 };

const silent = () => {};
/** Otherwise the SDK warns on the console that it does not retry multipart uploads. */
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

/**
 * Documents above this size, in bytes, are uploaded in parts, because TLS would hold a second copy of the whole
 * body. The SDK does not retry a streamed part, so this file does.
 */
export const MAX_WHOLE = 4 * 1024 * 1024;
const PIECE = 256 * 1024;

/** Stores bytes. */
export const putBytes = async (
  clients: S3Clients,
  object: Omit<PutObjectCommandInput, 'Body'>,
  bytes: Uint8Array,
): Promise<void> => {
  const { PutObjectCommand } = await loadS3();
  if (bytes.byteLength <= MAX_WHOLE)
    await (await clients.whole()).send(new PutObjectCommand({ ...object, Body: bytes }));
  else await putInPieces(await clients.inPieces(), object, bytes);
};

const putInPieces = async (
  client: S3Client,
  object: Omit<PutObjectCommandInput, 'Body'>,
  bytes: Uint8Array,
): Promise<void> => {
  const { PutObjectCommand } = await loadS3();
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  for (let attempt = 1; ; attempt++) {
    const command = new PutObjectCommand({
      ...object,
      Body: Readable.from(piecesOf(bytes)),
      ContentLength: bytes.byteLength,
      ChecksumCRC32: checksum.toString('base64'),
    });
    try {
      await client.send(command);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
};

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

/**
 * The SDK of S3, loaded at first use: it takes a function as long to start as DynamoDB's, and most requests need none of
 * it. A filing does, once it is made, so it is loaded before the step that files (`shared/serving/filing/once.ts`).
 */
export const loadS3 = () => import('./sdk.ts');
