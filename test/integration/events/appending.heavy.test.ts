import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayEvent } from '../../../functions/capabilities/events/gateway-event.ts';
import { eventIdOf, type Numbered } from '../../../functions/capabilities/events/store/event-row.ts';
import { ownServices } from '../../../functions/services.ts';
import { stores } from '../../../functions/stores.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { daysLater } from '../../../shared/kernel/spanish-time.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { capacityOf } from '../../support/stores/capacity.ts';
import { changesOf } from '../../support/stores/streams.ts';

/** A stream record as Lambda passes it, for a row of a table before and after a change. */
const recordOf = (
  table: 'FILINGS_TABLE' | 'ACCOUNTS_TABLE',
  { before, after }: { before?: object | undefined; after?: object | undefined },
): DynamoDBRecord => ({
  eventID: randomUUID(),
  eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
  eventSourceARN: `arn:aws:dynamodb:eu-south-2:000000000000:table/${setting(table)}/stream/2026-11-23T00:00:00.000`,
  dynamodb: {
    ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
    Keys: marshall({ pk: 'pk', sk: ((after ?? before) as { sk: string }).sk }) as never,
    ...(before && { OldImage: marshall(before) as never }),
    ...(after && { NewImage: marshall(after) as never }),
  },
});

/** The stream record of an accepted filing. */
const acceptedRecord = (accountId: string, id: string = randomUUID()): DynamoDBRecord => {
  const row = {
    sk: 'head',
    id,
    state: 'committing',
    dry: false,
    accountId,
    clientId: 0,
    authority: 'tgss',
    operation: 'POST /api/v4/seg-social/alta',
    claimedAt: new Date().toISOString(),
  };
  return recordOf('FILINGS_TABLE', {
    before: row,
    after: { ...row, state: 'accepted', endedAt: new Date().toISOString() },
  });
};

/** The stream record of a stored certificate. */
const certificateRecord = (accountId: string, notAfter: Date): DynamoDBRecord => {
  const id = randomUUID();
  return recordOf('ACCOUNTS_TABLE', {
    after: {
      sk: `certificate#0#${id}`,
      id,
      accountId,
      clientId: 0,
      notAfter: notAfter.toISOString(),
      dni: '99999990S',
      givenName: 'LUCÍA',
      surname: 'PRUEBA',
      name: 'LUCÍA PRUEBA',
      createdAt: new Date().toISOString(),
    },
  });
};

/** The stream record of a removed user. */
const removedRecord = (accountId: string): DynamoDBRecord => {
  const row = { sk: 'user', id: randomUUID(), accountId, name: 'Lucía', role: 'files', generation: 0 };
  return recordOf('ACCOUNTS_TABLE', {
    before: row,
    after: { ...row, removedAt: new Date().toISOString(), generation: 1 },
  });
};

/**
 * The events that the function for changes writes: wherever it is interrupted, each event is there once, in an order that never
 * changes.
 */

/** The number of writes until the function is killed, and whether the last one takes effect. */
const killing = new AsyncLocalStorage<{ left: number; isDone: boolean; killed?: true }>();

/** An owner whose transactions are held back. */
let held: { owner: string; until: Promise<void> } | undefined;

beforeAll(() => {
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (
          held &&
          commandName === 'TransactWriteItemsCommand' &&
          JSON.stringify(args.input).includes(held.owner)
        )
          await held.until;
        const kill = killing.getStore();
        if (!kill || !/Put|Update|Delete|Write/.test(commandName ?? '')) return next(args);
        if (kill.left-- > 0 && !kill.killed) return next(args);
        if (kill.isDone && !kill.killed) await next(args);
        kill.killed = true;
        throw new Error('killed');
      },
    { name: 'kill' },
  );
});
afterAll(() => dynamo().middlewareStack.remove('kill'));

const log = { info: () => {}, error: () => {} };
const handle = changesOf({ ...ownServices, log });
const NOW = () => new Date();

