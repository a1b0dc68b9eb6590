import { methodNotAllowed, notFound, type ServiceError } from '../errors.ts';
import type { Group, Operation } from '../operation.ts';
import { resourceOf } from './routes.ts';

/** Finds the operation of a request. API Gateway has matched the path: `resource` is the pattern that matches. */
export type Router = (method: string, resource: string) => Operation | ServiceError;

/** A router for a group's operations: 404 for an unknown path, 405 for an unknown method of a known path. */
export const routerOf = (group: Group): Router => {
  const resources = new Map<string, Map<string, Operation>>();
  for (const operation of group.operations) {
    const resource = resourceOf(group, operation);
    const methods = resources.get(resource) ?? new Map<string, Operation>();
    if (methods.has(operation.method)) throw new Error(`two operations at ${operation.method} ${resource}`);
    resources.set(resource, methods.set(operation.method, operation));
  }
  return (method, resource) => {
    const methods = resources.get(resource);
    if (!methods) return notFound('La dirección no existe.');
    return methods.get(method) ?? methodNotAllowed([...methods.keys(), 'OPTIONS']);
  };
};
