/** The store of filings (trámites). */
export { claimFiling, putDryRun } from './claim.ts';
export { beginCommit, endFiling, noteLook, noteReference, putEntries, stateFiling } from './move.ts';
export { dueFilings, getFiling, listEntries, listFilings } from './read.ts';
