/** `npm run local:stop`: stops what `npm run local` has started. */
import { LOCAL, openRunFolder } from './run-folder.ts';
import { stopStack } from './stop-stack.ts';

console.log((await stopStack(openRunFolder(LOCAL))) ? 'Stopped.' : 'Nothing is running.');
