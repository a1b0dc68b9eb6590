import * as z from 'zod';
import type { Operation } from './operation.ts';

declare module 'zod/v4/core' {
  interface GlobalMeta {
    /** Of a member of `data`: the fields of the request of which one asks for it. Where none does, it is absent or empty. */
    askedBy?: readonly string[];
  }
}

/** The members of `data` that an answer has only if it is asked for them: by member, the fields that ask. */
export const askedMembers = ({ response }: Pick<Operation, 'response'>): [string, readonly string[]][] => {
  const record = response instanceof z.ZodArray ? response.element : response;
  if (!(record instanceof z.ZodObject)) return [];
  return Object.entries(record.shape).flatMap(([name, member]) => {
    const askedBy = (member as z.ZodType).meta()?.askedBy;
    return askedBy ? [[name, askedBy] as [string, readonly string[]]] : [];
  });
};

/** The members for which a request did not ask, so that an empty one does not mean that there is nothing. */
export const notAsked = (operation: Pick<Operation, 'response'>, input: Record<string, unknown>): string[] =>
  askedMembers(operation)
    .filter(([, fields]) => !fields.some((field) => input[field]))
    .map(([name]) => name);
