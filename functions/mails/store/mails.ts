/** All of mails: who wants which, which were sent, and the queue that they are sent from. */

export * from '../../../shared/stores/mail/mail.ts';
export * from './choices.ts';
export * from './queue.ts';
export * from './sent.ts';
export * from './unsubscribe.ts';
