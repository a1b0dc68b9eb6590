import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../support/client/client.ts';
import { scriptedClient } from '../../support/servers/scripted-client.ts';

/** How the client reads events: in order, whatever fails in between, and how often it asks. */

const event = (number: number, subject = `t${number}`) => ({
  id: `e${number}`,
  type: 'tramite.accepted',
  cursor: `${number}-0`,
  subject: { kind: 'tramite', id: subject },
});

test('following events continues from its place, also after an error that passes, until it is ended', async () => {
  const pages = [
    { data: { events: [event(1), event(2)], cursor: '2-0', more: true, missed: true } },
    { status: 503 },
    { data: { events: [], cursor: '5-0', more: true, missed: false } },
    { data: { events: [event(6)], cursor: '6-0', more: false, missed: false } },
  ];
  const { client, origin, seen } = await scriptedClient(pages);
  const end = new AbortController();
  const received: unknown[] = [];
  const options = { after: '0-0', type: ['tramite.*', 'user.joined'], company: 3, signal: end.signal };
  for await (const {
    event: { id },
    cursor,
    missed,
  } of client.events(options)) {
    received.push([id, cursor, missed]);
    if (received.length === 3) end.abort();
  }
  expect(received).toEqual([
    ['e1', '1-0', true],
    ['e2', '2-0', false],
    ['e6', '6-0', false],
  ]);
  const afters = seen.map(({ path }) => new URL(path, origin).searchParams.get('after'));
  expect(afters).toEqual(['0-0', '2-0', '2-0', '5-0']);
  const [first] = seen;
  expect(new URL(first!.path, origin).searchParams.get('type')).toBe('tramite.*,user.joined');
});

test('following events ends with an error that does not pass by itself', async () => {
  const { client } = await scriptedClient([{ status: 422 }]);
  await expect(client.events({ after: 'x' }).next()).rejects.toMatchObject({ status: 422 });
});

describe('the client that polls for events', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A client, and the seconds at which it asked for events. */
  const timed = () => {
    const began = Date.now();
    const asked: number[] = [];
    /** The events that happen, by the second in which they come. */
    const events = new Map<number, ReturnType<typeof event>[]>();
    const answer = (data: unknown, { status = 200, headers = {} } = {}) =>
      new Response(JSON.stringify({ success: true, message: 'OK', status, data }), {
        status,
        headers: { 'Content-Type': 'application/json', ...headers },
      });
    const seconds = () => (Date.now() - began) / 1000;
    const page = () => {
      const own = events.get(seconds()) ?? [];
      events.delete(seconds());
      return { events: own, cursor: '9-0', more: false, missed: false };
    };
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      if (pathname.endsWith('/batches'))
        return answer({ batch: { id: 'b1', state: 'previewing', ended_at: null }, errors: [] });
      if (pathname !== '/api/v4/events')
        return answer([], { status: 202, headers: { 'X-Tramite-Id': 't1' } });
      asked.push(seconds());
      return answer(page());
    };
    const client = createClient({
      baseUrl: 'https://pasarela.example/api/v4',
      token: 't',
      certificate: 'c',
      fetch,
    });
    return { client, asked, events };
  };
  const read = async (client: ReturnType<typeof timed>['client'], options: object = {}) => {
    const end = new AbortController();
    const received: string[] = [];
    const reading = (async () => {
      for await (const { event } of client.events({ after: '0-0', ...options, signal: end.signal }))
        received.push(event.id);
    })();
    const stop = async () => {
      end.abort();
      await reading;
      return received;
    };
    return stop;
  };
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
  const file = (client: ReturnType<typeof timed>['client']) =>
    client.getLifeReport({ regimen: '0111', ccc: '28000000097' } as never, { respondAsync: true });

  test('the client asks every fifteen minutes while nothing of its own is under way', async () => {
    const { client, asked, events } = timed();
    events.set(900, [event(1)]);
    const stop = await read(client);
    await pass(2000);
    expect(asked).toEqual([0, 900, 1800]);
    expect(await stop()).toEqual(['e1']);
  });

  test('the client asks as often as the program says, and not more than every five seconds', async () => {
    const { client, asked } = timed();
    const stop = await read(client, { everySeconds: 1 });
    await pass(11);
    expect(asked).toEqual([0, 5, 10]);
    await stop();
  });

  test('the client asks every ten seconds after it requests something for later, until that has ended', async () => {
    const { client, asked, events } = timed();
    events.set(27, [event(1, 't1')]);
    const stop = await read(client, { everySeconds: 60 });
    await pass(7);
    await file(client);
    await pass(110);
    expect(asked).toEqual([0, 7, 17, 27, 37, 97]);
    expect(await stop()).toEqual(['e1']);
  });

  test('the client asks every ten seconds for twenty minutes after a request without news', async () => {
    const { client, asked } = timed();
    await client.batches.fromFile({ name: 'altas.csv', bytes: new Uint8Array() });
    const stop = await read(client);
    await pass(35);
    expect(asked).toEqual([0, 10, 20, 30]);
    await pass(30 * 60);
    expect(asked.slice(-2)).toEqual([1200, 1210]);
    await stop();
  });
});
