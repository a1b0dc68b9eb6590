import { afterNaturalDays } from '../calendar.ts';
import { isSameJob } from '../fact.ts';
import { isOf, knownOn, type Rule, spanishDay, VALID } from '../rule.ts';

/** A transformation at the employment service makes the change of contract due at the TGSS. */
export const variation: Rule = {
  id: 'variacion',
  title: 'Comunicar a la Tesorería la variación del contrato transformado',
  authority: 'tgss',
  subject: 'worker',
  source: 'Real Decreto 84/1996, artículo 32.3.2.º',
  standing: 'confirmed',
  term: 'Tres días naturales desde la transformación; que el último sea inhábil no lo alarga aquí.',
  closedBy: 'La variación del contrato (PUT /seg-social/contract-coeficiente) desde esa fecha o después.',
  late: 'Infracción leve (LISOS, 21.3).',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'transformation')
      ? [{ by: fact, of: fact.date, opens: knownOn(fact), term: { due: afterNaturalDays(fact.date, 3) } }]
      : [],
  closes: (fact, { by }) =>
    isOf(fact, 'change') && isSameJob(fact, by) && fact.contractType !== undefined && fact.date >= by.date,
  warns: (fact) => {
    const due = afterNaturalDays(fact.date, 3);
    return isOf(fact, 'change') && knownOn(fact) > due
      ? `La variación se comunica fuera de los tres días naturales, que acabaron el ${spanishDay(due)} (Real Decreto 84/1996, 32.3.2.º).`
      : undefined;
  },
};
