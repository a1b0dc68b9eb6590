import { DeleteCommand, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dayAfter, daysLater, madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { dynamo, epochSeconds } from '../../../../shared/stores/dynamo/dynamo.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { all, atMost, is, put, query, remove } from '../../../../shared/stores/table.ts';
import type { GatewayEvent } from '../gateway-event.ts';
import { eventKey, eventRow, eventsTable } from './event-row.ts';

/**
 * An event that is due at an instant if its subject still exists then, such as a certificate that expires in seven
 * days. It is written when its subject appears, and leased by the schedule.
 */
export interface Reminder extends Omit<GatewayEvent, 'id' | 'at'> {
  accountId: string;
  /** ISO instant. */
  dueAt: string;
}

const parseReminder = rowParser<Reminder>('Reminder', 'reminder', () =>
  eventRow()
    .omit({ id: true, at: true, number: true, expires: true })
    .extend({ accountId: z.string(), dueAt: z.string() }),
);
const parseDone = rowParser('RemindersDone', 'remindersDone', () => z.object({ before: z.string() }));

/** Partitions of a day, to spread its load. */
const SHARDS = 4;
/** Reminders read from a partition at once. */
const PAGE = 100;
/** Days after which a reminder that was not processed expires. */
const KEPT_DAYS = 60;
/** Days that are read again after they were processed, because a writer may have been late. */
const LATE_DAYS = 1;

const shardOf = (accountId: string): number =>
  [...accountId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % SHARDS;

/** A reminder that is already due gets today's key, where the schedule looks. */
const keyOf = ({ accountId, type, subject, dueAt }: Reminder, now: Date) => {
  const day = madridDay(new Date(Math.max(Date.parse(dueAt), now.getTime())));
  return eventKey.reminder(
    { day, shard: shardOf(accountId) },
    [dueAt, accountId, type, subject.id].join('#'),
  );
};

/** Writes reminders. An existing one stays unchanged, and a processed one makes no second event. */
export const putReminders = async (reminders: Reminder[], now: Date): Promise<void> => {
  for (const reminder of reminders) {
    const expires = epochSeconds(daysLater(new Date(reminder.dueAt), KEPT_DAYS));
    const row = { ...keyOf(reminder, now), ...reminder, expires };
    await dynamo().send(new PutCommand(put(eventsTable(), row)));
  }
};

/** A due reminder, with its key for deletion. */
export interface DueReminder {
  reminder: Reminder;
  key: { pk: string; sk: string };
}

/**
 * Reminders that are due, from today and from all days since the last processed one.
 * @returns `isAll` if there are no others; `isNewDay` if the previous day is not fully processed
 */
export const dueReminders = async (
  now: Date,
): Promise<{ due: DueReminder[]; isAll: boolean; isNewDay: boolean }> => {
  const today = madridDay(now);
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: eventsTable(), Key: eventKey.remindersDone() }),
  );
  const before = Item && parseDone(Item).before;
  const isNewDay = before !== today;
  let day = dayAfter(before ?? today, { days: -LATE_DAYS });
  const due: DueReminder[] = [];
  for (; day <= today; day = dayAfter(day, { days: 1 })) {
    const pages = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) => readPage({ day, shard }, now)),
    );
    due.push(...pages.flatMap(({ rows }) => rows));
    if (pages.some(({ isLast }) => !isLast)) return { due, isAll: false, isNewDay };
  }
  return { due, isAll: true, isNewDay };
};

const readPage = async (of: { day: string; shard: number }, now: Date) => {
  const { pk, sk } = eventKey.reminder(of, now.toISOString());
  const { Items = [], LastEvaluatedKey } = await dynamo().send(
    new QueryCommand({
      // The key begins with the instant; `~` sorts after everything that follows it.
      ...query(eventsTable(), all(is('pk', pk), atMost('sk', `${sk}~`))),
      Limit: PAGE,
    }),
  );
  const rows = Items.map((row) => ({ reminder: parseReminder(row), key: { pk: row.pk, sk: row.sk } }));
  return { rows, isLast: LastEvaluatedKey === undefined };
};

/** Deletes a reminder, once its event is appended or nothing is to follow from it. */
export const dropReminder = async ({ key }: DueReminder): Promise<void> => {
  await dynamo().send(new DeleteCommand(remove(eventsTable(), key)));
};

/** Records that all days before today are processed. */
export const doneWithReminders = async (now: Date): Promise<void> => {
  await dynamo().send(
    new PutCommand(put(eventsTable(), { ...eventKey.remindersDone(), before: madridDay(now) })),
  );
};
