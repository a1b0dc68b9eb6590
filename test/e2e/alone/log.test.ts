import { readFile } from 'node:fs/promises';
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  FilterLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { expect, test } from 'vitest';
import { demo } from '../../support/deployed.ts';
import { fromElsewhere, Gateway, signIn } from '../../support/gateway.ts';

const logs = new CloudWatchLogsClient();

/** Everything that the functions have logged. */
const logged = async (): Promise<string> => {
  const { logGroups = [] } = await logs.send(new DescribeLogGroupsCommand({}));
  const messages: string[] = [];
  for (const { logGroupName } of logGroups) {
    let nextToken: string | undefined;
    do {
      const page = await logs.send(new FilterLogEventsCommand({ logGroupName, nextToken }));
      messages.push(...(page.events ?? []).map(({ message = '' }) => message));
      nextToken = page.nextToken;
    } while (nextToken);
  }
  return messages.join('\n');
};

test('logs contain no data that integrators entrust to the service', async () => {
  const { regimen, ccc } = demo.company;
  const { fecha_alta, ...worker } = demo.worker;
  const session = await signIn(demo.baseUrl, demo);
  const { token } = session;
  const elsewhere = fromElsewhere();
  const gateway = session.acting(demo.certificates.tgss).with(elsewhere);
  const p12 = await readFile(demo.p12.file);
  const { body } = await gateway.upload(p12, { password: demo.p12.password });
  const secret: string = body.data.cert_secret;

  const filing = {
    regimen,
    ccc,
    ...worker,
    fecha_real: fecha_alta,
    grupo_cotizacion: 7,
    tipo_contrato: 100,
    cno: '4122',
  };
  const query = { regimen, ccc, nss: worker.nss, startDate: fecha_alta };
  const { headers } = await gateway.post('/seg-social/alta', filing);
  await gateway.post('/seg-social/alta', { ...filing, test: 2 });
  await gateway.get('/seg-social/employee-situations', { regimen, ccc, dni: worker.dni });
  await gateway.acting(secret).get('/seg-social/idc', query);
  await gateway.with({ 'X-Sandbox-Scenario': 'error-page' }).get('/seg-social/idc', query);
  await gateway.with({ 'X-Sandbox-Scenario': 'refused' }).get('/seg-social/idc', query);
  await gateway.delete(`/certificate/${secret}`);
  await new Gateway(demo.baseUrl).post('/auth/login', { email: demo.email, password: 'wrong-password' });

  const text = await logged();
  // Proves that the searched log is the log of these calls.
  expect(text).toContain('POST /v4/seg-social/alta');
  expect(text).toContain('"Metrics":[{"Name":"FilingsEnded","Unit":"Count"}]');
  expect(text).toContain('"exchange"');
  const line = text.split('\n').find((one) => {
    const isRequest = one.includes('"message":"request"');
    return isRequest && one.includes(`"${headers.get('x-request-id')}"`);
  });
  expect(JSON.parse(line!.slice(line!.indexOf('{')))).toMatchObject({
    account: expect.stringMatching(/^[0-9a-f-]{36}$/),
    user: expect.stringMatching(/^[0-9a-f-]{36}$/),
    certificate: expect.stringMatching(/^[0-9a-f]{32}$/),
    address: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const entrusted = {
    address: elsewhere['X-Forwarded-For'],
    token,
    password: demo.password,
    wrong: 'wrong-password',
    email: demo.email,
    p12: p12.toString('base64').slice(100, 140),
    secret,
    stored: demo.certificates.tgss,
    nss: worker.nss,
    affiliation: worker.nss.slice(2),
    dni: worker.dni,
    ccc,
    key: 'PRIVATE KEY',
  };
  for (const [what, value] of Object.entries(entrusted)) expect(text.includes(value), what).toBe(false);
});
