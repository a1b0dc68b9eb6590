import { groups } from '../../../functions/operations.ts';
import { demoData } from '../../../local/demo.ts';
import { forgetLogIns } from '../../../shared/authorities/log-ins.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import type { AuthorityOperation } from '../../../shared/operation/operation.ts';
import type { startAuthorities } from '../authorities.ts';
import { requestOf, requestsOf } from '../requests.ts';
import { atAuthorities } from '../sandbox.ts';

/** The operations before authorities, by method and address, such as `POST /sepe/contrata`. */
export const operationsAtAuthorities: ReadonlyMap<string, AuthorityOperation> = new Map(
  groups.flatMap((group) =>
    group.operations.flatMap((operation): [string, AuthorityOperation][] =>
      operation.kind === 'resource'
        ? []
        : [[`${operation.method} ${addressOf(group, operation).replace('/api/v4', '')}`, operation]],
    ),
  ),
);

/** The names of the operations that can file. */
export const submissions: readonly string[] = [...operationsAtAuthorities].flatMap(([name, { kind }]) =>
  kind === 'submission' ? [name] : [],
);

/** Counts the requests that reach authorities until an operation has succeeded and all of its documents have arrived. */
export const countingRequests = (authorities: Awaited<ReturnType<typeof startAuthorities>>) => {
  const requests = requestsOf(demoData());
  const at = atAuthorities(authorities.sandbox.controlUrl);
  const prepare = async (name: string): Promise<void> => {
    await authorities.reset();
    for (const [earlier, json] of requestOf(requests, name).after ?? [])
      await authorities.run(operationsAtAuthorities.get(earlier)!, json);
  };
  const count = async (name: string): Promise<number> => {
    const before = await at.requests();
    await authorities.run(operationsAtAuthorities.get(name)!, requestOf(requests, name).request);
    return (await at.requests()) - before;
  };
  return {
    /** Brings the authorities into the state in which the operation succeeds. */
    prepare,
    /** Counts the requests of one run. */
    count,
    /** Counts the first run in a process, and the next one with the same certificate, which reuses the log-in. */
    firstAndNext: async (name: string): Promise<[first: number, next: number]> => {
      await prepare(name);
      forgetLogIns();
      const first = await count(name);
      await prepare(name);
      return [first, await count(name)];
    },
  };
};
