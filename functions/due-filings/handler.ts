import type { Context } from 'aws-lambda';
import { dueHandler } from '../../shared/serving/later/due.ts';
import { isProbe, probeAuthorities } from '../../shared/serving/later/probe-authorities.ts';
import { realServices } from '../../shared/serving/services.ts';
import { lazyGroups } from '../groups.ts';

const lookAfter = dueHandler({ ...realServices, groups: lazyGroups });

/** Looks after filings that are due; or, where an operator asks, says whether the authorities can be reached from here. */
export const handler = async (event: unknown, context: Context) =>
  isProbe(event) ? probeAuthorities() : lookAfter(event, context);
