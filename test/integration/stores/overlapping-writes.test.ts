import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { CERTIFICATE_TYPES } from '../../../shared/operation/operation.ts';
import { getKeyPair } from '../../../shared/stores/certificate-keys.ts';
import {
  findCertificate,
  listCertificates,
  noteAccepted,
  saveCertificate,
  setWatches,
} from '../../../shared/stores/certificates.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { startConflictProxy } from '../../support/servers/conflict-proxy.ts';
import { type Forwarded, refuseAsDynamo, startProxy } from '../../support/servers/proxy.ts';
import { certificateFacts } from '../../support/stores/certificates.ts';
import { keysOf } from '../../support/stores/secrets.ts';

/** Writes that DynamoDB refuses for a moment, because a transaction on the same rows is in progress. */

const now = new Date();
const pair = { key: 'a key', chain: 'a chain' };

/** An account that stores one P12. */
const anAccount = () => {
  const [accountId, fingerprint] = [randomUUID(), randomBytes(32).toString('hex')];
  const save = (type: number) =>
    saveCertificate(
      {
        accountId,
        clientId: 0,
        fingerprint,
        type,
        ...certificateFacts(now),
      },
      { pair, access: undefined },
      now,
    );
  return { accountId, fingerprint, save };
};

type Answer = Parameters<typeof startProxy>[0];

/** The DynamoDB operation that a request calls. */
const nameOf = ({ headers }: Parameters<Answer>[0]) => String(headers['x-amz-target']).split('.').at(-1);

const give = (outgoing: Parameters<Answer>[1], { status, headers, bytes }: Forwarded) =>
  outgoing.writeHead(status, headers).end(bytes);

/** Runs work whose DynamoDB calls go through a proxy. */
const through = async <Result>(answer: Answer, work: () => Promise<Result>): Promise<Result> => {
  const { url, close } = await startProxy(answer, { to: process.env.AWS_ENDPOINT_URL!, keepsHost: true });
  const { hostname, port } = new URL(url);
  dynamo().middlewareStack.add(
    (next) => (args) => {
      Object.assign(args.request as object, { hostname, port: Number(port) });
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'proxy' },
  );
  try {
    return await work();
  } finally {
    dynamo().middlewareStack.remove('proxy');
    await close();
  }
};

test('one P12 that is stored with four types at once is one secret and four certificates, also if the transactions conflict', async () => {
  const proxy = await startConflictProxy(process.env.AWS_ENDPOINT_URL!);
  try {
    const { accountId, save } = anAccount();
    const saved = await proxy.through(() => Promise.all(Object.values(CERTIFICATE_TYPES).map(save)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(4);
    expect(await listCertificates(accountId, 0)).toHaveLength(4);
    expect(await keysOf(accountId)).toHaveLength(1);
    for (const row of saved) expect(await getKeyPair(accountId, row)).toEqual(pair);
  } finally {
    await proxy.close();
  }
});

test('a single write to a row that a transaction is about to change is made a moment later', async () => {
  const { accountId, save, fingerprint } = anAccount();
  const { id: certificateId } = await save(1);
  const name = { certificateId, clientId: 0, fingerprint };
  let writes = 0;
  await through(
    async (incoming, outgoing, sendOn) => {
      const body = await buffer(incoming);
      // Every third one succeeds.
      if (nameOf(incoming) !== 'UpdateItem' || ++writes % 3 === 0) return give(outgoing, await sendOn(body));
      refuseAsDynamo(outgoing, 'TransactionConflictException', { message: 'Conflict' });
    },
    async () => {
      await noteAccepted({ accountId, clientId: 0, id: certificateId }, now);
      expect(await setWatches(accountId, name, ['dehu'])).toBe(true);
    },
  );
  expect(writes).toBe(6);
  const written = { acceptedAt: now.toISOString(), watches: ['dehu'] };
  expect(await findCertificate(accountId, name)).toMatchObject(written);
});

test('a transaction that is still in progress when it is sent again is made once, and its secret stays', async () => {
  const { accountId, save } = anAccount();
  const tokens: string[] = [];
  const row = await through(
    async (incoming, outgoing, sendOn) => {
      const body = await buffer(incoming);
      if (nameOf(incoming) !== 'TransactWriteItems') return give(outgoing, await sendOn(body));
      tokens.push(JSON.parse(body.toString()).ClientRequestToken);
      if (tokens.length === 1) {
        // It is carried out, and its answer is lost.
        await sendOn(body);
        return outgoing.destroy();
      }
      if (tokens.length > 8) return give(outgoing, await sendOn(body));
      refuseAsDynamo(outgoing, 'TransactionInProgressException', { Message: 'In progress' });
    },
    () => save(1),
  );
  expect(tokens).toEqual(Array(9).fill(tokens[0]));
  expect(await listCertificates(accountId, 0)).toEqual([row]);
  expect(await getKeyPair(accountId, row)).toEqual(pair);
});
