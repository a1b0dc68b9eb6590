import { beforeEach, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import type { authorityPort } from '../../../shared/authorities/authority-port.ts';
import { idOf } from '../../support/gateway.ts';
import { runSchedule } from '../../support/iam/due.ts';
import { type Filings, replaced, withoutLookUps } from '../../support/servers/failing-services.ts';
import { aChange, passMinutes, startBatches } from '../../support/sheets/batches.ts';

/**
 * A row that meets an equal filing is answered from records alone: whatever drives a batch has no rights to ask an authority or to
 * write evidence.
 */

/** Whether look-ups of lost answers fail, functions of stores that fail, and how often an authority was opened. */
let isDown = false;
let ofFilings: Partial<Filings> = {};
let ofBatches: Partial<typeof stores.batches> = {};
let opened = 0;
const open = withoutLookUps(() => isDown) as typeof authorityPort;
const { service, authorities, gateway, batches } = await startBatches({
  stores: {
    ...stores,
    filings: replaced(stores.filings, () => ofFilings),
    batches: replaced(stores.batches, () => ofBatches),
  },
  openAuthority: (options) => {
    opened += 1;
    return open(options);
  },
});
beforeEach(async () => {
  isDown = false;
  ofFilings = {};
  ofBatches = {};
  await authorities.reset();
});

const fail = async () => {
  throw new Error('throttled');
};
interface Met {
  /** Acts before the equal filing is sent, and after it. */
  before?(): void;
  after?(): void;
  /** How it is sent, and with what. */
  scenario?: string;
  json?: object;
  /** The row when it met it, and once the schedule has looked at that. */
  state: string;
  later: string;
}

test.each<[string, Met]>([
  [
    'follows one of unknown outcome',
    {
      scenario: 'lost-answer',
      before: () => {
        isDown = true;
      },
      after: () => {
        isDown = false;
      },
      state: 'filing',
      later: 'unknown',
    },
  ],
  [
    'follows one whose function was interrupted when it had sent it',
    {
      before: () => {
        ofFilings = { endFiling: fail };
      },
      after: () => passMinutes(30),
      state: 'filing',
      later: 'filed',
    },
  ],
  [
    'is not sent where one was accepted without its document',
    { scenario: 'no-duplicate-no-ta', state: 'notSent', later: 'notSent' },
  ],
  [
    'is not sent where one was accepted that asked for no document',
    { json: { duplicate: 0 }, state: 'notSent', later: 'notSent' },
  ],
])('a row that meets an equal filing %s, and no authority is opened for it', async (_, met) => {
  const { before, after, scenario, json, state, later } = met;
  const row = aChange(service.demo, { duplicate: 1 });
  const { batch } = (await batches.send({ rows: [row] })).body.data;
  await batches.settle(batch.id);
  before?.();
  const headers = { ...(scenario && { 'X-Sandbox-Scenario': scenario }) };
  const sent = { ...row.body, ...json };
  const first = idOf(await gateway.with(headers).call('PUT', '/seg-social/cno', { json: sent }));
  ofFilings = {};
  after?.();
  opened = 0;
  // Whatever drives the batch first ends before it notes what became of the row: the row's key meets the same then.
  let interrupted = 0;
  ofBatches = {
    putProgress: async () => {
      interrupted += 1;
      throw new Error('throttled');
    },
  };
  await batches.commit(batch.id);
  await gateway.exchange('GET', `/batches/${batch.id}`);
  expect(interrupted).toBeGreaterThan(0);
  ofBatches = {};
  const isSent = state !== 'notSent';
  const expected = {
    filings: isSent ? [first] : [],
    repeated: isSent ? null : first,
    messages: isSent ? expect.anything() : [expect.stringContaining(first)],
  };
  expect((await batches.get(batch.id)).rows).toMatchObject([{ state, ...expected }]);
  expect(opened).toBe(0);
  await runSchedule(service.services);
  expect((await batches.settle(batch.id)).rows).toMatchObject([{ state: later, ...expected }]);
  expect(await authorities.submissions('tgss.cno')).toBe(1);
});
