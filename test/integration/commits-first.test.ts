import { beforeAll, beforeEach, expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { authorityPort } from '../../shared/authorities/authority-port.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { contractMaker } from '../support/contracts.ts';
import { type Answered, idOf } from '../support/gateway.ts';
import { runSchedule } from '../support/iam/due.ts';
import { type Faults, failingServices } from '../support/servers/failing-services.ts';
import { ownService } from '../support/setup/own-service.ts';
import { onlyDue } from '../support/stores/schedule.ts';

/** Submissions whose first request already files: their record is stored as `committing` from the start. */

let faults: Faults = {};
/** Whether sending to an authority fails with an unforeseen error. */
let isBroken = false;
/** The writes to the table of filings, and the moments at which a filing request was about to be sent, in order. */
const rounds: string[] = [];
const tokens: (string | undefined)[] = [];

const { service, authorities, requests, tgss, sepe } = await ownService({
  ...failingServices(() => faults),
  openAuthority: (options) => {
    if (isBroken) throw new Error('a defect');
    return authorityPort(options);
  },
  log: { info: (message) => message === 'commit begins' && rounds.push(message), error: () => {} },
});
const nextContract = contractMaker(service.demo);

beforeAll(() => {
  dynamo().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (JSON.stringify(args.input).includes(`"${process.env.FILINGS_TABLE}"`))
          rounds.push(commandName!.replace('Command', ''));
        if ('ClientRequestToken' in args.input) tokens.push(args.input.ClientRequestToken);
        return next(args);
      },
    { step: 'initialize' },
  );
});
beforeEach(async () => {
  faults = {};
  isBroken = false;
  await authorities.reset();
  rounds.length = 0;
  tokens.length = 0;
});

const notify = (json: object = nextContract(), headers: Record<string, string> = {}): Promise<Answered> =>
  sepe.with(headers).post('/sepe/contrata', json);
const filed = () => authorities.submissions('sepe.contrato');
const beforeCommit = () => rounds.slice(0, rounds.indexOf('commit begins'));
const fails = async () => {
  throw new Error('no answer');
};

test('a submission that commits first has one write before it is filed, where others have two', async () => {
  expect((await notify()).status).toBe(200);
  expect(beforeCommit()).toEqual(['TransactWriteItems']);

  rounds.length = 0;
  const { request } = requests['PUT /seg-social/cno']!;
  expect((await tgss.call('PUT', '/seg-social/cno', { json: request })).status).toBe(200);
  expect(beforeCommit()).toEqual(['TransactWriteItems', 'UpdateItem']);
});

test('the record of a submission says when it was about to be sent, and how it ended', async () => {
  let written: unknown;
  faults.stores = {
    claimFiling: async (filing, how) => {
      const claim = await stores.filings.claimFiling(filing, how);
      written = await stores.filings.getFiling(filing.id);
      return claim;
    },
  };
  const id = idOf(await notify());
  expect(written).toMatchObject({ id, state: 'committing', committingAt: expect.any(String) });
  expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'accepted' });
});

test('a claim that is written twice, because its answer was lost, does not block the filing', async () => {
  faults.stores = {
    claimFiling: async (...claim) => {
      await stores.filings.claimFiling(...claim);
      return stores.filings.claimFiling(...claim);
    },
  };
  const answered = await notify(nextContract(), { 'Idempotency-Key': crypto.randomUUID() });
  expect(answered.status).toBe(200);
  expect(await filed()).toBe(1);
  // The idempotency token by which DynamoDB recognises the write. The end of the filing has another one.
  const token = `${idOf(answered)}-0`;
  expect(tokens.filter((one) => one?.startsWith(idOf(answered)))).toEqual([token, token]);
  expect(token.length).toBeLessThanOrEqual(36);
});

test.each([
  ['was not made', async () => {}],
  ['was made', stores.filings.claimFiling],
])(
  'a submission whose write has no answer is not filed, and may be sent again at once: the write %s',
  async (_, write) => {
    faults.stores = {
      claimFiling: async (...claim) => {
        await write(...claim);
        return fails();
      },
    };
    const contract = nextContract();
    const failed = await notify(contract);
    expect(failed).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('No se ha presentado nada') },
    });
    expect(await filed()).toBe(0);
    faults = {};
    expect((await notify(contract)).status).toBe(200);
    expect(await filed()).toBe(1);
  },
);

test('a submission that was recorded too long ago is not filed, because another function may work on it', async () => {
  faults.stores = {
    claimFiling: async (filing, how) => {
      const claim = await stores.filings.claimFiling(filing, how);
      faults.now = 60_000;
      return claim;
    },
  };
  expect((await notify()).status).toBe(503);
  expect(await filed()).toBe(0);
});

test.each([
  ['refused', 422],
  ['error-page', 500],
])(
  'a submission that ended before it was filed may be sent again: the authority answered “%s”',
  async (scenario, status) => {
    const contract = nextContract();
    const failed = await notify(contract, { 'X-Sandbox-Scenario': scenario });
    expect(failed.status).toBe(status);
    expect(await stores.filings.getFiling(idOf(failed))).toMatchObject({
      state: expect.stringMatching(/ended|refused/),
    });
    expect((await notify(contract)).status).toBe(200);
  },
);

test('only one of several equal submissions at once is filed', async () => {
  const contract = nextContract();
  // The request that is carried out ends after the others were answered, however slow this machine is. Each of the others may end
  // a record, too: without having sent anything.
  const others = Promise.withResolvers<void>();
  let left = 3;
  faults.stores = {
    endFiling: async (filing, from, ending) => {
      if (ending.state !== 'ended') await others.promise;
      return stores.filings.endFiling(filing, from, ending);
    },
  };
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const answered = await notify(contract);
      left -= 1;
      if (left === 0) others.resolve();
      return answered;
    }),
  );
  faults = {};
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await filed()).toBe(1);
});

test('a function that ends before it files leaves an unknown outcome, which is looked up', async () => {
  faults.stores = { claimFiling: stores.filings.claimFiling, endFiling: fails };
  const contract = nextContract();
  const failed = await notify(contract, { 'X-Sandbox-Scenario': 'error-page' });
  const id = idOf(failed);
  expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'committing' });
  faults = { now: 120_000, stores: onlyDue(id) };
  await runSchedule(service.services);
  expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'unknown', takes: 1 });
});

test('a submission may be sent again after a defect before anything was filed', async () => {
  const { request } = requests['POST /sepe/copy-basic/xml']!;
  const send = () => sepe.post('/sepe/copy-basic/xml', request);
  isBroken = true;
  const failed = await send();
  expect(failed.status).toBe(500);
  isBroken = false;
  const { body } = await sepe.get(`/tramites/${idOf(failed)}`);
  expect(body.data).toMatchObject({ state: 'notSent', answer: { success: false, status: 500 } });
  expect((await send()).status).toBe(200);
  const { accepted } = await authorities.stats();
  expect(Object.values(accepted)).toEqual([1]);
});
