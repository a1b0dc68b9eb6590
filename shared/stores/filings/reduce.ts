import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, epochSeconds, transact } from '../dynamo/dynamo.ts';
import { queryRows } from '../dynamo/read-keys.ts';
import { absent, all, type Condition, either, exists, is, query, remove, update } from '../table.ts';
import type { Filing } from './filing.ts';
import { filingKey, filingsTable, listKeys } from './filing-keys.ts';
import { leaveActs } from './move.ts';
import { listEntries, parseFiling } from './read.ts';

/**
 * Members of a record that say what was filed and about whom, or are useless without them. The members that decide
 * its shown state stay; otherwise the reduction would be announced as a change.
 */
const NOT_KEPT = [
  ...[
    'key',
    'guards',
    'acts',
    'furtherActs',
    'details',
    'world',
    'apart',
    'seal',
    'repeats',
    'repeated',
    'request',
    'requestKey',
    'messages',
    'documents',
    'status',
    'answer',
  ],
  ...['answerKey', 'async', 'scenario', 'startedAt', 'starts', 'operationName', 'message'],
  ...[
    'warnings',
    'batch',
    'preview',
    'about',
    'companyId',
    'cccKey',
    'companyKey',
    'userKey',
    'operationKey',
  ],
  ...['stateKey', 'client', 'worker', 'due', 'dueAt', 'turn', 'token', 'evidenceDue', 'takes'],
  ...['looks', 'lookedAt'],
];

const erase = (name: string, isOwn?: Condition) =>
  transact([{ Delete: remove(filingsTable(), filingKey.lock(name), isOwn) }]);

/**
 * Erases the rows of a filing's acts, whichever filings they name, because all filings of its account are erased. An act of unknown
 * outcome is open, and its row would never expire.
 */
export const eraseActs = async (filing: Pick<Filing, 'acts' | 'furtherActs'>): Promise<void> => {
  for (const name of actNamesOf(filing)) await erase(name);
};

const actNamesOf = ({ acts = [], furtherActs = [] }: Pick<Filing, 'acts' | 'furtherActs'>): string[] => [
  ...acts.map(({ name }) => name),
  ...furtherActs,
];

/**
 * A lock or an act that is another filing's by now is left to that one. A filing that was declared not filed is still in the rows of
 * its acts.
 */
export const eraseLocks = async (filing: Filing): Promise<void> => {
  const { id, guards } = filing;
  for (const name of Object.values(guards ?? {})) if (name) await erase(name, is('filingId', id));
  await leaveActs(filing, new Date());
  const isOwn = either(is('lastFiling', id), absent('lastFiling'));
  for (const name of actNamesOf(filing)) await erase(name, all(isOwn, absent('opens')));
};

/**
 * Leaves of a record its ids, operation, state and times, the certificate, the authority's number and hashes. It can be repeated.
 * @param until when that expires, too
 */
export const reduceFiling = async (filing: Filing, until: Date): Promise<void> => {
  await eraseLocks(filing);
  const expires = epochSeconds(until);
  for (const { number } of await listEntries(filing.id))
    await dynamo().send(
      new UpdateCommand(
        update(filingsTable(), filingKey.entry(filing.id, number), { set: { expires, messages: [] } }),
      ),
    );
  await dynamo().send(
    new UpdateCommand(
      update(filingsTable(), filingKey.head(filing.id), {
        set: { expires, stated: filing.stated && { ...filing.stated, note: '' } },
        remove: NOT_KEPT,
        if: exists('pk'),
      }),
    ),
  );
};

/** All filings of an account that name a worker, the oldest first. @param mac of the worker's document, as of `listMac` */
export const filingsOfWorker = async (accountId: string, mac: string): Promise<Filing[]> => {
  const rows = await queryRows(parseFiling, {
    ...query(filingsTable(), is('worker', listKeys.worker(mac))),
    IndexName: 'byWorker',
  });
  return rows.filter((filing) => filing.accountId === accountId);
};
