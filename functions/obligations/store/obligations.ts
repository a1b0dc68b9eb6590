/** The store of what is due: facts, and the obligations that follow from them. */
export {
  type CalendarAddress,
  findCalendarAddress,
  issueCalendarAddress,
  ownerOfCalendar,
  revokeCalendarAddress,
} from './addresses.ts';
export { forgetObligations } from './forget.ts';
export { factsOf, learn } from './learn.ts';
export { getHolidays, getObligations, listObligations, putHolidays, workerOfReference } from './list.ts';
export { passDays } from './pass-days.ts';
export { putSeen } from './seen.ts';