const all = async (accountId: string) => {
  const events: Numbered[] = [];
  for (let after: number | undefined; ; ) {
    const page = await stores.events.listEvents(accountId, {
      after,
      fits: () => true,
      limit: 500,
      now: NOW(),
    });
    events.push(...page.events);
    after = page.last;
    if (!page.more) return events;
  }
};
const subjectsOf = (events: GatewayEvent[]) => events.map(({ subject }) => subject.id);
const idsIn = (records: DynamoDBRecord[]) => records.map(({ dynamodb }) => dynamodb!.NewImage!.id!.S!);

/**
 * With a certificate that expires in a year, because each write of a reminder is one more point at which the function can be
 * interrupted.
 */
const someRecords = (accountId: string) => [
  ...Array.from({ length: 45 }, () => acceptedRecord(accountId)),
  certificateRecord(accountId, daysLater(NOW(), 365)),
  acceptedRecord(accountId),
];

describe.each([
  ['before', false],
  ['after', true],
])('a function that is killed %s a write', (_, isDone) => {
  test('the function loses no event, and writes none twice, at any write', async () => {
    let writes = 0;
    for (let isKilled = true; isKilled; writes++) {
      const accountId = randomUUID();
      const records = someRecords(accountId);
      const kill: { left: number; isDone: boolean; killed?: true } = { left: writes, isDone };
      await killing.run(kill, () => handle(records)).catch(() => {});
      isKilled = kill.killed === true;
      // When the records are read again, they are split differently, and come twice.
      const cut = writes % records.length;
      await handle(records.slice(0, cut));
      await handle(records.slice(cut));
      await handle(records);
      expect(subjectsOf(await all(accountId)), `killed at write ${writes}`).toEqual(idsIn(records));
    }
    // Two transactions, and four reminders.
    expect(writes).toBeGreaterThan(5);
  });
});

test('many functions that append events to one account at the same time leave no hole, and lose nothing', async () => {
  const accountId = randomUUID();
  const batches = Array.from({ length: 8 }, () =>
    Array.from({ length: 20 }, () => acceptedRecord(accountId)),
  );
  // Each batch of records is given to two functions.
  await Promise.all([...batches, ...batches].map((records) => handle(records)));
  const events = await all(accountId);
  expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 160 }, (_, index) => index + 1));
  expect(subjectsOf(events).toSorted()).toEqual(batches.flatMap(idsIn).toSorted());
});

/** Events of one account in this test; the figures in `docs/scale.md` are for 10,000. */
const MANY = Number(process.env.EVENTS ?? 400);
/** The size of the event source's batches. */
const BATCH = 200;

test('events of an account do not wait for another account of the same batch, however many that has', async () => {
  const [busy, other] = [randomUUID(), randomUUID()];
  const began = performance.now();
  for (let from = 0; from < MANY; from += BATCH) {
    const records = Array.from({ length: BATCH - 1 }, () => acceptedRecord(busy));
    // Nothing is written for the busy account before the other account's event.
    const gate = Promise.withResolvers<void>();
    held = { owner: busy, until: gate.promise };
    const handled = handle([...records, acceptedRecord(other)]);
    while ((await stores.events.lastNumber(other)) === from / BATCH) await sleep(1);
    gate.resolve();
    await handled;
  }
  if (process.env.EVENTS) console.info(`${MANY} events in ${Math.round(performance.now() - began)} ms`);
  expect(await all(busy)).toHaveLength((MANY / BATCH) * (BATCH - 1));
});

test('a removal in an account is an event, but not while the account is erased, because the event would stay', async () => {
  const email = `${randomUUID()}@example.com`;
  const { accountId } = await stores.accounts.createAccount({ email, name: 'Asesoría' });
  await handle([removedRecord(accountId)]);
  expect((await all(accountId)).map(({ type }) => type)).toEqual(['user.removed']);
  await stores.accounts.setAccountDisabled(accountId, true);
  await handle([removedRecord(accountId)]);
  await handle([removedRecord(randomUUID())]);
  expect(await all(accountId)).toHaveLength(1);
});

