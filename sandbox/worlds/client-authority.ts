/**
 * The certificate of the issuer of client certificates, in the bucket of the worlds. Only the function that issues them can
 * derive the key, so the others find the certificate here.
 */

import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

const KEY = 'authority.pem';

/** Reads it as PEM; `undefined` if no certificate was ever issued. */
export const readClientAuthority = async (s3: S3Client, bucket: string): Promise<string | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: KEY }));
    return await Body!.transformToString();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

/** Writes it. If it replaces a different key, earlier certificates are no longer accepted. */
export const writeClientAuthority = async (s3: S3Client, bucket: string, pem: string): Promise<void> => {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: KEY, Body: pem }));
};
