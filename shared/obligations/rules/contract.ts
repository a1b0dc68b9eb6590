import { type Fact, isSameJob } from '../fact.ts';
import { earlier, type Facts, isOf, knownOn, lastDayOf, type Rule, spanishDay, VALID } from '../rule.ts';
import { isRecall } from './recall.ts';

/** The signature is not known: it is counted from the earlier of what made the contract known and its start. */
const termOf = (fact: Fact) => ({ from: earlier(knownOn(fact), fact.date), workingDays: 10 });

/** A registration without contract type is of somebody who has no contract of employment. */
const hasContract = (fact: Fact, facts: Facts) =>
  fact.contractType !== undefined && fact.contractType !== '000' && !isRecall(fact, facts);

/** A registration makes the communication of its contract due. */
export const contract: Rule = {
  id: 'contrato',
  title: 'Comunicar el contrato al SEPE',
  authority: 'sepe',
  subject: 'worker',
  source: 'Estatuto de los Trabajadores, artículo 8.3; Ley 39/2015, artículos 30 y 31.3',
  standing: 'confirmed',
  doubt:
    'La firma no se conoce aquí: se cuenta desde lo anterior, la presentación del alta o el inicio. Que los diez días son ' +
    'hábiles se deduce de la Ley 39/2015.',
  term: 'Diez días hábiles desde que se concierta; solo cuentan como inhábiles los de toda España.',
  closedBy: 'La comunicación del contrato (POST /sepe/contrata), o que conste en la lista de contratos.',
  exceptions:
    'Quien no tiene contrato laboral; los llamamientos de fijos discontinuos, que se comunican aparte.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
  valid: VALID,
  triggers: (fact, facts) =>
    isOf(fact, 'alta') && hasContract(fact, facts)
      ? [
          {
            ...{ by: fact, of: fact.date, opens: knownOn(fact) },
            term: termOf(fact),
          },
        ]
      : [],
  closes: (fact, { by }) => isOf(fact, 'contract') && isSameJob(fact, by) && fact.date === by.date,
  warns: (fact) => {
    const due = isOf(fact, 'contract') ? lastDayOf(termOf(fact)) : undefined;
    return due && knownOn(fact) > due
      ? `El contrato se comunica fuera de los diez días hábiles, que acabaron a más tardar el ${spanishDay(due)} (Estatuto de los Trabajadores, 8.3).`
      : undefined;
  },
};
