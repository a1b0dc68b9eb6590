import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { realServices } from '../../functions/services.ts';
import { stores } from '../../functions/stores.ts';
import { CommandError } from '../../local/programs/command-error.ts';
import { completeEvidence } from '../../shared/serving/evidence/write.ts';
import { isUnderWay } from '../../shared/serving/filing/explain.ts';
import { isAbandoned } from '../../shared/serving/filing/times.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { queryRows } from '../../shared/stores/dynamo/read-keys.ts';
import { evidenceFolder } from '../../shared/stores/evidence/evidence.ts';
import type { Filing } from '../../shared/stores/filings/filing.ts';
import { filingKey, filingsTable, listKeys } from '../../shared/stores/filings/filing-keys.ts';
import { parseFiling } from '../../shared/stores/filings/read.ts';
import { eraseActs, eraseLocks, reduceFiling } from '../../shared/stores/filings/reduce.ts';
import { inBatches } from './in-batches.ts';
import { eraseEvidence, evidenceVersions, lockedUntil } from './objects.ts';

/** Evidence that outlives its account. */
export interface Kept {
  filingId: string;
  /** Method and address; `undefined` if only the evidence is left and the row is gone. */
  operation?: string;
  state?: string;
  /** When it is deleted. */
  until: Date;
}

/**
 * Erases the filings of an account with their evidence. It keeps filings that may have taken effect at an authority
 * and whose evidence is locked, because an employer must keep what was communicated; their records are reduced to
 * what the evidence says and expire with it.
 * @returns the evidence that stays
 */
export const eraseFilings = async (accountId: string, now: Date): Promise<Kept[]> => {
  const filings = await filingsOf(accountId);
  const kept = await inBatches(filings, async (filing) => {
    await eraseActs(filing);
    const until = mayHaveTakenEffect(filing) ? await evidenceUntil(filing, now) : undefined;
    if (!until) return eraseFiling(filing);
    await reduceFiling(filing, until);
    return { filingId: filing.id, operation: filing.operation, state: filing.state, until };
  });
  const withRow = kept.filter((one) => one !== undefined);
  return [
    ...withRow,
    ...(await withoutRow(accountId, new Set(withRow.map(({ filingId }) => filingId)), now)),
  ];
};

const filingsOf = (accountId: string): Promise<Filing[]> =>
  queryRows(parseFiling, {
    TableName: filingsTable(),
    IndexName: 'byAccount',
    KeyConditionExpression: 'account = :account',
    ExpressionAttributeValues: { ':account': listKeys.account(accountId) },
  });

/** Whether a consumer may still be working for this account. A disabled account's queued work is not begun. */
export const isWorkUnderWay = async (accountId: string, now: Date): Promise<boolean> =>
  (await filingsOf(accountId)).some(
    (filing) =>
      filing.startedAt !== undefined &&
      filing.state !== 'queued' &&
      isUnderWay(filing, now) &&
      !isAbandoned(filing, now),
  );

const mayHaveTakenEffect = ({ dry, state }: Filing): boolean =>
  !dry && (state === 'committing' || state === 'accepted' || state === 'unknown');

/**
 * When the lock of a filing's evidence ends. Evidence that is due is written first, because later it could not be.
 * @throws CommandError if it cannot be written
 */
const evidenceUntil = async (filing: Filing, now: Date): Promise<Date | undefined> => {
  const folder = evidenceFolder(filing);
  const read = async () => (await evidenceVersions(folder)).get(filing.id) ?? [];
  const versions = await read();
  if (versions.length > 0 && !filing.evidenceDue) return lockedUntil(versions, now);
  if (!(await completeEvidence(realServices, filing, false)))
    throw new CommandError(`The evidence of ${filing.id} cannot be written. Repeat the command later.`);
  return lockedUntil(await read(), now);
};

/** The row is deleted last: as long as it exists, a repeated command finds the rest. */
const eraseFiling = async (filing: Filing): Promise<undefined> => {
  const versions = (await evidenceVersions(evidenceFolder(filing))).get(filing.id) ?? [];
  await eraseEvidence(versions, (await lockedUntil(versions, new Date())) !== undefined);
  await eraseLocks(filing);
  const table = filingsTable();
  if (filing.state === 'queued') await stores.filings.leaveQueue(filing, filing.id);
  for (const { number } of await stores.filings.listEntries(filing.id))
    await dynamo().send(new DeleteCommand({ TableName: table, Key: filingKey.entry(filing.id, number) }));
  await dynamo().send(new DeleteCommand({ TableName: table, Key: filingKey.head(filing.id) }));
};

/** Evidence whose row has expired a little before it: what is locked stays, the rest goes. */
const withoutRow = async (accountId: string, withRow: Set<string>, now: Date): Promise<Kept[]> => {
  const folders = [...(await evidenceVersions(`${accountId}/`))].filter(([id]) => !withRow.has(id));
  const kept = await inBatches(folders, async ([filingId, versions]) => {
    const until = await lockedUntil(versions, now);
    if (until) return { filingId, until };
    await eraseEvidence(versions, false);
    return undefined;
  });
  return kept.filter((one) => one !== undefined);
};
