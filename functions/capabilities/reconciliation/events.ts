import type { EventsOfPart } from '../events/events-of-gateway.ts';

/** Events of comparisons and of the workforces that they compare. */
export const reconciliationEvents = {
  types: {
    'drift.found':
      'un cuadre nocturno ha encontrado diferencias que la noche anterior no había, o que han cambiado',
    'drift.accepted': 'una persona ha aceptado una diferencia de un cuadre: no se avisará de ella',
    'drift.disabled': 'una persona ha desactivado el cuadre nocturno de un cliente',
    'workforce.emptied':
      'una persona ha guardado una plantilla vacía, o con menos de la mitad de los trabajadores: no se compara',
  },
  subjects: ['reconciliation'],
  digest: {
    'drift.found': {
      title: 'Diferencias nuevas con los organismos',
      news: (count) => (count === 1 ? 'Una diferencia nueva' : `${count} diferencias nuevas`),
      subject: 'cuadre',
    },
  },
} as const satisfies EventsOfPart;
