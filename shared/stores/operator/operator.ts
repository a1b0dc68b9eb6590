/** What only operators of the service read and do. */
export { pageOfAccounts } from './account-page.ts';
export { alarmsNow } from './alarms.ts';
export { lastActs, pauseAuthority, resumeAuthority } from './pauses.ts';
export { countReached, totalsOf, totalsOfAccounts } from './totals.ts';
export { listUnknown, oldestUnknown, unlistUnknown } from './unknown.ts';
