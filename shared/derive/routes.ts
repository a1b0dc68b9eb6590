import type { Group, Method, Operation } from '../operation/operation.ts';

/**
 * Name of the API Gateway stage, the first segment of every address. So `/api/v4/...` is the same path on API
 * Gateway's own URL and on a custom domain that maps `api` to the stage.
 */
export const API_STAGE = 'api';

/** A path of the service and its operations by method, all of one group. */
export interface Route {
  group: Group;
  /** From `resourceOf`. */
  resource: string;
  operations: Partial<Record<Method, Operation>>;
}

type Named = Pick<Group, 'name' | 'prefix'>;

/** Path as an integrator writes it after the host, such as `/api/v4/customer/{customerID}`. */
export const addressOf = (group: Named, operation: Pick<Operation, 'path'>): string =>
  operation.path === '/' ? group.prefix : group.prefix + operation.path;

/**
 * Path as API Gateway names it, in its resources and in `event.resource`: without the stage, such as
 * `/v4/customer/{customerID}`.
 * @throws Error if the group's prefix does not begin with the stage
 */
export const resourceOf = (group: Named, operation: Pick<Operation, 'path'>): string => {
  const address = addressOf(group, operation);
  if (!address.startsWith(`/${API_STAGE}/`)) {
    throw new Error(`group ${group.name}: the prefix ${group.prefix} must begin with /${API_STAGE}/`);
  }
  return address.slice(API_STAGE.length + 1);
};

/**
 * Every path of the service, once.
 * @throws Error if two operations have the same method and path, or two groups the same path
 */
export const routesOf = (groups: Group[]): Route[] => {
  const routes = new Map<string, Route>();
  for (const group of groups) {
    for (const operation of group.operations) {
      const resource = resourceOf(group, operation);
      const route = routes.get(resource) ?? { group, resource, operations: {} };
      if (route.group !== group || route.operations[operation.method]) {
        throw new Error(`${operation.method} ${resource}: another operation or group has this address`);
      }
      route.operations[operation.method] = operation;
      routes.set(resource, route);
    }
  }
  return [...routes.values()];
};
