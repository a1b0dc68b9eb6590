/** Runs before each file of tests on the stack: points the stores and the AWS SDK at it. */
import { inject } from 'vitest';
import type { Demo } from '../../../infra/local/demo.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the deployed stack: what `.local/demo.json` has. */
    demo: Demo | undefined;
    /** Environment variables that the stores need. */
    variables: Record<string, string>;
  }
}

// A profile or credentials of the developer would win over ours.
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
Object.assign(process.env, inject('variables'));
