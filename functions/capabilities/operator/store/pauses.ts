import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { setting } from '../../../../shared/kernel/config.ts';
import { AUTHORITIES, type AuthorityName } from '../../../../shared/kernel/errors.ts';
import { daysLater } from '../../../../shared/kernel/spanish-time.ts';
import { dynamo, epochSeconds, transact, type Write } from '../../../../shared/stores/dynamo/dynamo.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import { windowKey } from '../../../../shared/stores/keyspace.ts';
import { is, put, query, remove } from '../../../../shared/stores/table.ts';
import { eventKey, eventsTable, OPERATOR_ACTS } from '../../events/store/event-row.ts';

/** Pauses of authorities by the operator, each with actor, time and reason. */

/** Retention of operators' acts, in days. */
const ACT_DAYS = 400;

const actRow = () =>
  z.object({
    act: z.enum(['pause', 'resume']),
    authority: z.enum(AUTHORITIES),
    /** ISO instants of the act and of the pause's end. */
    at: z.string(),
    until: z.string().optional(),
    /** Text of a pause for callers, and its reason for operators. Spanish. */
    message: z.string().optional(),
    reason: z.string().optional(),
    /** The acting user, or the command. */
    by: z.object({ userId: z.string().optional(), name: z.string() }),
  });

/** An operator's act. */
export type OperatorAct = z.infer<ReturnType<typeof actRow>>;

/** Actor and reason. */
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
 * Pauses an authority until an instant, except for looking up unknown outcomes, and records the act. Processes notice
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

/** Resumes an authority, and records the act. Processes notice within five seconds. */
export const resumeAuthority = async (authority: AuthorityName, who: Who, now: Date): Promise<void> => {
  const act = { act: 'resume', authority, at: now.toISOString(), ...who } as const;
  const end = remove(setting('WINDOWS_TABLE'), windowKey.pause(authority));
  await transact([{ Delete: end }, record(act, now)]);
};

/** The latest acts of operators, the newest first. */
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
