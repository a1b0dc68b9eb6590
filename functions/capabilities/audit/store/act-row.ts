import * as z from 'zod';
import { ACT_KINDS, type ActKind } from '../../../../shared/kernel/act-kinds.ts';
import { setting } from '../../../../shared/kernel/config.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';

/** Acts of an account with itself, in the table of obligations, which is backed up: `audit#<account>` and `act-<ULID of the act>`. */

/** Prefix of the partition keys of acts. */
export const ACTS = 'audit#';

/** How the sort keys of acts begin. */
export const ACT_BEGINS = 'act-';

/** Days for which acts are kept. */
export const ACT_DAYS = 400;

/** Why an act was refused that is no answer to an error of the request: what a sign-in lacked. */
export const REASONS = ['password', 'noCode', 'code', 'inactive'] as const;

/** The schema of an act's row. Values are choices and numbers; what else was sent is only named. */
const actRow = () =>
  z.object({
    /** ULID. */
    id: z.string(),
    /** When it was asked for, ISO instant. */
    at: z.string(),
    kind: z.enum(Object.keys(ACT_KINDS) as [ActKind, ...ActKind[]]),
    /** Id of the operation. */
    operation: z.string(),
    /** `begun` until its end is noted; of an act that stays so it is not known whether it took effect. */
    outcome: z.enum(['begun', 'done', 'refused']),
    /** Status of the answer that refused it. */
    status: z.int().optional(),
    reason: z.enum(REASONS).optional(),
    userId: z.string(),
    /** The client company that signed in. */
    clientId: z.int().optional(),
    /** The API token with which it was asked for, as it was called then: once revoked, its row is gone. */
    token: z.object({ id: z.string(), name: z.string() }).optional(),
    /** Id of the object that it is about; a number is of a client company. */
    object: z.union([z.string(), z.int()]).optional(),
    /** Names of the fields that were sent. */
    fields: z.array(z.string()).optional(),
    values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    /** Seconds since the epoch. */
    expires: z.int(),
  });

/** An act as it is stored. */
export type Act = z.infer<ReturnType<typeof actRow>>;

/** Reads the row of an act. */
export const parseAct = rowParser<Act>('Act', 'act', actRow);

/** Key of an act; without its id, how the keys of all acts of the account begin. */
export const actKey = (accountId: string, id: string) => ({
  pk: `${ACTS}${accountId}`,
  sk: `${ACT_BEGINS}${id}`,
});

export const actsTable = () => setting('OBLIGATIONS_TABLE');
