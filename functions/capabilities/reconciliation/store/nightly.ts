import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, transact, updateIf } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { dueMembersOf, dueRows, inTurns } from '../../../../shared/stores/filings/due-rows.ts';
import { DUE_MEMBERS } from '../../../../shared/stores/filings/filing.ts';
import { filingsTable } from '../../../../shared/stores/filings/filing-keys.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { all, is, isNew, put, remove, update } from '../../../../shared/stores/table.ts';
import { BEGUN, partition } from './begun.ts';
import {
  type AcceptedDifference,
  type Nightly,
  parseAccepted,
  parseNightly,
  type Reconciliation,
} from './reconciliation-row.ts';
import { rowsOfNew, writeRestOf } from './reconciliations.ts';

/**
 * The companies that are compared each night, and the differences that persons have accepted. All rows of an account are in one
 * partition of the table of filings.
 */

/** Index key of the companies that are compared each night, for the schedule. */
const DUE = 'nightly';

/** What the keys of a company's rows are made of. */
type ComparedCompany = Pick<Nightly, 'accountId' | 'company'>;

const keyOf = ({ accountId, company }: ComparedCompany) => ({
  pk: partition(accountId),
  sk: `company#${company}`,
});
const acceptedKey = ({ accountId, company }: ComparedCompany, key: string) => ({
  pk: partition(accountId),
  sk: `accepted#${company}#${key}`,
});

const dueKeysOf = (accountId: string, dueAt: Date) => dueMembersOf(DUE, accountId, dueAt);

/** A company's nightly comparison; `undefined` if it was never switched on. */
export const findNightly = (accountId: string, company: number): Promise<Nightly | undefined> =>
  readRow(parseNightly, keyOf({ accountId, company }), filingsTable());

/** Switches it on, replacing the person who did so before. @param dueAt when the next comparison begins */
export const switchNightlyOn = async (
  {
    accountId,
    company,
    clientId,
    actor,
    certificates,
    scenario,
  }: Omit<Nightly, 'enabled' | 'dueAt' | 'last'>,
  dueAt: Date,
): Promise<void> => {
  const compared = { accountId, company };
  const set = {
    ...compared,
    clientId,
    actor,
    certificates,
    scenario,
    enabled: true,
    ...dueKeysOf(accountId, dueAt),
  };
  await dynamo().send(
    new UpdateCommand(
      update(filingsTable(), keyOf(compared), { set, remove: scenario === undefined ? ['scenario'] : [] }),
    ),
  );
};

/** Switches it off. A comparison that has begun continues. @param by id of the user */
export const switchNightlyOff = async (compared: ComparedCompany, by: string): Promise<void> => {
  await updateIf(
    update(filingsTable(), keyOf(compared), {
      set: { enabled: false, offBy: by },
      remove: [...DUE_MEMBERS],
      if: is('enabled', true),
    }),
  );
};

/** The companies whose comparison is due, in turns by account. */
export const dueNightlies = async (now: Date): Promise<(ComparedCompany & { dueAt: string })[]> =>
  inTurns(
    (await dueRows(DUE, now)).map(({ pk, sk, dueAt }) => ({
      accountId: pk.split('#')[1]!,
      company: Number(sk.split('#')[1]),
      dueAt,
    })),
  );

/** Skips a night. Does nothing if another run was first, or if it was switched off. */
export const passNight = async (nightly: Nightly, dueAt: Date): Promise<void> => {
  await updateIf(
    update(filingsTable(), keyOf(nightly), {
      set: dueKeysOf(nightly.accountId, dueAt),
      if: all(is('enabled', true), is('dueAt', nightly.dueAt)),
    }),
  );
};

/** Begins the comparison of a night and sets the next night in one transaction, so that a night has one comparison at most. */
export const beginNight = async (
  nightly: Nightly,
  reconciliation: Reconciliation,
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> => {
  const rows = rowsOfNew(await writeRestOf(reconciliation), now);
  await transact([
    ...rows.map((row) => ({ Put: put(filingsTable(), row, isNew) })),
    {
      Update: update(filingsTable(), keyOf(nightly), {
        set: { last: reconciliation.id, ...dueKeysOf(nightly.accountId, dueAt) },
        if: all(is('enabled', true), is('dueAt', nightly.dueAt)),
      }),
    },
  ]);
};

/** Stores that a person accepts a difference. @param key from `keyOfDifference` */
export const acceptDifference = async (
  compared: ComparedCompany,
  { key, userId, at }: { key: string; userId: string; at: string },
): Promise<void> => {
  const row: AcceptedDifference = { ...compared, key, userId, at };
  await dynamo().send(new PutCommand(put(filingsTable(), { ...acceptedKey(compared, key), ...row })));
};

/** Withdraws the acceptance of a difference. Idempotent. */
export const unacceptDifference = async (compared: ComparedCompany, key: string): Promise<void> => {
  await dynamo().send(new DeleteCommand(remove(filingsTable(), acceptedKey(compared, key))));
};

/** Keys of the differences of a company that persons have accepted. */
export const acceptedDifferences = async (compared: ComparedCompany): Promise<Set<string>> => {
  const rows = await rowsUnder(acceptedKey(compared, ''), parseAccepted, filingsTable());
  return new Set(rows.map(({ key }) => key));
};

/** Deletes all these rows of an account that is being erased. */
export const eraseNightlies = async (accountId: string): Promise<void> => {
  const pk = partition(accountId);
  for (const sk of ['company#', 'accepted#', BEGUN])
    for (const row of await rowsUnder({ pk, sk }, (item) => item as RowKey, filingsTable()))
      await dynamo().send(new DeleteCommand(remove(filingsTable(), { pk, sk: row.sk })));
};
