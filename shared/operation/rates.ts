import type { Operation } from './operation.ts';

/** Requests per minute, defined by the interface. */
export const LIMITS = { read: 80, write: 120, heavy: 30, anonymous: 60 } as const;

/** The rate class of an operation. */
export const rateOf = (operation: Operation): keyof typeof LIMITS =>
  operation.kind === 'resource' && operation.access === 'anonymous' ? 'anonymous' : operation.rate;

/** API key under which API Gateway counts callers without a session. It is not a secret. */
export const ANONYMOUS_USAGE_KEY = 'anonymous-callers-of-pasarela';
