import { stores } from '../../../functions/stores.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { runSchedule } from '../iam/due.ts';
import { ANY, type Filings } from '../servers/failing-services.ts';

/**
 * Runs the schedule once.
 * @param left milliseconds until the function's timeout
 * @returns its counts, without zeros
 */
export const countsOfSchedule = async (
  services: Services,
  left?: number,
): Promise<Record<string, number>> => {
  let counted: Record<string, number> = {};
  const { log } = services;
  const info: typeof log.info = (message, facts) => {
    if (message === 'due filings') counted = facts as Record<string, number>;
    log.info(message, facts);
  };
  await runSchedule({ ...services, log: { ...log, info } }, left);
  const { requestId: _, milliseconds: __, ...counts } = counted;
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
};

/** In place of a function of the store of filings: of all that is due, also for other files of tests, this filing alone is. */
export const onlyDue = (id: string): Pick<Filings, 'dueFilings'> => ({
  dueFilings: async (now) => (await stores.filings.dueFilings(now, ANY)).filter((due) => due.id === id),
});
