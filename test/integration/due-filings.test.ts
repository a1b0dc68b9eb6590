import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { seed } from '../../sandbox/seed.ts';
import { authorityPort, type PortOptions } from '../../shared/authorities/authority-port.ts';
import { authorityDown } from '../../shared/kernel/authority-errors.ts';
import { ABANDONED } from '../../shared/serving/filing/end-record.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { dueKeys } from '../../shared/stores/filings/filing.ts';
import { filingKey } from '../../shared/stores/filings/filing-keys.ts';
import { newCompany } from '../support/accounts.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { type Answered, type Gateway, idOf } from '../support/gateway.ts';
import { type Faults, failingServices, ownFilings } from '../support/servers/failing-services.ts';
import { ownService } from '../support/setup/own-service.ts';
import { countsOfSchedule } from '../support/stores/schedule.ts';

/** The minute's work of the schedule for filings that were abandoned or whose outcome is unknown. */

/**
 * The faults of a test. `down`: no look-up is answered. `hangs`: this authority does not answer until the promise settles.
 * `asked` is called when an authority was asked.
 */
let faults: Faults & { down?: boolean; hangs?: [string, Promise<void>]; asked?: () => void } = {};
const lines: { message: string; facts: Record<string, unknown> }[] = [];
/** The number of look-ups that opened an authority. */
let opened = 0;

const { ofThisFile, own } = ownFilings();

const openAuthority = (options: PortOptions) => {
  const port = authorityPort(options);
  if (!options.bypassesBreaker) return port;
  opened += 1;
  return {
    ...port,
    read: (async (exchange, input) => {
      if (faults.hangs?.[0] === options.authority) await faults.hangs[1];
      if (faults.down) throw authorityDown(options.authority, 60);
      return port.read(exchange, input).finally(() => faults.asked?.());
    }) as typeof port.read,
  };
};

const { service, authorities, requests } = await ownService({
  ...failingServices(() => faults),
  openAuthority,
  log: {
    info: (message, facts) => lines.push({ message, facts }),
    error: (message, facts) => lines.push({ message, facts }),
  },
});
const { caller } = service;
let gateway: Gateway;

let count = 0;
let change: Record<string, unknown>;
beforeEach(async () => {
  faults = { stores: ofThisFile };
  opened = 0;
  own.clear();
  lines.length = 0;
  await authorities.reset();
  gateway = await newCertificate();
  change = { ...requests['PUT /seg-social/cno']!.request, cno: String(2000 + count++) };
});

const newCertificate = async (who = caller, fields: Record<string, string> = {}): Promise<Gateway> => {
  return who.acting(await storeNewCertificate(who, { person: seed.demo.holder }, fields));
};

const make = (
  headers: Record<string, string> = {},
  json: object = change,
  who = gateway,
): Promise<Answered> => who.with(headers).call('PUT', '/seg-social/cno', { json });
const filing = async (id: string, who = gateway) => (await who.get(`/tramites/${id}`)).body.data;
const MINUTES = 60_000;

/** Runs the schedule several times at once, some minutes from now. Returns the counts of each run, except zeros. */
const runsAt = async (minutes: number, times: number, left = 90_000): Promise<Record<string, number>[]> => {
  faults.now = minutes * MINUTES;
  try {
    return await Promise.all(Array.from({ length: times }, () => countsOfSchedule(service.services, left)));
  } finally {
    delete faults.now;
  }
};
const runAt = async (minutes: number, left?: number) => (await runsAt(minutes, 1, left))[0];

const fails = async () => {
  throw new Error('gone');
};
/** A submission whose function ends after it was sent, before it could store anything. */
const makeAndEnd = async (headers: Record<string, string> = {}, json: object = change) => {
  faults.stores = { ...ofThisFile, endFiling: fails };
  const answered = await make(headers, json);
  faults.stores = ofThisFile;
  return answered;
};
/** A submission whose outcome is unknown, because no look-up was answered. */
const lose = async (json: object = change, who = gateway) => {
  faults.down = true;
  const answered = await make({ 'X-Sandbox-Scenario': 'lost-answer' }, json, who);
  faults.down = false;
  expect(answered.status).toBe(502);
  return idOf(answered);
};

