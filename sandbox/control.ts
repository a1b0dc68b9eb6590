import type { RequestListener } from 'node:http';
import type { Environment } from './portal.ts';
import { digestOf } from './state.ts';

/** What the control server can read and do. */
export interface Controls {
  environment(): Environment;
  /** Restores the seed, and sets the counters to zero. */
  reset(): void;
}

/** An HTTP server for contributors and tests, which no authority has. */
export function control(controls: Controls): RequestListener {
  const digest = () => ({ digest: digestOf(controls.environment().state) });
  const routes: Record<string, () => unknown> = {
    'GET /health': () => ({ ok: true }),
    'GET /stats': () => controls.environment().counters,
    'GET /digest': digest,
    'GET /state': () => controls.environment().state,
    // The real report gets new columns from one day to the next. This simulates that day.
    'POST /fie-columns': () => {
      controls.environment().state.tgss.fieNewColumns = true;
      return digest();
    },
    'POST /reset': () => {
      controls.reset();
      return digest();
    },
  };
  return (request, response) => {
    const route = routes[`${request.method} ${request.url}`];
    response.writeHead(route ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(route ? route() : { routes: Object.keys(routes) }));
  };
}
