import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { PutObjectCommand, type PutObjectCommandInput, type S3Client } from '@aws-sdk/client-s3';
import type { CallLimits } from './aws.ts';

/** How bytes go to S3: small ones whole, large ones in pieces. */

/**
 * Larger documents, in bytes, are sent in pieces: TLS would hold the whole of what it is given once more. The SDK does
 * not repeat what is sent in pieces, so that is done here.
 */
export const MAX_WHOLE = 4 * 1024 * 1024;
const PIECE = 256 * 1024;
/** Attempts to store bytes, with the first. */
export const ATTEMPTS = 2;
/** A large document needs its time: until the answer comes, all of it must have been sent. */
export const LIMITS_OF_PIECES: Partial<CallLimits> = { attempts: 1, attemptMs: 15_000, callMs: 15_000 };

const silent = () => {};
/** Otherwise the SDK writes to the console that it does not repeat what is sent in pieces. */
export const SILENT = { debug: silent, info: silent, warn: silent, error: silent };

/**
 * Stores bytes.
 * @param clients for bytes that are sent whole, and for those that are sent in pieces (see `LIMITS_OF_PIECES`)
 */
export const putBytes = async (
  clients: { whole(): S3Client; inPieces(): S3Client },
  object: Omit<PutObjectCommandInput, 'Body'>,
  bytes: Uint8Array,
): Promise<void> => {
  if (bytes.byteLength <= MAX_WHOLE)
    await clients.whole().send(new PutObjectCommand({ ...object, Body: bytes }));
  else await putInPieces(clients.inPieces(), object, bytes);
};

const putInPieces = async (
  client: S3Client,
  object: Omit<PutObjectCommandInput, 'Body'>,
  bytes: Uint8Array,
): Promise<void> => {
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
