import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/webhooks.ts';
import { type GatewayEvent, SERVICE } from '../../../functions/capabilities/events/gateway-event.ts';
import type { Numbered } from '../../../functions/capabilities/events/store/event-row.ts';
import { handOverEvents } from '../../../functions/capabilities/webhooks/deliveries/hand-over.ts';
import { WAITS } from '../../../functions/capabilities/webhooks/deliveries/outcome.ts';
import { stores } from '../../../functions/stores.ts';
import { newAccount, newCompany, sessionOf } from '../../support/accounts.ts';
import { ENDS_OF_ACCESS } from '../../support/callers/ended-access.ts';
import { newUser } from '../../support/callers/users.ts';
import type { Gateway } from '../../support/gateway.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { mailsTo, needsMails } from '../../support/servers/mails.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';
import {
  type Answer,
  type Received,
  startDeliveries,
  startReceiver,
} from '../../support/webhooks/deliveries.ts';

/** Webhooks with real receivers, the real queue and the real streams, and with a clock that the test moves. */

const { service } = await ownService();
const deliveries = await startDeliveries(service.services);
const accounts: string[] = [];
const changes = await followChanges(service.services, {
  isOwn: () => accounts,
  tables: ['ACCOUNTS_TABLE', 'EVENTS_TABLE'],
});

const DAY = 24 * 60 * 60 * 1000;

const receiver = async (answerOf?: (received: Received, before: number) => Answer) => {
  const started = await startReceiver(answerOf);
  onTestFinished(started.close);
  return started;
};

/** A new account with a webhook. */
const hooked = async (url: string, more: object = {}) => {
  const { gateway, email } = await newAccount(service.demo.baseUrl, 'Asesoría con webhook');
  const accountId = String(decodeJwt(gateway.token).acc);
  accounts.push(accountId);
  // The account's first user causes an event, too.
  while ((await changes.catchUp()).length > 0);
  const { status, body } = await gateway.post('/webhooks', { url, types: ['tramite.*'], ...more });
  expect(status).toBe(200);
  return { gateway, email, accountId, webhook: body.data as { id: string; secret: string } };
};

/** Stores an event that happened now. */
const happen = async (accountId: string, more: Partial<GatewayEvent> = {}) => {
  const event: GatewayEvent = {
    id: randomUUID().replaceAll('-', ''),
    type: 'tramite.accepted',
    at: deliveries.now().toISOString(),
    subject: { kind: 'tramite', id: '01K9Z3V5Q8R2T4W6X8Y0A2C4E6' },
    ...more,
  };
  await stores.events.appendEvents(accountId, [event], { now: deliveries.now() });
  return event;
};

/** Delivers everything that has happened so far to the webhooks that want it. */
const send = async () => {
  // A change causes an event, which causes a delivery.
  while ((await changes.catchUp()).length > 0);
  return deliveries.run();
};

const listed = async (gateway: Gateway, id: string, query: Record<string, string> = {}) =>
  (await gateway.get(`/webhooks/${id}/deliveries`, query)).body.data.data;

test('an event reaches the webhooks that want it, once, and signed', async () => {
  const { received, url } = await receiver();
  const { gateway, accountId, webhook } = await hooked(url, { types: ['user.*'] });
  const invited = { name: 'Ana', email: `${randomUUID()}@example.com`, role: 'reads' };
  expect((await gateway.post('/users', invited)).status).toBe(200);
  await happen(accountId);
  await send();
  expect(received).toHaveLength(1);
  const { headers, body, id } = received[0]!;
  expect(new Verifier(webhook.secret).verify(body, headers)).toEqual({
    type: 'user.invited',
    timestamp: expect.any(String),
    data: { company: null, clientId: null, subject: { kind: 'user', id: expect.any(String) } },
  });
  expect(await verifyWebhook(body, headers, webhook.secret)).toMatchObject({ type: 'user.invited' });
  expect(body).not.toContain('Ana');
  const { events } = (await gateway.get('/events', { type: 'user.invited' })).body.data;
  expect(id).toBe(events.at(-1).id);
  expect(await listed(gateway, webhook.id)).toMatchObject([
    { event: { id, type: 'user.invited' }, state: 'delivered', tries: 1, last_tries: [{ status: 204 }] },
  ]);
});

