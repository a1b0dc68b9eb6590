import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { setting } from '../../../shared/config.ts';
import { dynamo } from '../../../shared/stores/aws.ts';
import { consumeLink, issueLink, LINK_SECONDS, readLink } from '../../../shared/stores/identity/links.ts';
import { windowKey } from '../../../shared/stores/keyspace.ts';

const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a link is valid until it is consumed, however often it is read', async () => {
  const userId = randomUUID();
  const token = await issueLink(userId, now);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await readLink(token, now)).toBe(userId);
  expect(await readLink(token, later(3600))).toBe(userId);
  const consumed = await Promise.all(Array.from({ length: 20 }, () => consumeLink(token, now)));
  expect(consumed.filter((one) => one === userId)).toHaveLength(1);
  expect(await readLink(token, now)).toBeUndefined();
});

test('a link is valid for a day', async () => {
  const token = await issueLink(randomUUID(), now);
  expect(await readLink(token, later(LINK_SECONDS - 2))).toBeDefined();
  expect(await readLink(token, later(LINK_SECONDS))).toBeUndefined();
  expect(await consumeLink(token, later(LINK_SECONDS))).toBeUndefined();
});

test('other tokens are not valid, and the table does not contain the token', async () => {
  const token = await issueLink(randomUUID(), now);
  for (const made of ['', token.slice(1), `${token}x`]) expect(await readLink(made, now)).toBeUndefined();
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('WINDOWS_TABLE'), Key: windowKey.link(token) }),
  );
  expect(Item).toBeUndefined();
});
