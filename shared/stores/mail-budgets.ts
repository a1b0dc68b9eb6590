import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo, epochSeconds, ifConditionHolds } from './aws.ts';
import { windowKey } from './keyspace.ts';

/** Mails that an account can have sent in a day. An integrator that adds all its clients at once needs many. */
const MAILS_A_DAY = 500;

const DAY = 24 * 60 * 60;

/**
 * Takes mails from what is left of a day, before they are sent. A day is one of the clock, in UTC.
 * @param scope an account, or a user
 * @returns `false` if fewer are left; then none is taken
 */
export const takeFromBudget = async (
  scope: string,
  mails: number,
  now: Date,
  limit = MAILS_A_DAY,
): Promise<boolean> => {
  const day = Math.floor(epochSeconds(now) / DAY);
  const taken = await ifConditionHolds(
    dynamo().send(
      new UpdateCommand({
        TableName: setting('WINDOWS_TABLE'),
        Key: windowKey.mails(scope, day),
        UpdateExpression: 'ADD mails :mails SET expires = :expires',
        ConditionExpression: 'attribute_not_exists(mails) OR mails <= :room',
        ExpressionAttributeValues: {
          ':mails': mails,
          ':room': limit - mails,
          ':expires': (day + 2) * DAY,
        },
      }),
    ),
  );
  return taken !== undefined;
};
