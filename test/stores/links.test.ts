import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { setting } from '../../shared/config.ts';
import { dynamo } from '../../shared/stores/aws.ts';
import { windowKey } from '../../shared/stores/keyspace.ts';
import { issueLink, LINK_SECONDS, readLink, takeLink } from '../../shared/stores/links.ts';

const now = new Date();
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

test('a link is good until it is taken, however often it is looked at', async () => {
  const userId = randomUUID();
  const token = await issueLink(userId, now);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await readLink(token, now)).toBe(userId);
  expect(await readLink(token, later(3600))).toBe(userId);
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeLink(token, now)));
  expect(taken.filter((one) => one === userId)).toHaveLength(1);
  expect(await readLink(token, now)).toBeUndefined();
});

test('a link is good for a day', async () => {
  const token = await issueLink(randomUUID(), now);
  expect(await readLink(token, later(LINK_SECONDS - 2))).toBeDefined();
  expect(await readLink(token, later(LINK_SECONDS))).toBeUndefined();
  expect(await takeLink(token, later(LINK_SECONDS))).toBeUndefined();
});

test('a made-up link is none, and the table does not hold what works', async () => {
  const token = await issueLink(randomUUID(), now);
  for (const made of ['', token.slice(1), `${token}x`]) expect(await readLink(made, now)).toBeUndefined();
  const { Item } = await dynamo().send(
    new GetCommand({ TableName: setting('WINDOWS_TABLE'), Key: windowKey.link(token) }),
  );
  expect(Item).toBeUndefined();
});
