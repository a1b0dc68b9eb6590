import type { ListedFiling, Obligation } from './today.ts';

/** Something on the line of time of a worker or a company. */
export interface Entry {
  kind: 'filing' | 'obligation';
  id: string;
  /** A moment, ISO 8601, or a day, AAAA-MM-DD. */
  at: string;
  title: string;
  state: string;
  worker: string | null;
  /** How many documents there are to open. */
  documents: number;
}

/** Trámites by when they began, and what is due by its last day, the latest first. What was withdrawn is left out. */
export const timelineOf = (filings: readonly ListedFiling[], obligations: readonly Obligation[]): Entry[] =>
  [
    ...filings.map(
      (one): Entry => ({
        kind: 'filing',
        id: one.id,
        at: one.created_at,
        title: one.operationName,
        state: one.state,
        worker: one.worker?.document ?? null,
        documents: one.documents.length,
      }),
    ),
    ...obligations
      .filter(({ state }) => state !== 'withdrawn')
      .map(
        (one): Entry => ({
          kind: 'obligation',
          id: one.id,
          at: one.due ?? one.of,
          title: one.rule.title,
          state: one.state,
          worker: one.worker?.document ?? null,
          documents: 0,
        }),
      ),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
