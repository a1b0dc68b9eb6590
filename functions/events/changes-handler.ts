import { lazyGroups } from '../groups.ts';
import { loadFollows } from '../hooks.ts';
import { ownServices } from '../services.ts';
import { changesHandler } from './changes.ts';

/** Writes down what follows from changes of tables. */
export const handler = changesHandler({ ...ownServices, groups: lazyGroups }, loadFollows);
