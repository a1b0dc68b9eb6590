import type { Session } from '../session.ts';

const bySession = new WeakMap<Session, Map<number, string>>();

/**
 * The last comparison of each company that was begun in this session, so that a person finds it again: asking once more would cost
 * as much as before. It is in memory alone.
 */
export const lastComparisons = (session: Session): Map<number, string> => {
  const known = bySession.get(session) ?? new Map<number, string>();
  bySession.set(session, known);
  return known;
};
