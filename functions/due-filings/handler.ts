import type { Context } from 'aws-lambda';
import { dueHandler } from '../../shared/serving/later/due.ts';
import { isProbe, probeAuthorities } from '../../shared/serving/later/probe-authorities.ts';
import { realServices } from '../../shared/serving/services.ts';
import { lazyGroups } from '../groups.ts';

const services = { ...realServices, groups: lazyGroups };
const lookAfter = dueHandler(services);

/** Loaded next to what looks after filings, which every run does. */
const noteTimes = async () =>
  (await import('../../shared/serving/changes/scheduled.ts')).noteScheduled(services);

/** Looks after filings that are due, and writes events that follow from time; or, where an operator asks, says whether the authorities can be reached from here. */
export const handler = async (event: unknown, context: Context) =>
  isProbe(event) ? probeAuthorities() : (await Promise.all([lookAfter(event, context), noteTimes()]))[0];
