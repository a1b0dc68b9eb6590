import { vi } from 'vitest';
import type { Call } from '../../../shared/serving/call.ts';
import type { Filing } from '../../../shared/stores/filings/record.ts';
import type { toldServices } from './told.ts';

/** What the tests of a filing have in common that are made with `toldServices`. */

/** The settings that a function reads while it files. */
export const stubSettings = (): void => {
  vi.stubEnv('GIVE_UP_DAYS', '10');
  vi.stubEnv('LIMITS', JSON.stringify({ queued: 2_000 }));
  vi.stubEnv('STAGE', 'production');
  vi.stubEnv('TGSS_URL', 'https://tgss.invalid');
  vi.stubEnv('AUTHORITY_CA', '');
  vi.stubEnv('KEEP_CONVERSATIONS', 'false');
};

export const NOW = new Date('2026-11-04T11:00:00.000Z');
export const AT = NOW.toISOString();
export const inMs = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
/** A store that cannot be reached. */
export const down = (): Promise<never> => Promise.reject(new Error('down'));

export type Answers = Parameters<typeof toldServices>[1];

/** A submission that can be looked up. */
export const SUBMISSION = {
  kind: 'submission',
  method: 'POST',
  path: '/alta',
  authority: 'tgss',
  lookUp: { none: 'x' },
};

/** The call of a request to file. */
export const callWith = (given: object = {}): Call =>
  ({
    requestId: 'r1',
    now: NOW,
    dry: false,
    caller: { accountId: 'a1', userId: 'u1' },
    certificate: { id: 'c1', fingerprint: 'f', dni: '12345678Z', clientId: 0 },
    input: { a: 1 },
    files: [],
    underWay: [],
    ...given,
  }) as unknown as Call;

/** A filing of which something is about to be sent. */
export const FILING = {
  id: 'f1',
  accountId: 'a1',
  userId: 'u1',
  clientId: 0,
  authority: 'tgss',
  operation: 'POST /api/v4/alta',
  state: 'committing',
  committingAt: AT,
  claimedAt: AT,
  requestId: 'r1',
  owner: 'o1',
  dry: false,
  request: '{"a":1}',
  certificate: { id: 'c1', fingerprint: 'f', nif: 'n' },
} as Filing;