// Before the clock is moved, because the API uses the real one.
test('a secret of a webhook that was replaced signs for another day, and a test event shows it', async () => {
  const { received, url } = await receiver();
  const { gateway, accountId, webhook } = await hooked(url);
  const replaced = (await gateway.post(`/webhooks/${webhook.id}/secret`, {})).body.data;
  const { delivery } = (await gateway.post(`/webhooks/${webhook.id}/test`, {})).body.data;
  await deliveries.run();
  expect(await listed(gateway, webhook.id)).toMatchObject([{ id: delivery, state: 'delivered' }]);
  const { headers } = received[0]!;
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
  const [row] = await stores.webhooks.listWebhooks(accountId);
  const good = (after: number) => stores.webhooks.secretsOf(row!, new Date(Date.now() + after));
  expect(await good(0)).toEqual([replaced.secret, webhook.secret]);
  expect(await good(DAY + 60_000)).toEqual([replaced.secret]);
  // Neither secret is in the row, or in a list.
  expect(JSON.stringify([row, (await gateway.get('/webhooks')).body])).not.toContain('whsec_');
});

test('a secret of a webhook that leaked is ended at once', async () => {
  const { received, url } = await receiver();
  const { gateway, accountId, webhook } = await hooked(url);
  for (const _ of ['one', 'more']) await gateway.post(`/webhooks/${webhook.id}/secret`, {});
  expect((await gateway.post(`/webhooks/${webhook.id}/secret`, {})).status).toBe(409);
  expect((await gateway.delete(`/webhooks/${webhook.id}/secret`)).status).toBe(200);
  const { secret } = (await gateway.post(`/webhooks/${webhook.id}/secret`, {})).body.data;
  expect((await gateway.delete(`/webhooks/${webhook.id}/secret`)).status).toBe(200);
  await happen(accountId);
  await send();
  const [{ body, headers }] = received as [Received];
  expect(headers['webhook-signature']!.split(' ')).toHaveLength(1);
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'tramite.accepted' });
});

