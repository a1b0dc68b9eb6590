import { isSameJob } from '../fact.ts';
import { isOf, knownOn, type Rule, VALID } from '../rule.ts';

/** A start of work that is planned, as a list of workers shows it, makes the communication of its contract due. */
export const plannedStart: Rule = {
  id: 'inicio-previsto',
  title: 'Comunicar al SEPE el contrato de quien va a empezar',
  authority: 'sepe',
  subject: 'worker',
  source: 'Estatuto de los Trabajadores, artículo 8.3; Ley 39/2015, artículos 30 y 31.3',
  standing: 'inferred',
  doubt:
    'El alta se presentó por otro medio: ni la firma, ni el tipo de contrato, ni si ya se comunicó se conocen aquí. Se cuenta ' +
    'desde que se vio.',
  term: 'Diez días hábiles desde que se concierta; aquí, desde la consulta en que consta un alta futura.',
  closedBy: 'La comunicación del contrato (POST /sepe/contrata), o que conste en la lista de contratos.',
  exceptions: 'Quien no tiene contrato laboral, y quien al final no empieza.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'alta') && fact.contractType === undefined && fact.date > knownOn(fact)
      ? [
          {
            ...{ by: fact, of: fact.date, opens: knownOn(fact) },
            term: { from: knownOn(fact), workingDays: 10 },
          },
        ]
      : [],
  // The type of a start that was filed here is known, and `contrato` says what is due.
  closes: (fact, { by }) =>
    (isOf(fact, 'contract') || (isOf(fact, 'alta') && fact.contractType !== undefined)) &&
    isSameJob(fact, by) &&
    fact.date === by.date,
};
