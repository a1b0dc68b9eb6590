import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseKeys, rowsOf } from '../../../commands/erase/rows.ts';
import { setting } from '../../../shared/kernel/config.ts';
import {
  expectKeys,
  forgetSecrets,
  getKeyPair,
  getSepeAccess,
  type SepeAccess,
} from '../../../shared/stores/certificate-keys.ts';
import { type CertificateRow, secretIdOf } from '../../../shared/stores/certificate-row.ts';
import {
  deleteCertificate,
  listAllCertificates,
  saveCertificate,
} from '../../../shared/stores/certificates.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';
import { tries } from '../../support/setup/fast-check.ts';
import { certificateFacts } from '../../support/stores/certificates.ts';
import { keysOf } from '../../support/stores/secrets.ts';

/** One P12 of an owner has one secret, whatever the types with which it is stored. */

const now = new Date();
const pair = { key: 'a key', chain: 'a chain' };
const access = { user: 'U0001', password: 'Clave0001' };
const other = { user: 'U0002', password: 'Clave0002' };

/** An owner that stores one P12. */
const newOwner = (accountId = randomUUID(), fingerprint = randomBytes(32).toString('hex')) => {
  const save = (type: number | undefined, given?: SepeAccess, as = pair, clientId = 0) =>
    saveCertificate(
      {
        accountId,
        clientId,
        fingerprint,
        ...certificateFacts(now),
        ...(type !== undefined && { type }),
      },
      { pair: as, access: given },
      now,
    );
  const remove = ({ id, clientId }: CertificateRow) =>
    deleteCertificate(accountId, { certificateId: id, clientId });
  const rows = () => listAllCertificates(accountId, undefined);
  return { accountId, fingerprint, save, remove, rows, secrets: () => keysOf(accountId) };
};
type Owner = ReturnType<typeof newOwner>;

/** Expects every stored certificate to be usable: its secret exists in AWS, with its key and the SEPE user that its row names. */
const expectUsable = async ({ accountId, rows }: Owner): Promise<CertificateRow[]> => {
  const stored = await rows();
  await Promise.all(
    stored.map(async (row) => {
      const SecretId = `${setting('CERTIFICATE_SECRETS_PREFIX')}${accountId}/${secretIdOf(row)}`;
      const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId }));
      const { sepe, ...read } = JSON.parse(SecretString!);
      expect(read).toEqual(pair);
      if (row.sepe) expect(sepe.user).toBe(row.sepe.user);
    }),
  );
  return stored;
};

/** Expects, in addition, that nothing remains of certificates that are not stored. */
const expectSettled = async (owner: Owner) => {
  const stored = await expectUsable(owner);
  expect(await owner.secrets()).toHaveLength(new Set(stored.map(secretIdOf)).size);
  const shared = (await rowsOf(owner.accountId)).filter(({ sk }) => sk.startsWith('secret#'));
  expect(shared.map(({ secretId }) => secretId).sort()).toEqual([...new Set(stored.map(secretIdOf))].sort());
  return stored;
};

test('a P12 that is stored with three types, one with a user of SEPE, has one secret', async () => {
  const owner = newOwner();
  const stored = [await owner.save(1), await owner.save(2, access), await owner.save(3)];
  expect(await owner.secrets()).toHaveLength(1);
  const rows = await expectSettled(owner);
  expect(rows.map(({ id }) => id).sort()).toEqual(stored.map(({ id }) => id).sort());
  for (const row of rows) {
    expect(await getKeyPair(owner.accountId, row)).toEqual(pair);
    expect(await getSepeAccess(owner.accountId, row)).toEqual(row.type === 2 ? access : undefined);
  }
});

test('a certificate is stored if its secret is written and the answer to that write is lost', async () => {
  let isLost = false;
  const client = secretsManager();
  // Within the SDK's retries, as if the connection broke.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        if (isLost || commandName !== 'CreateSecretCommand') return answer;
        isLost = true;
        throw Object.assign(new Error('the answer is lost'), { name: 'TimeoutError' });
      },
    { step: 'deserialize', name: 'loseAnswer' },
  );
  const owner = newOwner();
  try {
    await owner.save(1);
  } finally {
    client.middlewareStack.remove('loseAnswer');
  }
  expect(isLost).toBe(true);
  expect(await expectSettled(owner)).toHaveLength(1);
});

test.each([[[0, 1, 2]], [[0, 2, 1]], [[1, 0, 2]], [[1, 2, 0]], [[2, 0, 1]], [[2, 1, 0]]])(
  'types of one P12 that are deleted in the order %j leave the others working, and the last one removes the secret',
  async (order) => {
    const owner = newOwner();
    const stored = [await owner.save(1), await owner.save(2, access), await owner.save(3)];
    for (const [index, one] of order.entries()) {
      expect(await owner.secrets()).toHaveLength(1);
      expect(await owner.remove(stored[one]!)).toBe(true);
      expect(await expectSettled(owner)).toHaveLength(2 - index);
    }
    expect(await owner.secrets()).toEqual([]);
    // Stored again, it has a new secret.
    const again = await owner.save(1);
    expect(stored.map(secretIdOf)).not.toContain(secretIdOf(again));
    expect(await expectSettled(owner)).toHaveLength(1);
  },
);

