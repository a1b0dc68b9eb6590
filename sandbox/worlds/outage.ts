/**
 * The outage that the operators of a stage rehearse, in the bucket of the worlds. The stand-ins of all accounts obey it, so
 * that alarms, state and runbook show what they would if an authority was down for everyone.
 */

import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Scenario } from '../scenario.ts';

const KEY = 'outage.json';

/** Faults that can be rehearsed: how authorities behave when they are down for everyone. */
export const OUTAGES = ['error-page', 'maintenance', 'lost-answer'] as const satisfies readonly Scenario[];

/** A rehearsed outage. One authority at a time is down. */
export interface RehearsedOutage {
  /** The gateway's name of the authority. */
  authority: string;
  /** Scenario of each request that names none itself. */
  scenario: (typeof OUTAGES)[number];
  /** Epoch milliseconds; it ends by itself. */
  until: number;
}

/** The outage of the stage; `undefined` if there is none, or it is over. @throws Error of S3 */
export const readOutage = async (
  s3: S3Client,
  bucket: string,
  now: Date,
): Promise<RehearsedOutage | undefined> => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: KEY }));
    const outage: RehearsedOutage = JSON.parse(await Body!.transformToString());
    return outage.until > now.getTime() ? outage : undefined;
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
};

/** Begins an outage, and ends the one before it, if any. @throws Error of S3 */
export const writeOutage = async (s3: S3Client, bucket: string, outage: RehearsedOutage): Promise<void> => {
  const Body = JSON.stringify(outage);
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: KEY, Body, ContentType: 'application/json' }));
};

/** Ends the outage, if there is one. @throws Error of S3 */
export const endOutage = async (s3: S3Client, bucket: string): Promise<void> => {
  await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: KEY }));
};
