import { randomUUID } from 'node:crypto';
import { CreateSecretCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeTokenKey, rotateTokenKeys } from '../../../commands/token-keys.ts';
import { API_TOKEN_DAYS } from '../../../shared/kernel/roles.ts';
import { createAccount, findUser } from '../../../shared/stores/accounts.ts';
import { beginSession } from '../../../shared/stores/identity/sessions.ts';
import { keyOf, readToken, readTokenKeys } from '../../../shared/stores/identity/tokens.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { RING_MS } from '../../../shared/stores/rereading.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';
import { newAccount } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import { makeStage } from '../../support/infra/stage.ts';

/** The rotation of token keys by an operator, while tokens are issued and read. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let user: User;
/** The clock of the service. It starts far from the clock of other tests, so that each test reads its own keys. */
let start = Date.now();
const at = (milliseconds: number) => new Date(start + milliseconds);
beforeEach(async () => {
  start += 2 * DAY;
  const secret = `token-keys-${randomUUID()}`;
  await secretsManager().send(
    new CreateSecretCommand({
      Name: secret,
      SecretString: JSON.stringify({ id: 'first', key: 'x'.repeat(64) }),
    }),
  );
  vi.stubEnv('TOKEN_KEYS_SECRET', secret);
  const { userId } = await createAccount({ email: `${randomUUID()}@example.com`, name: 'a' });
  user = (await findUser(userId))!;
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const rotate = () => rotateTokenKeys(API_TOKEN_DAYS, at(0));
const tokenAt = async (now: Date) => (await beginSession(user, {}, now)).token;
/** A token whose header names this key. */
const tokenOf = (kid: string) =>
  `${Buffer.from(JSON.stringify({ alg: 'HS256', kid })).toString('base64url')}.e30.x`;
const keyIn = (token: string) => decodeProtectedHeader(token).kid;
const isGood = async (token: string, now: Date) => (await readToken(token, now)) !== undefined;

test('a new key of tokens is used after a minute, and no one is signed out', async () => {
  const before = await tokenAt(at(0));
  expect(keyIn(before)).toBe('first');
  const added = await rotate();
  const meanwhile = await tokenAt(at(RING_MS + 1));
  expect(keyIn(meanwhile)).toBe(added);
  for (const token of [before, meanwhile]) expect(await isGood(token, at(RING_MS + 2))).toBe(true);
  expect(await readTokenKeys()).toEqual([
    expect.objectContaining({ id: 'first', until: expect.any(String) }),
    expect.not.objectContaining({ until: expect.anything() }),
  ]);
});

test('a process that has read the keys before accepts a token that another one signed with the new key', async () => {
  await tokenAt(at(0));
  const foreign = tokenOf(await rotate());
  expect(await keyOf(foreign, 'session', at(9_000))).toBeUndefined();
  expect(await keyOf(foreign, 'session', at(11_000))).toMatchObject({ type: 'secret', extractable: false });
});

test('tokens with invented key ids make one read of the keys in ten seconds, and are refused', async () => {
  await tokenAt(at(0));
  const reads = vi.spyOn(secretsManager(), 'send');
  for (let milliseconds = 0; milliseconds < 30_000; milliseconds += 1_000)
    expect(await isGood(tokenOf('invented'), at(milliseconds))).toBe(false);
  expect(reads.mock.calls.length).toBe(2);
});

test('a retired key stays until its last token ends, and is dropped by the rotation after that', async () => {
  const token = await tokenAt(at(0));
  await rotate();
  expect(await isGood(token, at(DAY - MINUTE))).toBe(true);
  expect(await keyOf(token, 'session', at(DAY + MINUTE))).toMatchObject({
    type: 'secret',
    extractable: false,
  });
  expect(await keyOf(token, 'session', at(401 * DAY))).toBeUndefined();
  start += 401 * DAY;
  await rotate();
  expect(await readTokenKeys()).toHaveLength(2);
});

test('tokens of a key that was removed are refused as soon as the keys are read again', async () => {
  const token = await tokenAt(at(0));
  await expect(removeTokenKey('first')).rejects.toThrow('in use: rotate first');
  await rotate();
  await removeTokenKey('first');
  expect(await isGood(token, at(RING_MS - 1))).toBe(true);
  expect(await isGood(token, at(RING_MS + 1))).toBe(false);
  expect(await isGood(await tokenAt(at(RING_MS + 2)), at(RING_MS + 3))).toBe(true);
});

describe('the keys that a process has read', () => {
  test('the keys are used on if they cannot be read again', async () => {
    const token = await tokenAt(at(0));
    const failing = vi.spyOn(secretsManager(), 'send').mockRejectedValue(new Error('down') as never);
    expect(await isGood(token, at(RING_MS + 1))).toBe(true);
    expect(await isGood(token, at(RING_MS + 9_000))).toBe(true);
    expect(failing).toHaveBeenCalledTimes(1);
    failing.mockRestore();
    const again = vi.spyOn(secretsManager(), 'send');
    expect(await isGood(token, at(RING_MS + 11_000))).toBe(true);
    expect(again).toHaveBeenCalledTimes(1);
  });

  test('the keys are used on if the new ones are not valid, and the error does not show a key', async () => {
    const token = await tokenAt(at(0));
    const SecretId = process.env.TOKEN_KEYS_SECRET;
    await secretsManager().send(new PutSecretValueCommand({ SecretId, SecretString: '{"keys":"geheim"}' }));
    await expect(readTokenKeys()).rejects.toThrow(/^the ring of token keys is not valid$/);
    expect(await isGood(token, at(RING_MS + 1))).toBe(true);
  });
});

test('calls go on while an operator rotates keys, lists them and removes one', async () => {
  vi.unstubAllEnvs();
  const run = await makeStage('keys');
  const { gateway } = await newAccount(demo.baseUrl);
  const statuses: number[] = [];
  const call = async () => {
    statuses.push((await gateway.get('/auth')).status);
  };
  /** The output of a command, with calls that go on while it runs, and one after it. */
  const during = async (...command: string[]) => {
    const [output] = await Promise.all([run(...command), call().then(call)]);
    await call();
    return output.trim();
  };
  const added = await during('rotate');
  await during('rotate');
  const lines = (await during('list')).split('\n');
  await during('remove', '--id', added);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(lines.map((line) => line.split('\t')[2] === 'in use')).toEqual(
    lines.map((_, at) => at === lines.length - 1),
  );
  await expect(run('remove', '--id', added)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no key ${added}`),
  });
});
