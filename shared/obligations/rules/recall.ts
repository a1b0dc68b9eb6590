import { type Fact, isSameJob } from '../fact.ts';
import { earlier, type Facts, isOf, knownOn, type Rule, VALID } from '../rule.ts';

/** A seasonal worker (contract types 3xx) who was registered before with the same employer is called again. */
export const isRecall = (fact: Fact, facts: Facts): boolean =>
  fact.contractType?.startsWith('3') === true &&
  facts.some((other) => isOf(other, 'alta', 'contract') && isSameJob(other, fact) && other.date < fact.date);

/** A further registration of a seasonal worker makes the communication of the call due. */
export const recall: Rule = {
  id: 'llamamiento',
  title: 'Comunicar al SEPE el llamamiento del fijo discontinuo',
  authority: 'sepe',
  subject: 'worker',
  source: 'Estatuto de los Trabajadores, artículos 8.3 y 16.3',
  standing: 'toCheck',
  doubt: 'El plazo de diez días del llamamiento no se ha podido leer en el BOE.',
  term: 'Diez días hábiles desde el llamamiento; aquí, desde lo anterior, la presentación del alta o su fecha.',
  closedBy: 'Lo declara una persona: esta interfaz no comunica llamamientos.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
  valid: VALID,
  triggers: (fact, facts) =>
    isOf(fact, 'alta') && isRecall(fact, facts)
      ? [
          {
            ...{ by: fact, of: fact.date, opens: knownOn(fact) },
            term: { from: earlier(knownOn(fact), fact.date), workingDays: 10 },
          },
        ]
      : [],
  closes: () => false,
};