describe('a webhook whose user loses access', () => {
  needsMails();

  const stateOf = async (gateway: Gateway, id: string) =>
    (await gateway.get('/webhooks')).body.data.find((one: { id: string }) => one.id === id);
  /** An owner, and another owner with a webhook. */
  const twoOwners = async (url: string) => {
    const { gateway, accountId, email } = await hooked(url, { types: ['batch.*'] });
    const other = await newUser(service.demo.baseUrl, accountId, 'owner');
    const wanted = { url, types: ['tramite.*'], description: 'Nóminas' };
    const { id } = (await other.gateway.post('/webhooks', wanted)).body.data;
    while ((await changes.catchUp()).length > 0);
    return { gateway, accountId, email, other, id: id as string };
  };

  test.each(ENDS_OF_ACCESS)(
    'the webhook is switched off by %s, owners learn of it, and one of them confirms the webhook',
    async (_, end, why) => {
      const { received, url } = await receiver();
      const { gateway, accountId, email, other, id } = await twoOwners(url);
      await happen(accountId);
      await send();
      expect(received).toHaveLength(1);
      const since = deliveries.now().toISOString();
      await end(other.user);
      // Whatever ends all of the account's sessions, or its sessions without a code, ends this one, too.
      await stores.accounts.setAccountChoice(accountId, { secondFactor: 'optional' });
      let owner = gateway;
      if ((await gateway.get('/webhooks')).status !== 200)
        owner = await sessionOf(service.demo.baseUrl, email);
      if (why === 'secondFactor')
        await stores.accounts.setAccountChoice(accountId, { secondFactor: 'required' });
      const missed = [await happen(accountId), await happen(accountId)];
      await send();
      await happen(accountId, { type: 'certificate.uploaded' });
      await send();
      expect(received).toHaveLength(1);
      await stores.accounts.setAccountChoice(accountId, { secondFactor: 'optional' });
      const off = { active: false, disabled_why: why, disabled_at: expect.any(String) };
      expect(await stateOf(owner, id)).toMatchObject({ ...off, confirmed_by: other.user.id });
      const mails = (await mailsTo(email)).filter(({ text }) => text.includes('«Nóminas»'));
      expect(mails).toHaveLength(1);
      expect(mails[0]!.text).toContain('Compruebe que la dirección es de su oficina');
      const { events } = (await owner.get('/events', { type: 'webhook.*' })).body.data;
      expect(events).toMatchObject([{ type: 'webhook.disabled', subject: { id } }]);
      expect((await owner.post(`/webhooks/${id}/test`, {})).status).toBe(409);
      // Only enabling it does.
      const change = (json: object) => owner.call('PATCH', `/webhooks/${id}`, { json });
      expect((await change({ description: 'Nuestro' })).body.data).toMatchObject(off);
      const on = await change({ active: true });
      expect(on.body.data).toMatchObject({ active: true, disabled_why: null, disabled_at: null });
      expect(on.body.data.confirmed_by).not.toBe(other.user.id);
      expect((await owner.post(`/webhooks/${id}/resend`, { since })).body.data.resent).toBe(2);
      await send();
      // Two deliveries are sent at a time, in any order.
      const ids = (of: { id: string }[]) => of.map(({ id }) => id).toSorted();
      expect(ids(received.slice(1))).toEqual(ids(missed));
    },
  );

  test('the webhook is shown as off before anything is sent, and a new address or secret does not switch it on', async () => {
    const { received, url } = await receiver();
    const { gateway, accountId, other, id } = await twoOwners(url);
    await stores.accounts.revokeSessions(other.user.id);
    const off = { active: false, disabled_why: 'access' };
    expect(await stateOf(gateway, id)).toMatchObject({ ...off, disabled_at: null });
    const moved = await gateway.call('PATCH', `/webhooks/${id}`, { json: { url: `${url}/2` } });
    expect(moved.body.data).toMatchObject(off);
    const again = await twoOwners(url);
    await stores.accounts.revokeSessions(again.other.user.id);
    await again.gateway.post(`/webhooks/${again.id}/secret`, {});
    expect(await stateOf(again.gateway, again.id)).toMatchObject(off);
    for (const one of [accountId, again.accountId]) await happen(one);
    await send();
    expect(received).toEqual([]);
  });

  test('the webhook depends on the access of the user who gave it its address', async () => {
    const { received, url } = await receiver();
    const { gateway, accountId, other, id } = await twoOwners(url);
    const mine = await gateway.post('/webhooks', { url, types: ['tramite.*'] });
    // With a stolen session of the other owner.
    const json = { url: `${url}/theirs` };
    const moved = await other.gateway.call('PATCH', `/webhooks/${mine.body.data.id}`, { json });
    expect(moved.body.data.confirmed_by).toBe(other.user.id);
    await other.gateway.call('PATCH', `/webhooks/${id}`, { json: { active: false } });
    await stores.accounts.revokeSessions(other.user.id);
    await happen(accountId);
    await send();
    expect(received).toEqual([]);
  });
});

test('a receiver that fails, hangs, redirects to an inner address and recovers gets each event in the end, under its id', async () => {
  const inside = await receiver();
  const answers: Answer[] = [503, 'hang', { location: inside.url }, 404, 200];
  const { received, url } = await receiver((_, before) => answers[before]!);
  const { gateway, accountId, webhook } = await hooked(url);
  const events = [await happen(accountId), await happen(accountId)];
  await send();
  for (const wait of WAITS.slice(0, 6)) {
    await deliveries.pass(wait + 1000);
    await deliveries.run();
  }
  expect(inside.received).toEqual([]);
  for (const { id } of events) expect(received.filter((one) => one.id === id).length).toBeGreaterThan(0);
  const shown = await listed(gateway, webhook.id);
  expect(shown).toHaveLength(2);
  for (const one of shown) {
    expect(one).toMatchObject({ state: 'delivered', next_at: null });
    const results = one.last_tries.map(
      (each: { status: number; reason: string }) => each.status ?? each.reason,
    );
    expect(results[0]).toBe(503);
    expect(results.at(-1)).toBe(200);
    expect(results.filter((each: unknown) => each === 307 || each === 404)).toEqual([307, 404]);
    expect(JSON.stringify(one)).not.toContain('the body of an answer');
  }
  // Each recorded try is one call, except tries that were not made.
  const made = shown.flatMap((one: { last_tries: { milliseconds: number | null }[] }) =>
    one.last_tries.filter(({ milliseconds }) => milliseconds !== null),
  );
  expect(received).toHaveLength(made.length);
});

