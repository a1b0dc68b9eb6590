import { newAct, putAct } from '../../../functions/capabilities/audit/store/acts.ts';
import type { LeftByErasure } from '../of-capabilities.ts';

/** An act of a user. */
const leave: LeftByErasure['leave'] = ({ accountId, userId }) => {
  const facts = { kind: 'signIn', operation: 'signIn', outcome: 'done', userId } as const;
  return putAct(accountId, newAct(facts, new Date()));
};

/** What an erased account did. */
export const erased: LeftByErasure = { leave, rows: ['audit#'] };
