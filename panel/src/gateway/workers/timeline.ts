import type { ListedFiling } from '../../shared/data.ts';

/** Trámites as entries of a history, by their start. */
export const filingEntries = (filings: readonly ListedFiling[]) =>
  filings.map((filing) => ({
    id: filing.id,
    at: filing.created_at,
    worker: filing.worker,
    companyName: filing.companyName,
    filing,
  }));

/** The history of a worker or a company: all entries, the latest first. */
export const timelineOf = <Entry extends { at: string }>(...entries: (readonly Entry[])[]): Entry[] =>
  entries.flat().toSorted((a, b) => b.at.localeCompare(a.at));