test('a delivery that is never accepted is tried for about a day, then fails, until it is sent again', async () => {
  let isBack = false;
  const { received, url } = await receiver(() => (isBack ? 200 : 500));
  const { gateway, accountId, webhook } = await hooked(url);
  const event = await happen(accountId);
  await send();
  const began = deliveries.now().getTime();
  for (const wait of WAITS) {
    expect(deliveries.waiting()).toHaveLength(1);
    await deliveries.pass(wait - 1000);
    await deliveries.run();
    await deliveries.pass(2000);
    await deliveries.run();
  }
  expect(received).toHaveLength(WAITS.length + 1);
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set([event.id]));
  const lasted = deliveries.now().getTime() - began;
  expect(lasted).toBeGreaterThan(0.9 * DAY);
  expect(lasted).toBeLessThan(1.1 * DAY);
  expect(deliveries.waiting()).toEqual([]);
  const [failed] = await listed(gateway, webhook.id, { state: 'failed' });
  expect(failed).toMatchObject({ tries: WAITS.length + 1, last_tries: { length: WAITS.length + 1 } });

  isBack = true;
  const again = await gateway.post(`/webhooks/${webhook.id}/deliveries/${failed.id}/resend`, {});
  expect(again.body.data).toMatchObject({ id: failed.id, state: 'pending' });
  await deliveries.run();
  expect(received.at(-1)!.id).toBe(event.id);
  expect(await listed(gateway, webhook.id)).toMatchObject([{ state: 'delivered', tries: WAITS.length + 2 }]);
});

test('an event of an authority reaches the webhooks of all accounts, and a webhook of one company gets only its own', async () => {
  const { received, url } = await receiver();
  await hooked(url, { types: ['authority.*'] });
  const { gateway, accountId } = await hooked(url, { types: ['authority.*'] });
  const company = Number((await newCompany(gateway)).id);
  expect((await gateway.post('/webhooks', { url, company, types: ['tramite.*'] })).status).toBe(200);
  expect((await gateway.post('/webhooks', { url, company: company + 1 })).status).toBe(404);
  const down: Numbered = {
    id: randomUUID().replaceAll('-', ''),
    number: 1,
    type: 'authority.down',
    at: deliveries.now().toISOString(),
    subject: { kind: 'authority', id: 'tgss' },
  };
  // Not read from the table, because the service's events are shared by all test files.
  const change = {
    kind: 'event',
    id: down.id,
    at: deliveries.now(),
    after: { owner: SERVICE, event: down },
  } as const;
  await asFunction('changes', () => handOverEvents(service.services, [change]));
  await happen(accountId);
  const own = await happen(accountId, { companyId: company });
  await send();
  expect(received.map(({ id }) => id).toSorted()).toEqual([down.id, down.id, own.id].toSorted());
});

describe('a delivery whose function ends early', () => {
  test('a delivery is repeated under the same id if its function ends between its call and the record', async () => {
    const { received, url } = await receiver();
    const { gateway, accountId, webhook } = await hooked(url);
    const event = await happen(accountId);
    const message = { accountId, webhookId: webhook.id, event, tries: 0 };
    const ends = deliveries.handlerWith({ recordTry: () => Promise.reject(new Error('ended')) });
    expect((await deliveries.deliver([message], ends)).batchItemFailures).toHaveLength(1);
    expect((await deliveries.deliver([message])).batchItemFailures).toEqual([]);
    expect(received.map(({ id }) => id)).toEqual([event.id, event.id]);
    expect(await listed(gateway, webhook.id)).toMatchObject([{ state: 'delivered', tries: 1 }]);
    // A repeated message does nothing.
    await deliveries.deliver([message]);
    expect(received).toHaveLength(2);
  });

  test('a delivery goes on if its function ends between the record and the message of the next try', async () => {
    const { received, url } = await receiver((_, before) => (before === 0 ? 500 : 200));
    const { accountId, webhook } = await hooked(url);
    const event = await happen(accountId);
    const message = { accountId, webhookId: webhook.id, event, tries: 0 };
    const ends = deliveries.handlerWith({ sendDeliveries: () => Promise.reject(new Error('ended')) });
    await deliveries.deliver([message], ends);
    expect(deliveries.waiting()).toEqual([]);
    await deliveries.deliver([message]);
    expect(received).toHaveLength(1);
    expect(deliveries.waiting()).toMatchObject([{ tries: 1 }]);
    await deliveries.pass(WAITS[0] + 1000);
    await deliveries.run();
    expect(received).toHaveLength(2);
  });
});

