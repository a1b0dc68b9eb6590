import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { findUser } from '../../shared/stores/accounts.ts';
import { beginSession } from '../../shared/stores/identity/sessions.ts';
import { UNKNOWN_KEY_MS } from '../../shared/stores/identity/tokens.ts';
import { demo, newTenant, operate } from '../support/deployed.ts';
import { Gateway } from '../support/gateway.ts';

/** Runs the operator's command in a separate process. */
const run = async (...args: string[]) => (await operate('keys', ...args)).stdout.trim();

const withToken = (token: string) => new Gateway(demo.baseUrl, { Authorization: `Bearer ${token}` });

/** A path of each of several functions. */
const PATHS = ['/auth', '/customer', '/certificate', '/tramites'];
const statusesOf = async (token: string) =>
  (await Promise.all(PATHS.map((path) => withToken(token).get(path)))).map(({ status }) => status);

test('calls go on while keys are rotated, and every function takes tokens of the new key and of the old one', async () => {
  const { userId } = await newTenant();
  const user = (await findUser(userId))!;
  const { token: old } = await beginSession(user, {}, new Date());
  const good = PATHS.map(() => 200);
  expect(await statusesOf(old)).toEqual(good);

  let isDone = false;
  const statuses: number[] = [];
  const calls = (async () => {
    while (!isDone) {
      statuses.push(...(await statusesOf(old)));
      await sleep(1_000);
    }
  })();
  const added = await run('rotate');
  // Simulates a process that reads the keys after the minute from which the new key is used.
  const { token } = await beginSession(user, {}, new Date(Date.now() + 10 * 60_000));
  expect(decodeProtectedHeader(token).kid).toBe(added);
  // The functions have just read the keys. They read them again after this time.
  await sleep(UNKNOWN_KEY_MS + 1_000);
  expect(await statusesOf(token)).toEqual(good);
  isDone = true;
  await calls;
  expect(statuses.length).toBeGreaterThan(2 * PATHS.length);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
