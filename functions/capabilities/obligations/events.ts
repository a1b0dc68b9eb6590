import type { EventsOfPart } from '../events/events-of-gateway.ts';

/** Events of obligations, and of notifications, which are obligations to open them. */
export const obligationEvents = {
  types: {
    'obligation.opened': 'hay algo que hacer; también si se vuelve a abrir',
    'obligation.near': 'su plazo acaba pronto',
    'obligation.late': 'su plazo ha vencido',
    'obligation.closed': 'consta como hecha, o una persona lo declara',
    'obligation.withdrawn': 'se anuló el trámite que la causó, o se supo que no se debía',
    'notification.new':
      'hay una notificación que nadie ha abierto; también si se vuelve a abrir su obligación',
    'notification.near': 'su plazo para abrirla acaba pronto',
    'notification.expired': 'su plazo ha vencido: se entiende rechazada',
  },
  subjects: ['obligation'],
} as const satisfies EventsOfPart;
