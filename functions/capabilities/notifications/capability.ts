import type { Capability } from '../capability.ts';

/** Checks twice a day whether an authority has a notification that has not been opened. */
export const notifications: Capability = {
  name: 'notifications',
  uses: ['events'],
  scheduled: [
    async (services) => {
      const { attempt } = await import('../../../shared/serving/attempt.ts');
      await attempt(services, 'look for notifications', async () =>
        (await import('./look.ts')).lookForNotices(services),
      );
    },
  ],
};
