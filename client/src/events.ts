import { passing } from './errors.ts';
import type { Asker } from './filings.ts';
import { sleep } from './transport.ts';
import type { EventsOptions, GatewayEvent, ReceivedEvent } from './types.ts';

/** Seconds that the gateway waits until there is something new. */
const WAIT = 20;
/** Seconds until it is asked again after an error that passes, and the most of them. */
const PASSING_WAIT = 2;
const LONGEST_WAIT = 60;

interface Page {
  events: GatewayEvent[];
  cursor: string;
  more: boolean;
  missed: boolean;
}

/**
 * All events from a place on, and then each as it comes, until the signal is aborted. What passes (no connection, too many
 * requests, an error of the gateway) is waited for.
 * @throws PasarelaError for any other error
 */
export async function* eventsFrom(ask: Asker, options: EventsOptions): AsyncGenerator<ReceivedEvent, void> {
  const { type, company, signal } = options;
  let { after } = options;
  let failures = 0;
  while (!signal?.aborted) {
    const fields = { after, type: Array.isArray(type) ? type.join(',') : type, company };
    const headers = { Prefer: `wait=${WAIT}` };
    let page: Page;
    try {
      page = (await ask({ method: 'GET', path: '/api/v4/events', fields, headers, signal })).data as Page;
      failures = 0;
    } catch (error) {
      if (signal?.aborted) return;
      const wait = passing(error) ?? Math.min(LONGEST_WAIT, PASSING_WAIT * 2 ** failures);
      failures += 1;
      await sleep(wait, signal).catch(() => undefined);
      continue;
    }
    const { events, cursor, missed } = page;
    for (const [place, event] of events.entries())
      yield { event, cursor: event.cursor, missed: missed && place === 0 };
    after = cursor;
  }
}
