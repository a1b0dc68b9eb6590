import { isSameJob } from '../../../../shared/operation/fact.ts';
import { movementTerm } from './movements.ts';
import { movementVersions } from './norms.ts';
import { dueBy, isOf, type Rule } from './rule.ts';

const NO_TERM = 'No se ha encontrado un plazo propio de las cesiones: se cuenta como una variación.';

const CESION = movementVersions('el alta', {
  analogy: `${NO_TERM} Que la cuenta es de una empresa de trabajo temporal se deduce de que tiene otras cesiones.`,
});

/** If the account of a temporary agency has assignments, each further registration in it makes an assignment due. */
export const assignment: Rule = {
  id: 'cesion',
  title: 'Comunicar la cesión de un trabajador de una empresa de trabajo temporal',
  authority: 'tgss',
  doneBy: 'addCesion',
  subject: 'account',
  eachWorker: true,
  versions: CESION,
  closedBy:
    'La cesión (POST /seg-social/etts/cesion, o con el alta), que conste en una consulta (GET /seg-social/etts/cesion), ' +
    'o la baja.',
  exceptions: 'Personal de estructura, al que no se cede a nadie.',
  late: 'Infracción leve (LISOS, 21.3), si se trata como una variación.',
  // A list of workers does not show which of them must be assigned.
  triggers: (fact, facts) =>
    isOf(fact, 'alta') && fact.contractType !== undefined && facts.some((other) => isOf(other, 'cesion'))
      ? dueBy(fact, movementTerm(CESION, fact.date, fact))
      : [],
  closes: (fact, { by }) => isOf(fact, 'cesion', 'baja') && isSameJob(fact, by) && fact.date >= by.date,
};

const CESION_END = movementVersions('el fin de la cesión', { analogy: NO_TERM });

/** At the end of an assignment a new end, another assignment or a termination must be communicated. */
export const cesionEnd: Rule = {
  id: 'fin-cesion',
  title: 'Comunicar la nueva fecha de fin de la cesión, otra cesión o la baja',
  authority: 'tgss',
  doneBy: 'updateCesion',
  subject: 'worker',
  versions: CESION_END,
  closedBy: 'Otra fecha de fin (PUT /seg-social/etts/cesion), otra cesión, su eliminación o la baja.',
  late: 'Infracción leve (LISOS, 21.3), si se trata como una variación.',
  triggers: (fact) =>
    isOf(fact, 'cesion') && fact.end
      ? dueBy(fact, movementTerm(CESION_END, fact.end, fact), { of: fact.end, opens: fact.end })
      : [],
  closes: (fact, { by }) =>
    fact.id !== by.id &&
    isSameJob(fact, by) &&
    fact.at >= by.at &&
    // A query shows assignments without their ends, so seeing the same one again proves nothing.
    ((isOf(fact, 'cesion') && (fact.end !== undefined || fact.date > by.date)) ||
      (isOf(fact, 'baja') && fact.date >= by.date)),
};
