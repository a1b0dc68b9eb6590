import { DeleteCommand, GetCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { pauseAuthority, resumeAuthority } from '../../../functions/capabilities/operator/store/pauses.ts';
import { seed } from '../../../sandbox/seed.ts';
import { readOutage } from '../../../sandbox/worlds/outage.ts';
import { s3Client } from '../../../sandbox/worlds/s3-store.ts';
import { OPEN_SECONDS } from '../../../shared/authorities/channel/breaker.ts';
import { closeBreakers } from '../../../shared/authorities/health.ts';
import { AUTHORITIES, type AuthorityName } from '../../../shared/kernel/errors.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import { filingKey } from '../../../shared/stores/filings/filing-keys.ts';
import { forgetHealth, noteHealth, openUntil, readHealth, statesOf } from '../../../shared/stores/health.ts';
import { HEALTH, windowKey } from '../../../shared/stores/keyspace.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { fromElsewhere, Gateway } from '../../support/gateway.ts';
import { makeStage } from '../../support/infra/stage.ts';
import { newService } from '../../support/setup/own-service.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';

/** The health of the authorities, as all processes observe it together. */

// Its own tables, because a pause by an operator affects everybody who uses the tables.
await useOwnTables();
const { service, authorities, requests } = await newService();

/** The operator who pauses. */
const by = { name: 'Operadora' };

/** Simulates a new process, which has observed and read nothing yet. */
const inNewProcess = () => {
  closeBreakers();
  forgetHealth();
};
const healthRow = (authority: AuthorityName) =>
  windowKey.health(`${authority}#${service.demo.authorities[authority]}`);
beforeEach(async () => {
  for (const authority of AUTHORITIES) {
    await resumeAuthority(authority, { by }, new Date());
    const Key = healthRow(authority);
    await dynamo().send(new DeleteCommand({ TableName: process.env.WINDOWS_TABLE!, Key }));
  }
  inNewProcess();
});

const stateNow = async (authority: string) =>
  (await statesOf(new Date())).find((one) => one.authority === authority)!;

describe('the health of an authority', () => {
  const now = Date.now();
  /** An observation of an account, which its process notes. */
  const sees = async (
    account: string,
    health: Parameters<typeof noteHealth>[1]['health'],
    seconds = 0,
    slowest = 0,
  ) => {
    forgetHealth();
    const at = new Date(now + seconds * 1000);
    await readHealth(['tgss'], at);
    await noteHealth('tgss', { accountId: account, health, slowest }, at);
  };
  /** The state that a new process reads. */
  const known = async (seconds: number) => {
    forgetHealth();
    const at = new Date(now + seconds * 1000);
    const [tgss] = await statesOf(at);
    return { ...tgss!, open: openUntil('tgss', at) };
  };

  test('failures that three accounts see stop all calls until fifteen seconds after the last one, and failures of two accounts stop none', async () => {
    await sees('one', 'failing', 0);
    await sees('two', 'failing', 10);
    for (let second = 20; second < 60; second += 10) await sees('one', 'failing', second);
    expect(await known(61)).toMatchObject({ state: 'up', open: undefined });
    await sees('three', 'failing', 70);
    expect(await known(71)).toMatchObject({
      state: 'down',
      since: now,
      open: now + (70 + OPEN_SECONDS) * 1000,
    });
  });

  test('a good answer lets the calls of all accounts through again', async () => {
    for (const account of ['one', 'two', 'three']) await sees(account, 'failing');
    expect((await known(1)).state).toBe('down');
    await sees('four', 'inconclusive', 2);
    expect((await known(2)).state).toBe('down');
    await sees('four', 'healthy', 3);
    expect(await known(3)).toMatchObject({ authority: 'tgss', state: 'up', open: undefined });
    // Earlier observations no longer count.
    await sees('one', 'failing', 20);
    expect((await known(21)).state).toBe('up');
  });

  test('a failure that accounts saw counts for five minutes', async () => {
    for (const account of ['one', 'two', 'three']) await sees(account, 'failing');
    expect((await known(299)).state).toBe('down');
    expect((await known(301)).state).toBe('up');
    await sees('four', 'failing', 302);
    expect((await known(303)).state).toBe('up');
  });

  test('an announcement that three accounts saw is maintenance, for as long as it says', async () => {
    for (const account of ['one', 'two', 'three']) await sees(account, { unavailable: 600 });
    const until = now + 600_000;
    expect(await known(400)).toMatchObject({ state: 'maintenance', since: now, until, open: until });
    expect((await known(601)).state).toBe('up');
  });

  test('a maintenance that only one account saw does not make others wait as long', async () => {
    await sees('one', { unavailable: 600 });
    for (const account of ['two', 'three']) await sees(account, 'failing');
    expect(await known(1)).toMatchObject({ state: 'down', open: now + OPEN_SECONDS * 1000 });
  });

  test('slow answers of three accounts are noted, and stop no call', async () => {
    for (const account of ['one', 'two', 'three']) await sees(account, 'healthy', 0, 9_000);
    expect(await known(1)).toMatchObject({ state: 'slow', since: now, open: undefined });
    expect((await known(301)).state).toBe('up');
  });

  test('a failure does not count for other accounts where each account has authorities of its own', async () => {
    vi.stubEnv('OWN_STAND_INS', 'true');
    for (const account of ['one', 'two', 'three']) await sees(account, 'failing', 0, 9_000);
    const found = await known(1);
    const until = new Date(now + 60_000);
    await pauseAuthority('tgss', { by, message: 'Un momento.', until }, new Date(now));
    const paused = await known(6);
    const { Items } = await dynamo().send(new ScanCommand({ TableName: process.env.WINDOWS_TABLE! }));
    vi.stubEnv('OWN_STAND_INS', 'false');
    expect(found).toMatchObject({ state: 'up', open: undefined });
    // A pause by the operator applies to everybody.
    expect(paused).toMatchObject({ state: 'maintenance', message: 'Un momento.' });
    const ids = Items!.map(({ id }) => id).filter((id) => id.startsWith(HEALTH));
    expect(ids).toEqual([windowKey.pause('tgss').id]);
  });

  test('an outage that operators rehearse affects all, also where each account has authorities of its own, until the first answer', async () => {
    vi.stubEnv('OWN_STAND_INS', 'true');
    vi.stubEnv('REHEARSED_OUTAGE', 'sepe');
    for (const account of ['one', 'two', 'three']) await sees(account, 'failing');
    const ofAnother = await known(1);
    vi.stubEnv('REHEARSED_OUTAGE', 'tgss');
    for (const account of ['one', 'two', 'three']) await sees(account, 'failing');
    const down = await known(1);
    // A function without stand-ins, which answers GET /status, has the address of the stage: none.
    vi.stubEnv('OWN_STAND_INS', 'false');
    vi.stubEnv('TGSS_URL', '');
    const elsewhere = await known(1);
    vi.stubEnv('OWN_STAND_INS', 'true');
    vi.stubEnv('REHEARSED_OUTAGE', '');
    await sees('four', 'failing', 1);
    await sees('one', 'healthy', 2);
    const up = await known(3);
    for (const name of ['OWN_STAND_INS', 'REHEARSED_OUTAGE']) vi.stubEnv(name, undefined);
    vi.stubEnv('TGSS_URL', service.demo.authorities.tgss);
    expect(ofAnother).toMatchObject({ state: 'up', open: undefined });
    expect(down).toMatchObject({ state: 'down', since: now, open: now + OPEN_SECONDS * 1000 });
    expect(elsewhere).toMatchObject({ state: 'down', since: now });
    expect(up).toMatchObject({ state: 'up', open: undefined });
  });

  test('every authority is up if the table of all accounts is missing', async () => {
    const table = process.env.WINDOWS_TABLE!;
    vi.stubEnv('WINDOWS_TABLE', 'gone');
    forgetHealth();
    const states = await statesOf(new Date());
    vi.stubEnv('WINDOWS_TABLE', table);
    expect(states.map(({ state }) => state)).toEqual(['up', 'up', 'up', 'up']);
  });
});

/** A caller of a new account, with a certificate. */
const newCaller = async (): Promise<Gateway> => {
  const { gateway } = await newAccount(service.demo.baseUrl, 'Asesoría');
  return gateway.acting(await storeNewCertificate(gateway, { person: seed.demo.holder }, { type: '1' }));
};

const ask = (gateway: Gateway) => {
  const { regimen, ccc } = service.demo.company;
  return gateway.get('/seg-social/employee-situations', { regimen, ccc, dni: service.demo.worker.dni });
};

test('an authority that is down for three accounts is asked by one call when the wait is over, and by none before', async () => {
  const callers = await Promise.all([newCaller(), newCaller(), newCaller(), newCaller()]);
  const { breakDown } = authorities;
  await breakDown('error-page');
  for (const caller of callers.slice(0, 3)) {
    inNewProcess();
    expect((await ask(caller)).status).toBe(500);
  }
  await breakDown('none');
  inNewProcess();
  const stopped = await ask(callers[3]!);
  expect(stopped).toMatchObject({ status: 503, body: { maintenance: true } });
  expect(Number(stopped.headers.get('retry-after'))).toBeLessThanOrEqual(OPEN_SECONDS);
  expect(await stateNow('tgss')).toMatchObject({ state: 'down' });
  const told = await new Gateway(service.demo.baseUrl, fromElsewhere()).get('/status');
  expect(told.body.data.authorities[0]).toMatchObject({
    authority: 'tgss',
    state: 'down',
    since: expect.stringMatching(/Z$/),
    message: expect.stringMatching(/^No responde a nadie\. .*no debe presentarse otra vez\.$/),
  });

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (OPEN_SECONDS + 1) * 1000 });
  inNewProcess();
  expect((await ask(callers[3]!)).status).toBe(200);
  inNewProcess();
  expect(await stateNow('tgss')).toMatchObject({ state: 'up' });
  expect((await ask(callers[0]!)).status).toBe(200);
  vi.useRealTimers();
});

