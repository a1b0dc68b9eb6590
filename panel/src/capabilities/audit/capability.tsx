import { later } from '../../shared/later.tsx';
import { addressOf } from '../../shared/route.ts';
import type { Capability } from '../capability.ts';

const Activity = later(async () => (await import('./activity-page.tsx')).Activity);

/** What the account did with itself. */
export const audit: Capability = {
  name: 'audit',
  eventNames: {
    subjects: { activity: () => addressOf('actividad') },
    families: { activity: [95, 'Actividad de la cuenta'] },
  },
  pages: {
    actividad: {
      title: 'Actividad de la cuenta',
      place: 105,
      icon: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2',
      roles: ['owner'],
      show: () => <Activity />,
    },
  },
};
