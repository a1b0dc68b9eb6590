import { channel } from 'node:diagnostics_channel';
import type { State } from '../state.ts';

/** Notifications that one request opened at a stand-in. */
export interface Openings {
  /** Id of the operation for which the gateway made the request; absent if another program made it. */
  operation: string | string[] | undefined;
  opened: number;
}

/** The diagnostics channel on which a process publishes its `Openings`, for tests. */
export const OPENINGS = 'sandbox:openings';

/** Number of opened notifications and communications in a world, over all authorities. */
export const openedIn = ({ dehu, tgss, aeat }: State): number =>
  [...dehu.notices, ...tgss.notices, ...aeat.notices].filter(({ opened }) => opened !== undefined).length;

/** Publishes openings. They are counted in the world's state, so every way of opening is noticed. */
export const publishOpenings = (openings: Openings): void => channel(OPENINGS).publish(openings);
