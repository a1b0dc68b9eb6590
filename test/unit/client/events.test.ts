import { expect, test } from 'vitest';
import { createClient } from '../../support/client/client.ts';
import { scriptedGateway } from '../../support/servers/scripted-gateway.ts';

/** How the client reads events: one place after another, whatever goes wrong in between. */

const event = (number: number) => ({ id: `e${number}`, type: 'tramite.accepted', cursor: `${number}-0` });

test('goes on from where it is, also after an error that passes, until it is ended', async () => {
  const pages = [
    { data: { events: [event(1), event(2)], cursor: '2-0', more: true, missed: true } },
    { status: 503 },
    { data: { events: [], cursor: '5-0', more: false, missed: false } },
    { data: { events: [event(6)], cursor: '6-0', more: false, missed: false } },
  ];
  const gateway = await scriptedGateway((_, time) => pages[time - 1] ?? { status: 500 });
  const client = createClient({ baseUrl: gateway.baseUrl, token: 't' });
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
  const afters = gateway.seen.map(({ path }) => new URL(path, gateway.origin).searchParams.get('after'));
  expect(afters).toEqual(['0-0', '2-0', '2-0', '5-0']);
  const [first] = gateway.seen;
  expect(first!.headers.prefer).toBe('wait=20');
  expect(new URL(first!.path, gateway.origin).searchParams.get('type')).toBe('tramite.*,user.joined');
});

test('an error that does not pass ends it', async () => {
  const gateway = await scriptedGateway(() => ({ status: 422 }));
  const client = createClient({ baseUrl: gateway.baseUrl, token: 't' });
  await expect(client.events({ after: 'x' }).next()).rejects.toMatchObject({ status: 422 });
});
