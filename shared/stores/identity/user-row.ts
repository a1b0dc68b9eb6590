import * as z from 'zod';
import { ROLES } from '../../kernel/roles.ts';
import { rowParser } from '../dynamo/row-parser.ts';

/** The schema of its row. */
export const userRow = () =>
  z.object({
    id: z.string(),
    accountId: z.string(),
    /** Set for the user of a client company. */
    clientId: z.int().optional(),
    name: z.string(),
    email: z.string(),
    /** Absent in client companies. */
    role: z.enum(ROLES).optional(),
    /** Signs in with a code, too. */
    hasSecondFactor: z.literal(true).optional(),
    /** When it got its first password, ISO instant; absent until then. */
    joinedAt: z.string().optional(),
    /** ISO instants. */
    createdAt: z.string(),
    updatedAt: z.string(),
    /**
     * Raised by a new password and when the user is signed out everywhere, which revokes all earlier sessions and
     * tokens.
     */
    generation: z.int(),
    /** ISO instant. The row stays, because records name the user. */
    removedAt: z.string().optional(),
  });

/** Somebody who signs in: a user of an account, or a client company of it. */
export type User = z.infer<ReturnType<typeof userRow>>;

/** Reads the row of a user. */
export const parseUser = rowParser('User', 'user', userRow);
