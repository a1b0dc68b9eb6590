import { loadGroup } from '../shared/derive/groups.ts';
import type { Group } from '../shared/operation/operation.ts';
import { lazyGroups } from './groups.ts';

/**
 * Every group of the service with its operations. The routes, grants and throttles of the deployment, the reference and
 * the tests over all operations are derived from this list.
 */
export const groups: Group[] = await Promise.all(lazyGroups.map(loadGroup));