test('another account, another owner and another chain of issuers have a secret of their own', async () => {
  const owner = newOwner();
  const elsewhere = newOwner(randomUUID(), owner.fingerprint);
  const [own, foreign] = [await owner.save(1), await elsewhere.save(1)];
  expect(secretIdOf(own)).not.toBe(secretIdOf(foreign));
  expect(await elsewhere.remove(own)).toBe(false);
  const longer = { ...pair, chain: 'a longer chain' };
  const [same, whole] = [await owner.save(2), await owner.save(3, undefined, longer)];
  expect(secretIdOf(same)).toBe(secretIdOf(own));
  expect(await getKeyPair(owner.accountId, whole)).toEqual(longer);
  expect(await owner.secrets()).toHaveLength(2);
  await owner.remove(own);
  await owner.remove(same);
  expect(await getKeyPair(owner.accountId, whole)).toEqual(longer);
  expect(await owner.secrets()).toHaveLength(1);
  expect(await getKeyPair(elsewhere.accountId, foreign)).toEqual(pair);
});

test('types of one P12 all get another secret with another user of SEPE, and a reader of the former row still finds one', async () => {
  const owner = newOwner();
  const [one, sepe, any] = [
    await owner.save(1),
    await owner.save(2, access),
    await owner.save(undefined, access),
  ];
  const changed = await owner.save(2, other);
  expect(changed).toMatchObject({ id: sepe.id, sepe: { user: other.user } });
  expect(await expectSettled(owner)).toHaveLength(3);
  expect(await owner.secrets()).toHaveLength(1);
  forgetSecrets();
  for (const row of [one, sepe, any]) expect(await getKeyPair(owner.accountId, row)).toEqual(pair);
  const rows = await owner.rows();
  for (const row of rows)
    expect(await getSepeAccess(owner.accountId, row)).toEqual(row.type === 1 ? undefined : other);
});

test('a type with another chain of issuers leaves the shared secret when it gets a user of SEPE', async () => {
  const owner = newOwner();
  const [one, sepe] = [await owner.save(1), await owner.save(2)];
  const longer = { ...pair, chain: 'a longer chain' };
  const changed = await owner.save(2, access, longer);
  expect(changed.id).toBe(sepe.id);
  expect(await getKeyPair(owner.accountId, changed)).toEqual(longer);
  expect(await getSepeAccess(owner.accountId, changed)).toEqual(access);
  expect(await owner.secrets()).toHaveLength(2);
  await owner.remove(one);
  expect(await owner.secrets()).toHaveLength(1);
  await owner.remove(changed);
  expect(await owner.secrets()).toEqual([]);
});

test('the key of a certificate is read before its row is read', async () => {
  const owner = newOwner();
  const [one, sepe] = [await owner.save(1), await owner.save(3)];
  forgetSecrets();
  for (const { id } of [one, sepe]) expect(await expectKeys(owner.accountId, id)).toEqual(pair);
  // From the row that it read last, a process knows where the secret is after a change.
  await owner.save(3, access);
  await expect(expectKeys(owner.accountId, one.id)).rejects.toThrow();
  const row = (await owner.rows()).find(({ id }) => id === one.id)!;
  await getKeyPair(owner.accountId, row);
  expect(await expectKeys(owner.accountId, one.id)).toEqual({ ...pair, sepe: access });
});

/** Each AWS call of an actor waits until it is released. */
const actors = new AsyncLocalStorage<Actor>();
interface Actor {
  waiting: (() => void)[];
  done: boolean;
  /** Is called when it waits or is done. */
  changed: () => void;
  /** The fault of this call: it is not sent, or its answer is lost, and then the process ends or continues. */
  fault?: { at: number; is: 'not sent' | 'ended after it' | 'not answered' };
  calls: number;
}

const inTurn =
  <Args, Output>(next: (args: Args) => Promise<Output>) =>
  async (args: Args): Promise<Output> => {
    const actor = actors.getStore();
    if (!actor) return next(args);
    const { promise, resolve } = Promise.withResolvers<void>();
    actor.waiting.push(resolve);
    actor.changed();
    await promise;
    const call = actor.calls++;
    const { at = Number.POSITIVE_INFINITY, is } = actor.fault ?? {};
    if (call < at || (call > at && is === 'not answered')) return next(args);
    if (call === at && is !== 'not sent') await next(args);
    throw new Error('no answer');
  };

beforeAll(() => {
  const first = { step: 'initialize', name: 'turns', priority: 'high' } as const;
  dynamo().middlewareStack.add(inTurn, first);
  secretsManager().middlewareStack.add(inTurn, first);
});
afterAll(() => {
  for (const client of [dynamo(), secretsManager()]) client.middlewareStack.remove('turns');
});

