import { readFile } from 'node:fs/promises';
import { readP12 } from '../../shared/certificates/p12.ts';
import { newAccount } from '../support/accounts.ts';
import type { Gateway } from '../support/gateway.ts';
import { startService } from '../support/local-service.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { capacityOf } from '../support/stores/capacity.ts';
import { type ClassCost, reportCosts } from './costs/costs.ts';
import { bundledBare, bundledFunction, measured } from './processes.ts';
import type { Told } from './programs/measure.ts';
import { aroundAuthority, dynamoCalls, roundsOf, timelineOf } from './recorder.ts';
import { report } from './results.ts';
import { median } from './timing.ts';

/** Processes of each kind, in turn, and calls of each after its first. */
const ROUNDS = 15;
const WARM = 15;

/** An API Gateway event, as far as a function reads it. */
const eventOf = (method: string, path: string, headers: Record<string, string>, sent: object) => {
  const isQuery = method === 'GET';
  const query = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)]));
  return {
    httpMethod: method,
    path: `/api/v4${path}`,
    resource: `/v4${path}`,
    pathParameters: null,
    headers: { ...headers, ...(!isQuery && { 'content-type': 'application/json' }) },
    multiValueHeaders: {},
    queryStringParameters: isQuery ? query : null,
    multiValueQueryStringParameters: null,
    body: isQuery ? null : JSON.stringify(sent),
    isBase64Encoded: false,
    requestContext: {
      path: `/api/v4${path}`,
      stage: 'api',
      domainName: 'bench.example',
      identity: { sourceIp: '192.0.2.1' },
    },
  };
};

type Service = Awaited<ReturnType<typeof startService>>;

/** A new account with a certificate of its own: one that nothing was asked with. */
const newHolder = async ({ demo }: Service) => {
  const { gateway } = await newAccount(demo.baseUrl);
  const { body } = await gateway.upload(await readFile(demo.p12.file), { password: demo.p12.password });
  return { gateway, secret: body.data.cert_secret as string };
};

