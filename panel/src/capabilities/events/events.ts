import type { Data } from '../../../../client/src/types.ts';
import { addressOf } from '../../shared/route.ts';
import type { EventNames } from '../capability.ts';

/** An event, as programs receive it. */
export type Event = Data<'listEvents'>['events'][number];

/** What is said of the gateway's own events. */
const OF_GATEWAY: EventNames = {
  subjects: {
    tramite: (id) => addressOf('tramites', id),
    certificate: () => addressOf('certificados'),
    user: () => addressOf('personas'),
  },
  families: {
    tramite: [10, 'Trámites'],
    certificate: [40, 'Certificados'],
    authority: [80, 'Organismos'],
    user: [90, 'Personas'],
  },
};

/** What is said of all events. */
export type Named = readonly { eventNames?: EventNames }[];

const allOf = <Kind extends keyof EventNames>(
  kind: Kind,
  capabilities: Named,
): NonNullable<EventNames[Kind]> =>
  Object.assign({}, OF_GATEWAY[kind], ...capabilities.map(({ eventNames }) => eventNames?.[kind]));

/** The address of the page that shows the subject of an event. */
export const placeOf = (
  { subject: { kind, id }, company }: Pick<Event, 'subject' | 'company'>,
  capabilities: Named,
): string | undefined => allOf('subjects', capabilities)[kind]?.(id, company);

/** Names of all families of events, by the beginning of their type. */
export const familiesOf = (capabilities: Named): Record<string, string> =>
  Object.fromEntries(
    Object.entries(allOf('families', capabilities))
      .toSorted(([, [a]], [, [b]]) => a - b)
      .map(([family, [, name]]) => [family, name]),
  );
