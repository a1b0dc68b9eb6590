import { type Fact, isSameJob } from '../../../../shared/operation/fact.ts';
import { dueBy, isOf, knownOn, type Rule, VALID } from './rule.ts';

/** The last day for the occupations of all staff. */
const LAST_DAY = '2027-02-01';

/** Whether a later fact shows the occupation of a worker. What was known before does not: the authority has none since. */
const showsOccupation = (fact: Fact, by: Fact): boolean => Boolean(fact.occupation) && fact.at > by.at;

/** The occupation of each worker is due. It is missing if the authority shows none for a registration that goes on. */
export const occupation: Rule = {
  id: 'cno-plantilla',
  title: 'Comunicar la ocupación (CNO) de un trabajador que no la tiene',
  authority: 'tgss',
  doneBy: 'updateCno',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      source: 'Real Decreto 643/2026',
      read: 'Una publicación de un programa de nóminas, para el día; otro proyecto, para la campaña; el decreto, sin leer',
      checked: '2026-11-28',
      standing: 'toCheck',
      doubt:
        'El último día consta en una sola publicación, y el decreto no se ha podido leer: tampoco consta si la clave es de dos ' +
        'o de cuatro cifras, ni a qué regímenes alcanza.',
      term: 'La de toda la plantilla, hasta el 1 de febrero de 2027.',
    },
  ],
  closedBy:
    'La variación de la ocupación (PUT /seg-social/cno), que conste una en una consulta posterior, o que el trabajador cause baja.',
  exceptions:
    'Quien ya la tiene en la Seguridad Social. Con la liquidación del mes confirmada, la variación se rechaza (según una ' +
    'publicación): conviene presentarla a principios de mes.',
  late: 'No consta qué sanción tiene.',
  triggers: (fact) =>
    isOf(fact, 'occupation') && fact.occupation === ''
      ? dueBy(fact, { from: knownOn(fact), due: LAST_DAY })
      : [],
  closes: (fact, { by }) =>
    isSameJob(fact, by) &&
    (showsOccupation(fact, by) ||
      (isOf(fact, 'baja') && fact.date >= by.date) ||
      (fact.removes === 'alta' && fact.date === by.date)),
};
