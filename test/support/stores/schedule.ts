import { stores } from '../../../functions/stores.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { runSchedule } from '../iam/due.ts';
import { ANY, type Filings } from '../servers/failing-services.ts';

/**
 * Runs the schedule once.
 * @param left milliseconds until the function's timeout
 * @returns its counts, except zeros
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

/** A replacement for a function of the store of filings: only this filing is due, although the table has other files' filings. */
export const onlyDue = (id: string): Pick<Filings, 'dueFilings'> => ({
  dueFilings: async (now) => (await stores.filings.dueFilings(now, ANY)).filter((due) => due.id === id),
});
