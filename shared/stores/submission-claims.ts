import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../config.ts';
import { dynamo, epochSeconds } from './aws.ts';
import { getDocument, putDocument } from './documents.ts';
import { windowKey } from './keyspace.ts';
import { plainItem, rowParser } from './row-parser.ts';

/** Longest time that a submission in progress keeps its claim, in seconds: longer than any function runs. */
const IN_PROGRESS_SECONDS = 60;
/** Time for which an answer is remembered, in seconds. */
const REMEMBERED_SECONDS = 24 * 60 * 60;

const parseSubmission = rowParser(
  'Submission',
  'submission',
  z.object({
    requestHash: z.string(),
    /** Key of the document with the answer; absent while the submission is in progress. */
    answerKey: z.string().optional(),
  }),
);

const answerDocument = z.object({ status: z.int(), body: z.string() });

/** The result of claiming a name: claimed by this call, or the state of another submission with this name. */
export type Claim =
  | { state: 'claimed' }
  | { state: 'in-progress' }
  | { state: 'answered'; requestHash: string; status: number; body: string };

/**
 * Claims a name for a submission, so that no second submission with the same name runs at the same time.
 * @param name the same for submissions that are the same: hash of the caller's idempotency key, or of the request
 * @param requestHash hash of the request, stored with the answer to detect a key that is used for another request
 */
export const claimSubmission = async (
  name: string,
  requestId: string,
  requestHash: string,
  now: Date,
): Promise<Claim> => {
  const seconds = epochSeconds(now);
  try {
    await dynamo().send(
      new PutCommand({
        TableName: setting('WINDOWS_TABLE'),
        Item: {
          ...windowKey.submission(name),
          requestId,
          requestHash,
          expires: seconds + IN_PROGRESS_SECONDS,
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
    if (!error.Item) return { state: 'in-progress' };
    const { answerKey, requestHash: claimedHash } = parseSubmission(plainItem(error.Item));
    const bytes = answerKey && (await getDocument(answerKey));
    if (!bytes) return { state: 'in-progress' };
    return { state: 'answered', requestHash: claimedHash, ...parseAnswer(bytes) };
  }
};

/** The errors of JSON and of zod are replaced, because they may contain parts of the answer. */
const parseAnswer = (bytes: Uint8Array): z.infer<typeof answerDocument> => {
  try {
    return answerDocument.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    throw new Error('the stored answer of a submission is not valid');
  }
};

/** Releases a name: nothing was filed, or the answer is not to be remembered. */
export const releaseSubmission = async (name: string): Promise<void> => {
  await dynamo().send(
    new DeleteCommand({ TableName: setting('WINDOWS_TABLE'), Key: windowKey.submission(name) }),
  );
};

/** Stores the answer of a submission under its name, so that the same request gets the same answer again. */
export const rememberSubmission = async (
  name: string,
  submission: { accountId: string; requestId: string; requestHash: string; now: Date },
  answer: { status: number; body: string },
): Promise<void> => {
  const { accountId, requestId, requestHash, now } = submission;
  const answerKey = `answers/${accountId}/${now.toISOString().slice(0, 10)}/${requestId}.json`;
  await putDocument(answerKey, Buffer.from(JSON.stringify(answer)), 'application/json');
  await dynamo().send(
    new PutCommand({
      TableName: setting('WINDOWS_TABLE'),
      Item: {
        ...windowKey.submission(name),
        requestId,
        requestHash,
        answerKey,
        expires: epochSeconds(now) + REMEMBERED_SECONDS,
      },
    }),
  );
};
