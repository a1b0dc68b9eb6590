import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { startRow } from '../../../functions/capabilities/batches/driver/row-start.ts';
import type { BatchRow } from '../../../functions/capabilities/batches/rows/row.ts';
import type { Listed } from '../../../functions/capabilities/batches/rows/submissions.ts';
import type { Batch, RowProgress } from '../../../functions/capabilities/batches/store/batch.ts';
import { lazyGroup } from '../../../shared/derive/groups.ts';
import type { CallerRows } from '../../../shared/stores/identity/sessions.ts';
import {
  type Answers,
  AT,
  down,
  inMs,
  NOW,
  SUBMISSION,
  stubSettings,
} from '../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../support/stores/scripted-services.ts';

/** The outcome of beginning a row, by the answer that its submission gets. */

beforeEach(() => {
  stubSettings();
  vi.stubEnv('STRICT_IDENTIFIERS', 'true');
});

const OPERATION = {
  ...SUBMISSION,
  id: 'registerEmployee',
  rate: 'write',
  dryRun: 'not-offered',
  request: z.object({ a: z.int() }),
};
const group = lazyGroup({ prefix: '/api/v4/seg-social', operations: [OPERATION] } as never);
const listed = { operation: OPERATION, group, name: 'POST /api/v4/seg-social/alta' } as unknown as Listed;
const actor = { userId: 'u1', token: { kind: 'session', id: 's1' } };
const batch = {
  id: 'b1',
  accountId: 'a1',
  clientId: 0,
  tries: actor,
  files: actor,
  previewedAt: AT,
} as unknown as Batch;
const rows = {
  certificate: {
    id: 'c1',
    fingerprint: 'f',
    dni: '12345678Z',
    clientId: 0,
    notBefore: inMs(-1_000).toISOString(),
    notAfter: inMs(1_000).toISOString(),
  },
} as unknown as CallerRows;
const before: RowProgress = { number: 1, state: 'tried', step: 0, dryRuns: [null], filings: [null] };

const begin = async (answers: Answers, a: unknown = 1) => {
  const { services, asked } = scriptedServices(NOW, answers);
  Object.assign(services.stores, { users: { namesOf: async () => new Map() } });
  services.loadGroups = async () => [group];
  const step = {
    operation: listed.name,
    certificate: { certificateId: 'c1', clientId: 0, fingerprint: 'f' },
    body: { a },
  };
  const row = { number: 1, steps: [step], mistakes: [] } as unknown as BatchRow;
  const driving = { batch, all: [listed], callerRows: async () => rows };
  return { row: await startRow(services, driving, { row, before, dry: false }), asked };
};

/** The submission conflicts with an equal filing in this state. */
const meets = (state: string, more: object = {}): Answers => ({
  claimFiling: () => ({ made: false, by: { content: { filingId: 'f2', requestHash: 'x' } } }),
  getFiling: () => ({
    id: 'f2',
    accountId: 'a1',
    clientId: 0,
    authority: 'tgss',
    operation: listed.name,
    requestId: 'r2',
    certificate: { id: 'c1' },
    state,
    claimedAt: AT,
    committingAt: AT,
    ...more,
  }),
});

test('a row whose submission is recorded waits for that filing, with a permanent key of its own', async () => {
  const { row, asked } = await begin({});
  const [[filing]] = asked('claimFiling') as [[{ id: string; key: string; batch: object; preview: object }]];
  expect(row).toEqual({ ...before, state: 'filing', filings: [filing.id] });
  expect(filing).toMatchObject({
    key: 'batch-b1-1',
    batch: { id: 'b1', row: 1 },
    preview: { at: AT, userId: 'u1' },
  });
});

test('a row whose submission could not be recorded begins later', async () => {
  expect((await begin({ claimFiling: down })).row).toBe('later');
});

test('a row that equals a filing under way is not sent, and does not wait for that filing', async () => {
  for (const state of ['committing', 'claimed', 'queued'])
    expect((await begin(meets(state))).row).toEqual({
      ...before,
      state: 'notSent',
      messages: [expect.stringContaining('Ya se está tramitando una petición idéntica')],
    });
});

test('a row that equals a filing of unknown outcome waits for the outcome of that filing', async () => {
  expect((await begin(meets('unknown'))).row).toEqual({ ...before, state: 'filing', filings: ['f2'] });
});

test('a row that is not valid any more is not sent, and says why', async () => {
  const { row, asked } = await begin({}, 'x');
  expect(row).toEqual({ ...before, state: 'notSent', messages: [expect.stringMatching(/^a: /)] });
  expect(asked('claimFiling')).toEqual([]);
});
