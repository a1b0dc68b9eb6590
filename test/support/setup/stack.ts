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
// On a busy machine the emulator may take longer than the service waits for AWS. Tests of what happens at the end of that time
// undo this; deployed functions and those of `test/faults` have the limits of production.
Object.assign(process.env, inject('variables'), { CALL_LIMITS_FACTOR: '10' });
