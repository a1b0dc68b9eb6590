import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { AUTHORITIES } from '../../kernel/errors.ts';
import { dynamo } from '../aws.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { eventKey, eventsTable } from '../events/event-keys.ts';

/** Filings of unknown outcome of all accounts, also those that are not looked up any more: nothing of what they are about. */

const unknownFiling = () =>
  z.object({
    id: z.string(),
    accountId: z.string(),
    authority: z.enum(AUTHORITIES),
    /** Method and address. */
    operation: z.string(),
    /** ISO instant at which it was asked for. */
    claimedAt: z.string(),
  });
type UnknownFiling = z.infer<ReturnType<typeof unknownFiling>>;

const parse = rowParser('UnknownFiling', 'unknownFiling', unknownFiling);

/** Lists a filing; it may be listed already. */
export const listUnknown = async (filing: UnknownFiling): Promise<void> => {
  const { id, accountId, authority, operation, claimedAt } = filing;
  const Item = { ...eventKey.unknownFiling(id), id, accountId, authority, operation, claimedAt };
  await dynamo().send(new PutCommand({ TableName: eventsTable(), Item }));
};

/** Lists a filing no more; it may not be listed. */
export const unlistUnknown = async (id: string): Promise<void> => {
  await dynamo().send(new DeleteCommand({ TableName: eventsTable(), Key: eventKey.unknownFiling(id) }));
};

/** Those of unknown outcome, the oldest first, and whether there are more. */
export const oldestUnknown = async (limit: number): Promise<{ filings: UnknownFiling[]; more: boolean }> => {
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      TableName: eventsTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': eventKey.unknownFiling('').pk },
      Limit: limit,
    }),
  );
  return { filings: Items.map((item) => parse(item)), more: LastEvaluatedKey !== undefined };
};