const succeed = async (gateway: Gateway, method: string, path: string, json: unknown) => {
  const { status, body } = await gateway.call(method, path, { json });
  if (status !== 200)
    throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body.errors ?? body.message)}`);
};

/** AWS calls one after another around the requests to an authority, by what Node tells of its own requests. */
const benchRounds = async (service: Service): Promise<void> => {
  const { demo } = service;
  const places = { emulator: process.env.AWS_ENDPOINT_URL!, authority: demo.authorities.tgss };
  const requests = requestsOf(demo);
  const { request } = requests['GET /seg-social/idc']!;
  const now = Date.now();
  const { services } = service;
  const ask = (gateway: Gateway) => succeed(gateway, 'GET', '/seg-social/idc', request);
  console.log('\nRounds: calls of AWS that a request waits for, one after another');
  const told = async (what: string, work: () => Promise<unknown>) => {
    const { before, after } = aroundAuthority(await timelineOf(places, work));
    report({
      name: `rounds before the authority, ${what}`,
      goal: 1,
      value: roundsOf(before),
      unit: 'rounds',
    });
    return roundsOf(after);
  };
  const { gateway, secret } = await newHolder(service);
  const holder = gateway.acting(secret);
  await told('a certificate that is cold', () => ask(holder));
  const afterReading = await told('warm', () => ask(holder));
  services.now = () => new Date(now + 61_000);
  await told('a new minute', () => ask(holder));
  services.now = () => new Date();
  report({ name: 'rounds after the authority, reading', goal: 0, value: afterReading, unit: 'rounds' });
  const alta = requests['POST /seg-social/alta']!.request;
  await atAuthorities(demo.authorities.control).reset();
  const afterFiling = await told('a submission', () =>
    succeed(service.caller.acting(demo.certificates.tgss), 'POST', '/seg-social/alta', alta),
  );
  report({ name: 'rounds after the authority, submission', goal: 1, value: afterFiling, unit: 'rounds' });
  const password = 'clave-de-la-medida-42';
  const account = await newAccount(demo.baseUrl, 'Asesoría', password);
  const signIn = () => succeed(gateway, 'POST', '/auth/login', { email: account.email, password });
  await signIn();
  const { aws } = await timelineOf(places, signIn);
  report({ name: 'rounds of a sign-in', goal: 2, value: roundsOf(aws), unit: 'rounds' });
};

/** Requests that reach the authorities for one operation. */
const benchAuthorityRequests = async ({ demo, caller }: Service): Promise<void> => {
  const authorities = atAuthorities(demo.authorities.control);
  const requests = requestsOf(demo);
  console.log('\nRequests to authorities');
  const goals = {
    'POST /sepe/transformation': 8,
    'POST /sepe/copy-basic': 8,
    'POST /sepe/contrata': 6,
    'POST /seg-social/baja': 7,
  };
  const act = async (name: string, json: unknown) => {
    const [method = '', path = ''] = name.split(' ');
    const secret = demo.certificates[path.startsWith('/sepe') ? 'sepe' : 'tgss'];
    await succeed(caller.acting(secret), method, path, json);
  };
  for (const [name, goal] of Object.entries(goals)) {
    await authorities.reset();
    const { request, after = [] } = requests[name]!;
    for (const [earlier, json] of after) await act(earlier, json);
    const before = await authorities.requests();
    await act(name, request);
    const value = (await authorities.requests()) - before;
    report({ name: `authority requests, ${name}`, goal, value, unit: 'requests' });
  }
};

/** What admission reads for a client company of 500 accounts. */
const benchAdmission = async ({ demo, caller }: Service): Promise<void> => {
  const made = await caller.post('/customer', {
    name: 'Grupo',
    access: { email: 'grupo-500@example.com' },
    not_notify: 1,
    profile: {
      dni: 'B12345674',
      razon_social: 'GRUPO DE QUINIENTAS S.L.',
      account: Array.from({ length: 500 }, (_, index) => ({
        regimen: '0111',
        cuenta: String(28_000_000_000 + index),
        alias: `Centro de trabajo ${index}`,
      })),
    },
  });
  const { body } = await caller.upload(await readFile(demo.p12.file), {
    password: demo.p12.password,
    client_id: String(made.body.data.id),
  });
  const { request } = requestsOf(demo)['GET /seg-social/idc']!;
  const ask = () => succeed(caller.acting(body.data.cert_secret), 'GET', '/seg-social/idc', request);
  await ask();
  const { rcu } = await capacityOf(ask);
  report({ name: 'RCU of admission, a client of 500 accounts', goal: 2, value: rcu, unit: 'RCU' });
};

/** First and warm calls of a function against the bare handlers, in processes of their own. */
const benchCalls = async (service: Service): Promise<ClassCost[]> => {
  const { demo } = service;
  const requests = requestsOf(demo);
  const request = requests['GET /seg-social/idc']!.request as Record<string, string>;
  const pair = readP12(await readFile(demo.p12.file), demo.p12.password, new Date());
  const kinds = {
    question: { method: 'GET', path: '/seg-social/idc', sent: request as object, status: 200 },
    refused: { method: 'POST', path: '/seg-social/alta', sent: { regimen: '0111', ccc: 'x' }, status: 422 },
  };
  const files = {
    ours: await bundledFunction('seg-social'),
    question: await bundledBare('bare-dialog'),
    refused: await bundledBare('bare'),
  };
  const dialog = JSON.stringify({ pair, request: { ...request, date: request.startDate } });
  const told = new Map<string, Told[]>();
  const keep = (name: string, one: Told) => told.set(name, [...(told.get(name) ?? []), one]);
  const classes: ClassCost[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const [kind, { method, path, sent, status }] of Object.entries(kinds)) {
      const { gateway, secret } = await newHolder(service);
      const headers = { Authorization: `Bearer ${gateway.token}`, 'X-Cert-Secret': secret };
      const event = eventOf(method, path, headers, sent);
      // What a warm call asks of DynamoDB, which the bare handler asks, too.
      const call = () => gateway.acting(secret).call(method, path, { json: sent });
      await call();
      const calls = await dynamoCalls(call);
      if (round === 0) {
        const places = { emulator: process.env.AWS_ENDPOINT_URL!, authority: demo.authorities.tgss };
        const { aws } = await timelineOf(places, call);
        classes.push({ kind, capacity: await capacityOf(call), calls: aws.length, bytes: 3_000, cpu: 0 });
      }
      const wanted = { event, status, warm: WARM };
      const bare = files[kind as keyof typeof kinds];
      const env = { BENCH_CALLS: JSON.stringify(calls), BENCH_DIALOG: dialog };
      keep(`ours ${kind}`, await measured({ module: files.ours, ...wanted }, env));
      keep(`bare ${kind}`, await measured({ module: bare, ...wanted, dialog: kind === 'question' }, env));
    }
  const of = (name: string, value: (one: Told) => number) => median(told.get(name)!.map(value));
  const ratio = (kind: string, value: (one: Told) => number) =>
    of(`ours ${kind}`, value) / of(`bare ${kind}`, value);
  const started = ({ init, first }: Told) => init.cpu + first!.cpu;
  console.log(
    '\nA function against a bare handler with equal checks and the same calls of DynamoDB: CPU time',
  );
  report({
    name: 'init and first answer, refused, over (b)',
    goal: 0.95,
    value: ratio('refused', started),
    unit: '×',
  });
  report({
    name: 'init and first answer, question, over bare with its dialog',
    goal: 0.95,
    value: ratio('question', started),
    unit: '×',
  });
  const warm = ({ warm }: Told) => warm!.cpu;
  report({ name: 'warm CPU, question', goal: 1.5, value: ratio('question', warm), unit: '×' });
  report({ name: 'warm CPU, refused', goal: 1.5, value: ratio('refused', warm), unit: '×' });
  report({
    name: 'gateway over the bare dialog, wall',
    goal: 1.3,
    value: of('ours question', ({ warm }) => warm!.wall) / of('bare question', ({ dialog }) => dialog!.wall),
    unit: '×',
  });
  report({
    name: 'memory of a function after its calls',
    goal: null,
    value: of('ours question', ({ memory }) => memory) / 2 ** 20,
    unit: 'MiB',
  });
  return classes.map((one) => ({ ...one, cpu: of(`ours ${one.kind}`, warm) }));
};

/** The gateway on an emulator's tables and stand-in authorities of its own. */
export const benchGateway = async (): Promise<void> => {
  const service = await startService();
  try {
    await benchRounds(service);
    await benchAuthorityRequests(service);
    await benchAdmission(service);
    reportCosts(await benchCalls(service));
  } finally {
    await service.close();
  }
};
