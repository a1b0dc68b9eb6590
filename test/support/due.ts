import { createHmac } from 'node:crypto';
import { obligationsOf as pure } from '../../functions/capabilities/obligations/due.ts';

/** The id of an obligation, made with a key for tests. */
const idOf = (identity: string): string =>
  createHmac('sha256', 'key of the tests').update(identity).digest('hex').slice(0, 32);

/** Obligations that follow from facts, for a test account. */
export const obligationsOf = (
  facts: Parameters<typeof pure>[0],
  subject: Parameters<typeof pure>[1],
  options: Omit<Parameters<typeof pure>[2], 'idOf'>,
): ReturnType<typeof pure> => pure(facts, subject, { ...options, idOf });
