import { later } from '../../shared/later.tsx';
import type { Capability } from '../capability.ts';
import { eventNames } from './event-names.ts';

const Activity = later(async () => (await import('./activity-page.tsx')).Activity);

/** What the account did with itself. */
export const audit: Capability = {
  name: 'audit',
  eventNames,
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
