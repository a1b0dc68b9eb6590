import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { remindersOfCertificate } from '../functions/events/reminders.ts';
import { putReminders } from '../functions/events/store/reminders.ts';
import { lazyGroups } from '../functions/groups.ts';
import { realServices } from '../functions/services.ts';
import { aboutOf } from '../shared/operation/about.ts';
import { storedAnswer } from '../shared/serving/filing/answer.ts';
import { macsOf } from '../shared/serving/filing/claim.ts';
import { companyOf } from '../shared/serving/filing/draft.ts';
import { operationOf, requestOfFiling } from '../shared/serving/filing/recorded.ts';
import type { Acting } from '../shared/serving/stages.ts';
import { parseCertificate } from '../shared/stores/certificate-row.ts';
import { holderRows, readListed, recordsOf, writeAll } from '../shared/stores/clients/rows.ts';
import { dynamo, updateIf } from '../shared/stores/dynamo/dynamo.ts';
import { rowsUnder } from '../shared/stores/dynamo/read-keys.ts';
import { listedBy } from '../shared/stores/filings/claim.ts';
import type { Filing } from '../shared/stores/filings/filing.ts';
import { filingKey, filingsTable, listKeys } from '../shared/stores/filings/filing-keys.ts';
import { parseFiling } from '../shared/stores/filings/read.ts';
import { accountsKey } from '../shared/stores/keyspace.ts';
import { inBatches } from './erase/in-batches.ts';

/**
 * Gives the filings, client companies and certificates of an account that an earlier version wrote what lists and events go
 * by since. It can be
 * repeated at any time: what has it already is left alone.
 * @returns how many filings it completed
 */
export const completeLists = async (accountId: string): Promise<number> => {
  await completeClients(accountId);
  await completeReminders(accountId);
  let completed = 0;
  const pages = paginateQuery(
    { client: dynamo() },
    {
      TableName: filingsTable(),
      IndexName: 'byAccount',
      KeyConditionExpression: 'account = :account',
      FilterExpression: 'attribute_not_exists(stateKey)',
      ExpressionAttributeValues: { ':account': listKeys.account(accountId) },
    },
  );
  for await (const { Items = [] } of pages) {
    const done = await inBatches(Items.map(parseFiling), completeFiling);
    completed += done.filter(Boolean).length;
  }
  return completed;
};

/** Writes the rows by which the client companies of contribution accounts are found. */
const completeClients = async (accountId: string): Promise<void> => {
  const cifs = (await readListed(accountId)).map(({ cif }) => cif);
  const records = await recordsOf(accountId, cifs);
  for (const { id, accounts } of records) await writeAll(holderRows(accountId, id, Object.keys(accounts)));
};

/** Writes when the certificates of an account expire, for those that are older than events. */
const completeReminders = async (accountId: string): Promise<void> => {
  const now = new Date();
  const certificates = await rowsUnder(accountsKey.certificates(accountId), parseCertificate);
  await putReminders(
    certificates.flatMap((row) => remindersOfCertificate(row, now)),
    now,
  );
};

/** @returns false when it was moved meanwhile: the next run completes it */
const completeFiling = async (filing: Filing): Promise<boolean> => {
  const { facts, macs } = await factsOf(filing);
  const row = { ...filing, ...facts };
  const sets = Object.entries({ ...facts, ...listedBy(row, macs) }).filter(
    ([, value]) => value !== undefined,
  );
  const written = await updateIf({
    TableName: filingsTable(),
    Key: filingKey.head(filing.id),
    UpdateExpression: `SET ${sets.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ConditionExpression: '#state = :before AND attribute_not_exists(stateKey)',
    ExpressionAttributeNames: {
      '#state': 'state',
      ...Object.fromEntries(sets.map(([name]) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ':before': filing.state,
      ...Object.fromEntries(sets.map(([name, value]) => [`:${name}`, value])),
    },
  });
  return written !== undefined;
};

/** What its request and its answer say of a filing, as far as they are kept. */
const factsOf = async (filing: Filing) => {
  const { accountId, userId, clientId, authority, state, dry, status, requestId } = filing;
  const answer = await storedAnswer(realServices, filing).catch(() => undefined);
  const { message, errors }: { message?: string; errors?: Record<string, string[]> } = answer
    ? JSON.parse(answer)
    : {};
  const isRefused = state === 'ended' && !dry && status === 422 && errors?.[authority] !== undefined;
  const outcome = { ...(message && { message }), ...(isRefused && { refusal: true as const }) };
  const operation = await operationOf(lazyGroups, filing);
  const input = await requestOfFiling(realServices, filing).catch(() => undefined);
  if (input === undefined) return { facts: { ...outcome, operationName: operation.summary }, macs: {} };
  const { cif: _, ...about } = aboutOf(operation, input);
  const acting = { caller: { accountId, userId }, certificate: { clientId }, operation, input, requestId };
  const [macs, company] = await Promise.all([
    macsOf(realServices, acting as unknown as Acting),
    companyOf(realServices, acting as unknown as Acting),
  ]);
  return { facts: { ...outcome, ...company, operationName: operation.summary, about }, macs };
};
