import { readFile } from 'node:fs/promises';
import { readP12 } from '../../shared/certificates/p12.ts';
import { newAccount } from '../support/accounts.ts';
import { startService } from '../support/local-service.ts';
import { requestsOf } from '../support/requests.ts';
import { capacityOf } from '../support/stores/capacity.ts';
import { reportCosts } from './costs/costs.ts';
import { bundledBare, bundledFunction, measured } from './processes.ts';
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

const PATH = '/seg-social/idc';

/** Bytes of log lines of a request. */
const LOG_BYTES = 3_000;

/** An API Gateway event with the parts that functions read. */
const eventOf = (headers: Record<string, string>, query: Record<string, string>) => ({
  httpMethod: 'GET',
  path: `/api/v4${PATH}`,
  resource: `/v4${PATH}`,
  pathParameters: null,
  headers,
  multiValueHeaders: {},
  queryStringParameters: query,
  multiValueQueryStringParameters: null,
  body: null,
  isBase64Encoded: false,
  requestContext: {
    path: `/api/v4${PATH}`,
    stage: 'api',
    domainName: 'bench.example',
    identity: { sourceIp: '192.0.2.1' },
  },
});

/**
 * Compares warm calls of a reading with the bare handler, each in a separate process, and reports what a million of these
 * readings cost.
 */
export const benchGateway = async (): Promise<void> => {
  const service = await startService();
  try {
    const { demo } = service;
    const request = requestsOf(demo)[`GET ${PATH}`]!.request as Record<string, string>;
    const p12 = await readFile(demo.p12.file);
    const pair = readP12(p12, demo.p12.password, new Date());
    const BENCH_DIALOG = JSON.stringify({ pair, request: { ...request, date: request.startDate } });
    const modules = [await bundledFunction('seg-social'), await bundledBare('bare-dialog')];
    const ratios: number[] = [];
    const cpu: number[] = [];
    let capacity = { rcu: 0, wcu: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      // Another account in each round, because one may make only so many readings a minute.
      const { gateway } = await newAccount(demo.baseUrl);
      const { body } = await gateway.upload(p12, { password: demo.p12.password });
      const secret: string = body.data.cert_secret;
      const ask = async () => {
        const { status } = await gateway.acting(secret).get(PATH, request);
        if (status !== 200) throw new Error(`${PATH} was answered ${status}`);
      };
      await ask();
      // The DynamoDB calls of a warm call, which the bare handler makes, too.
      const BENCH_CALLS = JSON.stringify(await dynamoCalls(ask));
      if (round === 0) capacity = await capacityOf(ask);
      const event = eventOf({ Authorization: `Bearer ${gateway.token}`, 'X-Cert-Secret': secret }, request);
      const call = { event, status: 200 };
      const begin = (module: string) => measured({ module, first: call }, { BENCH_CALLS, BENCH_DIALOG });
      const [ours, bare] = [await begin(modules[0]!), await begin(modules[1]!)];
      // They take turns call by call, so that other load on the machine affects both alike.
      const warm = { ours: [] as number[], bare: [] as number[] };
      for (let turn = -WARM_UP; turn < WARM; turn++) {
        const costs = { ours: await ours.call(call), bare: await bare.call(call) };
        if (turn < 0) continue;
        warm.ours.push(costs.ours);
        warm.bare.push(costs.bare);
      }
      ratios.push(median(warm.ours) / median(warm.bare));
      cpu.push(median(warm.ours));
      ours.end();
      bare.end();
    }
    console.log('\nA function against a bare handler with equal checks and the same calls of DynamoDB');
    report('warm CPU, question', median(ratios), '×', 1.5);
    reportCosts({ ...capacity, bytes: LOG_BYTES, cpu: median(cpu) });
  } finally {
    await service.close();
  }
};