test('a delivery whose message was lost is sent when the missed deliveries of its webhook are, and another one is not', async () => {
  const { received, url } = await receiver();
  const { gateway, accountId, webhook } = await hooked(url);
  const since = deliveries.now().toISOString();
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString();
  const pending = async (nextAt: string) => {
    const event = await happen(accountId);
    const made = { at: hoursAgo(3), status: 500, reason: 'Respondió 500.' };
    const now = new Date();
    const of = { accountId, webhookId: webhook.id };
    await stores.webhooks.recordTry(of, undefined, { event, state: 'pending', nextAt, made, now });
    return event;
  };
  const lost = await pending(hoursAgo(2));
  await pending(hoursAgo(0));
  expect((await gateway.post(`/webhooks/${webhook.id}/resend`, { since })).body.data).toMatchObject({
    resent: 1,
  });
  await deliveries.run();
  expect(received.map(({ id }) => id)).toEqual([lost.id]);
});

test('a delivery that is due later is postponed until then', async () => {
  const { received, url } = await receiver();
  const { accountId, webhook } = await hooked(url);
  const event = await happen(accountId);
  const notBefore = deliveries.now().getTime() + DAY;
  await deliveries.deliver([{ accountId, webhookId: webhook.id, event, tries: 0, notBefore }]);
  expect(received).toEqual([]);
  expect(deliveries.waiting()).toMatchObject([{ notBefore }]);
  await deliveries.pass(DAY + 1000);
  await deliveries.run();
  expect(received).toHaveLength(1);
});

test('a receiver that never answers delays no other, and is called a few times only', async () => {
  const dead = await receiver(() => 'hang');
  const good = await receiver();
  const [one, other] = [await hooked(dead.url), await hooked(good.url)];
  const wanted: string[] = [];
  for (let number = 0; number < 20; number++) {
    await happen(one.accountId);
    if (number % 4 === 0) wanted.push((await happen(other.accountId)).id);
  }
  await send();
  expect(good.received.map(({ id }) => id).toSorted()).toEqual(wanted.toSorted());
  // Two calls at a time; after a failure, none for half a minute.
  expect(dead.received).toHaveLength(2);
  const waiting = await listed(one.gateway, one.webhook.id, { state: 'pending' });
  expect(waiting).toHaveLength(20);
});

describe('a webhook that fails for five days', () => {
  needsMails();

  test('the webhook is switched off, with a mail to the owners and an event, and its missed events can be sent', async () => {
    let isBack = false;
    const { received, url } = await receiver(() => (isBack ? 204 : 500));
    const { gateway, email, accountId, webhook } = await hooked(url, { description: 'Nóminas' });
    const since = deliveries.now().toISOString();
    const missed: string[] = [];
    for (let day = 0; day < 6; day++) {
      missed.push((await happen(accountId)).id);
      await send();
      for (const wait of WAITS.slice(0, 4)) {
        await deliveries.pass(wait + 1000);
        await deliveries.run();
      }
      await deliveries.pass(DAY);
      await deliveries.run();
    }
    const state = async () => (await gateway.get('/webhooks')).body.data[0];
    expect(await state()).toMatchObject({ active: false, disabled_at: expect.any(String) });
    const mails = await mailsTo(email);
    expect(mails.filter(({ text }) => text.includes('«Nóminas»'))).toHaveLength(1);
    await send();
    const { events } = (await gateway.get('/events', { type: 'webhook.*' })).body.data;
    expect(events).toMatchObject([
      { type: 'webhook.disabled', subject: { kind: 'webhook', id: webhook.id } },
    ]);
    expect((await gateway.post(`/webhooks/${webhook.id}/test`, {})).status).toBe(409);

    // When disabled, it receives nothing.
    const calls = received.length;
    missed.push((await happen(accountId)).id);
    await send();
    expect(received).toHaveLength(calls);

    isBack = true;
    await gateway.call('PATCH', `/webhooks/${webhook.id}`, { json: { active: true } });
    expect(await state()).toMatchObject({ active: true, failing_since: null, disabled_at: null });
    await deliveries.pass(DAY);
    await deliveries.run();
    await gateway.post(`/webhooks/${webhook.id}/resend`, { since });
    await deliveries.run();
    const taken = (await listed(gateway, webhook.id, { state: 'delivered' })).map(
      (one: { event: { id: string } }) => one.event.id,
    );
    expect(taken).toEqual(expect.arrayContaining(missed));
  });
});

