import { groupsOf } from '../../../reference/groups.ts';

/** All groups of operations: those of every stage, and the one that only a sandbox has. */
export const groups = groupsOf({ standIns: true });
