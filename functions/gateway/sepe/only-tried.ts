import { ServiceError } from '../../../shared/kernel/errors.ts';
import { flag } from '../../../shared/kernel/fields.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import type { Ports } from '../../../shared/operation/ports.ts';

/**
 * Programs in use try a contract and then ask for it, with `test` in both requests. SEPE need not have that contract, so
 * its refusal is no error there.
 */

/** The operation that tries a contract. */
const NOTIFICATION = 'POST /api/v4/sepe/contrata';

/** `test` of a question about a contract. */
export const ofDryRun = flag(
  'Con valor 1, si el SEPE no tiene el contrato porque solo se ha probado (POST /contrata con test=1), la respuesta es 200 ' +
    'con data vacía y no un error.',
);

/** The reply to a question; a reply without data where SEPE refuses it, and the contract was only tried. */
export const unlessOnlyTried = async <Data>(
  { test, dni, startDate }: { test: boolean; dni: string; startDate: string },
  { filings }: Ports,
  ask: () => Promise<Reply<Data>>,
): Promise<Reply<Data>> => {
  try {
    return await ask();
  } catch (error) {
    const isRefused = error instanceof ServiceError && error.status === 422;
    if (!test || !isRefused || !(await filings.wasTried(NOTIFICATION, { dni, startDate }))) throw error;
    // With SEPE's own words: they may also be about something else.
    return {
      message: `El simulacro de este contrato no presentó nada. El SEPE responde: ${error.message}`,
    };
  }
};
