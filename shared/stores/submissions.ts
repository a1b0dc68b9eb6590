import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { setting } from '../config.ts';
import { dynamo } from './aws.ts';
import { getDocument, putDocument } from './documents.ts';
import { windowKey } from './keyspace.ts';

/** A submission under way holds its place this long at most, in seconds: longer than any function runs. */
const UNDER_WAY_SECONDS = 60;
/** An idempotency key is remembered this long, in seconds. */
const REMEMBERED_SECONDS = 24 * 60 * 60;

/** A place held by a submission, or what holds it already. */
export type Claim =
  | { state: 'claimed' }
  | { state: 'under-way' }
  | { state: 'answered'; requestHash: string; status: number; body: string };

/**
 * Claims a place for a submission, so that no second one with the same name runs beside it.
 * @param name what makes two submissions the same: a caller's idempotency key, or the request's hash
 * @param requestHash hash of the request, kept with the answer so that a key used for another request shows
 */
export const claimSubmission = async (
  name: string,
  requestId: string,
  requestHash: string,
  now: Date,
): Promise<Claim> => {
  const seconds = Math.floor(now.getTime() / 1000);
  try {
    await dynamo().send(
      new PutCommand({
        TableName: setting('WINDOWS_TABLE'),
        Item: {
          ...windowKey.submission(name),
          requestId,
          requestHash,
          expires: seconds + UNDER_WAY_SECONDS,
        },
        ConditionExpression: 'attribute_not_exists(id) OR #expires <= :now',
        ExpressionAttributeNames: { '#expires': 'expires' },
        ExpressionAttributeValues: { ':now': seconds },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { state: 'claimed' };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const answerKey = error.Item?.answerKey?.S;
    const bytes = answerKey && (await getDocument(answerKey));
    if (!bytes) return { state: 'under-way' };
    const { status, body } = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return { state: 'answered', requestHash: error.Item?.requestHash?.S ?? '', status, body };
  }
};

/** Gives a place up: nothing was filed, or nobody may ask again by this name. */
export const releaseSubmission = async (name: string): Promise<void> => {
  await dynamo().send(
    new DeleteCommand({ TableName: setting('WINDOWS_TABLE'), Key: windowKey.submission(name) }),
  );
};

/** Keeps the answer of a submission under its name, so that the same request sent again is given it again. */
export const rememberSubmission = async (
  name: string,
  place: { accountId: string; requestId: string; requestHash: string; now: Date },
  answer: { status: number; body: string },
): Promise<void> => {
  const answerKey = `answers/${place.accountId}/${place.now.toISOString().slice(0, 10)}/${place.requestId}.json`;
  await putDocument(answerKey, Buffer.from(JSON.stringify(answer)), 'application/json');
  await dynamo().send(
    new PutCommand({
      TableName: setting('WINDOWS_TABLE'),
      Item: {
        ...windowKey.submission(name),
        requestId: place.requestId,
        requestHash: place.requestHash,
        answerKey,
        expires: Math.floor(place.now.getTime() / 1000) + REMEMBERED_SECONDS,
      },
    }),
  );
};
