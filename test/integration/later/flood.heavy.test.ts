import { expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { dueKeys, type Filing } from '../../../shared/stores/filings/filing.ts';
import { filingKey, listKeys } from '../../../shared/stores/filings/filing-keys.ts';
import { newAccount } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { runSchedule } from '../../support/iam/due.ts';
import { type Faults, failingServices } from '../../support/servers/failing-services.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { useOwnTables } from '../../support/stores/own-tables.ts';
import { writeRows } from '../../support/stores/write-rows.ts';

/** However much one account has queued, the first run of the schedule also handles other accounts' filings. */

/** The most that an account may have. */
const QUEUED = 2_000;
const OTHERS = 20;

let faults: Faults = {};
const counts: Record<string, number>[] = [];

// Its own tables, because so many rows would make others wait, and nothing of others should be due here.
await useOwnTables();
const { service, requests } = await newService({
  ...failingServices(() => faults),
  log: {
    info: (message, facts) => {
      if (message === 'due filings') counts.push(facts as Record<string, number>);
    },
    error: () => {},
  },
});
await startWorkQueues(service.services);

/** An account with a filing whose outcome is unknown. */
const withUnknown = async (number: number) => {
  const { gateway } = await newAccount(service.demo.baseUrl);
  const secret = await storeNewCertificate(gateway, { person: seed.demo.holder });
  const { request } = requests['PUT /seg-social/cno']!;
  const json = { ...request, cno: String(5000 + number) };
  faults.stores = {
    endFiling: (filing, from, end) =>
      stores.filings.endFiling(filing, from, { ...end, state: 'unknown', facts: {} }),
  };
  const { headers } = await gateway.acting(secret).call('PUT', '/seg-social/cno', { json });
  const id = headers.get('x-tramite-id')!;
  expect(await stores.filings.getFiling(id)).toMatchObject({ state: 'unknown' });
  return id;
};

test('the unknown outcomes of 20 accounts are looked up in the first run while another account has a full queue', async () => {
  const { accountId } = await newAccount(service.demo.baseUrl);
  const past = new Date(Date.now() - 60 * 60_000);
  const rows = Array.from({ length: QUEUED }, (): object => {
    const id = crypto.randomUUID();
    const filing: Filing = {
      id,
      state: 'queued',
      dry: false,
      reading: true,
      async: true,
      operation: 'GET /api/v4/seg-social/idc',
      authority: 'tgss',
      accountId,
      userId: 'user',
      clientId: 0,
      certificate: { id: 'c', fingerprint: 'f', nif: 'n' },
      requestId: 'r',
      owner: 'r',
      requestHash: 'h',
      contentHash: 'h',
      claimedAt: past.toISOString(),
    };
    const Item = {
      ...filingKey.head(id),
      ...filing,
      account: listKeys.account(accountId),
      ...dueKeys(filing, 'queued', past),
    };
    return { PutRequest: { Item } };
  });
  await writeRows(rows);

  const unknown: string[] = [];
  for (let number = 0; number < OTHERS; number++) unknown.push(await withUnknown(number));

  faults = { now: 66_000 };
  await runSchedule(service.services);
  const [{ accepted, refused, unknown: open, queued, ...others }] = counts as [Record<string, number>];
  expect({ lookedUp: accepted! + refused! + open!, failed: others.failed, left: others.left }).toEqual({
    lookedUp: OTHERS,
    failed: 0,
    left: 0,
  });
  // The other accounts' look-ups did not reduce the share of queued filings, and queued filings did not reduce theirs.
  expect(queued).toBe(100);
  for (const id of unknown) {
    const { state, takes } = (await stores.filings.getFiling(id))!;
    expect({ id, takes, state }).toEqual({ id, takes: 1, state: expect.stringMatching(/unknown|accepted/) });
  }
});
