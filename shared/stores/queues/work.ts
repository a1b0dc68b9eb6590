import { setting } from '../../kernel/config.ts';
import type { Filing } from '../filings/filing.ts';
import { sendMessage } from './send.ts';

/** The queues of SQS from which functions take filings to make: one for each group of operations. */

/** URL of the queue of a group, by the beginning of the addresses of its operations. */
const queueUrls = (): Record<string, string> => JSON.parse(setting('WORK_QUEUES'));

/**
 * Tells the functions of its group to make a filing. The message holds its id alone: what counts is its record. SQS
 * keeps the messages of one account from holding up those of others.
 * @throws Error when there is no queue for it, or SQS does not take it
 */
export const sendWork = async ({
  id,
  accountId,
  operation,
}: Pick<Filing, 'id' | 'accountId' | 'operation'>): Promise<void> => {
  const [, address = ''] = operation.split(' ');
  const url = Object.entries(queueUrls()).find(([prefix]) => address.startsWith(`${prefix}/`))?.[1];
  if (!url) throw new Error(`no queue takes ${operation}`);
  await sendMessage(url, { text: id, group: accountId });
};
