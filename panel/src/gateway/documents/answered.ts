import type { Answer, Pending } from '../../../../client/src/types.ts';
import { UNDER_WAY } from '../../../../client/src/under-way.ts';
import type { Session } from '../../session.ts';

/** Milliseconds between the checks whether the answer has arrived; most arrive within seconds. */
const LOOKS = [700, 1_000, 1_500, 2_000, 3_000];

/** Thrown if the authority needs hours or days to prepare the answer. */
export class Prepared extends Error {
  override readonly name = 'Prepared';
}

/**
 * Waits for the answer of an asynchronous reading. The gateway keeps its record and document for a day, for all users of the
 * account.
 * @throws Prepared if the authority prepares the answer, and the error with which the reading failed
 */
export const answered = async <Data>({ gateway }: Session, pending: Pending<Data>): Promise<Answer<Data>> => {
  const { filingId: id } = pending;
  for (const after of LOOKS) {
    await new Promise((resolve) => setTimeout(resolve, after));
    const { state } = (await gateway.getFiling({ id })).data;
    if (state === 'preparing') throw new Prepared();
    if (!UNDER_WAY.includes(state)) break;
  }
  return pending.wait({ timeoutSeconds: 300 });
};
