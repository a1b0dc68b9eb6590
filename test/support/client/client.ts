import { generate } from '../../../client/build/generate.ts';

/** The client's sources. The generated files are written first, as for a build. */
await generate();
export const { createClient, PasarelaError, StillPending, UnknownOutcome } = await import(
  '../../../client/src/index.ts'
);
