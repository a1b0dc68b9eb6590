import { readFile } from 'node:fs/promises';
import { readP12 } from '../../shared/certificates/p12.ts';
import { requestsOf } from '../support/requests.ts';
import { capacityOf } from '../support/stores/capacity.ts';
import { roundTripsOf } from '../support/stores/round-trips.ts';
import type { ClassCost } from './costs/costs.ts';
import { newHolder, type Service } from './holders.ts';
import { bundledBare, bundledFunction, type Measured, measured } from './processes.ts';
import type { Cost, HandlerCall, Measurement } from './programs/measure.ts';
import { dynamoCalls } from './recorder.ts';
import { report } from './results.ts';
import { median } from './timing.ts';

/**
 * The number of processes of each kind, which take turns, and of their calls after the first one: some to warm up, then the
 * measured ones.
 */
const ROUNDS = 15;
const WARM_UP = 3;
const WARM = 15;

/** An API Gateway event with the parts that functions read. */
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

/** Costs in one process of the gateway and one of the bare handler; `warm` and `dialog` are medians. */
interface Round {
  ours: { started: number; warm: Cost; memory: number };
  bare: { started: number; warm: Cost };
  /** The dialog alone, in the process of the bare handler. */
  dialog?: Cost;
}

const medianCost = (costs: Cost[]): Cost => ({
  cpu: median(costs.map(({ cpu }) => cpu)),
  wall: median(costs.map(({ wall }) => wall)),
});

/** CPU time until the first answer. */
const startedOf = ({ init, first }: Measured): number => init.cpu + first!.cpu;

/** Lets two processes take turns call by call, so that other load on the machine affects both alike. */
const inTurn = async (
  ours: Measured,
  bare: Measured,
  call: HandlerCall,
  hasDialog: boolean,
): Promise<Round> => {
  const warm = { ours: [] as Measurement[], bare: [] as Measurement[], dialog: [] as Measurement[] };
  for (let round = -WARM_UP; round < WARM; round++) {
    const measurement = {
      ours: await ours.call(call),
      bare: await bare.call(call),
      ...(hasDialog && { dialog: await bare.call({ dialog: true }) }),
    };
    if (round < 0) continue;
    warm.ours.push(measurement.ours);
    warm.bare.push(measurement.bare);
    if (measurement.dialog) warm.dialog.push(measurement.dialog);
  }
  return {
    ours: {
      started: startedOf(ours),
      warm: medianCost(warm.ours),
      memory: warm.ours.at(-1)!.memory,
    },
    bare: { started: startedOf(bare), warm: medianCost(warm.bare) },
    ...(hasDialog && { dialog: medianCost(warm.dialog) }),
  };
};

/** Compares first and warm calls of a function with the bare handlers, each in a separate process. */
export const benchCalls = async (service: Service): Promise<ClassCost[]> => {
  const { demo } = service;
  const requests = requestsOf(demo);
  const request = requests['GET /seg-social/idc']!.request as Record<string, string>;
  const pair = readP12(await readFile(demo.p12.file), demo.p12.password, new Date());
  const kinds = {
    question: { method: 'GET', path: '/seg-social/idc', sent: request as object, status: 200 },
    refused: { method: 'POST', path: '/seg-social/alta', sent: { regimen: '0111', ccc: 'x' }, status: 422 },
  };
  const ours = await bundledFunction('seg-social');
  const bare = { question: await bundledBare('bare-dialog'), refused: await bundledBare('bare') };
  const BENCH_DIALOG = JSON.stringify({ pair, request: { ...request, date: request.startDate } });
  const rounds = { question: [] as Round[], refused: [] as Round[] };
  const classes: Omit<ClassCost, 'cpu'>[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of ['question', 'refused'] as const) {
      const { method, path, sent, status } = kinds[kind];
      const { gateway, secret } = await newHolder(service);
      const headers = { Authorization: `Bearer ${gateway.token}`, 'X-Cert-Secret': secret };
      const event = eventOf(method, path, headers, sent);
      // The DynamoDB calls of a warm call, which the bare handler makes, too.
      const call = () => gateway.acting(secret).call(method, path, { json: sent });
      await call();
      const BENCH_CALLS = JSON.stringify(await dynamoCalls(call));
      if (round === 0) {
        const { before, between, after, beside } = (await roundTripsOf(call)).roundTrips;
        const calls = [...before, ...between, ...after, beside].flat().length;
        classes.push({ kind, capacity: await capacityOf(call), calls, bytes: 3_000 });
      }
      const env = { BENCH_CALLS, BENCH_DIALOG };
      const wanted = { event, status };
      const begin = (module: string) => measured({ module, first: wanted }, env);
      const processes = [await begin(ours), await begin(bare[kind])] as const;
      rounds[kind].push(await inTurn(...processes, wanted, kind === 'question'));
      for (const { end } of processes) end();
    }
  printRatios(rounds);
  return classes.map((one) => ({
    ...one,
    cpu: median(rounds[one.kind].map(({ ours }) => ours.warm.cpu)),
  }));
};

const printRatios = ({ question, refused }: Record<ClassCost['kind'], Round[]>): void => {
  console.log('\nA function against a bare handler with equal checks and the same calls of DynamoDB');
  const tell = (name: string, values: number[], goal?: number) => report(name, median(values), '×', goal);
  const started = ({ ours, bare }: Round) => ours.started / bare.started;
  const warm = ({ ours, bare }: Round) => ours.warm.cpu / bare.warm.cpu;
  tell('init and first answer, refused, over (b)', refused.map(started), 0.95);
  tell('init and first answer, question, over bare with its dialog', question.map(started), 0.95);
  tell('warm CPU, question', question.map(warm), 1.5);
  tell('warm CPU, refused', refused.map(warm), 1.5);
  const overDialog = (handler: 'ours' | 'bare') =>
    question.map((round) => round[handler].warm.wall / round.dialog!.wall);
  tell('gateway over the bare dialog, wall', overDialog('ours'), 1.3);
  tell('bare handler over the bare dialog, wall', overDialog('bare'));
  const overBare = question.map(({ ours, bare }) => ours.warm.wall / bare.warm.wall);
  tell('gateway over the bare handler with its dialog, wall', overBare);
  report(
    'memory of a function after its calls',
    median(question.map(({ ours }) => ours.memory)) / 2 ** 20,
    'MiB',
  );
};
