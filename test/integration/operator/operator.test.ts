import { randomUUID } from 'node:crypto';
import { CloudWatchClient, DeleteAlarmsCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import { beforeAll, describe, expect, test } from 'vitest';
import { RUNBOOK } from '../../../functions/capabilities/operator/runbook.ts';
import { countReached } from '../../../functions/capabilities/operator/store/totals.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { newAccount } from '../../support/accounts.ts';
import { newUser, sessionWithCode, switchOnSecondFactor } from '../../support/callers/users.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { newService } from '../../support/setup/own-service.ts';
import { capacityOf } from '../../support/stores/capacity.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';
import { roundTripsOf } from '../../support/stores/round-trips.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** What the service's operators see of all accounts, and do for all of them. */

// Its own tables, because lists have all accounts, and pauses affect all.
await useOwnTables();
const { service, authorities, requests } = await newService();
const changes = await followChanges(service.services, { isOwn: () => [''] });
let operator: Gateway;
/** An account that files, and its certificate. */
let filer: { accountId: string; gateway: Gateway };
let acting: Gateway;

beforeAll(async () => {
  const { baseUrl } = service.demo;
  const own = await newAccount(baseUrl, 'Operador');
  await stores.accounts.setAccountChoice(own.accountId, { operator: 'on' });
  const ofCodes = await switchOnSecondFactor((await stores.accounts.findUserByEmail(own.email))!);
  operator = await sessionWithCode(baseUrl, own.email, ofCodes);
  filer = await newAccount(baseUrl, 'Despacho');
  const secret = await storeNewCertificate(filer.gateway, { person: seed.demo.holder });
  acting = filer.gateway.acting(secret);
  await changes.catchUp();
});

const read = async (path: string, query = {}) => {
  const { status, body } = await operator.get(`/operator${path}`, query);
  expect({ status, errors: body.errors }).toEqual({ status: 200 });
  return body.data;
};
const send = (method: string, path: string, json: object, who = operator) =>
  who.call(method, `/operator${path}`, { json });
const hour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('an account that is an operator’s', () => {
  test('the account is known to its session as an operator’s, and lets no session in that began without a code', async () => {
    const { baseUrl } = service.demo;
    const { accountId, email, gateway } = await newAccount(baseUrl);
    expect((await gateway.get('/auth')).body.data.operator).toBe(false);
    await stores.accounts.setAccountChoice(accountId, { operator: 'on' });
    expect((await gateway.get('/auth')).body.data.operator).toBe(true);
    expect(await gateway.get('/operator/accounts')).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('segundo factor') },
    });
    const user = (await stores.accounts.findUserByEmail(email))!;
    const secret = await switchOnSecondFactor(user);
    // The session may be stolen, so switching the second factor on does not make it an operator's session.
    expect((await gateway.get('/operator/accounts')).status).toBe(403);
    const withCode = await sessionWithCode(baseUrl, email, secret);
    expect((await withCode.get('/operator/accounts')).status).toBe(200);
    const reader = await newUser(baseUrl, accountId, 'reads');
    expect((await reader.gateway.get('/operator/accounts')).status).toBe(403);
    await stores.secondFactors.removeSecondFactor(user);
    expect((await withCode.get('/operator/accounts')).status).toBe(403);
    await switchOnSecondFactor(user);
    expect((await withCode.get('/operator/accounts')).status).toBe(200);
    await stores.accounts.setAccountChoice(accountId, { operator: 'off' });
    expect((await withCode.get('/operator/accounts')).status).toBe(403);
  });

  test('the account is an operator’s only if its row says so, whatever its sandbox, role or second factor', async () => {
    const { accountId, email } = await newAccount(service.demo.baseUrl);
    const secret = await switchOnSecondFactor((await stores.accounts.findUserByEmail(email))!);
    const gateway = await sessionWithCode(service.demo.baseUrl, email, secret);
    const put = { message: 'a', until: hour(), reason: 'b' };
    expect((await send('PUT', '/authorities/sepe', put, gateway)).status).toBe(403);
    expect((await stores.accounts.findAccount(accountId))?.operator).toBeUndefined();
  });
});

