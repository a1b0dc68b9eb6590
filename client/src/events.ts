import { askerOf } from './call.ts';
import { sleep, type Transport } from './transport.ts';
import type { EventsOptions, GatewayEvent, ReceivedEvent } from './types.ts';
import type { UnderWay } from './under-way.ts';
import { passing } from './unsent.ts';

/** Seconds between two requests while nothing is under way: default and minimum. A webhook reports events at once. */
const USUAL_PAUSE = 15 * 60;
const LEAST_PAUSE = 5;
/** Seconds between two requests, at most, while this client has something under way. */
const BUSY_PAUSE = 10;
/** Seconds until a retry after a temporary error, first and longest. */
const PASSING_WAIT = 2;
const LONGEST_WAIT = 60;

interface Page {
  events: GatewayEvent[];
  cursor: string;
  more: boolean;
  missed: boolean;
}

/**
 * Yields all events from a position, and then each new one, until the signal is aborted. It asks more often while this
 * client has something under way. After temporary errors (no connection, too many requests, an error of the gateway)
 * it waits and retries.
 * @throws PasarelaError for any other error
 */
export async function* eventsFrom(
  transport: Transport,
  options: EventsOptions,
): AsyncGenerator<ReceivedEvent, void> {
  const { type, company, signal, everySeconds = USUAL_PAUSE } = options;
  const { underWay } = transport;
  const ask = askerOf(transport);
  let { after } = options;
  let failures = 0;
  while (!signal?.aborted) {
    const isBusy = underWay.isAny();
    const fields = { after, type: Array.isArray(type) ? type.join(',') : type, company };
    let page: Page;
    try {
      const request = {
        method: 'GET',
        path: '/api/v4/events',
        fields,
        headers: {},
        waitsItself: true,
      };
      page = (await ask({ ...request, signal })).data as Page;
      failures = 0;
    } catch (error) {
      if (signal?.aborted) return;
      const wait = passing(error) ?? Math.min(LONGEST_WAIT, PASSING_WAIT * 2 ** failures);
      failures += 1;
      await ask.pause(error, wait, signal).catch(() => undefined);
      continue;
    }
    const { events, cursor, missed, more } = page;
    for (const [place, event] of events.entries()) {
      underWay.end(event.subject.id);
      yield { event, cursor: event.cursor, missed: missed && place === 0 };
    }
    after = cursor;
    if (more) continue;
    const pause = Math.max(LEAST_PAUSE, everySeconds);
    await pauseOf(isBusy ? Math.min(BUSY_PAUSE, pause) : pause, { signal, ...(!isBusy && { underWay }) });
  }
}

/** Pauses, but no longer than until something is under way. */
const pauseOf = async (
  seconds: number,
  { underWay, signal }: { underWay?: UnderWay; signal: AbortSignal | undefined },
): Promise<void> => {
  // Something may have begun while the answer came.
  if (underWay?.isAny()) return;
  const end = new AbortController();
  const forget = underWay?.onBegin(() => end.abort());
  await sleep(seconds, signal ? AbortSignal.any([signal, end.signal]) : end.signal).catch(() => undefined);
  forget?.();
};
