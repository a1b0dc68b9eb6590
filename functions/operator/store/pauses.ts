import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../../shared/kernel/config.ts';
import { AUTHORITIES, type AuthorityName } from '../../../shared/kernel/errors.ts';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { dynamo, epochSeconds, transact, type Write } from '../../../shared/stores/dynamo/dynamo.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { windowKey } from '../../../shared/stores/keyspace.ts';
import { is, put, query, remove } from '../../../shared/stores/table.ts';
import { eventKey, eventsTable, OPERATOR_ACTS } from '../../events/store/event-row.ts';

/** Pauses of authorities by the operator, each with who made or ended it, when and why. */

/** Days for which it is kept who did what. */
const ACT_DAYS = 400;

const actRow = () =>
  z.object({
    act: z.enum(['pause', 'resume']),
    authority: z.enum(AUTHORITIES),
    /** ISO instants: when it was done, and until when the pause is. */
    at: z.string(),
    until: z.string().optional(),
    /** Of a pause, in Spanish: what callers read, and why it was made, which only operators read. */
    message: z.string().optional(),
    reason: z.string().optional(),
    /** The user, or the command with which it was done. */
    by: z.object({ userId: z.string().optional(), name: z.string() }),
  });

/** What an operator did. */
export type OperatorAct = z.infer<ReturnType<typeof actRow>>;

/** Who does it, and why. */
type Who = Pick<OperatorAct, 'by' | 'reason'>;

const parseAct = rowParser('OperatorAct', 'operatorAct', actRow);

const record = (act: OperatorAct, now: Date): Write => ({
  Put: put(eventsTable(), {
    ...eventKey.operatorAct(act.at, randomUUID()),
    ...act,
    expires: epochSeconds(daysLater(now, ACT_DAYS)),
  }),
});

/**
 * Lets no one ask an authority until an instant, but to look up what is not known, and records who did that. Processes notice
 * within five seconds.
 */
export const pauseAuthority = async (
  authority: AuthorityName,
  { message, until, ...who }: { message: string; until: Date } & Who,
  now: Date,
): Promise<void> => {
  const row = {
    ...windowKey.pause(authority),
    message,
    since: now.getTime(),
    until: until.getTime(),
    expires: Math.ceil(until.getTime() / 1000),
  };
  const at = now.toISOString();
  const act = { act: 'pause', authority, at, until: until.toISOString(), message, ...who } as const;
  await transact([{ Put: put(setting('WINDOWS_TABLE'), row) }, record(act, now)]);
};

/** Lets an authority be asked again, and records who did that. Processes notice within five seconds. */
export const resumeAuthority = async (authority: AuthorityName, who: Who, now: Date): Promise<void> => {
  const act = { act: 'resume', authority, at: now.toISOString(), ...who } as const;
  const end = remove(setting('WINDOWS_TABLE'), windowKey.pause(authority));
  await transact([{ Delete: end }, record(act, now)]);
};

/** What operators did last, the latest first. */
export const lastActs = async (limit: number): Promise<OperatorAct[]> => {
  const { Items = [] } = await dynamo().send(
    new QueryCommand({
      ...query(eventsTable(), is('pk', OPERATOR_ACTS)),
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map((item) => parseAct(item));
};
