import type { AuthorityName } from '../../../../shared/kernel/errors.ts';
import { isSameNotification } from '../../../../shared/operation/fact.ts';
import { LEY_39 } from './norms.ts';
import { dueBy, isOf, naturalDays, type Rule, VALID } from './rule.ts';

/** Natural days within which a notification must be opened; afterwards it counts as refused (Ley 39/2015, article 43.2). */
const DAYS = 10;

/** Where a notification is opened, with doubts about the term. */
const PLACES: { authority: AuthorityName; place: string; doubt?: string }[] = [
  { authority: 'dehu', place: 'la DEHú' },
  {
    authority: 'tgss',
    place: 'la Seguridad Social',
    doubt: 'Que el plazo sea el mismo en la sede de la Seguridad Social no se ha podido leer en el BOE.',
  },
  {
    authority: 'aeat',
    place: 'la Agencia Tributaria',
    doubt:
      'Su lista da el día de la emisión, no el de la puesta a disposición: el plazo puede acabar después.',
  },
];

/** A notification that is listed as pending must be opened. */
export const notifications: Rule[] = PLACES.map(({ authority, place, doubt }) => ({
  id: `notificacion-${authority}`,
  title: `Abrir la notificación pendiente en ${place}`,
  authority,
  subject: 'notification',
  versions: [
    {
      valid: VALID,
      ...LEY_39,
      standing: doubt ? 'toCheck' : 'confirmed',
      ...(doubt && { doubt }),
      term: 'Diez días naturales desde la puesta a disposición; el primero es el siguiente.',
    },
  ],
  closedBy: 'Abrirla (POST …/notification-accept), o que una consulta la muestre aceptada o rechazada.',
  late: 'Se entiende rechazada: se tiene por notificada, y el procedimiento sigue (Ley 39/2015, artículo 41.5).',
  events: 'notification',
  triggers: (fact) =>
    isOf(fact, 'notification') && fact.authority === authority && fact.reference
      ? dueBy(fact, naturalDays(fact.date, DAYS), { of: fact.reference, opens: fact.date })
      : [],
  closes: (fact, { by }) => isOf(fact, 'notificationOpened') && isSameNotification(fact, by),
}));
