import { afterNaturalDays } from '../calendar.ts';
import { isSameEmployer } from '../fact.ts';
import { isOf, knownOn, type Rule, VALID } from '../rule.ts';

/**
 * Causes (situacion) without certificate: the worker leaves on his own account (51), and the pause of a seasonal worker (94),
 * which is communicated as a period of activity.
 */
const WITHOUT = ['51', '94'];

/** A termination that the worker did not choose makes the company certificate due. */
export const companyCertificate: Rule = {
  id: 'certificado-empresa',
  title: 'Enviar al SEPE el certificado de empresa',
  authority: 'sepe',
  subject: 'worker',
  source: 'Orden TIN/790/2010; Real Decreto 625/1985, artículo 27',
  standing: 'toCheck',
  doubt:
    'El envío electrónico el mismo día consta en una guía del SEPE, no en el BOE. Si no se espera que pida prestaciones, ' +
    'el envío puede no deberse todavía; al trabajador se le entrega en diez días.',
  term: 'El mismo día del cese, y siempre al día siguiente de que el trabajador lo pida.',
  closedBy:
    'El certificado de empresa (POST /sepe/certifica), o que conste en Certific@2 (GET /sepe/certifica/list).',
  exceptions:
    'Baja voluntaria; fijos discontinuos y contratos sucesivos tramitados de forma agrupada, que comunican periodos de ' +
    'actividad; un traslado a otra cuenta de la misma empresa.',
  late: 'Infracción grave (LISOS, 22.6).',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'baja') && fact.cause !== undefined && !WITHOUT.includes(fact.cause)
      ? [{ by: fact, of: fact.date, opens: knownOn(fact), term: { due: fact.date } }]
      : [],
  // The suspension that the service shows is the last day of work or the one after it.
  closes: (fact, { by }) =>
    isOf(fact, 'companyCertificate') &&
    fact.document === by.document &&
    isSameEmployer(fact, by) &&
    (fact.date === by.date || fact.date === afterNaturalDays(by.date, 1)),
};
