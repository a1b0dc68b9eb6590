/** What the record of a filing says of its evidence: that it is still to be written, or to be time-stamped. */

import { updateIf } from '../dynamo/dynamo.ts';
import { dueValues, type Filing, SET_DUE } from './filing.ts';
import { filingKey, filingsTable } from './filing-keys.ts';

/**
 * Notes that the evidence of a filing is written.
 * @param evidenceDue as it was then: if the filing has ended again, its evidence is due again
 * @param staysDue it is looked up again
 */
export const noteEvidence = async (id: string, evidenceDue: string, staysDue: boolean): Promise<void> => {
  await updateIf({
    TableName: filingsTable(),
    Key: filingKey.head(id),
    UpdateExpression: `REMOVE evidenceDue${staysDue ? '' : ', due, dueAt, turn'}`,
    ConditionExpression: 'evidenceDue = :evidenceDue',
    ExpressionAttributeValues: { ':evidenceDue': evidenceDue },
  });
};

/**
 * Notes that the evidence of a filing is written, and its time-stamp due.
 * @param evidenceDue as of `noteEvidence`
 * @param dueAt when the schedule asks for it; without it, when the filing is due for another reason
 */
export const noteUnstamped = async (
  filing: Pick<Filing, 'id' | 'accountId' | 'state'>,
  evidenceDue: string,
  dueAt: Date | undefined,
): Promise<void> => {
  await updateIf({
    TableName: filingsTable(),
    Key: filingKey.head(filing.id),
    UpdateExpression: `SET stampDue = :evidenceDue${dueAt ? `, takes = :none, ${SET_DUE}` : ''} REMOVE evidenceDue`,
    ConditionExpression: 'evidenceDue = :evidenceDue',
    ExpressionAttributeValues: {
      ':evidenceDue': evidenceDue,
      ...(dueAt && { ':none': 0, ...dueValues(filing, filing.state, dueAt) }),
    },
  });
};

/**
 * Notes that the time-stamp of a filing's evidence is there.
 * @param stampDue as it was then: evidence that was written again has another one
 * @param staysDue it is looked up again
 */
export const noteStamped = async (id: string, stampDue: string, staysDue: boolean): Promise<void> => {
  await updateIf({
    TableName: filingsTable(),
    Key: filingKey.head(id),
    UpdateExpression: `REMOVE stampDue${staysDue ? '' : ', due, dueAt, turn'}`,
    ConditionExpression: 'stampDue = :stampDue AND attribute_not_exists(evidenceDue)',
    ExpressionAttributeValues: { ':stampDue': stampDue },
  });
};

/**
 * Notes that the evidence of a filing that was not sent is wanted.
 * @returns false where it has evidence, or is in another state
 */
export const wantEvidence = async (
  filing: Pick<Filing, 'id' | 'accountId'>,
  now: Date,
  dueAt: Date,
): Promise<boolean> => {
  const written = await updateIf({
    TableName: filingsTable(),
    Key: filingKey.head(filing.id),
    UpdateExpression: `SET evidenceDue = :now, takes = :none, ${SET_DUE}`,
    ConditionExpression: '#state = :ended AND attribute_not_exists(stampDue)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':none': 0,
      ':ended': 'ended',
      ...dueValues(filing, 'ended', dueAt),
    },
  });
  return written !== undefined;
};