test.each(['error-page', 'maintenance'])(
  'the scenario “%s” that accounts ask for does not count for others',
  async (scenario) => {
    const callers = await Promise.all([newCaller(), newCaller(), newCaller()]);
    for (const caller of callers) {
      inNewProcess();
      await ask(caller.with({ 'X-Sandbox-Scenario': scenario }));
    }
    const { Item } = await dynamo().send(
      new GetCommand({ TableName: process.env.WINDOWS_TABLE!, Key: healthRow('tgss') }),
    );
    expect(Item).toBeUndefined();
    inNewProcess();
    expect(await stateNow('tgss')).toMatchObject({ state: 'up' });
    expect((await ask(callers[0]!)).status).toBe(200);
  },
);

describe('a pause by the operator', () => {
  const hour = () => new Date(Date.now() + 3_600_000);

  test('the pause is answered with 503 and the operator’s text, and lets look-ups of unknown outcomes through', async () => {
    const caller = await newCaller();
    const { request } = requests['PUT /seg-social/cno']!;
    const made = await caller.call('PUT', '/seg-social/cno', { json: request });
    const id = made.headers.get('x-tramite-id')!;
    // The state after nothing could find out the outcome.
    await dynamo().send(
      new UpdateCommand({
        TableName: process.env.FILINGS_TABLE!,
        Key: filingKey.head(id),
        UpdateExpression: 'SET #state = :unknown REMOVE answer',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':unknown': 'unknown' },
      }),
    );

    await pauseAuthority('tgss', { by, message: 'Sistema RED no responde bien.', until: hour() }, new Date());
    inNewProcess();
    const paused = await ask(caller);
    expect(paused).toMatchObject({
      status: 503,
      body: {
        success: false,
        maintenance: true,
        message: 'El servicio de la Seguridad Social está en pausa: Sistema RED no responde bien.',
      },
    });
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    const filing = await caller.call('PUT', '/seg-social/cno', { json: { ...request, cno: '2222' } });
    expect(filing.status).toBe(503);
    expect((await caller.get(`/tramites/${filing.headers.get('x-tramite-id')}`)).body.data.state).toBe(
      'notSent',
    );

    expect((await caller.post(`/tramites/${id}/check`, {})).status).toBe(200);
    expect((await caller.get(`/tramites/${id}`)).body.data.state).toBe('accepted');

    // A process caches the state for five seconds. Here it read the state a minute in the future, so that even a slow machine
    // still has it.
    inNewProcess();
    await readHealth(['tgss'], new Date(Date.now() + 60_000));
    await resumeAuthority('tgss', { by }, new Date());
    expect((await ask(caller)).status).toBe(503);
    inNewProcess();
    expect((await ask(caller)).status).toBe(200);
  });

  test('the pause is shown to anyone by GET /status, with the health of the other authorities', async () => {
    const until = hour();
    await pauseAuthority('sepe', { by, message: 'Cambios en Contrat@.', until }, new Date());
    inNewProcess();
    const { status, headers, body } = await new Gateway(service.demo.baseUrl, fromElsewhere()).get('/status');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=5');
    const up = { state: 'up', since: null, until: null, message: null };
    expect(body.data.authorities).toEqual([
      { authority: 'tgss', name: 'Seguridad Social', ...up },
      {
        authority: 'sepe',
        name: 'SEPE',
        state: 'maintenance',
        since: expect.stringMatching(/Z$/),
        until: until.toISOString(),
        message: 'Cambios en Contrat@.',
      },
      { authority: 'aeat', name: 'Agencia Tributaria', ...up },
      { authority: 'dehu', name: 'DEHú', ...up },
    ]);
  });

  test('the pause ends by itself', async () => {
    await pauseAuthority('tgss', { by, message: 'Un momento.', until: new Date(Date.now() - 1) }, new Date());
    expect(await stateNow('tgss')).toMatchObject({ state: 'up' });
  });

  test.each([
    ['no message', ['pause', 'tgss', '--until', '2999-01-01T00:00:00Z'], /--message must be one line/],
    [
      'an instant without offset',
      ['pause', 'tgss', '--message', 'a', '--until', '2999-01-01T00:00'],
      /--until 2999-01-01T00:00 is not a moment/,
    ],
    [
      'an instant of the past',
      ['pause', 'tgss', '--message', 'a', '--until', '2020-01-01T00:00:00Z'],
      /--until must be in the future/,
    ],
    [
      'an unknown authority',
      ['pause', 'dgt', '--message', 'a'],
      /There is no authority dgt\. There are: tgss/,
    ],
    [
      'an outage that is none',
      ['rehearse', 'tgss', '--as', 'slow', '--until', '1h'],
      /There is no outage slow/,
    ],
    [
      'an outage without its kind',
      ['rehearse', 'tgss', '--until', '1h'],
      /The outage is missing: error-page/,
    ],
    [
      'an outage of more than a shift',
      ['rehearse', 'tgss', '--as', 'error-page', '--until', '9h'],
      /--until must be in the future, and at most 8 hours/,
    ],
    ['a word after the last', ['end-rehearsal', 'tgss'], /Unexpected words: tgss/],
  ])('the command with %s pauses nothing and begins no outage', async (_, args, message) => {
    const run = await makeStage('authorities');
    await expect(run(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    expect(await stateNow('tgss')).toMatchObject({ state: 'up' });
    expect(await readOutage(s3Client(), process.env.SANDBOX_BUCKET!, new Date())).toBeUndefined();
  });
});
