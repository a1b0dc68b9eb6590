/** Runs before each test file that uses a stack: points the stores and the AWS SDK at it. */
import { inject } from 'vitest';
import type { Demo } from '../../../local/demo.ts';
import type { Deployed } from '../deployed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses and logins of the deployed stack, as in `.local/demo.json`. */
    demo: Demo | undefined;
    /** A deployed stage that this test run did not start, if there is one. */
    deployed: Deployed | undefined;
    /** Environment variables that the stores need. */
    variables: Record<string, string>;
  }
}

// A profile or credentials of the developer would take precedence.
for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
Object.assign(process.env, inject('variables'));
