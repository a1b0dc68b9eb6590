import { aeat } from './aeat/portal.ts';
import { Counters } from './counters.ts';
import type { Environment, Route } from './portal.ts';
import { sepe } from './sepe/portal.ts';
import type { State } from './state.ts';
import { tgss } from './tgss/portal.ts';

/** Functions that make the stand-in authorities. A new authority is a line here. */
const PORTALS = [tgss, aeat, sepe];

/** The stand-ins of one world: the routes of all portals, with the pages of their dialogs. */
export class StandIns {
  readonly environment: Environment;
  readonly routes = new Map<string, { portal: string; route: Route }>();

  constructor(now: () => Date) {
    // Nothing reads it before the world is shown.
    this.environment = { state: {} as State, now, counters: new Counters() };
    for (const make of PORTALS) {
      const portal = make(this.environment);
      for (const [path, route] of Object.entries(portal.routes)) {
        this.routes.set(path, { portal: portal.name, route });
      }
    }
  }

  /** From now on they act on this state, and count here. */
  show(state: State, counters: Counters): void {
    Object.assign(this.environment, { state, counters });
  }
}
