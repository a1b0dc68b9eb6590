import { beforeEach, describe, expect, test } from 'vitest';
import { isWorkUnderWay } from '../../../commands/erase/filings.ts';
import { stores } from '../../../functions/stores.ts';
import { newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { type Answered, type Gateway, idOf } from '../../support/gateway.ts';
import { type Faults, failingServices, ownFilings } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { countsOfSchedule } from '../../support/stores/schedule.ts';

/** Asynchronous requests: what is queued, who carries it out, and the result. */

const LATER = { Prefer: 'respond-async' };
const SEG_SOCIAL = '/api/v4/seg-social';
const MINUTES = 60_000;

let faults: Faults = {};
const { ofThisFile, own } = ownFilings();

const { service, authorities, requests } = await ownService(failingServices(() => faults));
const queues = await startWorkQueues(service.services);

let gateway: Gateway;
let secret: string;
let change: Record<string, unknown>;
let count = 0;
beforeEach(async () => {
  faults = { stores: ofThisFile };
  own.clear();
  await authorities.reset();
  secret = await newCertificate();
  gateway = service.caller.acting(secret);
  change = { ...requests['PUT /seg-social/cno']!.request, cno: String(2000 + count++) };
});

const newCertificate = (who = service.caller): Promise<string> =>
  storeNewCertificate(who, { person: seed.demo.holder });

const ask = (headers: Record<string, string> = {}, json: object = change): Promise<Answered> =>
  gateway.with({ ...LATER, ...headers }).call('PUT', '/seg-social/cno', { json });
const filing = async (id: string) => (await gateway.get(`/tramites/${id}`)).body.data;
const accepted = async (...how: Parameters<typeof ask>): Promise<string> => {
  const answered = await ask(...how);
  expect(answered.status).toBe(202);
  return idOf(answered);
};
/** Runs the schedule some minutes from now. Returns the counts, except zeros. */
const runAt = async (minutes: number): Promise<Record<string, number>> => {
  faults.now = minutes * MINUTES;
  const counts = await countsOfSchedule(service.services);
  faults.now = 0;
  return counts;
};
const submissions = () => authorities.submissions('tgss.cno');

describe('a submission that is made later', () => {
  test('the submission is accepted with its address, made by another function, and its record has the answer', async () => {
    const answered = await ask();
    const id = idOf(answered);
    expect(answered.body).toMatchObject({ success: true, status: 202, data: { id, state: 'queued' } });
    expect(Object.fromEntries(answered.headers)).toMatchObject({
      location: `/api/v4/tramites/${id}`,
      'retry-after': '5',
      'preference-applied': 'respond-async',
    });
    expect(await submissions()).toBe(0);
    expect(await filing(id)).toMatchObject({
      state: 'queued',
      started_at: null,
      answer: null,
      request: { ...change, duplicate: true },
    });
    expect((await gateway.get(`/tramites/${id}`)).headers.get('retry-after')).toBe('5');

    expect(await queues.makeAll()).toEqual([]);
    expect(await submissions()).toBe(1);
    const made = await filing(id);
    expect(made).toMatchObject({ state: 'accepted', answer: { success: true, status: 200 } });
    expect(made.started_at >= made.created_at).toBe(true);
    expect(await runAt(60)).toEqual({});
  });

  test('the submission has its document and its evidence as if it had been made at once', async () => {
    const { path, request } = {
      path: '/seg-social/alta',
      request: requests['POST /seg-social/alta']!.request,
    };
    const id = idOf(await gateway.with(LATER).post(path, { ...request, duplicate: 1 }));
    await queues.makeAll();
    const { state, documents, answer } = await filing(id);
    expect(state).toBe('accepted');
    expect(documents).toHaveLength(2);
    expect(answer.data.file).toMatchObject({ content: '', name: documents[0].name });
    const { body } = await gateway.get(`/tramites/${id}/documents/1`);
    expect(Buffer.from(body.data.file.content, 'base64').subarray(0, 4).toString()).toBe('%PDF');
    expect((await gateway.get(`/tramites/${id}/evidence`)).status).toBe(200);
  });

  test('the submission is not accepted with invalid fields', async () => {
    const answered = await ask({}, { ...change, cno: 'x' });
    expect(answered.status).toBe(422);
    expect(idOf(answered)).toBeNull();
  });

  test('a submission that the authority refuses has the reason in its record', async () => {
    const id = await accepted({ 'X-Sandbox-Scenario': 'refused' });
    await queues.makeAll();
    const { state, messages, answer } = await filing(id);
    expect({ state, answer }).toMatchObject({ state: 'refused', answer: { success: false, status: 422 } });
    expect(answer.errors.tgss).toEqual(messages);
  });

  test('a submission whose answer is lost is looked up, and made once', async () => {
    const id = await accepted({ 'X-Sandbox-Scenario': 'lost-answer' });
    await queues.makeAll();
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
    expect(await submissions()).toBe(1);
  });

  test('a dry run that is made later files nothing, and its record has the answer', async () => {
    const id = await accepted({}, { ...change, test: 1 });
    await queues.makeAll();
    expect(await filing(id)).toMatchObject({
      state: 'dryRun',
      result: 'passed',
      dry: true,
      answer: { success: true, message: expect.stringContaining('No se ha presentado nada.') },
    });
    expect(await submissions()).toBe(0);
  });

  test('a dry run of a contract that is made later is found by a question about that contract, once it has passed', async () => {
    const sepe = service.caller.acting(service.demo.certificates.sepe);
    const contract = { ...newContract(seed, service.demo), test: 1 };
    const { dni, startDate } = contract;
    const asked = async () => {
      const { status, body } = await sepe.get('/sepe/contrata/data', { dni, startDate, test: 1 });
      return { status, data: body.data };
    };
    const tryLater = async (json: object) => {
      const answered = await sepe.with(LATER).post('/sepe/contrata', json);
      expect(answered.status, JSON.stringify(answered.body)).toBe(202);
      return idOf(answered);
    };
    const id = await tryLater(contract);
    // Another filing about the same worker and start date blocks nothing.
    const others = await tryLater({ ...contract, nivelFormativo: '10' });
    expect((await asked()).status).toBe(422);
    await queues.makeAll();
    for (const one of [id, others]) expect(await filing(one)).toMatchObject({ result: 'passed' });
    expect(await asked()).toEqual({ status: 200, data: {} });
  });

  test('the submission keeps an equal one from being filed, at once or later', async () => {
    const id = await accepted();
    for (const headers of [LATER, {}]) {
      const again = await gateway
        .with(headers as Record<string, string>)
        .call('PUT', '/seg-social/cno', { json: change });
      expect({ status: again.status, id: idOf(again) }).toEqual({ status: 409, id });
    }
    await queues.makeAll();
    expect(await submissions()).toBe(1);
  });

  test('the submission is the same one for a request with the same key', async () => {
    const keyed = { 'Idempotency-Key': crypto.randomUUID() };
    const id = await accepted(keyed);
    expect(await accepted(keyed)).toBe(id);
    await queues.makeAll();
    const replayed = await ask(keyed);
    expect({ status: replayed.status, id: idOf(replayed) }).toEqual({ status: 200, id });
    expect(replayed.headers.get('idempotency-replayed')).toBe('true');
    expect((await ask(keyed, { ...change, cno: '1111' })).status).toBe(422);
    expect(await submissions()).toBe(1);
  });

  // The first operation asks before it commits, and the function that begins it writes both steps conditionally. The second one
  // commits with its first request, so only the conditional write at its beginning prevents that it is sent twice.
  test.each([
    ['PUT', '/seg-social/cno', 'tgss.cno'],
    ['POST', '/sepe/certifica', 'sepe.certificado'],
  ])(
    'the submission is begun by one function, however often its message comes: %s %s',
    async (method, path, counter) => {
      const json = path === '/seg-social/cno' ? change : requests[`${method} ${path}`]!.request;
      const before = await authorities.submissions(counter);
      const answered = await gateway.with(LATER).call(method, path, { json });
      expect(answered.status).toBe(202);
      const id = idOf(answered);
      const prefix = `/api/v4/${path.split('/')[1]}`;
      await Promise.all(Array.from({ length: 8 }, () => queues.deliver(prefix, id)));
      await queues.makeAll();
      expect(await filing(id)).toMatchObject({ state: 'accepted' });
      expect(await authorities.submissions(counter)).toBe(before + 1);
    },
  );
});

describe('the checks before a queued submission is made', () => {
  test('the certificate is checked again', async () => {
    const id = await accepted();
    expect((await service.caller.delete(`/certificate/${secret}`)).status).toBe(200);
    await queues.makeAll();
    expect(await filing(id)).toMatchObject({ state: 'notSent', answer: { success: false, status: 422 } });
    expect(await submissions()).toBe(0);
  });

  test('the submission is not sent after waiting for more than 15 minutes', async () => {
    const id = await accepted();
    faults.now = 16 * MINUTES;
    await queues.makeAll();
    faults.now = 0;
    expect(await filing(id)).toMatchObject({ state: 'notSent', answer: { success: false, status: 503 } });
    expect(await submissions()).toBe(0);
    // It may be requested again.
    await accepted();
    await queues.makeAll();
    expect(await submissions()).toBe(1);
  });
});

test('an account may have only a limited number of queued requests at all authorities together, and other accounts are not affected', async () => {
  const { accountId, gateway: caller } = await newAccount(service.demo.baseUrl);
  const who = caller.acting(await newCertificate(caller)).with(LATER);
  const place = { accountId, clientId: 0, dry: false };
  const limits = process.env.LIMITS!;
  process.env.LIMITS = JSON.stringify({ ...JSON.parse(limits), queued: 3 });
  try {
    await stores.filings.enterQueue({ ...place, authority: 'sepe', id: 'one' });
    await stores.filings.enterQueue({ ...place, authority: 'aeat', id: 'two' });
    expect(await stores.filings.countWaiting(accountId)).toBe(2);
    await stores.filings.enterQueue({ ...place, authority: 'tgss', id: 'three' });
    const refused = await who.call('PUT', '/seg-social/cno', { json: change });
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('La cuenta ya tiene 3 peticiones en espera') },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(idOf(refused)).toBeNull();
    await accepted();
    await stores.filings.leaveQueue({ accountId, authority: 'tgss' }, 'three');
    expect((await who.call('PUT', '/seg-social/cno', { json: change })).status).toBe(202);
    await queues.makeAll();
  } finally {
    process.env.LIMITS = limits;
  }
});

