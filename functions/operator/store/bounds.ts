/** Limits of the operator's operations. */

/** Longest pause of an authority, in milliseconds. */
export const LONGEST_PAUSE_MS = 30 * 24 * 60 * 60 * 1000;

/** Retention of daily counts, in days. */
export const TOTAL_DAYS = 35;
