import { afterNaturalDays } from '../calendar.ts';
import { isOf, type Rule, VALID } from '../rule.ts';
import { isEndOrMore } from './baja.ts';

/** A contract that goes on after its end makes its extension due. */
export const extension: Rule = {
  id: 'prorroga',
  title: 'Comunicar al SEPE la prórroga, si el contrato sigue después de su fecha',
  authority: 'sepe',
  subject: 'worker',
  source: 'Estatuto de los Trabajadores, artículo 8.3; Ley 39/2015, artículos 30 y 31.3',
  standing: 'confirmed',
  doubt: 'La fecha en que se acordó la prórroga no se conoce aquí: se cuenta desde el fin del contrato.',
  term: 'Diez días hábiles.',
  closedBy:
    'La prórroga que conste en el SEPE, la transformación, o la baja. Esta interfaz no comunica prórrogas.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
  valid: VALID,
  triggers: (fact) => {
    const { end } = fact;
    return isOf(fact, 'contract', 'extension') && end
      ? [
          {
            ...{ by: fact, of: end, opens: afterNaturalDays(end, 1) },
            term: { from: end, workingDays: 10 },
          },
        ]
      : [];
  },
  closes: isEndOrMore,
};
