import { later } from '../../shared/later.tsx';
import type { Capability } from '../capability.ts';
import { eventNames } from './event-names.ts';
import { IsDone } from './is-done.tsx';
import { Next } from './next.tsx';
import { NotificationOf } from './notification.tsx';
import { sections } from './sections.tsx';

const Alike = later(async () => (await import('./alike.tsx')).Alike);

/** What is due. */
export const obligations: Capability = {
  name: 'obligations',
  eventNames,
  today: sections,
  ofToday: ({ id, query }) => (
    <Alike
      rule={id}
      day={query.dia}
      isCertain={query.seguro !== 'no'}
      key={`${id} ${query.dia} ${query.seguro}`}
    />
  ),
  history: async () => (await import('./history.tsx')).readHistory,
  insteadOfForm: async (gateway, { obligacion }) => {
    if (!obligacion) return undefined;
    const { data } = await gateway.getObligation({ id: obligacion });
    return data.state === 'closed' || data.batch ? (form) => <IsDone form={form} due={data} /> : undefined;
  },
  OfNotification: NotificationOf,
  AfterFiling: Next,
};
