import { randomBytes, randomUUID } from 'node:crypto';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  finishRotation,
  generationsOf,
  reseal,
  rotateSecret,
  type SecretName,
} from '../../../commands/service-keys.ts';
import { MAIL_KINDS } from '../../../functions/capabilities/mails/fields.ts';
import { readUnsubscribeToken, unsubscribeToken } from '../../../functions/capabilities/mails/store/mails.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  findSecondFactor,
  useOfCode,
} from '../../../shared/stores/identity/second-factor.ts';
import { passwordKey } from '../../../shared/stores/keyspace.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';
import { type Purpose, serviceKey } from '../../../shared/stores/service-keys.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { type Gateway, idOf } from '../../support/gateway.ts';
import { makeStage } from '../../support/infra/stage.ts';
import { ofCapabilities, type Sealed, testRows } from '../../support/of-capabilities.ts';
import { type Faults, failingServices } from '../../support/servers/failing-services.ts';
import { ownService } from '../../support/setup/own-service.ts';

/**
 * Data from before, during and after the rotation of a secret: filings, certificates' secrets, second factors, webhooks and
 * links.
 */

const MINUTE = 60_000;

const newSecret = async (variable: string) => {
  const Name = `rotated-${randomUUID()}`;
  await secretsManager().send(
    new CreateSecretCommand({ Name, SecretString: JSON.stringify({ id: 'first', key: Name }) }),
  );
  vi.stubEnv(variable, Name);
};

/** New secrets, which no other test file has read. */
beforeAll(async () => {
  await newSecret('SERVICE_KEY_SECRET');
  await newSecret('CERTIFICATE_KEY_SECRET');
});

/** Accounts and users of this file. The tables also have rows of other files, which were sealed with other keys. */
const own: string[] = [];
beforeAll(() => {
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const output = result.output as { Items?: object[] };
        if (commandName === 'ScanCommand' && output.Items)
          output.Items = output.Items.filter((row) => own.some((id) => JSON.stringify(row).includes(id)));
        return result;
      },
    { name: 'onlyOwnRows' },
  );
});

afterAll(() => {
  dynamo().middlewareStack.remove('onlyOwnRows');
  vi.unstubAllEnvs();
});

let faults: Faults = {};
/** Whether the authorities cannot be asked, so that no look-up finds anything. */
let isDown = false;
const { service, authorities, requests } = await ownService({
  ...failingServices(() => faults),
  openAuthority: (options) => {
    if (isDown) throw new Error('it cannot be asked');
    return authorityPort(options);
  },
});

