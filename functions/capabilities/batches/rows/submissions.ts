import { addressOf } from '../../../../shared/derive/routes.ts';
import type { LazyGroup, Submission } from '../../../../shared/operation/operation.ts';

/** A submission with its group. */
export interface Listed {
  operation: Submission;
  group: LazyGroup;
  /** Method and address, as records name it. */
  name: string;
}

const submissionsOfGroups = new WeakMap<LazyGroup[], Promise<Listed[]>>();

/** All submissions of these groups, loaded once in the life of a process. */
export const allSubmissions = (groups: LazyGroup[] = []): Promise<Listed[]> => {
  const before = submissionsOfGroups.get(groups);
  if (before) return before;
  const loading = Promise.all(groups.map(submissionsOf)).then((all) => all.flat());
  submissionsOfGroups.set(groups, loading);
  // If loading fails, one batch fails, and the next one loads again.
  loading.catch(() => submissionsOfGroups.delete(groups));
  return loading;
};

const submissionsOf = async (group: LazyGroup): Promise<Listed[]> => {
  const operations = await Promise.all(Object.values(group.operations).map((load) => load()));
  return operations.flatMap((operation) =>
    operation.kind === 'submission'
      ? [{ operation, group, name: `${operation.method} ${addressOf(group, operation)}` }]
      : [],
  );
};

/** Its address, without the method. */
export const addressIn = ({ name }: Listed): string => name.split(' ')[1]!;

/** The submission with this id, or with this method and path (`POST /seg-social/alta`, with or without `/api/v4`). */
export const submissionNamed = (all: Listed[], name: string): Listed | undefined => {
  const [method = '', path = ''] = name.trim().split(/\s+/);
  const address = `${method.toUpperCase()} ${path.startsWith(VERSION) ? path : `${VERSION}${path}`}`;
  return all.find((listed) => listed.operation.id === name || listed.name === address);
};

const VERSION = '/api/v4';
