import { afterEach, expect, test } from 'vitest';
import { demo, newTenant, operate } from '../../support/deployed.ts';
import { fromElsewhere, Gateway, signIn } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';

/** Runs the operator's command in a separate process. */
const run = async (...args: string[]) => (await operate('authorities', ...args)).stdout;

afterEach(async () => {
  await run('resume', 'aeat');
  await run('end-rehearsal');
});

const anybody = new Gateway(demo.baseUrl, fromElsewhere());
const seen = async () => (await anybody.get('/status')).body.data.authorities;

/** Long enough until every process has noticed a pause: five seconds, plus time for a busy machine. */
const NOTICED = { timeout: 60_000, interval: 1_000 };

test('an authority that the operator pauses is asked by no function until it is resumed, while others are asked', async () => {
  const caller = await signIn(demo.baseUrl, demo);
  const { request } = requestsOf(demo)['GET /aeat/report-corriente']!;
  const ask = async () => {
    const { status, body, headers } = await caller
      .acting(demo.certificates.aeat)
      .get('/aeat/report-corriente', request as Record<string, string>);
    return { status, message: body.message, maintenance: body.maintenance, wait: headers.get('retry-after') };
  };
  expect(await ask()).toMatchObject({ status: 200 });

  const until = new Date(Date.now() + 3_600_000);
  await run('pause', 'aeat', '--message', 'La sede está en mantenimiento.', '--until', until.toISOString());
  await expect.poll(ask, NOTICED).toEqual({
    status: 503,
    message: 'El servicio de la Agencia Tributaria está en pausa: La sede está en mantenimiento.',
    maintenance: true,
    wait: expect.stringMatching(/^3[56]\d\d$/),
  });
  const paused = {
    state: 'maintenance',
    until: until.toISOString(),
    message: 'La sede está en mantenimiento.',
  };
  await expect.poll(seen, NOTICED).toMatchObject([{ state: 'up' }, { state: 'up' }, paused, { state: 'up' }]);
  expect(await run('list')).toMatch(
    new RegExp(
      [
        '^tgss\\tup\\t-\\t-\\tUNKNOWN',
        'sepe\\tup\\t-\\t-\\tUNKNOWN',
        'aeat\\tmaintenance\\t\\S+Z\\t\\S+Z\\tUNKNOWN\\tLa sede está en mantenimiento\\.',
        'dehu\\tup\\t-\\t-\\tUNKNOWN\\n$',
      ]
        .join('\\n')
        .replaceAll('UNKNOWN', 'unknown: [^\\t\\n]+'),
    ),
  );
  const { regimen, ccc } = demo.company;
  const other = await caller
    .acting(demo.certificates.tgss)
    .get('/seg-social/employee-situations', { regimen, ccc, dni: demo.worker.dni });
  expect(other.status).toBe(200);

  await run('resume', 'aeat');
  await expect.poll(ask, NOTICED).toMatchObject({ status: 200 });
  await expect.poll(seen, NOTICED).toMatchObject(Array.from({ length: 4 }, () => ({ state: 'up' })));
});

/** A caller of an account of its own, with a certificate of its sandbox. */
const newCaller = async (): Promise<Gateway> => {
  const { gateway } = await newTenant();
  const [{ nif }] = (await gateway.get('/sandbox')).body.data.holders;
  const { file, password } = (await gateway.post('/sandbox/certificate', { nif })).body.data;
  const { body } = await gateway.upload(Buffer.from(file.content, 'base64'), { password });
  return gateway.acting(body.data.cert_secret);
};

test('an authority whose outage the operator rehearses is down for every account, and up again after the first answer', async () => {
  const callers = await Promise.all([newCaller(), newCaller(), newCaller()]);
  const { regimen, ccc } = demo.company;
  const ask = async (caller: Gateway) =>
    (await caller.get('/seg-social/employee-situations', { regimen, ccc, dni: demo.worker.dni })).status;
  const askAll = () => Promise.all(callers.map(ask));
  expect(await askAll()).toEqual([200, 200, 200]);

  await run('rehearse', 'tgss', '--as', 'error-page', '--until', '1h');
  const down = [
    { state: 'down', since: expect.stringMatching(/Z$/) },
    { state: 'up' },
    { state: 'up' },
    { state: 'up' },
  ];
  const seenByAll = async () => {
    await askAll();
    return seen();
  };
  await expect.poll(seenByAll, NOTICED).toMatchObject(down);
  // No one has asked it for this account yet.
  const other = await newCaller();
  await expect.poll(() => ask(other), NOTICED).toBe(503);
  const { stdout, stderr } = await operate('authorities', 'list');
  expect(stdout).toMatch(/^tgss\tdown\t\S+Z\t-\tunknown: /m);
  expect(stderr).toMatch(/^An outage of tgss is rehearsed \(error-page\) until \S+Z\.$/m);

  await run('end-rehearsal');
  await expect.poll(askAll, NOTICED).toEqual([200, 200, 200]);
  await expect.poll(seen, NOTICED).toMatchObject(Array.from({ length: 4 }, () => ({ state: 'up' })));
});
