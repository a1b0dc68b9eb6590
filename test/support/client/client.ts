import { generate } from '../../../client/build/generate.ts';

/** The client as it is in the sources; what follows from the reference is written before, as for a build. */
await generate();
export const { createClient, PasarelaError, StillPending, UnknownOutcome } = await import(
  '../../../client/src/index.ts'
);
