import { paginateQuery, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamo, ifConditionHolds } from '../aws.ts';
import { filingIdOf, filingKey, filingsTable } from './keys.ts';
import { parseFiling } from './read.ts';
import { DUE_PARTITIONS, type Filing } from './record.ts';

/** A filing that somebody must look after, as the index has it. Of a row that is not valid, too. */
export interface DueFiling {
  id: string;
  /** ISO instant. */
  dueAt: string;
  /** ISO instant. */
  claimedAt: string;
  state: string;
  authority: string;
  /** How often it was taken so far. */
  takes: number;
}

/**
 * Filings that somebody must look after by now, those first that have waited longest. Those that are queued come last.
 */
export const dueFilings = async (now: Date, limit: number): Promise<DueFiling[]> => {
  const pages = await Promise.all(
    DUE_PARTITIONS.map((due) =>
      dynamo().send(
        new QueryCommand({
          TableName: filingsTable(),
          IndexName: 'byDue',
          KeyConditionExpression: 'due = :due AND dueAt <= :now',
          ProjectionExpression: 'pk, dueAt, claimedAt, #state, authority, takes',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':due': due, ':now': now.toISOString() },
          Limit: limit,
        }),
      ),
    ),
  );
  return (
    pages
      .flatMap(({ Items = [] }) => Items)
      .map(({ pk, dueAt, claimedAt, state, authority, takes }) => ({
        id: filingIdOf(pk),
        dueAt,
        claimedAt: String(claimedAt),
        state: String(state),
        authority: String(authority),
        takes: Number(takes) || 0,
      }))
      // Many may be queued, and those only have to be seen to.
      .sort(
        (a, b) =>
          Number(a.state === 'queued') - Number(b.state === 'queued') || a.dueAt.localeCompare(b.dueAt),
      )
      .slice(0, limit)
  );
};

/** Filings of unknown outcome that are still looked up, whenever that is due next. */
export const unknownFilings = async (): Promise<Pick<DueFiling, 'id' | 'claimedAt'>[]> => {
  const ofShard = async (due: string) => {
    const found: Pick<DueFiling, 'id' | 'claimedAt'>[] = [];
    const pages = paginateQuery(
      { client: dynamo() },
      {
        TableName: filingsTable(),
        IndexName: 'byDue',
        KeyConditionExpression: 'due = :due',
        FilterExpression: '#state = :unknown',
        ProjectionExpression: 'pk, claimedAt',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':due': due, ':unknown': 'unknown' },
      },
    );
    for await (const { Items = [] } of pages)
      found.push(...Items.map(({ pk, claimedAt }) => ({ id: filingIdOf(pk), claimedAt: String(claimedAt) })));
    return found;
  };
  return (await Promise.all(DUE_PARTITIONS.map(ofShard))).flat();
};

/**
 * Takes a filing that is due, for one run alone: it is moved to when it is due next, and counted, on condition that
 * nobody has moved it. What becomes of the run is then no matter; the filing comes back at that time.
 * @param next when it is due again; `undefined` for never
 * @returns the filing as it is now; `undefined` when somebody else has moved it
 * @throws Error for a row that is not valid; it was moved all the same
 */
export const takeDue = async (
  { id, dueAt, takes }: DueFiling,
  next: Date | undefined,
): Promise<Filing | undefined> => {
  const taken = await ifConditionHolds(
    dynamo().send(
      new UpdateCommand({
        TableName: filingsTable(),
        Key: filingKey.head(id),
        UpdateExpression: `SET takes = :takes${next ? ', dueAt = :next' : ' REMOVE due, dueAt'}`,
        ConditionExpression: 'dueAt = :dueAt',
        ExpressionAttributeValues: {
          ':dueAt': dueAt,
          ':takes': takes + 1,
          ...(next && { ':next': next.toISOString() }),
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return taken && parseFiling(taken.Attributes);
};