const fails = async () => {
  throw new Error('gone');
};

describe('a function that ends early', () => {
  test('a function that ends between record and message leaves the filing to the schedule', async () => {
    faults.stores = { ...ofThisFile, takeSlot: fails };
    const id = await accepted();
    faults.stores = ofThisFile;
    expect(await queues.makeAll()).toEqual([]);
    expect(await filing(id)).toMatchObject({ state: 'queued' });
    expect(await runAt(0.5)).toEqual({});
    expect(await runAt(1.1)).toEqual({ due: 1, queued: 1 });
    await queues.makeAll();
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
    expect(await submissions()).toBe(1);
  });

  test('a function that ends before it sent anything leaves the filing to another function', async () => {
    const id = await accepted();
    faults.stores = { ...ofThisFile, beginCommit: fails, endFiling: fails };
    await queues.makeAll();
    faults.stores = ofThisFile;
    expect(await filing(id)).toMatchObject({ state: 'claimed' });
    expect(await submissions()).toBe(0);
    await queues.deliver(SEG_SOCIAL, id);
    expect(await filing(id)).toMatchObject({ state: 'claimed' });
    expect(await runAt(4)).toEqual({});
    expect(await runAt(6)).toEqual({ due: 1, queued: 1 });
    await queues.makeAll();
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
    expect(await submissions()).toBe(1);
  });

  test('a filing whose function ended after it was sent is looked up, and not sent again', async () => {
    const id = await accepted();
    faults.stores = { ...ofThisFile, endFiling: fails };
    await queues.makeAll();
    faults.stores = ofThisFile;
    expect(await filing(id)).toMatchObject({ state: 'committing' });
    await queues.deliver(SEG_SOCIAL, id);
    expect(await submissions()).toBe(1);
    expect(await runAt(4)).toEqual({});
    expect(await runAt(6)).toEqual({ due: 1, accepted: 1 });
    expect(await filing(id)).toMatchObject({ state: 'accepted' });
    await queues.deliver(SEG_SOCIAL, id);
    expect(await submissions()).toBe(1);
  });

  test('a filing whose functions end time and again ends without being sent', async () => {
    const id = await accepted();
    await queues.take();
    expect(await runAt(1.1)).toEqual({ due: 1, queued: 1 });
    expect(await runAt(20)).toEqual({ due: 1, ended: 1 });
    expect(await filing(id)).toMatchObject({ state: 'notSent', answer: { status: 503 } });
    await queues.makeAll();
    expect(await submissions()).toBe(0);
  });
});

