import { setTimeout as sleep } from 'node:timers/promises';
import { erasures } from '../../functions/hooks.ts';
import { stores } from '../../functions/stores.ts';
import { CommandError } from '../../local/programs/command-error.ts';
import { removeFromUsagePlan } from '../usage-plan.ts';
import { eraseFilings, isWorkUnderWay, type Kept } from './filings.ts';
import { eraseDocuments, eraseWorld } from './objects.ts';
import { eraseKeys, eraseRows, eraseWindows, rowsOf } from './rows.ts';

/**
 * Longest time that a function works on a request, in milliseconds. After that, no request of a disabled account is
 * under way.
 */
const WORK_MS = 60_000;
/** Milliseconds between two looks at queued work, which may take minutes. */
const LOOK_MS = 5_000;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Erases an account for good: keys of certificates, sessions, filings, obligations, documents, client companies,
 * users, and finally the account itself. Locked evidence stays. Each step is idempotent, so the command can be
 * repeated whenever it was interrupted; after it is done it prints the evidence that is still kept.
 * @param report receives the name of each step before it begins
 * @returns the evidence that is kept, and until when
 * @throws CommandError if the id is not an account's, or something cannot be deleted
 */
export const eraseAccount = async (
  accountId: string,
  report: (step: string) => void = () => {},
): Promise<Kept[]> => {
  // Rows are found by the id that is part of their key.
  if (!UUID.test(accountId)) throw new CommandError(`${accountId} is not the id of an account.`);

  const account = await stores.accounts.findAccount(accountId);
  if (account && !account.disabled) {
    report('disable the account, and wait a minute for requests that are under way');
    await stores.accounts.setAccountDisabled(accountId, true);
    await sleep(WORK_MS);
  }
  if (await isWorkUnderWay(accountId, new Date())) {
    report('wait for what was queued and is being made');
    while (await isWorkUnderWay(accountId, new Date())) await sleep(LOOK_MS);
  }
  const rows = await rowsOf(accountId);
  report('keys of certificates');
  await eraseKeys(accountId, rows);
  report('sessions and links');
  await eraseWindows(accountId, rows);
  // Before documents: evidence that is due is written from them.
  report('filings and evidence');
  const kept = await eraseFilings(accountId, new Date());
  for (const [step, erase] of Object.entries(erasures)) {
    report(step);
    await erase(accountId);
  }
  report('documents');
  await eraseDocuments(accountId);
  await eraseWorld(accountId);
  report('usage plan');
  await removeFromUsagePlan(accountId);
  report('client companies, users and the account');
  await eraseRows(accountId, rows);
  return kept;
};
