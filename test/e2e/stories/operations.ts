import { groupsOf } from '../../../reference/groups.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import type { Method, Operation } from '../../../shared/operation/operation.ts';
import { deployed } from '../../support/deployed.ts';

/** An operation of the stage, with its address. */
export interface Placed {
  /** Method and address below `/api/v4`, the usual name of a request; outside it, with the whole address. */
  name: string;
  method: Method;
  /** Such as `/api/v4/customer/{customerID}`. */
  address: string;
  operation: Operation;
}

/** Every operation of the stage. */
export const operations: Placed[] = groupsOf(deployed).flatMap((group) =>
  group.operations.map((operation) => {
    const address = addressOf(group, operation);
    const { method } = operation;
    return { name: `${method} ${address.replace(/^\/api\/v4(?=\/)/, '')}`, method, address, operation };
  }),
);

const patterns = operations.map((placed) => ({
  placed,
  pattern: new RegExp(`^${placed.address.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation that a request reaches. Addresses without variables take precedence. */
export const operationAt = (method: string, path: string): Placed | undefined =>
  patterns
    .filter(({ placed, pattern }) => placed.method === method && pattern.test(path))
    .map(({ placed }) => placed)
    .sort((a, b) => a.address.split('{').length - b.address.split('{').length)[0];

/** Names of the operations that succeeded in this run. */
export const succeeded = new Set<string>();
