import type { AuthorityName } from './errors.ts';

/** Authorities at which the schedule looks for notifications, where an account wants that. */
export const WATCHED = ['dehu', 'tgss'] as const satisfies AuthorityName[];
export type Watched = (typeof WATCHED)[number];
