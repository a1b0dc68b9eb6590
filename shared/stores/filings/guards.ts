import { epochSeconds, type Write } from '../dynamo/dynamo.ts';
import { either, is, isNew, put, remove } from '../table.ts';
import type { Filing } from './filing.ts';
import { filingKey, filingsTable } from './filing-keys.ts';

/** What a guard keeps from being filed again: the content, or what was sent with the caller's key or for one dry run. */
export type GuardKind = keyof NonNullable<Filing['guards']>;

/** Whether a guard is of what is filed, and not of one request. */
export const isOfContent = (kind: GuardKind): boolean => kind === 'content' || kind === 'act';

/** A guard by what it guards, with its name as of `guardName`. */
interface Guard {
  kind: GuardKind;
  name: string;
}

/** A key of a caller, or that a dry run was filed, is remembered for this long, in seconds. */
export const KEY_SECONDS = 30 * 24 * 60 * 60;

/** The row of a guard in the hands of a filing. That of what is filed never expires. */
export const guardItem = (
  { id, requestHash }: Pick<Filing, 'id' | 'requestHash'>,
  { kind, name }: Guard,
  now: Date,
) => ({
  ...filingKey.guard(name),
  filingId: id,
  requestHash,
  ...(!isOfContent(kind) && { expires: epochSeconds(now) + KEY_SECONDS }),
});

/** A guard is written or freed where no filing has it, or this filing does. */
const isOwnOrFree = (id: string) => either(isNew, is('filingId', id));

/** Frees a guard of a filing. */
export const freed = (id: string, guard: string): Write => ({
  Delete: remove(filingsTable(), filingKey.guard(guard), isOwnOrFree(id)),
});

/** Notes which filing took something back last. It keeps nothing from being filed, and is found as a guard is. */
export const takenBack = ({ id, requestHash }: Pick<Filing, 'id' | 'requestHash'>, name: string): Write => ({
  Put: put(filingsTable(), { ...filingKey.guard(name), filingId: id, requestHash }),
});

/** Puts a guard into the hands of a filing. */
export const held = (filing: Pick<Filing, 'id' | 'requestHash'>, guard: Guard, now: Date): Write => ({
  Put: put(filingsTable(), guardItem(filing, guard, now), isOwnOrFree(filing.id)),
});
