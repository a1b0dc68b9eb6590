/**
 * How long a function works on a batch of deliveries, in milliseconds: five calls to one slow host one after the other, each
 * of ten seconds, and what is read and written.
 */
export const DELIVERIES_MS = 60_000;
