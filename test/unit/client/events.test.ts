import { expect, test } from 'vitest';
import { scriptedClient } from '../../support/servers/scripted-client.ts';

/** How the client reads events: one place after another, whatever goes wrong in between. */

const event = (number: number) => ({ id: `e${number}`, type: 'tramite.accepted', cursor: `${number}-0` });

test('goes on from where it is, also after an error that passes, until it is ended', async () => {
  const pages = [
    { data: { events: [event(1), event(2)], cursor: '2-0', more: true, missed: true } },
    { status: 503 },
    { data: { events: [], cursor: '5-0', more: false, missed: false } },
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
  expect(first!.headers.prefer).toBe('wait=20');
  expect(new URL(first!.path, origin).searchParams.get('type')).toBe('tramite.*,user.joined');
});

test('an error that does not pass ends it', async () => {
  const { client } = await scriptedClient([{ status: 422 }]);
  await expect(client.events({ after: 'x' }).next()).rejects.toMatchObject({ status: 422 });
});
