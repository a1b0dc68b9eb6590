import { inject } from 'vitest';
import type { Demo } from '../../infra/local/demo.ts';

/**
 * How to reach the service under test: the deployed stack where the tests run on one, else the same service in this
 * process, with authorities and accounts of this file's own.
 */
export const demo: Demo = inject('demo') ?? (await (await import('./local-service.ts')).startService()).demo;
