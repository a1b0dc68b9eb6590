import { randomUUID } from 'node:crypto';
import { driveDue as driveThem } from '../../../functions/capabilities/batches/driver/drive.ts';
import { noteScheduled as noteIt } from '../../../functions/capabilities/events/scheduled.ts';
import { sendDigests as sendThem } from '../../../functions/capabilities/mails/hand-over.ts';
import { dueHandler } from '../../../shared/serving/later/due.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { isOfThisFile } from '../accounts.ts';
import { replaced } from '../servers/failing-services.ts';
import { asFunction } from './recorder.ts';

/**
 * Services to which only the batches and comparisons of this test file are due. Other files' certificates are not accepted by this
 * file's stand-ins, so its schedule would spoil what they are testing.
 */
const ofThisFile = (services: Services): Services => {
  const { batches, reconciliation } = services.stores;
  return {
    ...services,
    stores: {
      ...services.stores,
      batches: replaced(batches, () => ({
        dueBatches: async (now) => (await batches.dueBatches(now)).filter(isOfThisFile),
      })),
      reconciliation: replaced(reconciliation, () => ({
        dueReconciliations: async (now) =>
          (await reconciliation.dueReconciliations(now)).filter(isOfThisFile),
        dueNightlies: async (now) => (await reconciliation.dueNightlies(now)).filter(isOfThisFile),
      })),
    },
  };
};

/**
 * Runs the schedule once for the accounts of this test file. Its AWS calls are recorded as its function's.
 * @param left milliseconds until the function's timeout
 * @returns the id of its request
 */
export const runSchedule = async (services: Services, left = 90_000): Promise<string> => {
  const awsRequestId = randomUUID();
  const context = { awsRequestId, getRemainingTimeInMillis: () => left };
  await asFunction('due-filings', () => dueHandler(ofThisFile(services))({}, context));
  return awsRequestId;
};

/** `sendDigests`; its AWS calls are recorded as its function's. */
export const sendDigests = (...all: Parameters<typeof sendThem>): ReturnType<typeof sendThem> =>
  asFunction('due-filings', () => sendThem(...all));

/** `noteScheduled`; its AWS calls are recorded as its function's. */
export const noteScheduled = (...all: Parameters<typeof noteIt>): ReturnType<typeof noteIt> =>
  asFunction('due-filings', () => noteIt(...all));

/** `driveDue` for the accounts of this test file; its AWS calls are recorded as its function's. */
export const driveDue = (services: Services, hasTime: () => boolean): ReturnType<typeof driveThem> =>
  asFunction('due-filings', () => driveThem(ofThisFile(services), hasTime));
