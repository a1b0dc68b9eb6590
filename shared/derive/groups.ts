import { methodNotAllowed, notFound, type ServiceError } from '../kernel/errors.ts';
import { once } from '../kernel/lazy.ts';
import type { Group, LazyGroup, Operation, OperationKey } from '../operation/operation.ts';
import { resourceOf } from './routes.ts';

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

/**
 * Finds the operation of a request; HEAD counts as GET. API Gateway has matched the path: `resource` is the matching
 * pattern.
 */
export type Router = (method: string, resource: string) => Promise<Operation | ServiceError>;

/** Resources that anybody may read also answer HEAD. Questions to an authority do not: each of them costs the same as a GET. */
const isForAll = (operation: Operation): boolean =>
  operation.kind === 'resource' && operation.access === 'anonymous';

/**
 * A router for a group's operations: 404 for an unknown path, 405 for an unknown method of a known path. An operation is
 * loaded when it is first asked for; that this fails fails one request, and not those after it.
 */
export const routerOf = (group: LazyGroup): Router => {
  const resources = new Map<string, Map<string, () => Promise<Operation>>>();
  for (const [key, load] of Object.entries(group.operations)) {
    const [method = '', path = ''] = key.split(' ');
    const resource = resourceOf(group, { path });
    const methods = resources.get(resource) ?? new Map<string, () => Promise<Operation>>();
    resources.set(resource, methods.set(method, once(load)));
  }
  return async (method, resource) => {
    const methods = resources.get(resource);
    if (!methods) return notFound('La dirección no existe. La referencia está en /api/v4/docs.');
    const found = await methods.get(method === 'HEAD' ? 'GET' : method)?.();
    if (found && (method !== 'HEAD' || isForAll(found))) return found;
    return methodNotAllowed([...methods.keys(), 'OPTIONS']);
  };
};
