import type { Context } from 'aws-lambda';
import { dueHandler } from '../../../shared/serving/later/due.ts';
import { isProbe, probeAuthorities } from '../../../shared/serving/later/probe-authorities.ts';
import { scheduled } from '../../hooks.ts';
import { loadGroups } from '../../load-groups.ts';
import { realServices } from '../../services.ts';

const services = { ...realServices, loadGroups };
const lookAfter = dueHandler(services);

/**
 * Looks after filings that are due, and runs what capabilities do each minute; or, where an operator asks, says whether the
 * authorities can be reached from here.
 */
export const handler = async (event: unknown, context: Context) => {
  if (isProbe(event)) return probeAuthorities();
  await Promise.all([lookAfter(event, context), ...scheduled.map((run) => run(services, context))]);
  return undefined;
};
