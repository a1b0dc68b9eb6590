import { afterNaturalDays } from '../../../shared/kernel/working-days.ts';
import { type Fact, isSameContract, isSameJob } from '../../../shared/operation/fact.ts';
import { ALTA_DAYS_AHEAD } from '../../seg-social/movements.ts';
import {
  dueBy,
  earlier,
  isOf,
  knownOn,
  lastDayOf,
  later,
  naturalDays,
  type Rule,
  spanishDay,
  type Trigger,
  VALID,
} from './rule.ts';

/** The communication of a contract makes a registration due before work begins. */
export const alta: Rule = {
  id: 'alta',
  title: 'Dar de alta al trabajador antes de que empiece',
  authority: 'tgss',
  doneBy: 'registerEmployee',
  subject: 'worker',
  source: 'Real Decreto 84/1996, artículo 32.3.1.º',
  standing: 'confirmed',
  term: `Antes de que empiece el trabajo, y como máximo ${ALTA_DAYS_AHEAD} días naturales antes. Aquí: el final del día anterior.`,
  closedBy:
    'El alta (POST /seg-social/alta), o que conste de alta desde esa fecha en una consulta de trabajadores, de situaciones ' +
    'o de altas y bajas.',
  exceptions:
    'Plazos especiales autorizados por la Tesorería (32.3.3.º) y colectivos con reglas propias (artículos 43 y siguientes).',
  late:
    'El alta solo tiene efectos desde que se solicita, y las cuotas se deben desde el inicio (artículo 35.1). Infracción ' +
    'grave por cada trabajador (LISOS, 22.2 y 22.10).',
  valid: VALID,
  triggers: (fact) =>
    isOf(fact, 'contract')
      ? dueBy(fact, naturalDays(fact.date, -1), {
          opens: later(knownOn(fact), afterNaturalDays(fact.date, -ALTA_DAYS_AHEAD)),
        })
      : [],
  closes: (fact, { by }) => isOf(fact, 'alta') && isSameJob(fact, by) && fact.date === by.date,
  warns: (fact) => {
    const sent = knownOn(fact);
    if (fact.removes === 'alta' && sent >= fact.date)
      return `Si el trabajador no empieza el ${spanishDay(fact.date)}, debía comunicarse antes de ese día (Real Decreto 84/1996, 35.1.1.º).`;
    if (!isOf(fact, 'alta')) return undefined;
    if (sent > fact.date)
      return `El alta es posterior al inicio de la actividad (${spanishDay(fact.date)}): debía presentarse antes (Real Decreto 84/1996, 32.3.1.º).`;
    return sent === fact.date
      ? 'El alta se presenta el mismo día del inicio: debe ser anterior a la hora en que empieza el trabajo (Real Decreto 84/1996, 32.3.1.º).'
      : undefined;
  },
};

/** Whether a fact ends or continues a temporary contract, from its start on. */
export const isEndOrMore = (fact: Fact, { by }: Trigger): boolean =>
  (isOf(fact, 'baja') && isSameJob(fact, by) && fact.date >= by.date) ||
  (isOf(fact, 'transformation') && isSameContract(fact, by)) ||
  (isOf(fact, 'extension') && isSameContract(fact, by) && (fact.end ?? '') > (by.end ?? ''));

/**
 * Obligations at the end of a contract or its extension. If a reading showed the contract, obligations that were due before
 * then are left out, because others were responsible for them.
 */
export const dueAtEnd = (fact: Fact, made: (end: string) => Pick<Trigger, 'opens' | 'term'>): Trigger[] => {
  const { end, how } = fact;
  if (!isOf(fact, 'contract', 'extension') || !end) return [];
  const { opens, term } = made(end);
  const due = lastDayOf(term);
  return how === 'proved' && due && due < knownOn(fact) ? [] : dueBy(fact, term, { of: end, opens });
};

