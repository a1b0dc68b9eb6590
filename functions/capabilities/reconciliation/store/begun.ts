import * as z from 'zod';
import { transact, withRetries } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow } from '../../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { filingsTable } from '../../../../shared/stores/filings/filing-keys.ts';
import { isNew, put, stillIs } from '../../../../shared/stores/table.ts';
import { MOST_OPEN, MOST_QUESTIONS } from '../limits.ts';
import { RECONCILIATIONS, type Reconciliation } from './reconciliation-row.ts';
import { keyOf, rowsOfNew, writeRestOf } from './reconciliations.ts';

/**
 * Limits of the comparisons that persons begin, which hold for calls at once: an account has one row with its open comparisons and the
 * number of its questions of the day, and each new comparison changes that row in its own transaction. Nights have their own limit, one
 * for a company.
 */

/** Partition of the rows of an account that belong to no single comparison. */
export const partition = (accountId: string) => `${RECONCILIATIONS}${accountId}#nightly`;
/** Sort key of the row. */
export const BEGUN = 'begun';
/** Times that a call tries again while other calls change the row. */
const TRIES = 10;

const parseBegun = rowParser('BegunReconciliations', 'begun', () =>
  z.object({
    /** New with each change. */
    revision: z.string(),
    /** Day in Madrid, and the number of its questions. */
    day: z.string(),
    questions: z.int(),
    open: z.array(z.object({ id: z.string(), company: z.int(), userId: z.string() })),
  }),
);
const parseState = rowParser('ReconciliationState', 'state', () => z.object({ state: z.string() }));

const rowKey = (accountId: string) => ({ pk: partition(accountId), sk: BEGUN });

/** The row of an account, with those of its comparisons that are still open. */
const begunOf = async (accountId: string) => {
  const row = await readRow(parseBegun, rowKey(accountId), filingsTable());
  const open = await Promise.all(
    (row?.open ?? []).map(async (begun) => {
      const stored = await readRow(parseState, keyOf({ accountId, id: begun.id }), filingsTable());
      return stored?.state === 'asking' ? [begun] : [];
    }),
  );
  return { row, open: open.flat() };
};

/** The open comparison that a person began for a company; `undefined` if there is none. */
export const openOfCompany = async (accountId: string, company: number): Promise<string | undefined> =>
  (await begunOf(accountId)).open.find((begun) => begun.company === company)?.id;

/** Why a comparison was not begun: one of its company is open, with its id, or the account, the user or the day has as many as it may. */
type Refused = { because: 'company'; id: string } | { because: 'account' | 'reader' | 'day' | 'busy' };

/**
 * Stores a new comparison that a person begins.
 * @param limits.questions the least number that it asks
 * @param limits.isReader whether the person only reads
 * @param limits.day today in Madrid
 * @returns `undefined` if it was stored
 */
export const beginReconciliation = async (
  reconciliation: Reconciliation,
  { questions, isReader, day }: { questions: number; isReader: boolean; day: string },
  now: Date,
): Promise<Refused | undefined> => {
  const { accountId, company, id, actor } = reconciliation;
  const rows = rowsOfNew(await writeRestOf(reconciliation), now);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { row, open } = await begunOf(accountId);
    const same = open.find((other) => other.company === company);
    if (same) return { because: 'company', id: same.id };
    if (open.length >= MOST_OPEN.account) return { because: 'account' };
    const ofUser = open.filter(({ userId }) => userId === actor.userId);
    if (isReader && ofUser.length >= MOST_OPEN.reader) return { because: 'reader' };
    const asked = row?.day === day ? row.questions : 0;
    if (asked + questions > MOST_QUESTIONS) return { because: 'day' };
    const next = {
      revision: id,
      day,
      questions: asked + questions,
      open: [...open, { id, company, userId: actor.userId }],
    };
    const isSame = row ? stillIs('revision', row.revision) : isNew;
    const rejected = await withRetries(() =>
      transact([
        ...rows.map((made) => ({ Put: put(filingsTable(), made) })),
        { Put: put(filingsTable(), { ...rowKey(accountId), ...next }, isSame) },
      ]),
    );
    if (rejected.length === 0) return undefined;
  }
  return { because: 'busy' };
};
