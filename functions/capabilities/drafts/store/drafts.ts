import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { limitReached } from '../../../../shared/kernel/errors.ts';
import { logger } from '../../../../shared/kernel/log.ts';
import { dynamo, epochSeconds, transact, updateIf } from '../../../../shared/stores/dynamo/dynamo.ts';
import { rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { DRAFTS, filingsTable } from '../../../../shared/stores/filings/filing-keys.ts';
import { sealed, unsealed } from '../../../../shared/stores/sealed.ts';
import { above, type Condition, remove, stillIs, update } from '../../../../shared/stores/table.ts';
import { KEPT_DAYS, MOST_DRAFTS } from '../fields.ts';

declare module '../../../../shared/stores/service-keys.ts' {
  interface CapabilityPurposes {
    /** Encrypts drafts, which expire before a rotation's former key is missed. */
    draft: true;
  }
}

/**
 * What people began to fill in: a row for each draft, sealed with a key of the service, since it may have data of a worker whom
 * nothing was filed about yet.
 */

const KEPT_SECONDS = KEPT_DAYS * 24 * 60 * 60;

/** Whose draft it is. */
interface Whose {
  accountId: string;
  userId: string;
}

const draftRow = () =>
  z.object({
    /** As the user named it. */
    id: z.string(),
    sealed: z.string(),
    /** ISO instant. */
    updatedAt: z.string(),
    /** Seconds since the epoch. */
    expires: z.int(),
  });
type DraftRow = z.infer<ReturnType<typeof draftRow>>;

/** How many drafts a user has begun. Each new one changes it, so of two calls at once only one keeps the last draft. */
const begunRow = () => z.object({ begun: z.int() });

const parseKept = rowParser('Draft', 'draft', () => z.union([draftRow(), begunRow()]));

const parseKey = rowParser('Draft', 'draft', () => z.object({ sk: z.string() }));

/** A draft as its user gave it. */
export type Draft = Omit<DraftRow, 'sealed'> & { content: string };

const partition = (accountId: string) => `${DRAFTS}${accountId}`;
const BEGINS = 'draft#';
const keyOf = ({ accountId, userId }: Whose, id: string) => ({
  pk: partition(accountId),
  sk: `${BEGINS}${userId}#${id}`,
});

const belonging = ({ accountId, userId }: Whose, id: string) =>
  ({ purpose: 'draft', subject: `${accountId}#${userId}#${id}` }) as const;

/** No draft has an empty name. */
const begunKey = (whose: Whose) => keyOf(whose, '');

/** The drafts of a user that have not expired, and how many the user has begun: `undefined` before the first one. */
const rowsOf = async (whose: Whose, now: Date): Promise<{ rows: DraftRow[]; begun: number | undefined }> => {
  const all = await rowsUnder(keyOf(whose, ''), parseKept, filingsTable());
  const rows = all.flatMap((row) => ('id' in row && row.expires > epochSeconds(now) ? [row] : []));
  const begun = all.find((row) => 'begun' in row)?.begun;
  return { rows, begun };
};

/** The drafts of a user, the one that was changed last first. */
export const listDrafts = async (whose: Whose, now: Date): Promise<Draft[]> => {
  const { rows } = await rowsOf(whose, now);
  const opened = await Promise.all(rows.map((row) => open(whose, row)));
  return opened
    .filter((one) => one !== undefined)
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt) || a.id.localeCompare(b.id));
};

/** The drafts of all users of an account, with the ids of their users. */
export const draftsOf = async (accountId: string, now: Date): Promise<(Draft & Pick<Whose, 'userId'>)[]> => {
  const all = await rowsUnder({ pk: partition(accountId), sk: BEGINS }, parseKey, filingsTable());
  const users = new Set(all.map(({ sk }) => sk.split('#')[1]!));
  const lists = await Promise.all(
    [...users].map(async (userId) =>
      (await listDrafts({ accountId, userId }, now)).map((draft) => ({ ...draft, userId })),
    ),
  );
  return lists.flat();
};

/** A draft that an operator's rotation of keys has left behind is as good as expired. */
const open = async (whose: Whose, { sealed: text, ...row }: DraftRow): Promise<Draft | undefined> => {
  try {
    return { ...row, content: await unsealed(text, belonging(whose, row.id)) };
  } catch (error) {
    logger.warn('a draft cannot be opened', { cause: (error as Error).name });
    return undefined;
  }
};

/** Attempts to keep a new draft while others of its user are kept: each time, one of them succeeds. */
const ROUNDS = 2 * MOST_DRAFTS;

/**
 * Keeps a draft in place of the one of the same name.
 * @throws ServiceError 422 when the user has as many as she may
 */
export const keepDraft = async (
  whose: Whose,
  { id, content }: Pick<Draft, 'id' | 'content'>,
  now: Date,
): Promise<Draft> => {
  const row = { id, updatedAt: now.toISOString(), expires: epochSeconds(now) + KEPT_SECONDS };
  const set = { ...row, sealed: await sealed(content, belonging(whose, id)) };
  const change = (condition?: Condition) => update(filingsTable(), keyOf(whose, id), { set, if: condition });
  const hasNotExpired = above('expires', epochSeconds(now));
  for (let round = 0; round < ROUNDS; round++) {
    // Most changes are of a draft that is there, of which the others need not be read.
    if (await updateIf(change(hasNotExpired))) return { ...row, content };
    const { rows, begun } = await rowsOf(whose, now);
    if (rows.length >= MOST_DRAFTS)
      throw limitReached(`Ya hay ${MOST_DRAFTS} borradores, el máximo: borre alguno antes.`);
    const counted = { set: { begun: (begun ?? 0) + 1, expires: row.expires }, if: stillIs('begun', begun) };
    const rejected = await transact([
      { Update: change() },
      { Update: update(filingsTable(), begunKey(whose), counted) },
    ]);
    if (rejected.length === 0) return { ...row, content };
  }
  throw new Error('failed to keep a draft: other calls began one on every retry');
};

/** Deletes a draft, if there is one of this name. */
export const dropDraft = async (whose: Whose, id: string): Promise<void> => {
  await dynamo().send(new DeleteCommand(remove(filingsTable(), keyOf(whose, id))));
};

/** Erases all drafts of an account. */
export const eraseDrafts = async (accountId: string): Promise<void> => {
  const pk = partition(accountId);
  for (const { sk } of await rowsUnder({ pk, sk: BEGINS }, parseKey, filingsTable()))
    await dynamo().send(new DeleteCommand(remove(filingsTable(), { pk, sk })));
};
