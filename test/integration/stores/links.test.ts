import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { setting } from '../../../shared/kernel/config.ts';
import { createAccount, findUser, setAccountDisabled } from '../../../shared/stores/accounts.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { isLinkGood, issueLink, LINK_SECONDS, makePassword } from '../../../shared/stores/identity/links.ts';
import { windowKey } from '../../../shared/stores/keyspace.ts';

const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

const newLink = async () => {
  const { accountId, userId } = await createAccount({
    email: `${randomUUID()}@example.com`,
    name: 'Nóminas',
  });
  return { accountId, userId, token: await issueLink((await findUser(userId))!, now) };
};

test('a link is valid until a password is made with it, however often it is read', async () => {
  const { token } = await newLink();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await isLinkGood(token, now)).toBe(true);
  expect(await isLinkGood(token, later(3600))).toBe(true);
  const made = await Promise.all(Array.from({ length: 4 }, () => makePassword(token, 'una nueva', now)));
  expect(made.filter((user) => user !== undefined)).toHaveLength(1);
  expect(await isLinkGood(token, now)).toBe(false);
});

test('a link is valid for a day', async () => {
  const { token } = await newLink();
  expect(await isLinkGood(token, later(LINK_SECONDS - 2))).toBe(true);
  expect(await isLinkGood(token, later(LINK_SECONDS))).toBe(false);
  expect(await makePassword(token, 'una nueva', later(LINK_SECONDS))).toBeUndefined();
});

test('a link is no longer valid after its account was disabled, and a later one is valid', async () => {
  const { accountId, userId, token } = await newLink();
  await setAccountDisabled(accountId, true);
  await setAccountDisabled(accountId, false);
  expect(await isLinkGood(token, now)).toBe(false);
  expect(await makePassword(token, 'una nueva', now)).toBeUndefined();
  expect(await isLinkGood(await issueLink((await findUser(userId))!, now), now)).toBe(true);
});

test('a link that was made for the user of a client company does not work for a user of an account or of another company', async () => {
  const { userId } = await newLink();
  const user = (await findUser(userId))!;
  expect(await isLinkGood(await issueLink({ ...user, clientId: 7 }, now), now)).toBe(false);
});

test('tokens that were not made are not valid, and the table does not contain any token', async () => {
  const { token } = await newLink();
  for (const made of ['', token.slice(1), `${token}x`]) expect(await isLinkGood(made, now)).toBe(false);
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('WINDOWS_TABLE'), Key: windowKey.link(token) }),
  );
  expect(Item).toBeUndefined();
});
