import type { Operation } from './operation.ts';

/** Requests a minute, as the interface has them. */
export const LIMITS = { read: 80, write: 120, heavy: 30, anonymous: 60 } as const;

/** The rate class by which an operation's requests count. */
export const rateOf = (operation: Operation): keyof typeof LIMITS =>
  operation.kind === 'resource' && operation.access === 'anonymous' ? 'anonymous' : operation.rate;

/** Value of the API key under which API Gateway meters callers without a session; no secret. */
export const ANONYMOUS_USAGE_KEY = 'anonymous-callers-of-pasarela';
