import { lazyGroups } from '../groups.ts';
import { loadFollows } from '../hooks.ts';
import { ownServices } from '../services.ts';
import { changesHandler } from './changes.ts';

export const handler = changesHandler({ ...ownServices, groups: lazyGroups }, loadFollows);