describe('a filing that a function left behind', () => {
  test('a filing from which nothing was sent is ended, and the request may be made again', async () => {
    const keyed = { 'Idempotency-Key': crypto.randomUUID() };
    faults.stores = { ...ofThisFile, beginCommit: fails, endFiling: fails };
    const id = idOf(await make(keyed));
    faults.stores = ofThisFile;
    expect(await filing(id)).toMatchObject({ state: 'claimed' });
    expect(await runAt(0.5)).toEqual({});
    expect(await runAt(2)).toEqual({ due: 1, ended: 1 });
    expect(await filing(id)).toMatchObject({
      state: 'notSent',
      message: ABANDONED.facts.message,
      looks: 0,
    });
    expect(opened).toBe(0);
    expect((await make(keyed)).status).toBe(200);
    expect(await runAt(20)).toEqual({});
  });

  test('a filing that was sent is found at the authority, and its answer is stored', async () => {
    const keyed = { 'Idempotency-Key': crypto.randomUUID() };
    const id = idOf(await makeAndEnd(keyed));
    expect(await filing(id)).toMatchObject({ state: 'committing' });
    expect(await runAt(0.5)).toEqual({});
    expect(await runAt(2)).toEqual({ due: 1, accepted: 1 });
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
    const again = await make(keyed);
    expect({ status: again.status, id: idOf(again) }).toEqual({ status: 200, id });
    expect(await authorities.submissions('tgss.cno')).toBe(1);
  });

  test('a filing that was sent is found also if the authority takes all its time, and AWS more than usual', async () => {
    const id = idOf(await makeAndEnd());
    const now = performance.now.bind(performance);
    // 25 seconds of the look-up, and ten until its result is stored.
    const spied = vi.spyOn(performance, 'now');
    faults.asked = () => spied.mockImplementation(() => now() + 35_000);
    expect(await runAt(2)).toEqual({ due: 1, accepted: 1 });
    spied.mockRestore();
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
  });

  test('a filing that was sent has an unknown outcome, and is not looked up, if no query can find it', async () => {
    faults.stores = { ...ofThisFile, endFiling: fails };
    const { request } = requests['POST /seg-social/pract-no-remun']!;
    const id = idOf(await gateway.post('/seg-social/pract-no-remun', { ...request, dia_efectivo: 3 }));
    faults.stores = ofThisFile;
    expect(await runAt(2)).toEqual({ due: 1, unknown: 1 });
    expect(await filing(id)).toMatchObject({ state: 'unknown' });
    for (const minutes of [10, 100, 1000]) expect(await runAt(minutes)).toEqual({});
    expect(opened).toBe(0);
  });
});

