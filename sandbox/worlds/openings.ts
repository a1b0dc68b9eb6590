import { channel } from 'node:diagnostics_channel';
import type { State } from '../state.ts';

/** Notifications that one request opened at a stand-in. */
export interface Openings {
  /** Id of the operation for which the gateway made the request; absent where another program made it. */
  operation: string | string[] | undefined;
  opened: number;
}

/** The diagnostics channel on which a process publishes its `Openings`. No one listens but tests. */
export const OPENINGS = 'sandbox:openings';

/** How many notifications and communications of a world are opened: those of each authority are a part of the list. */
export const openedIn = ({ dehu, tgss, aeat }: State): number =>
  [...dehu.notices, ...tgss.notices, ...aeat.notices].filter(({ opened }) => opened !== undefined).length;

/** Makes known what a request opened. It goes by the state of the world, so no way of opening escapes. */
export const publishOpenings = (openings: Openings): void => channel(OPENINGS).publish(openings);
