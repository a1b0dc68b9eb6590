import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { setting } from '../../../../shared/kernel/config.ts';
import type { Change, RowKind } from '../row-kinds.ts';

/** A change of a row of a kind. */
export interface ReadChange {
  kind: RowKind;
  change: Change;
}

/**
 * Parses a stream record.
 * @param kinds the kinds of rows whose changes are read
 * @returns `undefined` if the row has another kind
 * @throws Error that names the row type, if the row is invalid
 */
export const changeOf = (
  { eventID, eventSourceARN, dynamodb }: DynamoDBRecord,
  kinds: RowKind[],
): ReadChange | undefined => {
  const tableName = /:table\/([^/]+)\/stream\//.exec(eventSourceARN ?? '')?.[1];
  const { Keys, OldImage, NewImage, ApproximateCreationDateTime = 0 } = dynamodb ?? {};
  const sortKey = Keys?.sk?.S ?? '';
  const kind = kinds.find(({ table, sk }) => setting(table) === tableName && sk.test(sortKey));
  if (!kind || !eventID) return undefined;
  const read = (image: typeof NewImage) => image && kind.parse(unmarshall(image as never));
  const change = {
    kind: kind.kind,
    id: eventID,
    at: new Date(ApproximateCreationDateTime * 1000),
    before: read(OldImage),
    after: read(NewImage),
  } as Change;
  return { kind, change };
};
