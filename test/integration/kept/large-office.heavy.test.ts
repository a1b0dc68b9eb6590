import { beforeAll, expect, test } from 'vitest';
import { refused } from '../../../panel/src/gateway/today/asks.ts';
import { nextPart } from '../../../panel/src/shared/first.ts';
import { newAccount } from '../../support/accounts.ts';
import { createClient } from '../../support/client/client.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { capacityOf } from '../../support/stores/capacity.ts';
import { type Filled, fillOffice } from '../../support/stores/fill-office.ts';

/** Requests and rows that the pages of the panel read in an office with 200 companies and 5,000 trámites. */

const AMOUNTS = { companies: 200, workers: 600, filings: 5_000, contracts: 0 };
/** Rows with which a caller is let in, and those that a page names: companies and users. */
const NAMES = 40;

const { service } = await ownService();
let account: Awaited<ReturnType<typeof newAccount>>;
let office: Filled;
let gateway: ReturnType<typeof createClient>;
beforeAll(async () => {
  account = await newAccount(service.demo.baseUrl);
  office = await fillOffice(account, AMOUNTS, new Date());
  gateway = createClient({ baseUrl: service.demo.baseUrl, token: account.gateway.token });
});

test('a page of trámites reads little more than it shows, for all and for a worker, a company or a state', async () => {
  const [worker] = office.workers;
  const filters = [
    {},
    { worker: worker!.document },
    { company: office.companies[0]!.id },
    { ccc: office.companies[0]!.ccc },
    { state: 'refused' as const },
  ];
  for (const filter of filters) {
    let shown = 0;
    const { rows } = await capacityOf(async () => {
      shown = (await gateway.listFilings({ ...filter, perPage: 25 })).data.data.length;
    });
    expect(shown).toBeGreaterThan(0);
    // An index that lacks what is shown names the rows first.
    expect(rows, JSON.stringify(filter)).toBeLessThanOrEqual(2 * 26 + NAMES);
  }
});

test('a search without an index reads a thousand rows at a time, and finds old trámites', async () => {
  const old = office.filings[1_500]!;
  let requests = 0;
  const found = await nextPart(async (continueToken) => {
    requests++;
    return (await gateway.listFilings({ requestId: old.requestId, perPage: 25, continueToken })).data;
  });
  expect(found.data.map(({ id }) => id)).toEqual([old.id]);
  expect(requests).toBe(4);
});

test('the refusals of two weeks, with their corrections, take one list of each operation', async () => {
  let requests = 0;
  const counting = createClient({
    baseUrl: service.demo.baseUrl,
    token: account.gateway.token,
    fetch: (request) => {
      requests++;
      return fetch(request);
    },
  });
  const filings = await refused.read(counting);
  expect(filings.length).toBeGreaterThan(5);
  // The refusals, and fifty filings at a time of the two weeks, in which there were fewer than 200.
  expect(requests).toBe(1 + 4);
});
