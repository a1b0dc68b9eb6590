import type { Context } from 'aws-lambda';
import { dueHandler } from '../../shared/serving/later/due.ts';
import { isProbe, probeAuthorities } from '../../shared/serving/later/probe-authorities.ts';
import { realServices } from '../../shared/serving/services.ts';
import { lazyGroups } from '../groups.ts';

const services = { ...realServices, groups: lazyGroups };
const lookAfter = dueHandler(services);

/** Loaded next to what looks after filings, which every run does. */
const noteTimes = async () => (await import('../events/scheduled.ts')).noteScheduled(services);

/** Time, in milliseconds, that must be left to go on with another batch. */
const BATCH_MS = 30_000;
const goOnWithBatches = async (context: Context) =>
  (await import('../batches/driver/drive.ts')).driveDue(
    services,
    () => context.getRemainingTimeInMillis() >= BATCH_MS,
  );

/** Looks after filings that are due, goes on with batches, and writes events that follow from time; or, where an operator asks, says whether the authorities can be reached from here. */
export const handler = async (event: unknown, context: Context) =>
  isProbe(event)
    ? probeAuthorities()
    : (await Promise.all([lookAfter(event, context), noteTimes(), goOnWithBatches(context)]))[0];
