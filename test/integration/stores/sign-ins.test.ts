import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dynamo } from '../../../shared/stores/aws.ts';
import { networkOf } from '../../../shared/stores/identity/networks.ts';
import { countTry } from '../../../shared/stores/identity/sign-ins.ts';
import { tries } from '../../support/setup/fast-check.ts';

const MINUTE = 60;
const SPAN = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;
/** Early on a day. */
const START = Date.UTC(2026, 10, 21, 1, 0, 0);
const at = (seconds: number) => new Date(START + seconds * 1000);

const anEmail = () => `${randomUUID()}@example.com`;
const aUser = () => ({ id: randomUUID(), generation: 3 });
const address = (network: number) => `10.${network >> 8}.${network & 255}.1`;

type Attempt = Parameters<typeof countTry>[0];
const someone = (more: Partial<Attempt> = {}): Attempt => ({
  email: anEmail(),
  ip: address(1),
  user: aUser(),
  ...more,
});
const waitOf = async (attempt: Attempt, seconds = 0) => (await countTry(attempt, at(seconds))).wait;
/** Tries at the same time. @returns how many were let in */
const burst = async (attempt: Attempt, times: number, seconds = 0) => {
  const waits = await Promise.all(Array.from({ length: times }, () => waitOf(attempt, seconds)));
  return waits.filter((wait) => wait === 0).length;
};

test('of any number at once ten are let in, also when older ones are forgotten', async () => {
  const who = someone();
  expect(await burst(who, 9)).toBe(9);
  expect(await burst(who, 14, SPAN)).toBe(10);
});

test('after a wait one is let in, however many come, and the next wait is twice as long', async () => {
  const who = someone();
  await burst(who, 10);
  let now = 0;
  for (const wait of [15, 30, 60, 120, 240, 240].map((minutes) => minutes * MINUTE)) {
    expect(await waitOf(who, now)).toBe(wait);
    expect(await waitOf(who, now + wait - 1)).toBe(1);
    now += wait;
    expect(await burst(who, 5, now)).toBe(1);
  }
});

test('any sequence of failures is let in as in the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 1_200 }), { maxLength: 25 }), async (waits) => {
      const who = someone();
      let [now, failed, last, next] = [0, 0, 0, 0];
      for (const wait of waits) {
        now += wait;
        if (failed < 10 && now - last >= SPAN) failed = 0;
        const expected = failed >= 10 && now < next ? next - now : 0;
        expect(await waitOf(who, now)).toBe(expected);
        if (expected > 0) continue;
        failed++;
        last = now;
        next = now + Math.min(SPAN * 2 ** Math.max(0, failed - 10), 240 * MINUTE);
      }
    }),
    tries(10),
  );
});

test('a success gives back what was counted, for its e-mail and network', async () => {
  const who = someone();
  await burst(who, 9);
  const right = await countTry(who, at(1));
  expect(right.wait).toBe(0);
  await right.succeed();
  expect(await burst(who, 11, 2)).toBe(10);
});

describe('from very many networks', () => {
  test('a hundred are let in, and then only networks from which the user signed in before', async () => {
    const who = someone();
    const home = { ...who, ip: address(60_000) };
    await (await countTry(home, at(0))).succeed();
    for (let network = 1; network <= 10; network++)
      expect(await burst({ ...who, ip: address(network) }, 10)).toBe(10);
    const elsewhere = { ...who, ip: address(11) };
    expect(await waitOf(elsewhere)).toBe(SPAN);
    expect(await burst(home, 11, 1)).toBe(10);
    // What was refused did not count.
    expect(await waitOf(elsewhere, SPAN)).toBe(0);
  });

  test('what must wait, or comes from a known network and fails, leaves the count of all as it was', async () => {
    const who = someone();
    const home = { ...who, ip: address(60_000) };
    await (await countTry(home, at(0))).succeed();
    for (let network = 1; network <= 9; network++) await burst({ ...who, ip: address(network) }, 10);
    await burst({ ...who, ip: address(10) }, 9);
    // Of a hundred one is left: neither these take it, nor do they make it count for longer.
    expect(await burst({ ...who, ip: address(1) }, 5, SPAN - 10)).toBe(0);
    const failed = await countTry(home, at(SPAN - 10));
    expect(failed.wait).toBe(0);
    await failed.fail();
    expect(await waitOf({ ...who, ip: address(11) }, SPAN - 5)).toBe(0);
    expect(await waitOf({ ...who, ip: address(12) }, SPAN - 4)).toBe(SPAN - 1);
  });

  test('a new password begins anew, and knows no network', async () => {
    const who = someone();
    await (await countTry(who, at(0))).succeed();
    expect(await burst(who, 11)).toBe(10);
    const renewed = { ...who, user: { ...who.user!, generation: 4 } };
    expect(await burst(renewed, 11)).toBe(10);
    expect(await burst({ ...renewed, ip: address(2) }, 100, 1)).toBe(10);
  });
});

test.each([-3 * DAY, -DAY, DAY, 3 * DAY])(
  'a clock wrong by %s seconds neither blocks nor frees those of the others',
  async (offset) => {
    const who = someone();
    expect(await burst(who, 11, offset)).toBe(10);
    expect(await burst(who, 11)).toBe(10);
    expect(await waitOf(who, 1)).toBe(SPAN - 1);
    await (await countTry({ ...who, ip: address(2) }, at(offset))).succeed();
    expect(await waitOf(who, 2)).toBe(SPAN - 2);
  },
);

test('no row has an e-mail or an address', async () => {
  const email = `secreta-${randomUUID()}@example.com`;
  const ip = '203.0.113.77';
  const right = await countTry(someone({ email, ip }), at(0));
  await right.succeed();
  await countTry(someone({ email: 'contraseña tecleada como e-mail', ip, user: undefined }), at(0));
  const rows: unknown[] = [];
  for await (const { Items } of paginateScan({ client: dynamo() }, { TableName: process.env.WINDOWS_TABLE! }))
    rows.push(...(Items ?? []));
  const text = JSON.stringify(rows);
  expect(text).toContain('sign-ins#');
  for (const secret of [email, 'secreta', 'tecleada', '203.0.113']) expect(text).not.toContain(secret);
});

test.each([
  ['192.0.2.1', '192.0.2.254', true],
  ['192.0.2.1', '192.0.3.1', false],
  ['192.0.2.1', '::ffff:192.0.2.9', true],
  ['2001:db8:1:ff00::1', '2001:db8:1:ffaa:1::', true],
  ['2001:db8:1:ff00::1', '2001:db8:1:fe00::1', false],
  ['unknown', 'unknown', true],
  ['unknown', '192.0.2.1', false],
])('%s and %s are one network: %s', (one, other, expected) => {
  expect(networkOf(one) === networkOf(other)).toBe(expected);
});
