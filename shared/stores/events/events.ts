/** The store of events: what happened, in the order in which it was written down. */
export { appendEvents } from './append.ts';
export { knownState, noteAuthority } from './authority-states.ts';
export { lastNumber } from './event-row.ts';
export { listEvents, waitForEvents } from './list.ts';
export { doneWithReminders, dropReminder, dueReminders, putReminders } from './reminders.ts';
export { changeOf } from './stream.ts';
