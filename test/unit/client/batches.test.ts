import { expect, test } from 'vitest';
import { scriptedClient } from '../../support/servers/scripted-client.ts';

/** How the client sends a file with submissions, and follows its batch. */

test('a file is sent with the certificate of its rows, and followed until it has been tried', async () => {
  const batch = (state: string, tried: number) => ({ id: 'b1', state, rows: 2, counts: { tried } });
  const answers = [
    { data: { batch: batch('previewing', 0), wrong: [] } },
    { data: { batch: batch('previewing', 1), rows: [] }, headers: { 'Retry-After': '0' } },
    { status: 503, headers: { 'Retry-After': '0' } },
    { data: { batch: batch('previewed', 2), rows: [] } },
  ];
  const { client, seen: requests } = await scriptedClient(answers);
  const bytes = new TextEncoder().encode('tramite;cno\n'.repeat(2_000));
  const sent = await client.batches.fromFile({ name: 'altas.csv', bytes }, { certificateSepe: 'other' });
  const seen: unknown[] = [];
  for await (const { state, counts } of client.batches.progress(sent.batch.id))
    seen.push([state, counts.tried]);
  expect(seen).toEqual([
    ['previewing', 1],
    ['previewed', 2],
  ]);
  expect(sent.replayed).toBe(false);
  const [first] = requests;
  expect(first!.headers['x-cert-secret']).toBe('secret');
  const { name, file, cert_secret_sepe } = first!.json;
  expect([name, file.name, cert_secret_sepe]).toEqual(['altas.csv', 'altas.csv', 'other']);
  expect(Buffer.from(file.content, 'base64')).toEqual(Buffer.from(bytes));
});

test('a batch that is cancelled is followed until the rows that had begun have ended', async () => {
  const batch = (ended_at: string | null) => ({ id: 'b1', state: 'cancelled', ended_at });
  const ends = [null, null, '2026-11-23T08:00:00.000Z'];
  const { client } = await scriptedClient(
    ends.map((end) => ({ data: { batch: batch(end), rows: [] }, headers: { 'Retry-After': '0' } })),
  );
  const seen: unknown[] = [];
  for await (const { ended_at } of client.batches.progress('b1')) seen.push(ended_at);
  expect(seen).toEqual(ends);
});

test('following a batch ends with a temporary error that has lasted too long, and says each wait', async () => {
  const waits: string[] = [];
  const { client, seen } = await scriptedClient([{ status: 503, headers: { 'Retry-After': '1' } }], {
    maxWaitSeconds: 1,
    onWait: (message) => waits.push(message),
  });
  await expect(client.batches.progress('b1').next()).rejects.toMatchObject({ status: 503 });
  expect([waits, seen.length]).toEqual([['No. Se vuelve a preguntar en 1 s'], 2]);
});

test('following a batch ends with an error that does not pass by itself', async () => {
  const { client } = await scriptedClient([{ status: 404 }]);
  await expect(client.batches.progress('b1').next()).rejects.toMatchObject({ status: 404 });
});
