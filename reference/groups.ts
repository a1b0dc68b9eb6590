import { groups } from '../functions/operations.ts';
import { sandbox } from '../sandbox/api/group.ts';
import { loadGroup } from '../shared/derive/groups.ts';
import type { Group } from '../shared/operation/operation.ts';

const sandboxGroup = await loadGroup(sandbox);

/** Groups of a stage. A stage with stand-in authorities has one more group, to control them. */
export const groupsOf = ({ standIns }: { standIns: boolean }): Group[] =>
  standIns ? [...groups, sandboxGroup] : groups;

/** Name of the group for controlling stand-in authorities. */
export const SANDBOX = sandbox.name;
