import { randomUUID } from 'node:crypto';
import { driveDue as driveThem } from '../../../functions/capabilities/batches/driver/drive.ts';
import { noteScheduled as noteIt } from '../../../functions/capabilities/events/scheduled.ts';
import { sendDigests as sendThem } from '../../../functions/capabilities/mails/hand-over.ts';
import { dueHandler } from '../../../shared/serving/later/due.ts';
import { asFunction } from './recorder.ts';

/**
 * Runs the schedule once. Its AWS calls are recorded as its function's.
 * @param left milliseconds until the function's timeout
 * @returns the id of its request
 */
export const runSchedule = async (
  services: Parameters<typeof dueHandler>[0],
  left = 90_000,
): Promise<string> => {
  const awsRequestId = randomUUID();
  const context = { awsRequestId, getRemainingTimeInMillis: () => left };
  await asFunction('due-filings', () => dueHandler(services)({}, context));
  return awsRequestId;
};

/** `sendDigests`; its AWS calls are recorded as its function's. */
export const sendDigests = (...all: Parameters<typeof sendThem>): ReturnType<typeof sendThem> =>
  asFunction('due-filings', () => sendThem(...all));

/** `noteScheduled`; its AWS calls are recorded as its function's. */
export const noteScheduled = (...all: Parameters<typeof noteIt>): ReturnType<typeof noteIt> =>
  asFunction('due-filings', () => noteIt(...all));

/** `driveDue`; its AWS calls are recorded as its function's. */
export const driveDue = (...all: Parameters<typeof driveThem>): ReturnType<typeof driveThem> =>
  asFunction('due-filings', () => driveThem(...all));
