/** The store of filings (trámites). */
export { claimFiling, putDryRun } from './claim.ts';
export { dueFilings, takeDue } from './due.ts';
export {
  beginCommit,
  endFiling,
  noteDocument,
  noteEvidence,
  noteLook,
  noteReference,
  putEntries,
  stateFiling,
} from './move.ts';
export { getFiling, listEntries, listFilings } from './read.ts';