describe('a webhook whose receiver answers 410', () => {
  needsMails();

  test('the webhook is switched off at once, with a mail to the owners and an event, and gets nothing until it is switched on', async () => {
    let isBack = false;
    const { received, url } = await receiver(() => (isBack ? 204 : 410));
    const { gateway, email, accountId, webhook } = await hooked(url, { description: 'Nóminas' });
    await happen(accountId);
    await send();
    expect(deliveries.waiting()).toEqual([]);
    const state = async () => (await gateway.get('/webhooks')).body.data[0];
    const off = { active: false, disabled_why: 'gone', disabled_at: expect.any(String) };
    expect(await state()).toMatchObject(off);
    expect(await listed(gateway, webhook.id)).toMatchObject([{ state: 'failed', tries: 1 }]);
    const mails = await mailsTo(email);
    expect(mails.filter(({ text }) => /«Nóminas».*410/s.test(text))).toHaveLength(1);
    await send();
    const { events } = (await gateway.get('/events', { type: 'webhook.*' })).body.data;
    expect(events).toMatchObject([
      { type: 'webhook.disabled', subject: { kind: 'webhook', id: webhook.id } },
    ]);

    await happen(accountId);
    await send();
    expect(received).toHaveLength(1);
    isBack = true;
    await gateway.call('PATCH', `/webhooks/${webhook.id}`, { json: { active: true } });
    await gateway.post(`/webhooks/${webhook.id}/resend`, { since: new Date(0).toISOString() });
    await deliveries.run();
    expect(await listed(gateway, webhook.id, { state: 'delivered' })).toHaveLength(2);
  });
});

test.each([429, 503])(
  'a receiver that answers %d with Retry-After gets no event until then, and loses none',
  async (status) => {
    let isReady = false;
    const { received, url } = await receiver(() => (isReady ? 204 : { status, retryAfter: '120' }));
    const { gateway, accountId, webhook } = await hooked(url);
    await happen(accountId);
    await send();
    await happen(accountId);
    await send();
    isReady = true;
    await deliveries.pass(119_000);
    await deliveries.run();
    expect(received).toHaveLength(1);
    await deliveries.pass(2_000);
    await deliveries.run();
    expect(received).toHaveLength(3);
    const delivered = await listed(gateway, webhook.id, { state: 'delivered' });
    // Waiting is no failed try.
    expect(delivered.map(({ tries }: { tries: number }) => tries).toSorted()).toEqual([1, 2]);
  },
);

test('an account has ten webhooks at most, at public addresses', async () => {
  const { gateway, webhook } = await hooked('https://nominas.example.com/');
  for (let number = 1; number < 10; number++)
    expect((await gateway.post('/webhooks', { url: 'https://nominas.example.com/' })).status).toBe(200);
  expect((await gateway.post('/webhooks', { url: 'https://nominas.example.com/' })).status).toBe(422);
  for (const url of ['https://10.0.0.1/', 'https://169.254.169.254/', 'http://nominas.example.com/'])
    expect((await gateway.call('PATCH', `/webhooks/${webhook.id}`, { json: { url } })).status).toBe(422);
  expect((await gateway.delete(`/webhooks/${webhook.id}`)).status).toBe(200);
  expect((await gateway.post('/webhooks', { url: 'https://nominas.example.com/' })).status).toBe(200);
});
