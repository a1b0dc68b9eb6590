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
 * What a deployed stage does for its callers, from the first call to what is left in its logs. `npm run smoke` runs this
 * file against a stage that is deployed already, and the tests run it against their own.
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
