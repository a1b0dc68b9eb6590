/** Events that a part of the service writes. */
export interface EventsOfPart {
  /** Their types, each with its description for integrators, in Spanish. */
  types: Record<string, string>;
  /** Kinds of their subjects. */
  subjects: readonly string[];
  /** Types that have a section in the daily digest of mails, each with the words of that section. */
  digest?: Record<string, DigestWords>;
}

/** Words of a section of the daily digest that has a line for each event of one type, in Spanish. */
export interface DigestWords {
  /** The title of the section. */
  title: string;
  /** What the event reports. @param count the `count` of its detail, 0 without one */
  news(count: number): string;
  /** The noun before the id of the event's subject. */
  subject: string;
}

/** Events of the gateway itself. */
export const gatewayEvents = {
  types: {
    'tramite.accepted': 'el organismo lo ha aceptado',
    'tramite.refused': 'el organismo lo ha rechazado',
    'tramite.unknown': 'puede haberse realizado: compruébese',
    'tramite.resolved': 'se ha sabido el resultado de un trámite que era desconocido',
    'tramite.declared': 'una persona declaró si consta en el organismo',
    'tramite.notSent': 'no llegó a enviarse',
    'tramite.document_ready': 'la respuesta que se pidió para más tarde está lista',
    'tramite.failed': 'una consulta que se pidió para más tarde acabó sin respuesta',
    'certificate.uploaded': 'se ha guardado',
    'certificate.deleted': 'se ha eliminado',
    'certificate.expiring': 'caduca en 30, 7 o 1 días',
    'certificate.expired': 'ha caducado',
    'certificate.refused_by_authority': 'un organismo no lo admite; una vez al día como máximo',
    'authority.down': 'no responde, o anuncia que no está operativo',
    'authority.up': 'vuelve a responder',
    'authority.paused': 'quien administra este servicio ha puesto en pausa las peticiones',
    'authority.resumed': 'ha terminado la pausa',
  },
  subjects: ['tramite', 'certificate', 'authority', 'user'],
} as const satisfies EventsOfPart;

/** Events of users of the gateway, which come after those of most capabilities in the reference. */
export const userEvents = {
  'user.invited': 'se ha creado',
  'user.joined': 'ha creado su contraseña',
  'user.changed': 'otro nombre, otro rol o segundo factor',
  'user.removed': 'se ha eliminado',
} as const;
