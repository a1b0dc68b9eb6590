import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { dynamo, epochSeconds } from '../../../shared/stores/dynamo/dynamo.ts';
import { put } from '../../../shared/stores/table.ts';
import { obligationKey, obligationsTable } from './obligation-row.ts';

/** Days for which a row is kept that the function of changes has long read. */
const KEPT_DAYS = 2;

/**
 * Leaves facts that a reading proves to the function that reads changes, which writes down what is due because of them: one
 * write, whatever follows.
 * @param id of the request
 */
export const putSeen = async (
  accountId: string,
  id: string,
  { facts, now }: { facts: Fact[]; now: Date },
): Promise<void> => {
  const expires = epochSeconds(daysLater(now, KEPT_DAYS));
  const row = { ...obligationKey.seen(accountId, id), accountId, facts, expires };
  await dynamo().send(new PutCommand(put(obligationsTable(), row)));
};
