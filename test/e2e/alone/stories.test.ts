import { afterAll } from 'vitest';
import { deployed, eraseTenants } from '../../support/deployed.ts';
import { completeStories, logStories } from '../stories/afterwards.ts';
import { authorityStories } from '../stories/at-authorities.ts';
import { batchStories } from '../stories/batches.ts';
import { dueStories } from '../stories/due.ts';
import { filingStories } from '../stories/filings.ts';
import { httpStories } from '../stories/http.ts';
import { loadStories } from '../stories/load.ts';
import { operatorStories } from '../stories/operator.ts';
import { peopleStories } from '../stories/people.ts';
import { worldStories } from '../stories/world.ts';

/**
 * Tests what a deployed stage does for its callers, from the first call to the lines in its logs. `npm run smoke` runs this
 * file against a stage that is already deployed, and the test run against its own stack.
 */

afterAll(async () => {
  if (deployed.isKept) await eraseTenants();
}, 900_000);

httpStories();
peopleStories();
filingStories();
authorityStories();
loadStories();
worldStories();
dueStories();
batchStories();
operatorStories();
logStories();
completeStories();
