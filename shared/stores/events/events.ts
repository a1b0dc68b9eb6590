/** The store of events: what happened, in the order in which it was written down. */
export { appendEvents } from './append.ts';
export { lastNumber, listEvents, waitForEvents } from './list.ts';
export { changeOf } from './stream.ts';
