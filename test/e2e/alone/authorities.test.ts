import { afterEach, expect, test } from 'vitest';
import { demo, operate } from '../../support/deployed.ts';
import { fromElsewhere, Gateway, signIn } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';

/** Runs the operator's command in a separate process. */
const run = async (...args: string[]) => (await operate('authorities', ...args)).stdout;

afterEach(() => run('resume', 'aeat'));

const anybody = new Gateway(demo.baseUrl, fromElsewhere());
const seen = async () => (await anybody.get('/status')).body.data.authorities;

/** Long enough until every process has noticed a pause: five seconds, plus time for a busy machine. */
const NOTICED = { timeout: 60_000, interval: 1_000 };

test('no function asks an authority that the operator pauses until it is resumed; others are asked', async () => {
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
