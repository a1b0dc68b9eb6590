/** The store of filings (trámites). */
export { claimFiling, putDryRun, putStopped, putTried } from './claim.ts';
export { dueFilings, takeDue, unknownFilings } from './due.ts';
export { noteEvidence, noteStamped, noteUnstamped, wantEvidence } from './evidence-due.ts';
export { listFilings } from './list.ts';
export {
  beginCommit,
  endFiling,
  noteLook,
  noteLost,
  noteReference,
  putEntries,
  stateFiling,
} from './move.ts';
export {
  beginQueued,
  countWaiting,
  enterQueue,
  freeSlot,
  leaveQueue,
  notePreparing,
  queueAgain,
  readQueue,
  takeSlot,
} from './queue.ts';
export { findGuarded, getFiling, listEntries } from './read.ts';