beforeEach(() => {
  own.length = 0;
  faults = {};
  isDown = false;
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  // Finishes a rotation that a failed test has begun.
  for (const name of ['service', 'certificate'] as const) {
    if ((await generationsOf(name)).keys.length === 1) continue;
    later(60);
    await reseal(true, new Date()).catch(() => {});
    await finishRotation(name, true, new Date()).catch(() => {});
  }
  later(6);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const later = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * MINUTE);
const begin = (name: SecretName) => rotateSecret(name, new Date());
const finish = (name: SecretName) => finishRotation(name, true, new Date());
const secretOf = async (gateway: Gateway): Promise<string> =>
  (await gateway.get('/certificate')).body.data.data[0].cert_secret;

describe('data from before a rotation of the keys', () => {
  test('an idempotency key and a content from before still guard their filing, also during the rotation, and nothing is filed twice', async () => {
    const { gateway } = await newAccount(service.demo.baseUrl);
    const before = await storeNewCertificate(gateway, { person: seed.demo.holder });
    const { request } = requests['PUT /seg-social/cno']!;
    const keyed = { 'Idempotency-Key': randomUUID() };
    const send = (secret: string, cno: string, headers: Record<string, string> = {}) =>
      gateway
        .acting(secret)
        .with(headers)
        .call('PUT', '/seg-social/cno', { json: { ...request, cno } });
    await authorities.reset();
    const first = await send(before, '2101', keyed);
    expect(first.status).toBe(200);
    // It takes effect, but its outcome is lost, so it blocks its content until the outcome is known.
    faults = {
      stores: {
        endFiling: (filing, from, end) =>
          stores.filings.endFiling(filing, from, { ...end, state: 'unknown', facts: {} }),
      },
    };
    const lost = await send(before, '2102');
    faults = {};
    expect(await stores.filings.getFiling(idOf(lost))).toMatchObject({ state: 'unknown' });
    const filed = await authorities.submissions('tgss.cno');

    const isLocked = async (secret: string) => {
      isDown = true;
      for (const headers of [undefined, { 'Idempotency-Key': randomUUID() }]) {
        const again = await send(secret, '2102', headers);
        expect({ status: again.status, id: idOf(again) }).toEqual({ status: 502, id: idOf(lost) });
      }
      isDown = false;
      const replayed = await send(secret, '2101', keyed);
      expect([replayed.status, idOf(replayed)]).toEqual([200, idOf(first)]);
      expect(replayed.headers.get('idempotency-replayed')).toBe('true');
      expect(await authorities.submissions('tgss.cno')).toBe(filed);
      const listed = await gateway.get('/tramites', { worker: String(request.dni) });
      expect(listed.body.data.data.map(({ id }: { id: string }) => id)).toEqual(
        expect.arrayContaining([idOf(first), idOf(lost)]),
      );
    };
    await isLocked(before);

    for (const name of ['service', 'certificate'] as const) await begin(name);
    await isLocked(before);
    later(12);
    // Integrators read the new one in the list; the old one still works.
    const after = await secretOf(gateway);
    expect(after).not.toBe(before);
    for (const secret of [before, after]) await isLocked(secret);

    await reseal(true, new Date());
    for (const name of ['service', 'certificate'] as const) await finish(name);
    later(6);
    await isLocked(after);
    const refused = await send(before, '2103');
    expect(refused.status).toBe(422);
    expect(await authorities.submissions('tgss.cno')).toBe(filed);
    // Uploading it again gives the same certificate.
    expect(await secretOf(gateway)).toBe(after);
  });

  test.each<[string, (secret: string) => { headers: Record<string, string>; rowSecret?: string }]>([
    [
      'by its content, with the certificate of all rows',
      (secret) => ({ headers: { 'X-Cert-Secret': secret } }),
    ],
    ['by its content, with the certificate of a row', (rowSecret) => ({ headers: {}, rowSecret })],
    [
      'by its key',
      (secret) => ({ headers: { 'X-Cert-Secret': secret, 'Idempotency-Key': 'batch-of-november' } }),
    ],
  ])('a batch from before is the same batch with the new cert_secret, %s', async (_, sentWith) => {
    const { gateway } = await newAccount(service.demo.baseUrl);
    const before = await storeNewCertificate(gateway, { person: seed.demo.holder });
    const { test: __, ...body } = requests['PUT /seg-social/cno']!.request;
    const create = async (secret: string) => {
      const { headers, rowSecret } = sentWith(secret);
      const row = { operation: 'PUT /seg-social/cno', body, ...(rowSecret && { cert_secret: rowSecret }) };
      const answered = await gateway.with(headers).post('/batches', { name: 'Altas', rows: [row] });
      expect(answered.status).toBeLessThan(300);
      return answered.body.data.batch.id;
    };
    const id = await create(before);
    await begin('certificate');
    later(12);
    const after = await secretOf(gateway);
    expect(after).not.toBe(before);
    expect([await create(before), await create(after)]).toEqual([id, id]);
    await finish('certificate');
    later(6);
    expect(await create(after)).toBe(id);
  });

  test('the keys by which rows are found are the same in all generations, and all other keys differ', async () => {
    const furtherPurposes = testRows.flatMap(({ keysFor = [] }) => keysFor);
    const PURPOSES: Purpose[] = ['worker', 'obligation', 'recovery', 'address', 'cursor', ...furtherPurposes];
    const keys = () =>
      Promise.all(PURPOSES.map(async (one) => (await serviceKey(one)).export().toString('hex')));
    const before = await keys();
    await begin('service');
    // No process uses the new key before all have read it.
    later(5.5);
    expect(await keys()).toEqual(before);
    later(6);
    const meanwhile = await keys();
    await reseal(true, new Date());
    await finish('service');
    later(6);
    const after = await keys();
    expect(after).toEqual(meanwhile);
    expect(PURPOSES.filter((_, place) => before[place] === after[place])).toEqual([
      'worker',
      'obligation',
      'recovery',
    ]);
    // Not if an earlier test has already rotated it.
    await begin('service');
    later(12);
    expect((await keys()).slice(0, 3)).toEqual(before.slice(0, 3));
  });
});

const codeNow = (secret: string) => new TOTP({ secret, period: 30 }).generate({ timestamp: Date.now() });

/** What capabilities seal in their rows. */
const sealedValues = await ofCapabilities<{ sealed: Sealed }>('sealed');

/** A user with a second factor and what capabilities seal, and functions that check whether these still work. */
const withSecrets = async () => {
  const { accountId, userId, email } = await newAccount(service.demo.baseUrl);
  own.push(accountId, userId);
  const user = { id: userId, email };
  const { secret } = await beginSecondFactor(user);
  const recovery = (await confirmSecondFactor(user, codeNow(secret), new Date()))!;
  const values = await Promise.all(sealedValues.map(({ sealed }) => sealed({ accountId, userId })));
  const isGood = async (code: string) =>
    (await useOfCode(await findSecondFactor(userId), code, new Date())) !== undefined;
  return {
    accountId,
    userId,
    addUnreadable: () => Promise.all(values.map((value) => value.addUnreadable())),
    works: async () => {
      if (vi.isFakeTimers()) later(1);
      for (const value of values) await value.works();
      expect(await isGood(codeNow(secret))).toBe(true);
      expect(await isGood(recovery[0]!)).toBe(true);
      expect(await isGood('AAAA-BBBB-CCCC-DDDD')).toBe(false);
    },
  };
};

const factorRow = async (userId: string) =>
  (
    await dynamo().send(
      new GetCommand({ TableName: process.env.PASSWORDS_TABLE, Key: passwordKey.secondFactor(userId) }),
    )
  ).Item!;

describe('the encrypted values in rows', () => {
  test('the values work before, during and after a rotation of the key, and then no value opens with the former key', async () => {
    const one = await withSecrets();
    await one.works();
    const sealedBefore = await factorRow(one.userId);
    await begin('service');
    await one.works();
    // Too early, because functions may still seal with the old key.
    await expect(reseal(true, new Date())).rejects.toThrow('try again then');
    await expect(finish('service')).rejects.toThrow('try again then');
    later(12);
    const two = await withSecrets();
    await one.works();
    // There may also be some of other tests.
    const looked = await reseal(false, new Date());
    expect(looked.due).toBeGreaterThanOrEqual(2);
    expect(await factorRow(one.userId)).toEqual(sealedBefore);
    await expect(finish('service')).rejects.toThrow('run reseal');
    expect((await reseal(true, new Date())).due).toBe(looked.due);
    expect(await reseal(true, new Date())).toMatchObject({ due: 0, done: looked.done + looked.due });
    await one.works();
    await finish('service');
    later(6);
    for (const each of [one, two]) await each.works();

    // As if a row from before the rotation were restored.
    await dynamo().send(new PutCommand({ TableName: process.env.PASSWORDS_TABLE, Item: sealedBefore }));
    await expect(one.works()).rejects.toThrow('sealed with a key that is not accepted');
    await dynamo().send(
      new UpdateCommand({
        TableName: process.env.PASSWORDS_TABLE,
        Key: passwordKey.secondFactor(one.userId),
        UpdateExpression: 'REMOVE secret',
      }),
    );
  });

  test('an interrupted rotation continues with the next value, and a secret that no key opens stays and is named', async () => {
    const some = [await withSecrets(), await withSecrets(), await withSecrets()];
    const broken = await withSecrets();
    await broken.addUnreadable();
    await begin('service');
    later(12);
    const { due, unreadable } = await reseal(false, new Date());
    // The second factor of each person, and the values of capabilities.
    expect(due).toBe(4 * (1 + sealedValues.length));
    expect(unreadable).toBe(sealedValues.length);
    const { send } = dynamo();
    let writes = 0;
    vi.spyOn(dynamo(), 'send').mockImplementation(((command: never) => {
      if ((command as object) instanceof UpdateCommand && ++writes > 3) throw new Error('interrupted');
      return (send as (command: never) => unknown).call(dynamo(), command);
    }) as never);
    await expect(reseal(true, new Date())).rejects.toThrow('interrupted');
    vi.restoreAllMocks();
    for (const each of [...some, broken]) await each.works();
    await expect(finish('service')).rejects.toThrow('run reseal');
    const left = await reseal(false, new Date());
    expect(left.due).toBe(due - 3);
    await reseal(true, new Date());
    await finish('service');
    later(6);
    for (const each of [...some, broken]) await each.works();
  });
});

describe('the signed values that callers have', () => {
  test('a link that ends mails is valid until the former key is removed', async () => {
    const link = { userId: randomUUID(), kind: MAIL_KINDS[0]! };
    const before = await unsubscribeToken(link);
    await begin('service');
    later(12);
    const after = await unsubscribeToken(link);
    expect(after).not.toBe(before);
    for (const token of [before, after]) expect(await readUnsubscribeToken(token)).toEqual(link);
    await reseal(true, new Date());
    await finish('service');
    later(6);
    expect(await readUnsubscribeToken(before)).toBeUndefined();
    expect(await readUnsubscribeToken(after)).toEqual(link);
  });

  test('a place in the events that a client company has is valid until the former key is removed', async () => {
    const reader = { accountId: randomUUID(), clientId: 7 };
    const { openPlace, sealPlace } = stores.events;
    const at = (text: string) => openPlace(reader, text, new Date());
    const before = await sealPlace(reader, [3, 4], new Date());
    await begin('service');
    later(12);
    const after = await sealPlace(reader, [5, 6], new Date());
    expect([await at(before), await at(after)]).toMatchObject([{ place: [3, 4] }, { place: [5, 6] }]);
    await reseal(true, new Date());
    await finish('service');
    later(6);
    expect([await at(before), await at(after)]).toMatchObject([undefined, { place: [5, 6] }]);
  });

  test('a person with the former key can make no cert_secret that is accepted after that key is removed', async () => {
    const { issueSecret, readSecret } = stores.certificates;
    const accountId = randomUUID();
    const id = randomBytes(16).toString('hex');
    const row = { accountId, id, clientId: 0, fingerprint: randomBytes(32).toString('hex') };
    const before = await issueSecret(row);
    await begin('certificate');
    expect(await issueSecret(row)).toBe(before);
    await expect(begin('certificate')).rejects.toThrow('under way');
    later(12);
    const after = await issueSecret(row);
    for (const secret of [before, after])
      expect(await readSecret(secret, accountId)).toMatchObject({ certificateId: id });
    await finish('certificate');
    // A process that has read both keys uses them for five minutes.
    later(6);
    expect(await readSecret(before, accountId)).toBeUndefined();
    expect(await readSecret(after, accountId)).toMatchObject({ certificateId: id });
    await expect(finish('certificate')).rejects.toThrow('No rotation');
  });
});

test('the command of keys encrypts and removes in the order of the runbook, and only with --confirm', async () => {
  vi.useRealTimers();
  // A new secret, whose times no other test's clock has changed. Its keys open nothing that others encrypted.
  await newSecret('SERVICE_KEY_SECRET');
  const one = await withSecrets();
  const keys = await makeStage('keys');
  const { id } = await rotateSecret('service', new Date(Date.now() - 30 * MINUTE));
  const list = () => keys('list', '--key', 'service');
  expect(await list()).toMatch(new RegExp(`^\\S+\\t\\S+\\tread only\\n${id}\\t\\S+\\tin use\\n$`));
  const confirmed = ['--key', 'service', '--confirm', 'service'];
  await keys('reseal', '--key', 'service');
  await expect(keys('finish', ...confirmed)).rejects.toThrow('run reseal');
  await keys('reseal', ...confirmed);
  await expect(keys('reseal', '--key', 'certificate')).rejects.toThrow('Nothing is encrypted');
  await keys('finish', '--key', 'service');
  expect((await generationsOf('service')).keys).toHaveLength(2);
  await keys('finish', ...confirmed);
  expect((await list()).trim()).toMatch(new RegExp(`^${id}\\t\\S+\\tin use$`));
  vi.useFakeTimers({ toFake: ['Date'] });
  later(6);
  await one.works();
});

test('the command of keys writes nothing without --confirm, and shows the generations', async () => {
  vi.useRealTimers();
  const keys = await makeStage('keys');
  const list = () => keys('list', '--key', 'certificate');
  const before = await list();
  expect(before.trim().split('\n')).toHaveLength(1);
  expect(before).toContain('in use');
  expect(await keys('rotate', '--key', 'certificate')).toBe('');
  await expect(keys('rotate', '--key', 'certificate', '--confirm', 'service')).rejects.toThrow('must repeat');
  await expect(keys('rotate', '--key', 'tokens')).rejects.toThrow('not known');
  expect(await list()).toBe(before);
  const id = (await keys('rotate', '--key', 'certificate', '--confirm', 'certificate')).trim();
  expect(await list()).toMatch(new RegExp(`in use\\n${id}\\t\\S+\\tin use later\\n$`));
  await expect(keys('finish', '--key', 'certificate', '--confirm', 'certificate')).rejects.toThrow(
    'try again then',
  );
  // The output contains no key.
  const { keys: all } = await generationsOf('certificate');
  for (const { key } of all) expect(await list()).not.toContain(key);
});
