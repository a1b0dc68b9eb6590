import * as z from 'zod';
import type { Operation } from './operation.ts';

declare module 'zod/v4/core' {
  interface GlobalMeta {
    /** For a member of `data`: the request fields that ask for it. Without them it is absent or empty. */
    askedBy?: readonly string[];
  }
}

/** The members of `data` that an answer has only on request, each with the fields that ask for it. */
export const askedMembers = ({ response }: Pick<Operation, 'response'>): [string, readonly string[]][] => {
  const record = response instanceof z.ZodArray ? response.element : response;
  if (!(record instanceof z.ZodObject)) return [];
  return Object.entries(record.shape).flatMap(([name, member]) => {
    const askedBy = (member as z.ZodType).meta()?.askedBy;
    return askedBy ? [[name, askedBy] as [string, readonly string[]]] : [];
  });
};

/**
 * The members that a request did not ask for. They are named, so that an empty one is not read as "there is none".
 */
export const notAsked = (operation: Pick<Operation, 'response'>, input: Record<string, unknown>): string[] =>
  askedMembers(operation)
    .filter(([, fields]) => !fields.some((field) => input[field]))
    .map(([name]) => name);