describe('a question that is answered later', () => {
  const situations = () => requests['GET /seg-social/employee-situations']!.request as Record<string, string>;
  const askLater = async (headers: Record<string, string> = {}): Promise<string> => {
    const answered = await gateway
      .with({ ...LATER, ...headers })
      .get('/seg-social/employee-situations', situations());
    expect(answered.status).toBe(202);
    return idOf(answered);
  };

  test('the question has a record for a day, which has the answer', async () => {
    const id = await askLater();
    expect(await filing(id)).toMatchObject({ state: 'queued', reading: true, dry: false });
    await queues.makeAll();
    const { body } = await gateway.get('/seg-social/employee-situations', situations());
    const { state, answer } = await filing(id);
    expect(state).toBe('answered');
    expect(answer).toEqual(body);
    expect(await runAt(60)).toEqual({});
  });

  test('a question that fails has the failure in its record', async () => {
    const id = await askLater({ 'X-Sandbox-Scenario': 'error-page' });
    await queues.makeAll();
    expect(await filing(id)).toMatchObject({ state: 'failed', answer: { success: false, status: 500 } });
  });

  test('the question does not stop an equal one, and is asked again if its function ends', async () => {
    const id = await askLater();
    const other = await askLater();
    expect(other).not.toBe(id);
    faults.stores = { ...ofThisFile, endFiling: fails };
    await queues.makeAll();
    faults.stores = ofThisFile;
    expect(await runAt(6)).toEqual({ due: 2, queued: 2 });
    await queues.makeAll();
    for (const one of [id, other]) expect(await filing(one)).toMatchObject({ state: 'answered' });
  });

  test('a document of the answer is stored with the record', async () => {
    const { request } = requests['GET /seg-social/life-affiliate']!;
    const answered = await gateway
      .with(LATER)
      .get('/seg-social/life-affiliate', request as Record<string, string>);
    await queues.makeAll();
    const { state, documents } = await filing(idOf(answered));
    expect({ state, documents }).toMatchObject({ state: 'answered', documents: [{ n: 1 }] });
    expect((await gateway.get(`/tramites/${idOf(answered)}/documents/1`)).status).toBe(200);
  });
});

test('the erasure of an account waits for a request that a consumer is making, and for nothing else', async () => {
  const { accountId, gateway: caller } = await newAccount(service.demo.baseUrl);
  const who = caller.acting(await newCertificate(caller)).with(LATER);
  const isUnderWay = (minutes = 0) => isWorkUnderWay(accountId, new Date(Date.now() + minutes * MINUTES));
  const id = idOf(await who.call('PUT', '/seg-social/cno', { json: change }));
  expect(await isUnderWay()).toBe(false);
  faults.stores = { ...ofThisFile, beginCommit: fails, endFiling: fails };
  await queues.makeAll();
  faults.stores = ofThisFile;
  expect(await isUnderWay()).toBe(true);
  expect(await isUnderWay(6)).toBe(false);
  expect(await runAt(6)).toEqual({ due: 1, queued: 1 });
  await queues.makeAll();
  expect((await caller.get(`/tramites/${id}`)).body.data).toMatchObject({ state: 'accepted' });
  expect(await isUnderWay()).toBe(false);
});