describe('an operator who looks at other accounts', () => {
  test('the operator sees counts and unknown outcomes, and nothing of their content', async () => {
    await authorities.reset();
    const cno = requests['PUT /seg-social/cno']!.request;
    const file = (who: Gateway, json: object) => who.call('PUT', '/seg-social/cno', { json });
    expect((await file(acting, { ...cno, cno: '2611' })).status).toBe(200);
    const going = (scenario: string) => acting.with({ 'X-Sandbox-Scenario': scenario });
    expect((await file(going('refused'), { ...cno, cno: '2101' })).status).toBe(422);
    const lost = await going('lost-answer').post(
      '/seg-social/pract-no-remun',
      requests['POST /seg-social/pract-no-remun']!.request,
    );
    expect(lost.status).toBe(502);
    const id = lost.headers.get('x-tramite-id')!;
    await changes.catchUp();

    const { totals } = await read('/filings', { days: 2 });
    const counted = (state: string) =>
      totals
        .filter((one: { state: string }) => one.state === state)
        .map(({ authority, operation, count }: Record<string, unknown>) => ({ authority, operation, count }));
    const of = (operation: string) => ({ authority: 'tgss', operation, count: 1 });
    expect(counted('accepted')).toEqual([of('PUT /api/v4/seg-social/cno')]);
    expect(counted('refused')).toEqual([of('PUT /api/v4/seg-social/cno')]);
    expect(counted('unknown')).toEqual([of('POST /api/v4/seg-social/pract-no-remun')]);

    const { accounts } = await read('/accounts');
    const own = accounts.find((one: { id: string }) => one.id === filer.accountId);
    expect(own).toMatchObject({
      name: 'Despacho',
      disabled: false,
      accepted: 1,
      refused: 1,
      notSent: 0,
      unknown: 1,
      failure_rate: 2 / 3,
      last_call_at: expect.any(String),
    });

    const unknown = await read('/unknown');
    expect(unknown).toEqual({
      filings: [
        {
          id,
          account: filer.accountId,
          authority: 'tgss',
          hours: 0,
          operation: 'POST /api/v4/seg-social/pract-no-remun',
          created_at: expect.any(String),
        },
      ],
      more: false,
    });
    const answers = JSON.stringify([totals, accounts, unknown]);
    const { worker } = service.demo;
    for (const personal of [worker.nss, worker.dni, service.demo.company.ccc, seed.demo.holder.nif])
      expect(answers).not.toContain(personal);

    const json = { filed: 0, note: 'No consta.' };
    expect((await filer.gateway.post(`/tramites/${id}/resolve`, json)).status).toBe(200);
    await changes.catchUp();
    expect((await read('/unknown')).filings).toEqual([]);
    // The counts agree with the list: a declared filing is no longer unknown.
    const states = (await read('/filings', { days: 2 })).totals.map(({ state }: { state: string }) => state);
    expect(states).toContain('declaredNotFiled');
    expect(states).not.toContain('unknown');
    const [after] = (await read('/accounts')).accounts.filter(
      (one: { id: string }) => one.id === filer.accountId,
    );
    expect(after.unknown).toBe(0);
  });

  test('the operator sees when an account called last, which is noted once an hour', async () => {
    const { accountId, gateway } = await newAccount(service.demo.baseUrl);
    const calledAt = async () => (await stores.accounts.findAccount(accountId))?.calledAt;
    expect(await calledAt()).toBeUndefined();
    const first = await capacityOf(() => gateway.get('/auth'));
    const at = await calledAt();
    expect(at).toEqual(expect.any(String));
    const second = await capacityOf(() => gateway.get('/auth'));
    expect([first.written, second.written]).toEqual([2, 1]);
    expect(await calledAt()).toBe(at);
    const later = (minutes: number) => new Date(Date.parse(at!) + minutes * 60_000);
    await stores.accounts.noteCall({ id: accountId, calledAt: at }, later(59));
    expect(await calledAt()).toBe(at);
    // Of two simultaneous calls, one writes.
    for (const minutes of [61, 62])
      await stores.accounts.noteCall({ id: accountId, calledAt: at }, later(minutes));
    expect(await calledAt()).toBe(later(61).toISOString());
    await stores.accounts.noteCall({ id: randomUUID(), calledAt: undefined }, new Date());
  });
});

describe('a pause of an authority by an operator', () => {
  const contract = () => acting.post('/sepe/contrata', requests['POST /sepe/contrata']!.request);

  test('the pause is for all accounts, with who made and who ended it', async () => {
    await authorities.reset();
    const message = 'El SEPE ha cambiado una página.';
    const until = hour();
    const put = await send('PUT', '/authorities/sepe', { message, until, reason: 'Contrat@ no se lee.' });
    const paused = { authority: 'sepe', state: 'maintenance', paused: true, message, until };
    expect(put).toMatchObject({ status: 200, body: { data: paused } });
    expect(await contract()).toMatchObject({
      status: 503,
      body: { maintenance: true, message: expect.stringContaining(message) },
    });
    const during = await read('/authorities');
    expect(during.authorities).toContainEqual(expect.objectContaining(paused));
    const resumed = await send('DELETE', '/authorities/sepe', { reason: 'Corregido.' });
    expect(resumed.body.data).toMatchObject({ authority: 'sepe', state: 'up', paused: false, message: null });
    expect((await contract()).status).toBe(200);
    const { acts } = await read('/authorities');
    expect(acts).toMatchObject([
      { act: 'resume', authority: 'sepe', reason: 'Corregido.', by: 'Operador', message: null },
      { act: 'pause', authority: 'sepe', reason: 'Contrat@ no se lee.', by: 'Operador', message, until },
    ]);
  });

  test.each<[string, object]>([
    ['message', { message: undefined }],
    ['reason', { reason: undefined }],
    ['until', { until: '2020-01-01T00:00:00Z' }],
    ['until', { until: new Date(Date.now() + 31 * 86_400_000).toISOString() }],
    ['until', { until: '2030-01-01' }],
  ])('the pause is refused without a good %s, and pauses nothing', async (field, wrong) => {
    const put = { message: 'a', until: hour(), reason: 'b', ...wrong };
    const { status, body } = await send('PUT', '/authorities/aeat', put);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    const { authorities } = await read('/authorities');
    expect(authorities.filter(({ paused }: { paused: boolean }) => paused)).toEqual([]);
  });
});

