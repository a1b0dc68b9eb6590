import { randomUUID } from 'node:crypto';
import { driveDue as driveThem } from '../../../functions/capabilities/batches/driver/drive.ts';
import { noteScheduled as noteIt } from '../../../functions/capabilities/events/scheduled.ts';
import { capabilities } from '../../../functions/capabilities/list.ts';
import { sendDigests as sendThem } from '../../../functions/capabilities/mails/hand-over.ts';
import { stores as real } from '../../../functions/stores.ts';
import { dueHandler } from '../../../shared/serving/later/due.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { isOfThisFile } from '../accounts.ts';
import { asFunction } from './recorder.ts';

/** The store, with functions `due…` that list only filings, batches and comparisons of this test file's accounts. */
const dueOfThisFile = <Store extends object>(store: Store): Store =>
  new Proxy(store, {
    get: (real, name) => {
      const run = Reflect.get(real, name) as (...args: unknown[]) => Promise<unknown>;
      if (!String(name).startsWith('due')) return run;
      return async (...args: unknown[]) => {
        const due = await run(...args);
        return Array.isArray(due) ? due.filter(isOfThisFile) : due;
      };
    },
  });

/**
 * Services to which only the work of this test file is due. Other files' certificates are not accepted by this file's stand-ins, and
 * what its schedule takes they would miss, so it would spoil what they are testing.
 */
const ofThisFile = (services: Services): Services => {
  const { filings } = services.stores;
  // A file that says itself which filings are due may have rows of no account among them.
  const isLimited = filings.dueFilings !== real.filings.dueFilings;
  const stores = { ...services.stores, filings: isLimited ? filings : dueOfThisFile(filings) };
  for (const { name, store } of capabilities) {
    const key = name as keyof typeof stores;
    if (store) Object.assign(stores, { [key]: dueOfThisFile(stores[key]) });
  }
  return { ...services, stores };
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
