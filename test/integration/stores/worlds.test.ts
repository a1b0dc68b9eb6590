import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { s3Store } from '../../../sandbox/worlds/s3-store.ts';

const bucket = process.env.SANDBOX_BUCKET!;

test('the sandbox world of an account is read once for each version', async () => {
  const [store, account] = [s3Store(bucket), randomUUID()];
  expect(await store.read(account)).toBeUndefined();
  const version = await store.write(account, '{"a":1}', undefined);
  expect(await store.read(account)).toEqual({ text: '{"a":1}', version });
  expect(await store.read(account, version)).toBe('unchanged');
  const next = await store.write(account, '{"a":2}', version);
  expect(next).not.toBe(version);
  expect(await store.read(account, version)).toEqual({ text: '{"a":2}', version: next });
});

test('no writer of a world overwrites what another one has written', async () => {
  const [store, account] = [s3Store(bucket), randomUUID()];
  const version = await store.write(account, 'first', undefined);
  expect(await store.write(account, 'another first', undefined)).toBeUndefined();
  const next = await store.write(account, 'second', version);
  expect(await store.write(account, 'another second', version)).toBeUndefined();
  expect(await store.read(account)).toEqual({ text: 'second', version: next });
});

test('a world that was deleted is no longer there to be written over', async () => {
  const [store, account] = [s3Store(bucket), randomUUID()];
  expect(await store.write(account, 'late', '"0123456789abcdef0123456789abcdef"')).toBeUndefined();
  expect(await store.read(account)).toBeUndefined();
});

test('one of 20 writes over one version of a world at once is made', async () => {
  const [store, account] = [s3Store(bucket), randomUUID()];
  const version = await store.write(account, 'first', undefined);
  const written = await Promise.all(
    Array.from({ length: 20 }, (_, index) => store.write(account, `write ${index}`, version)),
  );
  expect(written.filter((each) => each !== undefined)).toHaveLength(1);
  expect(await store.read(account)).toEqual({
    text: `write ${written.findIndex((each) => each !== undefined)}`,
    version: written.find((each) => each !== undefined),
  });
});

test('a failure of S3 is taken neither for a conflict nor for a missing world', async () => {
  const store = s3Store('no-such-bucket');
  await expect(store.write('one', '{}', undefined)).rejects.toThrow();
  await expect(store.read('one')).rejects.toThrow();
});
