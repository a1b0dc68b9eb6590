import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { listClients, setClientActive } from '../../../shared/stores/clients/clients.ts';
import { startConflictProxy } from '../../support/servers/conflict-proxy.ts';
import { aCif, company, contributionAccount, created } from '../../support/stores/clients.ts';

const { removeClient, saveClient } = stores.clients;

/** Simultaneous writes of client companies, with a DynamoDB that refuses writes which overlap a transaction. */

const now = new Date();
let proxy: Awaited<ReturnType<typeof startConflictProxy>>;
beforeEach(async () => {
  proxy = await startConflictProxy(process.env.AWS_ENDPOINT_URL!);
});
afterEach(async () => {
  await proxy.close();
  vi.unstubAllEnvs();
});

const atOnce = <Result>(times: number, call: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)));

const outcomes = (saved: { outcome: string }[]) => saved.map(({ outcome }) => outcome).sort();

test('the proxy of these tests refuses writes that overlap a transaction, and nothing else', async () => {
  const item = (pk: string) => ({ TableName: setting('ACCOUNTS_TABLE'), Item: { pk, sk: 'x' } });
  // The service's own client would repeat a refused write.
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: proxy.url }));
  onTestFinished(() => client.destroy());
  const transact = (...pks: string[]) =>
    client.send(new TransactWriteCommand({ TransactItems: pks.map((pk) => ({ Put: item(pk) })) }));
  const [one, two, three] = atRandom();
  proxy.lasting = true;
  await proxy.through(async () => {
    await transact(one, two);
    await expect(transact(three, two)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    await expect(client.send(new PutCommand(item(one)))).rejects.toMatchObject({
      name: 'TransactionConflictException',
    });
    expect(proxy.conflicts).toBe(2);
    // The refused transaction does not block this one.
    await transact(three);
    await client.send(new PutCommand(item(randomUUID())));
  });
  await proxy.through(() => transact(one, two, three));
  expect(proxy.conflicts).toBe(2);
});

const atRandom = () => [randomUUID(), randomUUID(), randomUUID()] as const;

test('different clients of an account are made, changed and removed at once without a conflict', async () => {
  const accountId = randomUUID();
  proxy.lasting = true;
  const clients = await proxy.through(() =>
    atOnce(16, (index) =>
      created(accountId, index === 0 ? { access: { password: 'abcd' } } : { access: {} }),
    ),
  );
  await proxy.through(() => atOnce(16, (index) => setClientActive(accountId, clients[index]!.id, false)));
  const removed = await proxy.through(() =>
    atOnce(8, (index) => removeClient(accountId, clients[index]!.id)),
  );
  expect(removed).not.toContain(undefined);
  expect(proxy.conflicts).toBe(0);
  const { clients: left, total } = await listClients(accountId, { page: 1, perPage: 50 });
  expect(left.map(({ id, active }) => [id, active]).sort()).toEqual(
    clients
      .slice(8)
      .map(({ id }) => [id, false])
      .sort(),
  );
  expect(total).toBe(8);
});

describe('writes of clients whose transactions conflict', () => {
  test('a client that is saved eight times at once gets all its accounts', async () => {
    const [accountId, cif] = [randomUUID(), aCif()];
    const saved = await proxy.through(() =>
      atOnce(8, (index) => {
        const accounts = [contributionAccount(index)];
        return saveClient(accountId, company({ cif, accounts }), now);
      }),
    );
    expect(outcomes(saved)).toEqual(['created', ...Array(7).fill('extended')]);
    const { clients, total } = await listClients(accountId, { page: 1, perPage: 50 });
    expect(total).toBe(1);
    const accounts = Object.values(clients[0]!.accounts);
    for (const name of ['id', 'ccc'] as const) expect(new Set(accounts.map((one) => one[name])).size).toBe(8);
  });

  test('an account gets no more clients than its limit if several are made at once', async () => {
    vi.stubEnv('LIMITS', JSON.stringify({ clients: 5, certificates: 1, derivationsPerHour: 1, queued: 1 }));
    const accountId = randomUUID();
    const saved = await proxy.through(() => atOnce(8, () => saveClient(accountId, company(), now)));
    expect(outcomes(saved)).toEqual([...Array(5).fill('created'), ...Array(3).fill('too-many-clients')]);
    expect((await listClients(accountId, { page: 1, perPage: 50 })).total).toBe(5);
  });
});
