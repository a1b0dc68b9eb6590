import type { AuthorityName } from '../../../shared/kernel/errors.ts';

/** Types of events at the gateway or found at an authority, each with its description for integrators, in Spanish. */
export const EVENT_TYPES = {
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
  'obligation.opened': 'hay algo que hacer; también si se vuelve a abrir',
  'obligation.near': 'su plazo acaba pronto',
  'obligation.late': 'su plazo ha vencido',
  'obligation.closed': 'consta como hecha, o una persona lo declara',
  'obligation.withdrawn': 'se anuló el trámite que la causó, o se supo que no se debía',
  'notification.new': 'hay una notificación que nadie ha abierto; también si se vuelve a abrir su obligación',
  'notification.near': 'su plazo para abrirla acaba pronto',
  'notification.expired': 'su plazo ha vencido: se entiende rechazada',
  'batch.previewed': 'ha terminado su simulacro, y puede presentarse',
  'batch.ended': 'ha terminado, o se ha cancelado',
  'drift.found':
    'un cuadre nocturno ha encontrado diferencias que la noche anterior no había, o que han cambiado',
  'drift.accepted': 'una persona ha aceptado una diferencia de un cuadre: no se avisará de ella',
  'drift.disabled': 'una persona ha desactivado el cuadre nocturno de un cliente',
  'workforce.emptied':
    'una persona ha guardado una plantilla vacía, o con menos de la mitad de los trabajadores: no se compara',
  'user.invited': 'se ha creado',
  'user.joined': 'ha creado su contraseña',
  'user.changed': 'otro nombre, otro rol o segundo factor',
  'user.removed': 'se ha eliminado',
  'webhook.disabled':
    'ya no se le envía nada: no aceptó nada en cinco días, o cambió el acceso de quien lo confirmó',
  'webhook.test': 'prueba que alguien pidió; no está en la lista de avisos',
} as const satisfies Record<string, string>;

export type EventType = keyof typeof EVENT_TYPES;

/** The owner of events that concern all accounts, such as an authority that is down. */
export const SERVICE = 'service';

/** Kinds of subjects of events. */
export const SUBJECT_KINDS = [
  'tramite',
  'certificate',
  'authority',
  'user',
  'webhook',
  'obligation',
  'batch',
  'reconciliation',
] as const;

/** Further facts of an event. Never data of persons: these are read from the subject. */
export interface EventDetail {
  /** The shown state of a filing. */
  state?: string | undefined;
  /** Days until the date that the event announces. */
  days?: number | undefined;
  authority?: AuthorityName | undefined;
  /** How many differences are new. */
  count?: number | undefined;
}

/** An event, as it is stored. Its ids are the ids of its subject. */
export interface GatewayEvent {
  /** The same whenever the same change is read again: 32 hexadecimal digits. */
  id: string;
  type: EventType;
  /** ISO instant. */
  at: string;
  /**
   * Client company that owns the certificate or signs in, and may see the event; absent for events of the account or
   * service.
   */
  clientId?: number | undefined;
  /** Client company that has the contribution account. */
  companyId?: number | undefined;
  subject: { kind: (typeof SUBJECT_KINDS)[number]; id: string };
  detail?: EventDetail | undefined;
}

const FAMILY = '.*';

/** Whether a type is selected, by its name or by the name of its family, such as `tramite.*`. */
export const isSelected = (selected: string[], type: EventType): boolean =>
  selected.some((one) => (one.endsWith(FAMILY) ? type.startsWith(one.slice(0, -1)) : one === type));

/** Selected names that match no existing type. */
export const unknownTypes = (selected: string[]): string[] =>
  selected.filter(
    (one) => !(Object.keys(EVENT_TYPES) as EventType[]).some((type) => isSelected([one], type)),
  );
