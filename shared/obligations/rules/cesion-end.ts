import { afterNaturalDays } from '../calendar.ts';
import { isSameJob } from '../fact.ts';
import { isOf, type Rule, VALID } from '../rule.ts';

/** The end of an assignment makes it due to say what comes next. */
export const cesionEnd: Rule = {
  id: 'fin-cesion',
  title: 'Comunicar la nueva fecha de fin de la cesión, otra cesión o la baja',
  authority: 'tgss',
  subject: 'worker',
  source: 'Real Decreto 84/1996, artículo 32.3.2.º, por analogía',
  standing: 'inferred',
  doubt: 'No se ha encontrado un plazo propio de las cesiones: se cuenta como una variación.',
  term: 'Tres días naturales desde el fin de la cesión.',
  closedBy: 'Otra fecha de fin (PUT /seg-social/etts/cesion), otra cesión, su eliminación o la baja.',
  late: 'Infracción leve (LISOS, 21.3), si se trata como una variación.',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'cesion') && fact.end
      ? [{ by: fact, of: fact.end, opens: fact.end, term: { due: afterNaturalDays(fact.end, 3) } }]
      : [],
  closes: (fact, { by }) =>
    fact.id !== by.id &&
    isSameJob(fact, by) &&
    fact.at >= by.at &&
    // A query shows assignments without their ends: the same one again says nothing.
    ((isOf(fact, 'cesion') && (fact.end !== undefined || fact.date > by.date)) ||
      (isOf(fact, 'baja') && fact.date >= by.date)),
};
