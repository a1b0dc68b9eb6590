/** The store of events: what happened, in the order in which it was written down. */
export { appendEvents } from './append.ts';
export { knownState, noteAuthority } from './authority-states.ts';
export { eraseEvents } from './erase.ts';
export { lastNumber } from './event-row.ts';
export { listEvents, waitForEvents } from './list.ts';
export { lookedUpTo, moveLooks } from './looks.ts';
export { openPlace, sealPlace } from './places.ts';
export { doneWithReminders, dropReminder, dueReminders, putReminders } from './reminders.ts';
export { takeWait } from './waits.ts';
