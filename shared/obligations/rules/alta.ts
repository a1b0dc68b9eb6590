import { afterNaturalDays } from '../calendar.ts';
import { isSameJob } from '../fact.ts';
import { isOf, knownOn, type Rule, spanishDay, VALID } from '../rule.ts';

/** A contract that was communicated makes a registration due before work begins. */
export const alta: Rule = {
  id: 'alta',
  title: 'Dar de alta al trabajador antes de que empiece',
  authority: 'tgss',
  subject: 'worker',
  source: 'Real Decreto 84/1996, artículo 32.3.1.º',
  standing: 'confirmed',
  term: 'Antes de que empiece el trabajo, y como máximo 60 días naturales antes. Aquí: el final del día anterior.',
  closedBy: 'El alta (POST /seg-social/alta), o que conste en una consulta de trabajadores.',
  exceptions:
    'Plazos especiales autorizados por la Tesorería (32.3.3.º) y colectivos con reglas propias (artículos 43 y siguientes).',
  late:
    'El alta solo tiene efectos desde que se solicita, y las cuotas se deben desde el inicio (artículo 35.1). Infracción ' +
    'grave por cada trabajador (LISOS, 22.2 y 22.10).',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'contract')
      ? [{ by: fact, of: fact.date, opens: knownOn(fact), term: { due: afterNaturalDays(fact.date, -1) } }]
      : [],
  closes: (fact, { by }) => isOf(fact, 'alta') && isSameJob(fact, by) && fact.date === by.date,
  warns: (fact) => {
    if (!isOf(fact, 'alta')) return undefined;
    const sent = knownOn(fact);
    if (sent > fact.date)
      return `El alta es posterior al inicio de la actividad (${spanishDay(fact.date)}): debía presentarse antes (Real Decreto 84/1996, 32.3.1.º).`;
    return sent === fact.date
      ? 'El alta se presenta el mismo día del inicio: debe ser anterior a la hora en que empieza el trabajo (Real Decreto 84/1996, 32.3.1.º).'
      : undefined;
  },
};