describe('an unknown outcome', () => {
  test('an unknown outcome is looked up after growing waits until it is found', async () => {
    const id = await lose();
    expect(await runAt(0.5)).toEqual({});
    faults.down = true;
    expect(await runAt(1.1)).toEqual({ due: 1, unknown: 1 });
    expect(await runAt(5)).toEqual({});
    expect(await runAt(6.2)).toEqual({ due: 1, unknown: 1 });
    expect(await filing(id)).toMatchObject({ state: 'unknown', looks: 2 });
    faults.down = false;
    expect(await runAt(20)).toEqual({});
    expect(await runAt(21.3)).toEqual({ due: 1, accepted: 1 });
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
    expect(await runAt(2000)).toEqual({});
    expect(await authorities.submissions('tgss.cno')).toBe(1);
  });

  test('an unknown outcome is given up at last, and can still be checked', async () => {
    const id = await lose();
    faults.down = true;
    let minutes = 0;
    for (const wait of [1, 5, 15, 60, 240, 720]) {
      minutes += wait + 0.1;
      expect(await runAt(minutes)).toEqual({ due: 1, unknown: 1 });
    }
    // From then on twice a day, for the ten days of the stage's setting.
    const days = Math.floor((10 * 1440 - minutes) / 720);
    for (let half = 1; half <= days; half++) {
      minutes += 720.1;
      expect(await runAt(minutes)).toEqual({ due: 1, unknown: 1 });
    }
    expect(await runAt(minutes + 100_000)).toEqual({});
    expect(await filing(id)).toMatchObject({ state: 'unknown', looks: 6 + days });
    faults.down = false;
    expect((await gateway.post(`/tramites/${id}/check`, {})).body.data).toMatchObject({ state: 'accepted' });
  });

  test('an unknown outcome that requests ask about is looked up by the schedule all the same', async () => {
    const id = await lose();
    faults.down = true;
    for (let each = 0; each < 8; each++) {
      await gateway.post(`/tramites/${id}/check`, {});
      expect(idOf(await make())).toBe(id);
    }
    expect(await runAt(1.1)).toEqual({ due: 1, unknown: 1 });
    faults.down = false;
    expect(await runAt(6.2)).toEqual({ due: 1, accepted: 1 });
  });

  test('an unknown outcome that a person has declared is not looked up', async () => {
    const id = await lose();
    const stated = await gateway.post(`/tramites/${id}/resolve`, { filed: false, note: 'No consta.' });
    expect(stated.status).toBe(200);
    expect(await runAt(2)).toEqual({});
    faults.down = true;
    expect((await gateway.post(`/tramites/${id}/check`, {})).body.data).toMatchObject({
      state: 'declaredNotFiled',
    });
    expect(await runAt(20)).toEqual({});
  });

  test('an unknown outcome is found, though its content belongs to another filing by now', async () => {
    const id = await lose();
    await gateway.post(`/tramites/${id}/resolve`, { filed: false, note: 'No consta.' });
    const second = await lose();
    expect(second).not.toBe(id);
    // The first filing, on which nothing else works, is looked up while the second one holds the lock.
    expect((await gateway.post(`/tramites/${id}/check`, {})).body.data).toMatchObject({ state: 'accepted' });
    expect(await filing(second)).toMatchObject({ state: 'unknown' });
    // The second one still holds it.
    faults.down = true;
    expect(idOf(await make())).toBe(second);
  });
});

describe('a look-up that cannot be made', () => {
  const isNotAsked = async (id: string, reason: string) => {
    const { stats } = authorities;
    const before = await stats();
    expect(await runAt(1.1)).toEqual({ due: 1, notAsked: 1 });
    expect(await runAt(2)).toEqual({});
    expect(await stats()).toEqual(before);
    expect(opened).toBe(1);
    expect(lines).toContainEqual({
      message: 'a look-up could not be made',
      facts: { requestId: expect.any(String), filing: id, reason },
    });
    expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'unknown', looks: 1 });
  };

  test('the look-up is counted and not made if the certificate was deleted', async () => {
    const id = await lose();
    const { accountId, clientId, certificate } = (await stores.filings.getFiling(id))!;
    await stores.certificates.deleteCertificate(accountId, { certificateId: certificate.id, clientId });
    await isNotAsked(id, 'certificate');
    // With another certificate of the same holder it can be looked up.
    gateway = await newCertificate();
    expect((await gateway.post(`/tramites/${id}/check`, {})).body.data).toMatchObject({ state: 'accepted' });
  });

  test('the look-up is counted and not made if the certificate has expired', async () => {
    const id = await lose();
    const { accountId, clientId, certificate } = (await stores.filings.getFiling(id))!;
    const key = { certificateId: certificate.id, clientId };
    const row = (await stores.certificates.findCertificate(accountId, key))!;
    const expired = { ...row, notAfter: new Date(Date.now() - 1000).toISOString() };
    await dynamo().send(
      new PutCommand({
        TableName: process.env.ACCOUNTS_TABLE!,
        Item: { pk: `account#${accountId}`, sk: `certificate#${clientId}#${certificate.id}`, ...expired },
      }),
    );
    await isNotAsked(id, 'validity');
  });

  test('the look-up is counted and not made if the account is disabled', async () => {
    const id = await lose(change, await newCertificate(service.otherCaller));
    const { accountId } = (await stores.filings.getFiling(id))!;
    await stores.accounts.setAccountDisabled(accountId, true);
    try {
      await isNotAsked(id, 'account');
    } finally {
      await stores.accounts.setAccountDisabled(accountId, false);
    }
  });

  test('the look-up is counted and not made if the client company was deleted', async () => {
    const { id: clientId } = await newCompany(caller);
    const id = await lose(change, await newCertificate(caller, { clientId }));
    expect(await stores.filings.getFiling(id)).toMatchObject({ clientId: Number(clientId) });
    expect((await caller.delete(`/customer/${clientId}`)).status).toBe(200);
    await isNotAsked(id, 'client');
  });
});

