import { later } from '../../../shared/kernel/lazy.ts';
import type { Capability } from '../capability.ts';

const store = later(async () => ({
  ...(await import('./store/mails.ts')),
  ...(await import('./store/choices.ts')),
  ...(await import('./store/queue.ts')),
}));

declare module '../../../shared/stores/stores.ts' {
  interface CapabilityStores {
    mails: typeof store;
  }
}

/** Mails about events, to users who chose them. */
export const mails: Capability = {
  name: 'mails',
  uses: ['events', 'obligations'],
  store,
  ofUsers: {
    rows: async () => (await import('./store/choices.ts')).endMails,
    ownerJoined: (user, at) => store.beginMails(user, at),
  },
  follow: async () => (await import('./hand-over.ts')).handOverMails,
  scheduled: [async (services) => (await import('./hand-over.ts')).sendDigests(services)],
};
