import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { networkOf } from '../../../shared/stores/identity/networks.ts';
import { countTry as countTryFrom, readOrigin } from '../../../shared/stores/identity/sign-ins.ts';
import { tries } from '../../support/setup/fast-check.ts';

const MINUTE = 60;
const SPAN = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;
/** Early in the morning. */
const START = Date.UTC(2026, 10, 21, 1, 0, 0);
const at = (seconds: number) => new Date(START + seconds * 1000);

const anEmail = () => `${randomUUID()}@example.com`;
const aUser = () => ({ id: randomUUID(), generation: 3 });
const address = (network: number) => `10.${network >> 8}.${network & 255}.1`;

interface Attempt {
  email: string;
  ip: string;
  user: Parameters<typeof countTryFrom>[1];
}
const countTry = async ({ email, ip, user }: Attempt, now: Date) =>
  countTryFrom(await readOrigin(email, ip, now), user, now);
const someone = (more: Partial<Attempt> = {}): Attempt => ({
  email: anEmail(),
  ip: address(1),
  user: aUser(),
  ...more,
});
const waitOf = async (attempt: Attempt, seconds = 0) => (await countTry(attempt, at(seconds))).wait;
/** Simultaneous sign-ins. @returns how many were admitted */
const burst = async (attempt: Attempt, times: number, seconds = 0) => {
  const waits = await Promise.all(Array.from({ length: times }, () => waitOf(attempt, seconds)));
  return waits.filter((wait) => wait === 0).length;
};

test('ten of any number of tries to sign in at once are admitted, also when older ones are forgotten', async () => {
  const who = someone();
  expect(await burst(who, 9)).toBe(9);
  expect(await burst(who, 14, SPAN)).toBe(10);
});

