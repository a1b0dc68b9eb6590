import { afterNaturalDays } from '../calendar.ts';
import { isSameContract } from '../fact.ts';
import { earlier, isOf, knownOn, type Rule, VALID } from '../rule.ts';

/** A written contract makes its basic copy due. */
export const basicCopy: Rule = {
  id: 'copia-basica',
  title: 'Entregar la copia básica del contrato y comunicarla al SEPE',
  authority: 'sepe',
  subject: 'worker',
  source: 'Estatuto de los Trabajadores, artículo 8.4',
  standing: 'confirmed',
  doubt:
    'La ley da diez días desde la formalización para entregarla a la representación legal, y ninguno para enviarla después ' +
    'al SEPE. La firma no se conoce aquí, y que los días son naturales se deduce del Código Civil, 5.2.',
  term: 'Diez días naturales; aquí, desde lo anterior, la comunicación del contrato o su inicio.',
  closedBy: 'La copia básica (POST /sepe/copy-basic, o con el contrato), o que el SEPE la tenga.',
  exceptions: 'Contratos verbales y de alta dirección.',
  late: 'Infracción grave si no se entrega a los representantes (LISOS, 15.4).',
  valid: VALID,
  after: ['contrato'],
  triggers: (fact) =>
    isOf(fact, 'contract') && !fact.needsNoCopy
      ? [
          {
            ...{ by: fact, of: fact.date, opens: knownOn(fact) },
            term: { due: afterNaturalDays(earlier(knownOn(fact), fact.date), 10) },
          },
        ]
      : [],
  closes: (fact, { by }) => isOf(fact, 'basicCopy') && isSameContract(fact, by),
};
