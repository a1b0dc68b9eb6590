import { vi } from 'vitest';
import type { toldServices } from './told.ts';

/** What the tests of a filing have in common that are made with `toldServices`. */

/** The settings that a function reads while it files. */
export const stubSettings = (): void => {
  vi.stubEnv('UNKNOWN_HOLDS_HOURS', '24');
  vi.stubEnv('GIVE_UP_DAYS', '10');
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
