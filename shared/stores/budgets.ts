import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limitsOfStage, setting } from '../config.ts';
import { dynamo, epochSeconds, ifConditionHolds } from './aws.ts';
import { windowKey } from './keyspace.ts';

/** What may be had so many times in a window of the clock (UTC), and no more, whatever comes at the same time. */
interface Budget {
  keyOf: (window: number) => { id: string };
  seconds: number;
  limit: number;
}

/** Mails that an account can have sent in a day. An integrator that adds all its clients at once needs many. */
const MAILS_A_DAY = 500;

const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;

const take = async ({ keyOf, seconds, limit }: Budget, amount: number, now: Date): Promise<boolean> => {
  const window = Math.floor(epochSeconds(now) / seconds);
  const taken = await ifConditionHolds(
    dynamo().send(
      new UpdateCommand({
        TableName: setting('WINDOWS_TABLE'),
        Key: keyOf(window),
        UpdateExpression: 'ADD taken :amount SET expires = :expires',
        ConditionExpression: 'attribute_not_exists(taken) OR taken <= :room',
        ExpressionAttributeValues: {
          ':amount': amount,
          ':room': limit - amount,
          ':expires': (window + 2) * seconds,
        },
      }),
    ),
  );
  return taken !== undefined;
};

/**
 * Takes mails from what is left of a day, before they are sent.
 * @param scope an account, or a user
 * @returns `false` if fewer are left; then none is taken
 */
export const takeMails = (scope: string, mails: number, now: Date, limit = MAILS_A_DAY): Promise<boolean> =>
  take({ keyOf: (day) => windowKey.mails(scope, day), seconds: DAY, limit }, mails, now);

/**
 * Takes one derivation of a key from what is left to a user in this hour, before it is made: the opening of a P12, or the
 * hash of a password for a client company. Each costs up to a second of processor time, whatever the request costs.
 * @returns seconds until another one is left; 0 if one was taken
 */
export const takeDerivation = async (userId: string, now: Date): Promise<number> => {
  const limit = limitsOfStage().derivationsPerHour;
  const isTaken = await take(
    { keyOf: (hour) => windowKey.derivations(userId, hour), seconds: HOUR, limit },
    1,
    now,
  );
  return isTaken ? 0 : HOUR - (epochSeconds(now) % HOUR);
};
