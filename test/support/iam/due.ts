import { driveDue as driveThem } from '../../../shared/serving/batches/drive.ts';
import { noteScheduled as noteIt } from '../../../shared/serving/changes/scheduled.ts';
import { dueHandler as handlerOf } from '../../../shared/serving/later/due.ts';
import { asFunction } from './recorder.ts';

/** `dueHandler`, whose calls are those of its function. */
export const dueHandler = (...made: Parameters<typeof handlerOf>): ReturnType<typeof handlerOf> => {
  const handler = handlerOf(...made);
  return (...all) => asFunction('due-filings', () => handler(...all));
};

/** `noteScheduled`, whose calls are those of its function. */
export const noteScheduled = (...all: Parameters<typeof noteIt>): ReturnType<typeof noteIt> =>
  asFunction('due-filings', () => noteIt(...all));

/** `driveDue`, whose calls are those of its function. */
export const driveDue = (...all: Parameters<typeof driveThem>): ReturnType<typeof driveThem> =>
  asFunction('due-filings', () => driveThem(...all));
