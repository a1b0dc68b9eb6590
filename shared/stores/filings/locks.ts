import { epochSeconds, type Write } from '../dynamo/dynamo.ts';
import { either, is, isNew, put, remove } from '../table.ts';
import type { Filing } from './filing.ts';
import { filingKey, filingsTable } from './filing-keys.ts';

/** Kind of a lock: on the content, on the caller's key, or on a dry run's preview. */
export type LockKind = keyof NonNullable<Filing['guards']>;

/** Whether a lock is on the content of a filing, and not on one request. */
export const isOfContent = (kind: LockKind): boolean =>
  kind === 'content';

/** A lock with its kind, and its name from `lockName`. */
interface Lock {
  kind: LockKind;
  name: string;
}

/** Seconds for which a caller's key, or the filing of a dry run, is remembered. */
export const KEY_SECONDS = 30 * 24 * 60 * 60;

/** The row of a lock that a filing holds. Locks on content never expire. */
export const lockItem = (
  { id, requestHash }: Pick<Filing, 'id' | 'requestHash'>,
  { kind, name }: Lock,
  now: Date,
) => ({
  ...filingKey.lock(name),
  filingId: id,
  requestHash,
  ...(!isOfContent(kind) && { expires: epochSeconds(now) + KEY_SECONDS }),
});

/** A lock is written or freed where no filing has it, or this filing does. */
const isOwnOrFree = (id: string) => either(isNew, is('filingId', id));

/** Frees a lock of a filing. */
export const freed = (id: string, lock: string): Write => ({
  Delete: remove(filingsTable(), filingKey.lock(lock), isOwnOrFree(id)),
});

/** Puts a lock into the hands of a filing. */
export const held = (filing: Pick<Filing, 'id' | 'requestHash'>, lock: Lock, now: Date): Write => ({
  Put: put(filingsTable(), lockItem(filing, lock, now), isOwnOrFree(filing.id)),
});
