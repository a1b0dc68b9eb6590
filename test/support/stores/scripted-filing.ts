import { vi } from 'vitest';
import * as z from 'zod';
import type { Submission } from '../../../shared/operation/operation.ts';
import { type Acting, newTrace, type Received, type Trace } from '../../../shared/serving/stages.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import type { scriptedServices } from './scripted-services.ts';

/** Shared setup for tests of filings with `scriptedServices`. */

/** Sets the environment variables that a function reads while it files. */
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
/** A store function that fails, as if the store could not be reached. */
export const down = (): Promise<never> => Promise.reject(new Error('down'));

export type Answers = Parameters<typeof scriptedServices>[1];

/** A submission that has a look-up. */
export const SUBMISSION = {
  kind: 'submission',
  method: 'POST',
  path: '/alta',
  authority: 'tgss',
  request: z.object({}),
  lookUp: { none: 'x' },
};

type Given = Record<string, unknown> & { trace?: Partial<Trace> };

/** A request to file that has been parsed. */
export const actingWith = ({ trace, ...given }: Given = {}): Acting<Submission> =>
  ({
    requestId: 'r1',
    now: NOW,
    dry: false,
    operation: SUBMISSION,
    caller: { accountId: 'a1', userId: 'u1', generation: 0 },
    certificate: { id: 'c1', fingerprint: 'f', dni: '12345678Z', clientId: 0 },
    input: { a: 1 },
    trace: { ...newTrace(), ...trace },
    ...given,
  }) as unknown as Acting<Submission>;

/** A request that has been admitted. */
export const admittedWith = ({ trace, ...given }: Given = {}) =>
  ({
    requestId: 'r1',
    now: NOW,
    ip: '192.0.2.1',
    headerErrors: {},
    caller: { accountId: 'a1', userId: 'u1' },
    certificate: { id: 'c1', clientId: 0 },
    trace: { ...newTrace(), ...trace },
    ...given,
  }) as unknown as Received;

/** A filing just before something is sent. */
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
