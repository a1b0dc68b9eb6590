import { randomBytes } from 'node:crypto';
import { dropOldest } from '../sessions.ts';
import type { Choice, Procedure, Taxpayer } from './procedure.ts';

/**
 * A request before its signature: the choice, the taxpayer, and the fields that must come back with the signature.
 */
export interface Draft {
  choice: Choice;
  taxpayer: Taxpayer;
  fields: [name: string, value: string][];
}

/** A request that is not signed yet, identified by its token. */
export interface PendingRequest {
  procedure: Procedure;
  draft?: Draft;
}

/** The requests of a session that are not signed yet, by token. */
export type PendingRequests = Map<string, PendingRequest>;

/** Every token has characters that a form must encode: these bytes make it begin with `++//`, and it ends with `==`. */
const TOKEN_START = Buffer.from([0xfb, 0xef, 0xff]);

/** Begins a request. Returns its token. */
export const beginRequest = (pending: PendingRequests, procedure: Procedure): string => {
  const token = Buffer.concat([TOKEN_START, randomBytes(28)]).toString('base64');
  pending.set(token, { procedure });
  dropOldest(pending);
  return token;
};
