import type { RequestListener } from 'node:http';
import { SCENARIOS, type Scenario } from './scenario.ts';
import { digestOf, type State } from './state.ts';
import type { World } from './worlds/worlds.ts';

/** Actions of the control server. */
export interface Controls {
  look(): Promise<World>;
  change(change: (state: State) => void): Promise<void>;
  /** Restores the seed, and sets the counters to zero. */
  reset(): Promise<unknown>;
  /** Applies a scenario to all requests from now on; `undefined` ends it. */
  breakDown(scenario: Scenario | undefined): void;
}

/** An HTTP server for contributors and tests, which no authority has. */
export function control(controls: Controls): RequestListener {
  const state = async () => (await controls.look()).state;
  const digest = async () => ({ digest: digestOf(await state()) });
  const routes: Record<string, () => unknown> = {
    'GET /health': () => ({ ok: true }),
    'GET /stats': async () => (await controls.look()).counters,
    'GET /digest': digest,
    'GET /state': state,
    // The real report gets new columns from one day to the next. This simulates that day.
    'POST /fie-columns': async () => {
      await controls.change(({ tgss }) => {
        tgss.fieNewColumns = true;
      });
      return digest();
    },
    ...Object.fromEntries(
      [...SCENARIOS, undefined].map((scenario) => [
        `POST /outage/${scenario ?? 'none'}`,
        () => {
          controls.breakDown(scenario);
          return { outage: scenario ?? 'none' };
        },
      ]),
    ),
    'POST /reset': async () => {
      await controls.reset();
      return digest();
    },
  };
  return async (request, response) => {
    const route = routes[`${request.method} ${request.url}`];
    const [status, answer] = route
      ? await Promise.resolve()
          .then(route)
          .then(
            (found) => [200, found],
            (error: unknown) => [500, { error: String(error) }],
          )
      : [404, { routes: Object.keys(routes) }];
    response.writeHead(status as number, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  };
}
