import * as z from 'zod';
import type { Operation, Reply } from '../operation.ts';

/** No payload, which every operation may answer where there is nothing to give. */
const EMPTY = z.array(z.never()).max(0);

/** Where a reply is not what its operation's schema says: paths, without values; `undefined` where it is. */
export const outsideSchema = (operation: Operation, { data, page }: Reply<unknown>): string[] | undefined => {
  if (page || data === undefined || EMPTY.safeParse(data).success) return undefined;
  const { error } = operation.response.safeParse(data);
  return error?.issues.map(({ path }) => path.join('.'));
};
