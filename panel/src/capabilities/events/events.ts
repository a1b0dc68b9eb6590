import type { Data } from '../../../../client/src/types.ts';
import { addressOf } from '../../shared/route.ts';

/** An event, as programs receive it. */
export type Event = Data<'listEvents'>['events'][number];

/** The address of the page that shows the subject of an event. */
export const placeOf = ({
  subject: { kind, id },
  company,
}: Pick<Event, 'subject' | 'company'>): string | undefined =>
  ({
    tramite: addressOf('tramites', id),
    batch: addressOf('importar', id),
    webhook: addressOf('desarrolladores', id),
    certificate: addressOf('certificados'),
    user: addressOf('personas'),
    obligation: addressOf('hoy'),
    reconciliation: company === null ? undefined : addressOf('empresas', String(company), { cuadre: id }),
    authority: undefined,
  })[kind];
