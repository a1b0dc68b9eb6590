import type { Group, LazyGroup, Operation, OperationKey } from '../operation/operation.ts';

/** The name of an operation in its group. */
const keyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): OperationKey =>
  `${method} ${path}` as OperationKey;

/**
 * A group with all its operations.
 * @throws Error if one is not under its own method and path
 */
export const loadGroup = async ({ operations, ...group }: LazyGroup): Promise<Group> => ({
  ...group,
  operations: await Promise.all(
    Object.entries(operations).map(async ([key, load]) => {
      const operation = await load();
      if (keyOf(operation) !== key)
        throw new Error(`group ${group.name}: ${keyOf(operation)} is under ${key}`);
      return operation;
    }),
  ),
});

/** A group whose operations are loaded already, as a function takes it. */
export const lazyGroup = ({ operations, ...group }: Group): LazyGroup => ({
  ...group,
  operations: Object.fromEntries(operations.map((operation) => [keyOf(operation), async () => operation])),
});
