import { readFile } from 'node:fs/promises';
import { readP12 } from '../../shared/certificates/p12.ts';
import { startAuthorities } from '../support/authorities.ts';
import { startService } from '../support/local-service.ts';
import { requestsOf } from '../support/requests.ts';
import { countingRequests } from '../support/stand-in/counted.ts';
import { capacityOf } from '../support/stores/capacity.ts';
import { openSlowAuthority, roundsOf } from '../support/stores/rounds.ts';
import { type ClassCost, reportCosts } from './costs/costs.ts';
import { newHolder, type Service, succeed } from './holders.ts';
import { bundledBare, bundledFunction, measured } from './processes.ts';
import type { Told } from './programs/measure.ts';
import { dynamoCalls } from './recorder.ts';
import { report } from './results.ts';
import { benchRounds } from './rounds.ts';
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

/**
 * Requests that reach the authorities for one operation. An application of SEPE leads over several pages to a log-in,
 * which a process keeps: the goals are for an operation that goes on with one.
 */
const benchAuthorityRequests = async (): Promise<void> => {
  console.log('\nRequests to authorities');
  const goals = {
    'POST /sepe/transformation': 8,
    'POST /sepe/copy-basic': 8,
    'POST /sepe/contrata': 6,
    'POST /seg-social/baja': 7,
  };
  const authorities = await startAuthorities();
  try {
    const { firstAndNext } = countingRequests(authorities);
    for (const [name, goal] of Object.entries(goals)) {
      const [first, next] = await firstAndNext(name);
      const of = `authority requests, ${name}`;
      report({ name: `${of}, first with a certificate`, goal: null, value: first, unit: 'requests' });
      report({ name: `${of}, log-in kept`, goal, value: next, unit: 'requests' });
    }
  } finally {
    await authorities.close();
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
    clientId: String(made.body.data.id),
  });
  const { request } = requestsOf(demo)['GET /seg-social/idc']!;
  const ask = () => succeed(caller.acting(body.data.cert_secret), 'GET', '/seg-social/idc', request);
  await ask();
  const { rows, rcu } = await capacityOf(ask);
  if (rows !== 5) throw new Error(`${rows} rows, not session, account, user, client company and certificate`);
  report({
    name: 'RCU of admission, a certificate of a client of 500 accounts',
    goal: 2,
    value: rcu,
    unit: 'RCU',
  });
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
        const { before, between, after, beside } = (await roundsOf(call)).rounds;
        const calls = [...before, ...between, ...after, beside].flat().length;
        classes.push({ kind, capacity: await capacityOf(call), calls, bytes: 3_000, cpu: 0 });
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
  const service = await startService({ openAuthority: openSlowAuthority });
  try {
    await benchRounds(service);
    await benchAuthorityRequests();
    await benchAdmission(service);
    reportCosts(await benchCalls(service));
  } finally {
    await service.close();
  }
};
