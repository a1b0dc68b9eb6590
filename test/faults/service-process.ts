/**
 * The handlers in a process of their own, which can be killed. It knows nothing of faults: those are in what it talks
 * to.
 */
// First, so that what is loaded after it reads this clock.

import { groups } from '../../functions/operations.ts';
import { realServices } from '../../shared/serving/services.ts';
import { startApi } from '../support/api-front.ts';
import { setShift } from './clock.ts';

/** What the parent says: how far the clock is moved, in milliseconds. */
export interface ToService {
  shift: number;
}

/** What is said to the parent: where the service is reached. */
export interface FromService {
  origin: string;
}

process.on('message', ({ shift }: ToService) => setShift(shift));
// Its parent is gone.
process.on('disconnect', () => process.exit());
const { origin } = await startApi(groups, { ...realServices, groups });
process.send!({ origin } satisfies FromService);
