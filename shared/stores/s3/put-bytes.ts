import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { ATTEMPTS, type S3Clients } from './clients.ts';
import { loadS3 } from './load.ts';

/** How bytes go to S3: small ones whole, large ones in pieces. */

/**
 * Larger documents, in bytes, are sent in pieces: TLS would hold the whole of what it is given once more. The SDK does
 * not repeat what is sent in pieces, so that is done here.
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
