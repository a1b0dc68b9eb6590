import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { requestOf, workerMacOf } from './claim.ts';
import { draftOf } from './draft.ts';

/** Writes a dry run down at its end. That this fails changes nothing: nothing was filed. */
export const noteDryRun = async (services: Services, acting: Acting, address: string): Promise<void> => {
  const filing = draftOf(acting, address, undefined);
  const { requestId, now, trace } = acting;
  try {
    const { row, stored } = requestOf(services, filing, acting);
    const [worker] = await Promise.all([workerMacOf(services, acting), stored]);
    await services.stores.filings.putDryRun({ ...filing, ...row }, worker, now);
    trace.filingId = filing.id;
  } catch (error) {
    services.log.error('a dry run could not be written down', {
      ...{ requestId, filing: trace.filingId },
      error: error as Error,
    });
  }
};
