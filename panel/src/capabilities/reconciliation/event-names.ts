import { addressOf } from '../../shared/route.ts';
import type { EventNames } from '../capability.ts';

/** What is said of its events. */
export const eventNames: EventNames = {
  subjects: {
    reconciliation: (id, company) =>
      company === null ? undefined : addressOf('empresas', String(company), { cuadre: id }),
  },
  families: { drift: [60, 'Cuadres'], workforce: [70, 'Plantillas'] },
};