/**
 * Runs several works at once, one AWS call at a time. `turns` decides whose call is next; `check` runs between the calls.
 * @returns the results, and how many calls each work made
 */
const inTurns = async (
  works: (() => Promise<unknown>)[],
  { turns, check, fault }: { turns: number[]; check: () => Promise<unknown>; fault?: Actor['fault'] },
) => {
  const all = works.map((work) => {
    const actor: Actor = { waiting: [], done: false, changed: () => {}, calls: 0, ...(fault && { fault }) };
    const result = actors.run(actor, work).then(
      (value) => ({ value }),
      (error: Error) => ({ error }),
    );
    void result.then(() => {
      actor.done = true;
      actor.changed();
    });
    return { actor, result };
  });
  for (let turn = 0; ; turn++) {
    while (all.some(({ actor }) => !actor.done && actor.waiting.length === 0))
      await new Promise<void>((resolve) => {
        for (const { actor } of all) actor.changed = resolve;
      });
    const open = all.filter(({ actor }) => !actor.done);
    if (open.length === 0)
      return {
        results: await Promise.all(all.map(({ result }) => result)),
        calls: all.map(({ actor }) => actor.calls),
      };
    await check();
    open[(turns[turn] ?? turn) % open.length]!.actor.waiting.shift()!();
    await setImmediate();
  }
};

type Work = (owner: Owner, stored: CertificateRow[]) => Promise<unknown>;
const removeFirst: Work = ({ remove }, [first]) => remove(first!);
const removeSecond: Work = ({ remove }, [, second]) => remove(second!);
const upload =
  (type: number | undefined, given?: SepeAccess): Work =>
  ({ save }) =>
    save(type, given);

describe('the secrets of certificates in any order of calls', () => {
  test.each<[string, (number | undefined)[], Work[], number]>([
    ['the last one is deleted, and another type stored', [1], [removeFirst, upload(2)], 1],
    ['the last one is deleted, and stored again', [1], [removeFirst, upload(1)], 0],
    ['both are deleted', [1, 3], [removeFirst, removeSecond], 0],
    ['two other types are stored', [], [upload(1), upload(2, access)], 2],
    ['one is deleted, and another gets a user of SEPE', [1, 2], [removeFirst, upload(2, access)], 1],
    ['the last one is deleted and gets a user of SEPE', [2], [removeFirst, upload(2, access)], 0],
    ['two get different users of SEPE', [2, undefined], [upload(2, access), upload(undefined, other)], 2],
    [
      'one is deleted, one stored and one gets a user of SEPE, all at once',
      [1, 2],
      [removeFirst, upload(3), upload(2, access)],
      2,
    ],
  ])('a certificate is never without its secret where %s', async (_, types, works, least) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { minLength: 24, maxLength: 24 }), async (turns) => {
        const owner = newOwner();
        const stored: CertificateRow[] = [];
        for (const type of types) stored.push(await owner.save(type));
        const { results } = await inTurns(
          works.map((work) => () => work(owner, stored)),
          { turns, check: () => expectUsable(owner) },
        );
        const settled = await expectSettled(owner);
        expect(settled.length).toBeGreaterThanOrEqual(least);
        // Every certificate whose storing succeeded and that was not deleted still exists.
        for (const result of results)
          if ('error' in result) expect(result.error).toMatchObject({ status: 404 });
      }),
      tries(15),
    );
  });
});

describe('the secrets of certificates when a process ends or gets no answer', () => {
  const faults = (['not sent', 'ended after it', 'not answered'] as const).flatMap((is) =>
    [[1], [1, 3]].map((types) => ({ is, types })),
  );
  test.each<[string, Work]>([
    ['while one is deleted', removeFirst],
    ['while another type is stored', upload(3)],
    ['while another type is stored with a user of SEPE', upload(2, access)],
    ['while one gets a user of SEPE', upload(1, access)],
  ])('a certificate is never without its secret %s', async (_, work) => {
    // At each call that it makes.
    for (const { is, types } of faults)
      for (let at = 0, isReached = true; isReached; at++) {
        const owner = newOwner();
        const stored: CertificateRow[] = [];
        for (const type of types) stored.push(await owner.save(type));
        const { calls } = await inTurns([() => work(owner, stored)], {
          turns: [],
          fault: { at, is },
          check: () => expectUsable(owner),
        });
        isReached = calls[0]! > at;
        await expectUsable(owner);
        // Other secrets are referenced by nothing. Erasing the account finds them, and until then they disturb nothing.
        await owner.save(undefined);
        const rows = await expectUsable(owner);
        for (const row of rows) await owner.remove(row);
        expect(await owner.rows()).toEqual([]);
        await eraseKeys(owner.accountId, await rowsOf(owner.accountId));
        expect(await owner.secrets()).toEqual([]);
      }
  });
});