describe('a reader of events', () => {
  const event = (): GatewayEvent => ({
    id: eventIdOf(randomUUID()),
    type: 'tramite.accepted',
    at: NOW().toISOString(),
    subject: { kind: 'tramite', id: randomUUID() },
  });
  const appended = async (owner: string, count: number, now = NOW()) =>
    stores.events.appendEvents(owner, Array.from({ length: count }, event), { now });
  const read = (owner: string, after: number | undefined, now = NOW()) =>
    stores.events.listEvents(owner, { after, fits: () => true, limit: 10, now });

  test('a reader who comes back within 30 days misses nothing, and a later one sees that something is missing and goes on', async () => {
    const owner = randomUUID();
    await appended(owner, 3, daysLater(NOW(), -31));
    await appended(owner, 2);
    const page = await read(owner, 1);
    expect(page).toMatchObject({ last: 5, missed: true, more: false });
    expect(page.events.map(({ number }) => number)).toEqual([4, 5]);
    expect(await read(owner, 3)).toMatchObject({ missed: false });
    expect(await read(owner, 5)).toMatchObject({ events: [], missed: false });
    // From the oldest kept event on, none is missing.
    expect(await read(owner, undefined)).toMatchObject({ missed: false });
    const later = await read(owner, 5, daysLater(NOW(), 31));
    expect(later).toMatchObject({ events: [], last: 5, missed: false });
    expect(await read(owner, 4, daysLater(NOW(), 31))).toMatchObject({ events: [], last: 5, missed: true });
  });

  test('a reader whose place is from a table that was lost gets all events, and sees that something may be missing', async () => {
    const owner = randomUUID();
    await appended(owner, 2);
    const page = await read(owner, 700);
    expect(page).toMatchObject({ last: 2, missed: true });
    expect(page.events).toHaveLength(2);
  });

  test('a reader whose events do not fit advances over the others, a limited number at a time', async () => {
    const owner = randomUUID();
    for (let round = 0; round < 6; round++) await appended(owner, 200);
    const none = { fits: () => false, limit: 10, now: NOW() };
    const first = await stores.events.listEvents(owner, { after: undefined, ...none });
    expect(first).toMatchObject({ events: [], more: true });
    expect(first.last).toBeGreaterThanOrEqual(1000);
    const second = await stores.events.listEvents(owner, { after: first.last, ...none });
    expect(second).toMatchObject({ events: [], last: 1200, more: false, missed: false });
  });
});

test('the cost of writing an event, and of reading a month of an office, stays within its limits', async () => {
  const made = (): GatewayEvent => ({
    id: eventIdOf(randomUUID()),
    type: 'tramite.accepted',
    at: NOW().toISOString(),
    clientId: 12,
    companyId: 12,
    subject: { kind: 'tramite', id: '01K9Z3V5Q8R2T4W6X8Y0A2C4E6' },
    detail: { state: 'accepted' },
  });
  const owner = randomUUID();
  const one = await capacityOf(() => stores.events.appendEvents(owner, [made()], { now: NOW() }));
  expect({ rcu: one.rcu, wcu: one.wcu }).toEqual({ rcu: 1, wcu: 6 });
  // An office with 100 filings a day: three days, or the month to which the figure in `docs/operations.md` refers.
  const count = process.env.EVENTS ? 3_000 : 300;
  await stores.events.appendEvents(owner, Array.from({ length: count - 1 }, made), { now: NOW() });
  const read = await capacityOf(() => all(owner));
  expect(read.rows).toBeGreaterThanOrEqual(count);
  if (process.env.EVENTS) console.info(`${count} events: ${read.rcu} read units`);
  expect(read.rcu).toBeLessThan(count / 10);
});
