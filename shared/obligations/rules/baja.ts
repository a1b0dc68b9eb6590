import { afterNaturalDays } from '../calendar.ts';
import { type Fact, isSameContract, isSameJob } from '../fact.ts';
import { isOf, knownOn, type Rule, spanishDay, type Trigger, VALID } from '../rule.ts';

/** What ends a temporary contract, or carries it on, from its start on. */
export const isEndOrMore = (fact: Fact, { by }: Trigger): boolean =>
  (isOf(fact, 'baja') && isSameJob(fact, by) && fact.date >= by.date) ||
  (isOf(fact, 'transformation') && isSameContract(fact, by)) ||
  (isOf(fact, 'extension') && isSameContract(fact, by) && (fact.end ?? '') > (by.end ?? ''));

/** The end that a contract has makes a termination due, unless it is carried on. */
export const baja: Rule = {
  id: 'baja',
  title: 'Comunicar la baja, si el contrato acaba en su fecha',
  authority: 'tgss',
  subject: 'worker',
  source: 'Real Decreto 84/1996, artículo 32.3.2.º',
  standing: 'confirmed',
  term: 'Tres días naturales desde el cese; que el último sea inhábil no lo alarga aquí.',
  closedBy: 'La baja (POST /seg-social/baja o /despido), o que el contrato se prorrogue o se transforme.',
  late: 'La obligación de cotizar sigue hasta que la Tesorería conoce el cese (artículo 35.2). Infracción leve (LISOS, 21.3).',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'contract', 'extension') && fact.end
      ? [{ by: fact, of: fact.end, opens: fact.end, term: { due: afterNaturalDays(fact.end, 3) } }]
      : [],
  closes: isEndOrMore,
  warns: (fact) => {
    const due = afterNaturalDays(fact.date, 3);
    return isOf(fact, 'baja') && knownOn(fact) > due
      ? `La baja se comunica fuera de los tres días naturales, que acabaron el ${spanishDay(due)} (Real Decreto 84/1996, 32.3.2.º).`
      : undefined;
  },
};
