import type { Answer, Pending } from '../../../client/src/types.ts';
import { UNDER_WAY } from '../../../client/src/under-way.ts';
import type { Session } from '../session.ts';

/** Milliseconds after which it is looked whether an answer is there; most are within seconds. */
const LOOKS = [700, 1_000, 1_500, 2_000, 3_000];

/** An authority prepares the answer, for hours or days. */
export class Prepared extends Error {
  override readonly name = 'Prepared';
}

/**
 * Waits for what an authority answers to a question that is asked later: its record and document are kept for a day, for all who
 * look.
 * @throws Prepared, and what the question failed with
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
