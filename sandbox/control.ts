import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ByHand, changeByHand } from './by-hand.ts';
import { OUTAGES, type Outage } from './scenario.ts';
import { digestOf, type State } from './state.ts';
import type { World } from './worlds/worlds.ts';

/** Actions of the control server. */
export interface Controls {
  look(): Promise<World>;
  change(change: (state: State) => void): Promise<void>;
  /** Restores the seed, and sets the counters to zero. */
  reset(): Promise<unknown>;
  /** Applies an outage to all requests from now on; `undefined` ends it. */
  breakDown(outage: Outage | undefined): void;
}

/** Control server (HTTP) for contributors and tests; the authorities have nothing like it. */
export function control(controls: Controls): RequestListener {
  const state = async () => (await controls.look()).state;
  const digest = async () => ({ digest: digestOf(await state()) });
  const routes: Record<string, (body: Buffer) => unknown> = {
    'GET /health': () => ({ ok: true }),
    'GET /stats': async () => (await controls.look()).counters,
    'GET /digest': digest,
    'GET /state': state,
    // The real report may get new columns any day. This simulates that.
    'POST /fie-columns': async () => {
      await controls.change(({ tgss }) => {
        tgss.fieNewColumns = true;
      });
      return digest();
    },
    // A change that a person makes in a portal, or an authority makes itself.
    'POST /by-hand': async (body) => {
      const changes = JSON.parse(body.toString('utf8')) as ByHand[];
      await controls.change((state) => {
        for (const change of changes) changeByHand(state, change);
      });
      return digest();
    },
    ...Object.fromEntries(
      [...OUTAGES, undefined].map((outage) => [
        `POST /outage/${outage ?? 'none'}`,
        () => {
          controls.breakDown(outage);
          return { outage: outage ?? 'none' };
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
          .then(async () => route(await buffer(request)))
          .then(
            (found) => [200, found],
            (error: unknown) => [500, { error: String(error) }],
          )
      : [404, { routes: Object.keys(routes) }];
    response.writeHead(status as number, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  };
}
