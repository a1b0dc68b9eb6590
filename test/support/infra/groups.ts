import { groupsOf } from '../../../reference/groups.ts';
import { addressOf } from '../../../shared/derive/routes.ts';

/** All groups of operations: the ones on every stage, and the sandbox's. */
export const groups = groupsOf({ standIns: true });

/** Their operations by method and address, such as `POST /api/v4/sepe/contrata`. */
export const operations = groups.flatMap((group) =>
  group.operations.map((operation) => ({
    name: `${operation.method} ${addressOf(group, operation)}`,
    group,
    operation,
  })),
);
