import { aeat } from './aeat/portal.ts';
import { daysLater } from './calendar.ts';
import { Counters } from './counters.ts';
import { dehu } from './dehu/portal.ts';
import type { Environment, Portal, Route } from './portal.ts';
import { sepe } from './sepe/portal.ts';
import type { State } from './state.ts';
import { tgss } from './tgss/portal.ts';

/** Functions that make the stand-in authorities. A new authority is a line here. */
const PORTALS = [tgss, aeat, sepe, dehu];

/** The stand-ins of one world: the routes of all portals, with the pages of their dialogs. */
export class StandIns {
  readonly environment: Environment;
  readonly routes = new Map<string, { portal: string; route: Route }>();
  readonly anonymous: NonNullable<Portal['anonymous']> = {};
  /** Days by which their clock is ahead in the current request. */
  daysAhead = 0;

  constructor(now: () => Date) {
    this.environment = {
      // The state is not read before `show`.
      state: {} as State,
      now: () => daysLater(now(), this.daysAhead),
      clock: now,
      counters: new Counters(),
    };
    for (const make of PORTALS) {
      const portal = make(this.environment);
      Object.assign(this.anonymous, portal.anonymous);
      for (const [path, route] of Object.entries(portal.routes)) {
        this.routes.set(path, { portal: portal.name, route });
      }
    }
  }

  /** Makes the stand-ins use this state, and count here. */
  show(state: State, counters: Counters): void {
    Object.assign(this.environment, { state, counters });
  }
}
