import { beforeEach, describe, expect, test } from 'vitest';
import { seed } from '../../sandbox/seed.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { type Answered, type Gateway, idOf } from '../support/gateway.ts';
import { ownService } from '../support/setup/own-service.ts';

/** An act that was just accepted is not sent again, by whatever channel an equal one comes. */

/** The service's clock, in milliseconds ahead of the real one. */
let ahead = 0;
const { service, authorities, requests } = await ownService({ now: () => new Date(Date.now() + ahead) });
const { caller } = service;
let gateway: Gateway;
let other: Gateway;
let count = 0;
let change: Record<string, unknown>;

const acting = async (): Promise<Gateway> =>
  caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));

beforeEach(async () => {
  await authorities.reset();
  [gateway, other] = [await acting(), await acting()];
  change = { ...requests['PUT /seg-social/cno']!.request, cno: String(2000 + count++) };
});

const make = (json: object = change, headers: Record<string, string> = {}, who = gateway): Promise<Answered> =>
  who.with(headers).call('PUT', '/seg-social/cno', { json });
const made = () => authorities.submissions('tgss.cno');
const LOST = { 'X-Sandbox-Scenario': 'lost-answer' };

describe('an act that was just accepted', () => {
  test('is not sent again with a new key, and the answer of the first one says so', async () => {
    const first = await make(change, { 'Idempotency-Key': crypto.randomUUID() });
    expect(first.status).toBe(200);
    expect(first.headers.get('x-repeated')).toBeNull();
    const keyed = { 'Idempotency-Key': crypto.randomUUID() };
    const again = await make(change, keyed);
    expect(again.status).toBe(200);
    expect(again.headers.get('x-repeated')).toBe(idOf(first));
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(idOf(again)).toBe(idOf(first));
    expect(again.body.data).toEqual(first.body.data);
    expect(again.body.warnings.at(-1)).toContain(idOf(first));
    expect(again.body.message).toContain('No se ha enviado otra vez');
    // Its key stands for that answer from then on.
    ahead += 11 * 60_000;
    const retried = await make(change, keyed);
    expect(idOf(retried)).toBe(idOf(first));
    expect(await made()).toBe(1);
  });

  test('is sent again ten minutes later, with a warning in dry run, answer and record', async () => {
    const first = await make();
    ahead += 11 * 60_000;
    const tried = await make({ ...change, test: 1 });
    expect(tried.headers.get('x-repeated')).toBe(idOf(first));
    expect(tried.body.warnings.at(-1)).toContain(idOf(first));
    const again = await make();
    expect(again.status).toBe(200);
    expect(again.headers.get('x-repeated')).toBeNull();
    expect(again.body.message).toContain(idOf(first));
    expect(await made()).toBe(2);
    const record = (await gateway.get(`/tramites/${idOf(again)}`)).body.data;
    expect(record).toMatchObject({ repeated: idOf(first), repeats: null });
    expect(record.warnings.at(-1)).toContain(idOf(first));
  });

  test('is sent again for whoever names its trámite, and for no other name', async () => {
    const first = await make();
    const others = await make({ ...change, cno: '1999' });
    for (const wrong of [idOf(others).replace(/.$/, '0'), 'x'])
      expect(await make({ ...change, cno: '1999' }, { Repeats: wrong })).toMatchObject({
        status: 422,
        body: { errors: { Repeats: [expect.any(String)] } },
      });
    expect((await make(change, { Repeats: idOf(others) })).status).toBe(422);
    const named = await make({ ...change, cno: '1999' }, { Repeats: idOf(others) });
    expect(named.status).toBe(200);
    expect(named.headers.get('x-repeated')).toBeNull();
    expect((await gateway.get(`/tramites/${idOf(named)}`)).body.data.repeats).toBe(idOf(others));
    expect(await made()).toBe(3);
    expect(idOf(first)).not.toBe(idOf(named));
  });

  test('is free again after other content was accepted: A, B and A are three acts', async () => {
    for (const cno of ['1111', '1112', '1111']) {
      const one = await make({ ...change, cno });
      expect([one.status, one.headers.get('x-repeated')]).toEqual([200, null]);
    }
    expect((await make({ ...change, cno: '1111' })).headers.get('x-repeated')).not.toBeNull();
    expect(await made()).toBe(3);
  });

  test('is not answered with the old success while an act that overwrites it is unknown', async () => {
    // No query shows bank details.
    const { request } = requests['PUT /seg-social/datos-bancarios']!;
    const details = (titular: string, headers: Record<string, string> = {}) =>
      gateway.with(headers).call('PUT', '/seg-social/datos-bancarios', {
        json: { ...request, cuenta: { ...(request as { cuenta: object }).cuenta, titular } },
      });
    const first = await details('PRIMERA SL');
    expect(first.status).toBe(200);
    const lost = await details('SEGUNDA SL', LOST);
    expect(lost.status).toBe(502);
    const again = await details('PRIMERA SL');
    expect([again.status, again.headers.get('x-repeated')]).toEqual([409, null]);
    expect(again.body.message).toContain(idOf(lost));
    expect(await authorities.submissions('tgss.datos-bancarios')).toBe(2);
    // Seen at the authority not to be there: then the first one stands.
    await gateway.post(`/tramites/${idOf(lost)}/resolve`, { filed: false, note: 'No consta.' });
    expect((await details('PRIMERA SL')).headers.get('x-repeated')).toBe(idOf(first));
  });

  test('stops the other certificate of the account too, also as queued work', async () => {
    const first = await make();
    expect((await make(change, {}, other)).headers.get('x-repeated')).toBe(idOf(first));
    const queued = await make(change, { Prefer: 'respond-async' }, other);
    expect([queued.status, queued.headers.get('x-repeated')]).toEqual([200, idOf(first)]);
    expect(await made()).toBe(1);
  });
});
