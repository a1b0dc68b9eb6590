import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime, ulid } from 'ulid';
import type { ActKind } from '../../../../shared/kernel/act-kinds.ts';
import { daysLater } from '../../../../shared/kernel/spanish-time.ts';
import { dynamo, epochSeconds, updateIf, type Write } from '../../../../shared/stores/dynamo/dynamo.ts';
import { rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import type { RowKey } from '../../../../shared/stores/keyspace.ts';
import { all, between, is, put, query, remove, update } from '../../../../shared/stores/table.ts';
import { ACT_DAYS, type Act, actKey, actsTable, parseAct } from './act-row.ts';

/** Acts that one page reads at most, of some 300 bytes each, however few of them match. */
const MOST_READ = 1_000;
/** Greatest time of an id, in milliseconds. */
const LAST_TIME = 2 ** 48 - 1;
/** Seconds for which a row is kept that only takes as long to write as an act. */
const BLANK_SECONDS = 60;

/** The act that begins now, before it is stored. */
export const newAct = (facts: Omit<Act, 'id' | 'at' | 'expires'>, now: Date): Act => ({
  id: ulid(now.getTime()),
  at: now.toISOString(),
  ...facts,
  expires: epochSeconds(daysLater(now, ACT_DAYS)),
});

/** Without a condition, which a write would fail that is repeated after its answer was lost: no two acts have one id. */
const row = (accountId: string, act: Act) => put(actsTable(), { ...actKey(accountId, act.id), ...act });

/** Stores an act. @throws what DynamoDB throws */
export const putAct = async (accountId: string, act: Act): Promise<void> => {
  await dynamo().send(new PutCommand(row(accountId, act)));
};

/** The write that stores an act, for a transaction. */
export const actWrite = (accountId: string, act: Act): Write => ({ Put: row(accountId, act) });

/** Writes a row that is no act and is of no account, as long as it takes to store one. */
export const putBlank = async (now: Date): Promise<void> => {
  const id = ulid(now.getTime());
  const expires = epochSeconds(now) + BLANK_SECONDS;
  await dynamo().send(new PutCommand(put(actsTable(), { ...actKey(id, id), sk: 'blank', expires })));
};

/** Notes how an act ended that was stored as begun. */
export const endAct = async (
  accountId: string,
  { id }: Pick<Act, 'id'>,
  end: Pick<Act, 'outcome' | 'status' | 'object'>,
): Promise<void> => {
  await updateIf(update(actsTable(), actKey(accountId, id), { set: end, if: is('outcome', 'begun') }));
};

/** The acts of an account that a page has, the last first. */
export interface ActQuery {
  kind?: ActKind | undefined;
  userId?: string | undefined;
  /** Instants between which they were asked for. */
  from?: Date | undefined;
  to?: Date | undefined;
  now: Date;
  limit: number;
  /** Id of the last act that the previous page examined. */
  after?: string | undefined;
}

/**
 * A page of the acts of an account, the last first.
 * @returns also the id of the last act that it examined, if there may be more; it may have no act then
 */
export const listActs = async (
  accountId: string,
  { kind, userId, from, to, now, limit, after }: ActQuery,
): Promise<{ acts: Act[]; end?: string }> => {
  const [earliest, latest] = [Math.max(from?.getTime() ?? 0, 0), Math.max(to?.getTime() ?? LAST_TIME, 0)];
  const acts: Act[] = [];
  if (earliest > latest) return { acts };
  const first = actKey(accountId, `${encodeTime(earliest, 10)}${'0'.repeat(16)}`);
  const last = actKey(accountId, `${encodeTime(latest, 10)}${'Z'.repeat(16)}`);
  let start: RowKey | undefined = after === undefined ? undefined : actKey(accountId, after);
  for (let unread = MOST_READ; unread > 0; ) {
    const { Items = [], LastEvaluatedKey } = await dynamo().send(
      new QueryCommand({
        ...query(actsTable(), all(is('pk', first.pk), between('sk', first.sk, last.sk))),
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: kind || userId ? unread : Math.min(unread, limit + 1),
        ExclusiveStartKey: start,
      }),
    );
    for (const act of Items.map(parseAct)) {
      if (acts.length === limit) return { acts, end: acts.at(-1)!.id };
      const isWanted = (!kind || act.kind === kind) && (!userId || act.userId === userId);
      if (isWanted && act.expires > epochSeconds(now)) acts.push(act);
    }
    unread -= Items.length;
    if (!LastEvaluatedKey) return { acts };
    start = LastEvaluatedKey as RowKey;
  }
  return { acts, end: start!.sk.slice(actKey(accountId, '').sk.length) };
};

/** Deletes all acts of an account that is erased. */
export const eraseActs = async (accountId: string): Promise<void> => {
  for (const { pk, sk } of await rowsUnder(actKey(accountId, ''), (item) => item as RowKey, actsTable()))
    await dynamo().send(new DeleteCommand(remove(actsTable(), { pk, sk })));
};
