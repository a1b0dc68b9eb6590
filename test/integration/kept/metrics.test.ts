import type { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { beforeEach, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { alarmsOf } from '../../../infra/observability/alarms.ts';
import { groupsOf } from '../../../reference/groups.ts';
import { seed } from '../../../sandbox/seed.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { giveUpDays } from '../../../shared/kernel/config.ts';
import { LIMITS } from '../../../shared/operation/rates.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { Gateway } from '../../support/gateway.ts';
import { runSchedule } from '../../support/iam/due.ts';
import { evaluated } from '../../support/infra/expressions.ts';
import { stageOf } from '../../support/infra/templates.ts';
import { type Faults, failingServices, ownFilings } from '../../support/servers/failing-services.ts';
import { recordedMetrics } from '../../support/servers/recorded-metrics.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** The metrics that the service emits, from the request to the emitted value. */

const { metrics, emitted, of } = recordedMetrics();
const { ofThisFile, own } = ownFilings();
let faults: Faults = {};
let gateway: Gateway;
let change: Record<string, unknown>;
let count = 0;
const DAY_MS = 24 * 60 * 60 * 1000;

const quiet = { info: () => {}, error: () => {} };
const { service, authorities, requests } = await ownService({
  ...failingServices(() => faults),
  metrics,
  log: quiet,
});
beforeEach(async () => {
  faults = { stores: ofThisFile };
  own.clear();
  closeBreakers();
  gateway = service.caller.acting(await storeNewCertificate(service.caller, { person: seed.demo.holder }));
  const { request } = requests['PUT /seg-social/cno']!;
  change = { ...request, cno: String(3000 + count++) };
  emitted.length = 0;
});

const make = (scenario?: string) =>
  gateway
    .with(scenario ? { 'X-Sandbox-Scenario': scenario } : {})
    .call('PUT', '/seg-social/cno', { json: change });
const runAt = async (now = 0) => {
  emitted.length = 0;
  faults.now = now;
  await runSchedule(service.services);
};
const ANSWERED = { value: 1, authority: 'tgss', outcome: 'answered' };

test('a filing that is accepted is counted, with its exchanges and their time', async () => {
  expect((await make()).status).toBe(200);
  expect(of('Exchanges')).toContainEqual(ANSWERED);
  expect(of('ExchangeTime')[0]).toEqual({ authority: 'tgss', value: expect.any(Number) });
  expect(of('FilingsEnded')).toEqual([{ value: 1, authority: 'tgss', state: 'accepted' }]);
  expect(of('Defects')).toEqual([]);
});

test('an authority in maintenance is counted as down, and its breaker as opened once', async () => {
  const { breakDown } = authorities;
  await breakDown('maintenance');
  for (let each = 0; each < 3; each++) expect((await make()).status).toBe(503);
  await breakDown('none');
  expect(of('Exchanges')).toEqual(Array(3).fill({ ...ANSWERED, outcome: 'down' }));
  expect(of('BreakerOpened')).toEqual([{ value: 1, authority: 'tgss' }]);
  expect(of('Defects')).toEqual([]);
});

test.each(['error-page', 'maintenance'] as const)(
  'an authority that answers no request raises its alarm, and the first answer ends it: %s',
  async (scenario) => {
    const stage = stageOf({ stage: 'production' });
    const { metric, threshold } = alarmsOf({ stage, groups: groupsOf(stage) }).find(
      ({ kind, of: authority }) => kind === 'AuthorityUnreachable' && authority === 'tgss',
    )!;
    const value = () => {
      const counts: Record<string, number> = {};
      for (const { outcome } of of('Exchanges') as unknown as { outcome: string }[])
        counts[outcome] = (counts[outcome] ?? 0) + 1;
      return evaluated((metric as MathExpression).expression, counts);
    };
    const { breakDown } = authorities;
    await breakDown(scenario);
    for (let each = 0; each < threshold; each++) await make();
    await breakDown('none');
    expect(value()).toBeGreaterThanOrEqual(threshold);
    closeBreakers();
    expect((await make()).status).toBe(200);
    expect(value()).toBe(0);
  },
);

test('outcomes that become unknown raise their alarm, before the schedule has looked at them', async () => {
  const stage = stageOf({ stage: 'production' });
  const { threshold } = alarmsOf({ stage, groups: groupsOf(stage) }).find(
    ({ kind }) => kind === 'UnknownGrowing',
  )!;
  for (let each = 0; each < threshold; each++) {
    change = { ...change, cno: String(4000 + each) };
    await lose();
  }
  expect(of('FilingsEnded')).toEqual(
    Array(threshold).fill({ value: 1, authority: 'tgss', state: 'unknown' }),
  );
});

/** A filing whose outcome stays unknown, because no look-up can be made. */
const lose = async () => {
  const { openAuthority } = service.services;
  service.services.openAuthority = async (options) => {
    const port = await openAuthority(options);
    const fails = async () => {
      throw Object.assign(new Error('down'), { name: 'Down' });
    };
    return options.bypassesBreaker ? { ...port, read: fails as typeof port.read } : port;
  };
  try {
    expect((await make('lost-answer')).status).toBe(502);
  } finally {
    service.services.openAuthority = openAuthority;
  }
};

test('an unknown outcome is counted at once, by each run of the schedule, and when it is given up', async () => {
  await runAt();
  expect([of('UnknownFilings'), of('OldestUnknown')]).toEqual([[{ value: 0 }], [{ value: 0 }]]);
  await lose();
  expect(of('FilingsEnded')).toEqual([{ value: 1, authority: 'tgss', state: 'unknown' }]);
  expect(of('UnknownGivenUp')).toEqual([]);
  await runAt(30_000);
  expect(of('UnknownFilings')).toEqual([{ value: 1 }]);
  const [{ value: seconds } = { value: 0 }] = of('OldestUnknown');
  expect(seconds).toBeGreaterThanOrEqual(30);
  expect(seconds).toBeLessThan(300);

  // No look-up is possible, so it is tried until the days are over.
  const [id] = own;
  const { accountId, clientId, certificate } = (await stores.filings.getFiling(id!))!;
  const key = { certificateId: certificate.id, clientId };
  await stores.certificates.deleteCertificate(accountId, key);
  let last = 0;
  for (let day = 0; last === 0 && day < 60; day++) {
    await runAt(day * DAY_MS + 2 * 60_000);
    last = of('UnknownGivenUp').length && day;
  }
  expect(last).toBeGreaterThanOrEqual(giveUpDays() - 2);
  expect(last).toBeLessThanOrEqual(giveUpDays() + 1);
  expect(emitted.find(({ name }) => name === 'UnknownGivenUp')).toMatchObject({ facts: { filing: id } });
  await runAt(50 * DAY_MS);
  expect([of('UnknownFilings'), of('UnknownGivenUp')]).toEqual([[{ value: 0 }], []]);
});

test('a failure to count unknown outcomes delays no filing', async () => {
  await lose();
  const fails = async () => {
    throw new Error('gone');
  };
  faults.stores = { ...ofThisFile, unknownFilings: fails };
  await runAt(2 * 60_000);
  expect(of('UnknownFilings')).toEqual([]);
  expect(of('FilingsEnded')).toEqual([{ value: 1, authority: 'tgss', state: 'accepted' }]);
});

test('an error of the gateway itself is counted as a defect, with the id of its request', async () => {
  const listFilings = async () => {
    throw new Error('broken');
  };
  faults.stores = { ...ofThisFile, listFilings };
  const { status, headers } = await gateway.get('/tramites');
  expect(status).toBe(500);
  expect(emitted).toEqual([
    { name: 'Defects', value: 1, dimensions: {}, facts: { requestId: headers.get('x-request-id') } },
  ]);
});

test('a due filing that cannot be looked after is counted as a defect', async () => {
  await lose();
  const takeDue = async () => {
    throw new Error('broken');
  };
  faults.stores = { ...ofThisFile, takeDue };
  await runAt(2 * 60_000);
  expect(of('Defects')).toEqual([{ value: 1 }]);
});

test('requests over the rate are counted separately from tries to sign in that must wait', async () => {
  const anonymousAt = (address: string) => new Gateway(service.demo.baseUrl, { 'X-Forwarded-For': address });
  let refused = 0;
  // Enough requests even if a new minute begins meanwhile.
  for (let each = 0; each < 3 * LIMITS.anonymous; each++)
    refused += Number((await anonymousAt('192.0.2.77').get('/auth')).status === 429);
  expect(refused).toBeGreaterThan(0);
  expect(of('RequestsLimited')).toEqual(Array(refused).fill({ value: 1 }));
  expect(of('SignInsBlocked')).toEqual([]);

  emitted.length = 0;
  const guessed = { email: `${crypto.randomUUID()}@example.com`, ip: '198.51.100.1' };
  const origin = await stores.signIns.readOrigin(guessed.email, guessed.ip, new Date());
  for (let each = 0; each < 10; each++) await stores.signIns.countTry(origin, undefined, new Date());
  const json = { email: guessed.email, password: 'x' };
  expect((await anonymousAt(guessed.ip).call('POST', '/auth/login', { json })).status).toBe(429);
  expect([of('SignInsBlocked'), of('SignInsFailed'), of('RequestsLimited')]).toEqual([
    [{ value: 1 }],
    [{ value: 1 }],
    [],
  ]);

  emitted.length = 0;
  expect((await anonymousAt('203.0.113.9').call('POST', '/auth/login', { json })).status).toBe(401);
  expect((await anonymousAt('203.0.113.9').get('/auth')).status).toBe(401);
  expect([of('SignInsBlocked'), of('SignInsFailed')]).toEqual([[], [{ value: 1 }]]);
});

test('no metric has data of the request', async () => {
  await make();
  await make('error-page');
  const sent = Object.values(change).filter((value) => typeof value === 'string' && value.length > 3);
  expect(sent.length).toBeGreaterThan(2);
  expect(emitted.length).toBeGreaterThan(3);
  // The numbers are counts and times, and a time may be any number.
  const text = JSON.stringify(emitted, (_, value) => (typeof value === 'number' ? 0 : value));
  for (const value of sent) expect(text).not.toContain(value);
});
