import type { Capability } from '../capability.ts';

/** Looks each day for notices of authorities that nobody has opened. */
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