test('one try to sign in is admitted after a wait, however many come, and the next wait is twice as long', async () => {
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

test('any sequence of failed tries is admitted as a plain model of the rule admits it', async () => {
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

test('a sign-in that succeeds gives back the counts of its e-mail and network', async () => {
  const who = someone();
  await burst(who, 9);
  const right = await countTry(who, at(1));
  expect(right.wait).toBe(0);
  await right.succeed();
  expect(await burst(who, 11, 2)).toBe(10);
});

describe('the tries from networks where the user never signed in', () => {
  /** Sign-ins of one day, each from another network. @returns how many were admitted */
  const ofDay = async (who: Attempt, day: number, times: number) => {
    let letIn = 0;
    // Only a few at once, for busy machines.
    for (let first = 0; first < times; first += 6) {
      const waits = await Promise.all(
        Array.from({ length: Math.min(6, times - first) }, (_, network) =>
          waitOf({ ...who, ip: address(1_000 * (day + 1) + first + network) }, day * DAY),
        ),
      );
      letIn += waits.filter((wait) => wait === 0).length;
    }
    return letIn;
  };

  test('fifty tries are admitted a day and a hundred a week, however slowly they come', async () => {
    const who = someone();
    // The clock's week begins on Thursday, and START is a Saturday.
    expect(await ofDay(who, 0, 60)).toBe(50);
    expect(await waitOf({ ...who, ip: address(1) }, 60)).toBe(23 * 60 * MINUTE - 60);
    expect(await ofDay(who, 1, 60)).toBe(50);
    expect(await ofDay(who, 2, 10)).toBe(0);
    expect(await waitOf({ ...who, ip: address(2) }, 2 * DAY)).toBe(3 * DAY - 60 * MINUTE);
    expect(await ofDay(who, 5, 60)).toBe(50);
  });

  test('refused tries count neither for the day nor for the week', async () => {
    const who = someone();
    expect(await burst(who, 14)).toBe(10);
    expect(await ofDay(who, 0, 60)).toBe(40);
    expect(await ofDay(who, 1, 60)).toBe(50);
  });

  test('these tries do not block a network from which the user signed in before, nor count there', async () => {
    const who = someone();
    const home = { ...who, ip: address(60_000) };
    await (await countTry(home, at(0))).succeed();
    expect(await ofDay(who, 0, 60)).toBe(50);
    expect(await burst(home, 11, 1)).toBe(10);
    expect(await burst(home, 11, DAY)).toBe(10);
    expect(await ofDay(who, 1, 60)).toBe(50);
  });

  test('tries that succeed are not counted', async () => {
    const who = someone();
    for (let network = 1; network <= 60; network++)
      await (await countTry({ ...who, ip: address(network) }, at(network))).succeed();
    expect(await ofDay(who, 0, 60)).toBe(50);
  });

  test('the count begins again with a new password, which has no known network', async () => {
    const who = someone();
    await (await countTry(who, at(0))).succeed();
    expect(await ofDay(who, 0, 60)).toBe(50);
    const renewed = { ...who, user: { ...who.user!, generation: 4 } };
    expect(await ofDay(renewed, 0, 49)).toBe(49);
    expect(await burst(renewed, 11)).toBe(1);
  });

  test('an e-mail without a user has as many tries', async () => {
    expect(await ofDay(someone({ user: undefined }), 0, 60)).toBe(50);
  });
});

describe('the tries at a user with a short password', () => {
  const short = () => someone({ user: { ...aUser(), hasShortPassword: true } });
  const isLocked = async (who: Attempt, seconds = 0) => (await countTry(who, at(seconds))).isLocked;

  test('ten wrong passwords are compared in all, however long they take and however many come at once', async () => {
    const who = short();
    expect(await isLocked(who)).toBe(false);
    for (let day = 10; day < 80; day += 10)
      expect(await isLocked({ ...who, ip: address(day) }, day * DAY)).toBe(false);
    const locked = await Promise.all(
      Array.from({ length: 5 }, (_, network) => isLocked({ ...who, ip: address(network) }, 90 * DAY)),
    );
    expect(locked.filter((one) => !one)).toHaveLength(2);
  });

  test('a right password does not count, and frees no try', async () => {
    const who = short();
    for (let network = 1; network <= 9; network++) await countTry({ ...who, ip: address(network) }, at(0));
    await (await countTry({ ...who, ip: address(20) }, at(1))).succeed();
    expect(await isLocked({ ...who, ip: address(21) }, 2)).toBe(false);
    expect(await isLocked({ ...who, ip: address(22) }, 2)).toBe(true);
  });

  test('the tries of others do not lock the user out of a network from which the user signed in', async () => {
    const who = short();
    const home = { ...who, ip: address(60_000) };
    await (await countTry(home, at(0))).succeed();
    for (let network = 1; network <= 11; network++) await countTry({ ...who, ip: address(network) }, at(0));
    expect(await isLocked({ ...who, ip: address(12) }, 1)).toBe(true);
    for (let day = 1; day <= 10; day++) expect(await isLocked(home, day * DAY)).toBe(false);
    expect(await isLocked(home, 11 * DAY)).toBe(true);
  });
});

test.each([-3 * DAY, -DAY, DAY, 3 * DAY])(
  'a process whose clock is wrong by %s seconds neither blocks nor frees tries at others',
  async (offset) => {
    const who = someone();
    expect(await burst(who, 11, offset)).toBe(10);
    expect(await burst(who, 11)).toBe(10);
    expect(await waitOf(who, 1)).toBe(SPAN - 1);
    await (await countTry({ ...who, ip: address(2) }, at(offset))).succeed();
    expect(await waitOf(who, 2)).toBe(SPAN - 2);
  },
);

test('no row about tries to sign in contains an e-mail or an address', async () => {
  const email = `secreta-${randomUUID()}@example.com`;
  // A network that no other test uses: the rows of rates, which last for minutes, are by address.
  const ip = '198.18.77.7';
  const right = await countTry(someone({ email, ip }), at(0));
  await right.succeed();
  await countTry(someone({ email: 'contraseña tecleada como e-mail', ip, user: undefined }), at(0));
  const rows: unknown[] = [];
  for await (const { Items } of paginateScan({ client: dynamo() }, { TableName: process.env.WINDOWS_TABLE! }))
    rows.push(...(Items ?? []));
  const text = JSON.stringify(rows);
  expect(text).toContain('sign-ins#');
  for (const secret of [email, 'secreta', 'tecleada', '198.18.77']) expect(text).not.toContain(secret);
});

test.each([
  ['192.0.2.1', '192.0.2.254', true],
  ['192.0.2.1', '192.0.3.1', false],
  ['192.0.2.1', '::ffff:192.0.2.9', true],
  ['2001:db8:1:ff00::1', '2001:db8:1:ffaa:1::', true],
  ['2001:db8:1:ff00::1', '2001:db8:1:fe00::1', false],
  ['unknown', 'unknown', true],
  ['unknown', '192.0.2.1', false],
])('the addresses %s and %s are one network: %s', (one, other, expected) => {
  expect(networkOf(one) === networkOf(other)).toBe(expected);
});
