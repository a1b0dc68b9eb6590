import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { setting } from '../../../shared/kernel/config.ts';

/** A record of a stream, of the form that Lambda gives, for rows of a table before and after a change. */
const recordOf = (
  table: 'FILINGS_TABLE' | 'ACCOUNTS_TABLE',
  { before, after }: { before?: object | undefined; after?: object | undefined },
): DynamoDBRecord => ({
  eventID: randomUUID(),
  eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
  eventSourceARN: `arn:aws:dynamodb:eu-south-2:000000000000:table/${setting(table)}/stream/2026-11-23T00:00:00.000`,
  dynamodb: {
    ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
    Keys: marshall({ pk: 'pk', sk: ((after ?? before) as { sk: string }).sk }) as never,
    ...(before && { OldImage: marshall(before) as never }),
    ...(after && { NewImage: marshall(after) as never }),
  },
});

/** The record of a filing of an account that was accepted. */
export const acceptedRecord = (accountId: string, id: string = randomUUID()): DynamoDBRecord => {
  const row = {
    ...{ sk: 'head', id, state: 'committing', dry: false, accountId, clientId: 0 },
    ...{ authority: 'tgss', operation: 'POST /api/v4/seg-social/alta', claimedAt: new Date().toISOString() },
  };
  return recordOf('FILINGS_TABLE', {
    before: row,
    after: { ...row, state: 'accepted', endedAt: new Date().toISOString() },
  });
};

/** The record of a certificate of an account that was stored. */
export const certificateRecord = (accountId: string, notAfter: Date): DynamoDBRecord => {
  const id = randomUUID();
  return recordOf('ACCOUNTS_TABLE', {
    after: {
      ...{ sk: `certificate#0#${id}`, id, accountId, clientId: 0, notAfter: notAfter.toISOString() },
      ...{ dni: '99999990S', givenName: 'LUCÍA', surname: 'PRUEBA', name: 'LUCÍA PRUEBA' },
      createdAt: new Date().toISOString(),
    },
  });
};

/** The record of a user who was removed. */
export const removedRecord = (accountId: string): DynamoDBRecord => {
  const row = { sk: 'user', id: randomUUID(), accountId, name: 'Lucía', role: 'files', generation: 0 };
  return recordOf('ACCOUNTS_TABLE', {
    before: row,
    after: { ...row, removedAt: new Date().toISOString(), generation: 1 },
  });
};
