/** Bounds of what operators of the service see and do. */

/** Longest pause of an authority, in milliseconds. */
export const LONGEST_PAUSE_MS = 30 * 24 * 60 * 60 * 1000;

/** Days for which totals of filings are kept. */
export const TOTAL_DAYS = 35;