/** The end of a contract makes a termination due, unless the contract is extended. */
export const baja: Rule = {
  id: 'baja',
  title: 'Comunicar la baja, si el contrato acaba en su fecha',
  authority: 'tgss',
  doneBy: 'deregisterEmployee',
  subject: 'worker',
  source: 'Real Decreto 84/1996, artículo 32.3.2.º',
  standing: 'confirmed',
  term: 'Tres días naturales desde el cese; que el último sea inhábil no lo alarga aquí.',
  closedBy: 'La baja (POST /seg-social/baja o /despido), o que el contrato se prorrogue o se transforme.',
  late: 'La obligación de cotizar sigue hasta que la Tesorería conoce el cese (artículo 35.2). Infracción leve (LISOS, 21.3).',
  valid: VALID,
  triggers: (fact) => dueAtEnd(fact, (end) => ({ opens: end, term: naturalDays(end, 3) })),
  closes: isEndOrMore,
  warns: (fact) => {
    const due = afterNaturalDays(fact.date, 3);
    return isOf(fact, 'baja') && knownOn(fact) > due
      ? `La baja se comunica fuera de los tres días naturales, que acabaron el ${spanishDay(due)} (Real Decreto 84/1996, 32.3.2.º).`
      : undefined;
  },
};

/** A transformation communicated to the employment service makes the change of contract due at the TGSS. */
export const variation: Rule = {
  id: 'variacion',
  title: 'Comunicar a la Tesorería la variación del contrato transformado',
  authority: 'tgss',
  doneBy: 'updateContract',
  subject: 'worker',
  source: 'Real Decreto 84/1996, artículo 32.3.2.º',
  standing: 'confirmed',
  term: 'Tres días naturales desde la transformación; que el último sea inhábil no lo alarga aquí.',
  closedBy: 'La variación del contrato (PUT /seg-social/contract-coeficiente) desde esa fecha o después.',
  late: 'Infracción leve (LISOS, 21.3).',
  valid: VALID,
  triggers: (fact) => (isOf(fact, 'transformation') ? dueBy(fact, naturalDays(fact.date, 3)) : []),
  closes: (fact, { by }) =>
    isOf(fact, 'change') && isSameJob(fact, by) && fact.contractType !== undefined && fact.date >= by.date,
  warns: (fact) => {
    const due = afterNaturalDays(fact.date, 3);
    return isOf(fact, 'change') && knownOn(fact) > due
      ? `La variación se comunica fuera de los tres días naturales, que acabaron el ${spanishDay(due)} (Real Decreto 84/1996, 32.3.2.º).`
      : undefined;
  },
};

/** A planned start of work in a list of workers makes the communication of its contract due. */
export const plannedStart: Rule = {
  id: 'inicio-previsto',
  title: 'Comunicar al SEPE el contrato de quien va a empezar',
  authority: 'sepe',
  doneBy: 'notifyContract',
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
      ? dueBy(fact, { from: knownOn(fact), workingDays: 10 })
      : [],
  // If the start was filed here, its type of contract is known, and the rule `contrato` applies instead.
  closes: (fact, { by }) =>
    (isOf(fact, 'contract') || (isOf(fact, 'alta') && fact.contractType !== undefined)) &&
    isSameJob(fact, by) &&
    fact.date === by.date,
};

/** A new sick leave in the FIE makes the firm's data due. */
export const sickLeave: Rule = {
  id: 'it',
  title: 'Enviar los datos de la empresa de una baja médica',
  authority: 'inss',
  subject: 'worker',
  source: 'Real Decreto 625/2014, artículo 7.2, modificado por el Real Decreto 1060/2022',
  standing: 'confirmed',
  doubt: 'Se toma como fecha de puesta a disposición la primera de registro de esa baja en el fichero FIE.',
  term: 'De inmediato, y como máximo tres días hábiles desde que se recibe la comunicación.',
  closedBy: 'Lo declara una persona: esta interfaz no los envía.',
  exceptions: 'Empresas sin obligación de usar RED.',
  late: 'Infracción leve (LISOS, 21.4).',
  valid: VALID,
  // Each notice about a leave repeats it, also when it continues or ends. The first notice must be answered.
  triggers: (fact, facts) => {
    if (!isOf(fact, 'sickLeave')) return [];
    const { date, start = date } = fact;
    const notices = facts.filter(
      (one) => isOf(one, 'sickLeave') && isSameJob(one, fact) && one.start === start,
    );
    const from = notices.map((one) => one.date).reduce(earlier, date);
    return dueBy(fact, { from, workingDays: 3 }, { of: start });
  },
  closes: () => false,
};
