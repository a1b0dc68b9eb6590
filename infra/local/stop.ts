/** `npm run local:stop`: ends all that `npm run local` started and that still runs. */
import { LOCAL, placeAt } from './place.ts';
import { takeDown } from './take-down.ts';

console.log((await takeDown(placeAt(LOCAL))) ? 'Ended.' : 'Nothing runs.');
