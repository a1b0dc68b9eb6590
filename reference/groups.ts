import { groups } from '../functions/operations.ts';
import { sandbox } from '../sandbox/api/group.ts';
import { loadGroup } from '../shared/derive/groups.ts';
import type { Group } from '../shared/operation/operation.ts';

const sandboxGroup = await loadGroup(sandbox);

/** The groups of a stage. One with stand-in authorities has a group more, with which integrators look after them. */
export const groupsOf = ({ standIns }: { standIns: boolean }): Group[] =>
  standIns ? [...groups, sandboxGroup] : groups;

/** Name of the group that only a stage with stand-in authorities has. */
export const SANDBOX = sandbox.name;
