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

test('following events goes on from where it is, also after an error that passes, until it is ended', async () => {
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

test('following events ends with an error that does not pass', async () => {
  const { client } = await scriptedClient([{ status: 422 }]);
  await expect(client.events({ after: 'x' }).next()).rejects.toMatchObject({ status: 422 });
});

describe('the client, by its clock,', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A client of a gateway that waits as requested, and its requests for events: when each was made, and how long it waits. */
  const timed = () => {
    const began = Date.now();
    const asked: [seconds: number, prefer: string | null][] = [];
    /** The events that happen, by the second in which they come. */
    const events = new Map<number, ReturnType<typeof event>[]>();
    let hasPlaces = true;
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
      const prefer = request.headers.get('prefer');
      asked.push([seconds(), prefer]);
      if (!prefer || !hasPlaces) return answer(page());
      await new Promise((resolve) => setTimeout(resolve, 20_000));
      return answer(page(), { headers: { 'Preference-Applied': prefer } });
    };
    const client = createClient({
      baseUrl: 'https://pasarela.example/api/v4',
      token: 't',
      certificate: 'c',
      fetch,
    });
    const setPlaces = (are: boolean) => {
      hasPlaces = are;
    };
    return { client, asked, events, setPlaces };
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

  test('asks once a minute, and waits for nothing, where nothing of its own is under way', async () => {
    const { client, asked, events } = timed();
    events.set(60, [event(1)]);
    const stop = await read(client);
    await pass(150);
    expect(asked).toEqual([
      [0, null],
      [60, null],
      [120, null],
    ]);
    expect(await stop()).toEqual(['e1']);
  });

  test('asks as often as the program says, and not more than every five seconds', async () => {
    const { client, asked } = timed();
    const stop = await read(client, { everySeconds: 1 });
    await pass(11);
    expect(asked.map(([seconds]) => seconds)).toEqual([0, 5, 10]);
    await stop();
  });

  test('waits from the moment on in which it asks for something later, until that has ended', async () => {
    const { client, asked, events } = timed();
    events.set(47, [event(1, 't1')]);
    const stop = await read(client);
    await pass(7);
    await file(client);
    await pass(110);
    expect(asked).toEqual([
      [0, null],
      [7, 'wait=20'],
      [27, 'wait=20'],
      [47, null],
      [107, null],
    ]);
    expect(await stop()).toEqual(['e1']);
  });

  test('asks every ten seconds where others of the account wait, and for twenty minutes of which nothing is heard', async () => {
    const { client, asked, setPlaces } = timed();
    setPlaces(false);
    await client.batches.fromFile({ name: 'altas.csv', bytes: new Uint8Array() });
    const stop = await read(client);
    await pass(35);
    expect(asked).toEqual([0, 10, 20, 30].map((seconds) => [seconds, 'wait=20']));
    await pass(20 * 60);
    const last = asked.slice(-2).map(([, prefer]) => prefer);
    expect(last).toEqual(['wait=20', null]);
    await stop();
  });
});
