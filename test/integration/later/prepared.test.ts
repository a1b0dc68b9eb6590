import { beforeEach, expect, test } from 'vitest';
import { PAYERS } from '../../../sandbox/aeat/seed.ts';
import { seed } from '../../../sandbox/seed.ts';
import { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { type Faults, failingServices, ownFilings } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { countsOfSchedule } from '../../support/stores/schedule.ts';

/**
 * A certificate that the tax agency prepares for longer than a caller waits: 20 minutes after the request. A shipment whose
 * result SEPE returns only after many queries.
 */

const PATH = '/aeat/report-subcontractors';
const QUERY = { nif_entidad: PAYERS.muchLater.nif };

let faults: Faults = {};
const { ofThisFile, own } = ownFilings();

let gateway: Gateway;
let secret: string;

/** The number of queries that SEPE answers with "not processed yet": more than are made while a caller waits. */
const QUESTIONS = 12;
const state = { ...seed.state, sepe: { ...seed.state.sepe, pendingQueries: QUESTIONS } };

const later = () => new Date(Date.now() + (faults.now ?? 0));
const { service, authorities, requests, sepe } = await newService(
  {
    ...failingServices(() => faults),
    // Without the waits within a conversation.
    openAuthority: (options) => authorityPort({ ...options, sleep: async () => {} }),
  },
  { now: later, seed: { ...seed, state } },
);
const queues = await startWorkQueues(service.services);

beforeEach(async () => {
  faults = { stores: ofThisFile };
  own.clear();
  await authorities.reset();
  // A new account, because a certificate that one test requested is known to its account.
  const { gateway: caller } = await newAccount(service.demo.baseUrl);
  secret = await storeNewCertificate(caller, { person: seed.demo.holder });
  gateway = caller.acting(secret);
});

const filing = async (id: string) => (await gateway.get(`/tramites/${id}`)).body.data;
const runAt = async (minutes: number) => {
  faults.now = minutes * 60_000;
  return countsOfSchedule(service.services);
};
const requested = () => authorities.submissions('aeat.CONTRATISTAS');

/** Requests it synchronously or asynchronously. @returns the id of its record */
const ask = {
  'at once': async () => {
    const { status, body, headers } = await gateway.get(PATH, QUERY);
    expect({ status, success: body.success }).toEqual({ status: 200, success: false });
    return headers.get('x-tramite-id')!;
  },
  later: async () => {
    const { status, headers } = await gateway.with({ Prefer: 'respond-async' }).get(PATH, QUERY);
    expect(status).toBe(202);
    await queues.makeAll();
    return headers.get('x-tramite-id')!;
  },
};

test.each(Object.entries(ask))(
  'an answer that the authority prepares, requested for %s, comes at the third look, with its document',
  async (_, asked) => {
    const id = await asked();
    expect(await filing(id)).toMatchObject({ state: 'preparing', reading: true, looks: 0 });
    expect(await runAt(0.5)).toEqual({});
    expect(await runAt(1.1)).toEqual({ due: 1, preparing: 1 });
    expect(await runAt(6.2)).toEqual({ due: 1, preparing: 1 });
    expect(await filing(id)).toMatchObject({ state: 'preparing', looks: 2 });

    const seen = await authorities.requests();
    const again = await gateway.get(PATH, QUERY);
    expect(again.body).toMatchObject({ success: false, message: expect.stringContaining(id) });
    expect(await authorities.requests()).toBe(seen);

    expect(await runAt(21.3)).toEqual({ due: 1, answered: 1 });
    expect(await filing(id)).toMatchObject({
      state: 'answered',
      answer: { success: true, status: 200, message: 'Certificado POSITIVO.' },
      documents: [{ n: 1, contentType: 'application/pdf' }],
    });
    const { body } = await gateway.get(`/tramites/${id}/documents/1`);
    expect(Buffer.from(body.data.file.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
    expect(await runAt(60)).toEqual({});
    expect(await requested()).toBe(1);

    // It can be requested again: the agency returns the same certificate.
    const after = await gateway.get(PATH, QUERY);
    expect(after.body).toMatchObject({ status: 200, success: true });
    expect(await requested()).toBe(1);
  },
);

test('several requests at the same time for a prepared answer share one record', async () => {
  const ids = await Promise.all([ask['at once'](), ask['at once'](), ask['at once']()]);
  expect(new Set(ids).size).toBe(1);
});

test('a request to be answered later gets the record of an equal question whose answer is being prepared', async () => {
  const id = await ask['at once']();
  const { status, headers } = await gateway.with({ Prefer: 'respond-async' }).get(PATH, QUERY);
  expect({ status, id: headers.get('x-tramite-id') }).toEqual({ status: 202, id });
});

test('a look for a prepared answer that cannot be made, or fails, is followed by another one', async () => {
  const id = await ask['at once']();
  const url = process.env.AEAT_URL;
  process.env.AEAT_URL = 'https://127.0.0.1:1';
  expect(await runAt(1.1)).toEqual({ due: 1, preparing: 1 });
  process.env.AEAT_URL = url;
  expect((await gateway.delete(`/certificate/${secret}`)).status).toBe(200);
  expect(await runAt(6.2)).toEqual({ due: 1, preparing: 1 });
  expect(await filing(id)).toMatchObject({ state: 'preparing', looks: 2 });
});

test('an answer that the schedule could not collect for more than a week is collected, and not requested again', async () => {
  const id = await ask['at once']();
  expect(await runAt(9 * 1440)).toEqual({ due: 1, answered: 1 });
  expect(await requested()).toBe(1);
  faults.now = 0;
  expect(await filing(id)).toMatchObject({ state: 'answered', answer: { success: true } });
});

test('a prepared answer is given up after the days that the stage sets, and the answer says so', async () => {
  const id = await ask['at once']();
  expect((await gateway.delete(`/certificate/${secret}`)).status).toBe(200);
  let minutes = 0;
  let result: Record<string, number> = {};
  for (let looks = 0; looks < 40 && !result.givenUp; looks++) {
    minutes += [1, 5, 15, 60, 240][looks] ?? 720;
    minutes += 0.1;
    result = await runAt(minutes);
  }
  expect(result).toEqual({ due: 1, givenUp: 1 });
  expect(minutes / 1440).toBeGreaterThan(9);
  expect(minutes / 1440).toBeLessThan(11);
  faults.now = 0;
  expect(await filing(id)).toMatchObject({
    state: 'failed',
    answer: { success: false, status: 504, errors: { aeat: [expect.stringContaining('10 días')] } },
  });
});

test('an outcome that SEPE reports only later is found, and ends in the same record', async () => {
  const { request } = requests['POST /sepe/copy-basic/xml']!;
  const sent = await sepe.post('/sepe/copy-basic/xml', request);
  expect(sent.status).toBe(502);
  const record = async () => (await sepe.get(`/tramites/${sent.headers.get('x-tramite-id')}`)).body.data;
  const { state: first, reference } = await record();
  expect({ first, reference }).toEqual({ first: 'unknown', reference: expect.any(String) });
  const results: string[] = [];
  for (const minutes of [1.1, 6.2, 21.3, 81.4, 321.5, 1041.6, 1761.7, 2481.8, 3201.9]) {
    const { due: _, ...result } = await runAt(minutes);
    results.push(...Object.keys(result));
    if (result.accepted) break;
  }
  expect(results.at(-1)).toBe('accepted');
  expect(results.slice(0, -1).every((one) => one === 'unknown')).toBe(true);
  expect(results.length).toBeGreaterThan(2);
  faults.now = 0;
  expect(await record()).toMatchObject({ state: 'accepted', reference, answer: { success: true } });
  const { accepted } = await authorities.stats();
  expect(Object.values(accepted)).toEqual([1]);
});