test('the alarms that an operator sees have their state and a line of the runbook, those that warn first', async () => {
  const alarms = async () => (await read('/alarms')).alarms;
  const none = await alarms();
  expect(none.map(({ alarm }: { alarm: string }) => alarm).sort()).toEqual(Object.keys(RUNBOOK).sort());
  expect(new Set(none.map(({ state }: { state: string }) => state))).toEqual(new Set(['unavailable']));
  const cloudwatch = new CloudWatchClient();
  const AlarmName = `pasarela-${process.env.STAGE}-QueueAge-sepe`;
  await cloudwatch.send(
    new PutMetricAlarmCommand({
      AlarmName,
      Namespace: 'pasarela',
      MetricName: 'X',
      Statistic: 'Sum',
      Period: 60,
      Threshold: 1,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanThreshold',
    }),
  );
  try {
    const [first] = await alarms();
    expect(first).toMatchObject({ alarm: 'QueueAge', of: 'sepe', runbook: RUNBOOK.QueueAge });
    expect(['noData', 'ok']).toContain(first.state);
  } finally {
    await cloudwatch.send(new DeleteAlarmsCommand({ AlarmNames: [AlarmName] }));
  }
});

describe('the lists of an operator with 200 accounts that file every day', () => {
  beforeAll(async () => {
    const ids = Array.from({ length: 200 }, () => randomUUID());
    for (const [place, id] of ids.entries())
      await stores.accounts.createAccount({ email: `${id}@example.com`, name: `Cuenta ${place}` });
    const days = Array.from({ length: 7 }, (_, back) =>
      new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10),
    );
    const reached = days.flatMap((day) =>
      ids.map((accountId) => ({
        accountId,
        day,
        authority: 'tgss',
        operation: 'POST /api/v4/seg-social/alta',
        state: 'accepted' as const,
      })),
    );
    await countReached(reached, 0, new Date());
    for (let place = 0; place < 150; place++)
      await stores.operator.listUnknown({
        id: `01K${String(place).padStart(23, '0')}`,
        accountId: ids[0]!,
        authority: 'tgss',
        operation: 'POST /api/v4/seg-social/alta',
        claimedAt: new Date().toISOString(),
      });
  }, 600_000);

  // Rows and capacity units for admitting the caller, and for the operation itself.
  test.each<[string, { rows: number; rcu: number; roundTrips: number }]>([
    // 50 accounts of the list, their rows, and up to seven days of each.
    ['/accounts', { rows: 3 + 50 + 50 + 350, rcu: 1.5 + 210, roundTrips: 4 }],
    ['/filings', { rows: 3 + 7 * 4, rcu: 20, roundTrips: 2 }],
    ['/unknown', { rows: 3 + 100, rcu: 20, roundTrips: 2 }],
    ['/authorities', { rows: 3 + 8 + 20, rcu: 20, roundTrips: 2 }],
  ])(
    'GET /operator%s reads a limited number of rows in a limited number of round trips',
    async (path, most) => {
      await operator.get('/auth');
      const cost = await capacityOf(() => read(path));
      expect(cost.rows).toBeLessThanOrEqual(most.rows);
      expect(cost.rcu).toBeLessThanOrEqual(most.rcu);
      // The write of the rate window.
      expect(cost.written).toBe(1);
      const { roundTrips } = await roundTripsOf(() => operator.get(`/operator${path}`));
      expect(roundTrips.before.length, JSON.stringify(roundTrips)).toBeLessThanOrEqual(most.roundTrips);
    },
  );

  test('the pages have each account once, and lists of unknown outcomes have the oldest', async () => {
    const seen: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await read('/accounts', after ? { after } : {});
      seen.push(...page.accounts.map(({ id }: { id: string }) => id));
      after = page.next;
    }
    const all = await stores.accounts.listAccounts();
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(new Set(seen).size).toBe(seen.length);
    const { filings, more } = await read('/unknown');
    expect([filings.length, more]).toEqual([100, true]);
    expect(filings[0].id).toBe(`01K${'0'.repeat(23)}`);
  });

  test('a batch of changes is counted in one write for the day and one for each account', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const reached = ids.flatMap((accountId) =>
      Array.from({ length: 10 }, () => ({
        accountId,
        day: '2026-01-01',
        authority: 'sepe',
        operation: 'POST /api/v4/sepe/contrata',
        state: 'refused' as const,
      })),
    );
    const { written } = await capacityOf(() => countReached(reached, 1, new Date()));
    expect(written).toBe(1 + ids.length);
    expect(await stores.operator.totalsOf('2026-01-01')).toMatchObject([{ state: 'refused', count: 50 }]);
    const totals = await stores.operator.totalsOfAccounts(ids, ['2026-01-01']);
    expect([...totals.values()]).toEqual(ids.map(() => ({ refused: 10 })));
  });
});