describe('several filings that are due', () => {
  test('a filing whose row is not valid stops no other, and waits longer each time, too', async () => {
    const id = await lose();
    const odd = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    own.add(odd);
    await dynamo().send(
      new PutCommand({
        TableName: process.env.FILINGS_TABLE!,
        Item: {
          ...filingKey.head(odd),
          id: odd,
          state: 'unknown',
          authority: 'tgss',
          ...dueKeys({ id: odd, accountId: 'a' }, 'unknown', new Date(0)),
        },
      }),
    );
    expect(await runAt(1.1)).toEqual({ due: 2, failed: 1, accepted: 1 });
    expect(await runAt(2)).toEqual({});
    expect(await runAt(6.2)).toEqual({ due: 1, failed: 1 });
    expect(lines.filter(({ message }) => message === 'failed to handle a due filing')).toHaveLength(2);
  });

  test('filings at an authority that does not answer keep no filing at another one waiting', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ids = [
      await lose(),
      await lose({ ...change, cno: '1111' }),
      await lose({ ...change, cno: '1112' }),
      await lose({ ...change, cno: '1120' }),
    ];
    faults.down = true;
    const sepe = (await newCertificate(caller, { type: '2' })).with({ 'X-Sandbox-Scenario': 'lost-answer' });
    const contract = idOf(await sepe.post('/sepe/contrata', requests['POST /sepe/contrata']!.request));
    faults.down = false;
    expect(await filing(contract)).toMatchObject({ state: 'unknown' });
    faults.hangs = ['tgss', promise];
    const run = runAt(1.5);
    await expect
      .poll(async () => (await stores.filings.getFiling(contract))?.state, { timeout: 60_000 })
      .toBe('accepted');
    expect(await stores.filings.getFiling(ids[0]!)).toMatchObject({ state: 'unknown' });
    resolve();
    expect(await run).toEqual({ due: 5, accepted: 2, unknown: 3 });
  });

  test('each filing is looked up by one of two runs of the schedule', async () => {
    for (let each = 0; each < 4; each++) await lose({ ...change, cno: String(3110 + each) });
    opened = 0;
    const runs = await runsAt(1.1, 2);
    const sum = (name: string) => runs.reduce((total, counts) => total + (counts[name] ?? 0), 0);
    expect({ looked: sum('accepted') + sum('unknown'), failed: sum('failed') }).toEqual({
      looked: 4,
      failed: 0,
    });
    expect(opened).toBe(4);
    for (const id of own) expect((await stores.filings.getFiling(id))?.takes).toBe(1);
  });

  test('a filing for which too little time is left is not begun', async () => {
    const id = await lose();
    expect(await runAt(1.1, 45_000)).toEqual({ due: 1, left: 1 });
    expect(await filing(id)).toMatchObject({ state: 'unknown', looks: 0 });
    expect(await runAt(1.1)).toEqual({ due: 1, accepted: 1 });
  });
});
