import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { CommandError } from '../../local/programs/command-error.ts';
import { worldObject } from '../../sandbox/worlds/s3-store.ts';
import { setting } from '../../shared/kernel/config.ts';
import { FOLDERS_OF_ACCOUNTS } from '../../shared/stores/keyspace.ts';

let client: S3Client | undefined;
const s3 = (): S3Client => {
  // The emulator supports only path-style addresses.
  client ??= new S3Client({ forcePathStyle: process.env.AWS_ENDPOINT_URL !== undefined });
  return client;
};

/** A version of an object, or a delete marker. */
interface Version {
  Key: string;
  VersionId?: string;
  /** Whether it is a delete marker, which has no content and no lock. */
  isMarker?: boolean;
}

/** Largest number of objects that S3 deletes in one call. */
const AT_ONCE = 1_000;

/**
 * @throws CommandError if an object cannot be deleted, such as a locked one without the role that may bypass the lock
 */
const deleteObjects = async (Bucket: string, objects: Version[], bypass = false): Promise<void> => {
  for (let from = 0; from < objects.length; from += AT_ONCE) {
    const { Errors = [] } = await s3().send(
      new DeleteObjectsCommand({
        Bucket,
        Delete: {
          Objects: objects.slice(from, from + AT_ONCE).map(({ Key, VersionId }) => ({ Key, VersionId })),
          Quiet: true,
        },
        ...(bypass && { BypassGovernanceRetention: true }),
      }),
    );
    if (Errors.length > 0)
      throw new CommandError(
        `${Errors.length} objects of ${Bucket} cannot be deleted: ${Errors[0]?.Message}`,
      );
  }
};

/** Deletes all documents of an account, and its stored requests, answers and batches. */
export const eraseDocuments = async (accountId: string): Promise<void> => {
  const Bucket = setting('DOCUMENTS_BUCKET');
  for (const kind of FOLDERS_OF_ACCOUNTS) {
    const pages = paginateListObjectsV2({ client: s3() }, { Bucket, Prefix: `${kind}/${accountId}/` });
    for await (const { Contents = [] } of pages)
      await deleteObjects(
        Bucket,
        Contents.map(({ Key }) => ({ Key: Key! })),
      );
  }
};

/** Deletes the stand-ins' world of an account, on a stage that has stand-ins. */
export const eraseWorld = async (accountId: string): Promise<void> => {
  const bucket = process.env.SANDBOX_BUCKET;
  if (bucket) await s3().send(new DeleteObjectCommand(worldObject(bucket, accountId)));
};

/** All versions and delete markers, page by page. */
async function* versionsIn(Bucket: string, Prefix = ''): AsyncGenerator<Version[]> {
  let next: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
  while (next) {
    const page: ListObjectVersionsCommandOutput = await s3().send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...next }),
    );
    yield [
      ...(page.Versions ?? []),
      ...(page.DeleteMarkers ?? []).map((marker) => ({ ...marker, isMarker: true })),
    ] as Version[];
    next = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
}

/**
 * Empties a bucket, including all versions.
 * @throws CommandError if a version is locked
 */
export const emptyBucket = async (bucket: string): Promise<void> => {
  for await (const versions of versionsIn(bucket)) await deleteObjects(bucket, versions);
};

/** All versions in a folder of the evidence, by filing id. */
export const evidenceVersions = async (folder: string): Promise<Map<string, Version[]>> => {
  const byFiling = new Map<string, Version[]>();
  for await (const versions of versionsIn(setting('EVIDENCE_BUCKET'), folder))
    for (const version of versions) {
      // Keys have account, year, filing and name.
      const filingId = version.Key.split('/')[2]!;
      byFiling.set(filingId, [...(byFiling.get(filingId) ?? []), version]);
    }
  return byFiling;
};

/** When the lock of a filing's evidence ends; `undefined` if it is not locked now. */
export const lockedUntil = async (versions: Version[], now: Date): Promise<Date | undefined> => {
  const instants = await Promise.all(
    versions.map(async ({ Key, VersionId, isMarker }) => {
      if (isMarker) return 0;
      const head = new HeadObjectCommand({ Bucket: setting('EVIDENCE_BUCKET'), Key, VersionId });
      const { ObjectLockRetainUntilDate } = await s3().send(head);
      return ObjectLockRetainUntilDate?.getTime() ?? 0;
    }),
  );
  const last = Math.max(0, ...instants);
  return last > now.getTime() ? new Date(last) : undefined;
};

/**
 * Deletes versions of evidence for good.
 * @param isLocked whether some are locked; S3 rejects a bypass in a bucket without object lock
 */
export const eraseEvidence = (versions: Version[], isLocked: boolean): Promise<void> =>
  deleteObjects(setting('EVIDENCE_BUCKET'), versions, isLocked);
