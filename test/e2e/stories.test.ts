import { logStories } from './stories/afterwards.ts';
import { authorityStories, firstOfEach } from './stories/at-authorities.ts';
import { batchStories } from './stories/batches.ts';
import { dueStories } from './stories/due.ts';
import { filingStories } from './stories/filings.ts';
import { httpStories } from './stories/http.ts';
import { peopleStories } from './stories/people.ts';
import { worldStories } from './stories/world.ts';

/**
 * A few stories for each group on the deployed stack. `alone/stories.test.ts` has all of them for every operation, including
 * those that would disturb other tests: many calls at once, and an operator who pauses an authority.
 */
httpStories();
peopleStories();
filingStories();
authorityStories(firstOfEach());
worldStories();
dueStories();
batchStories();
logStories();
