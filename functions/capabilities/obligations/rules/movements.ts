import { afterNaturalDays } from '../../../../shared/kernel/working-days.ts';
import { type Fact, isSameContract, isSameJob } from '../../../../shared/operation/fact.ts';
import { ALTA_DAYS_AHEAD } from '../../../gateway/seg-social/movements.ts';
import {
  CONTRACTS,
  lateMovement,
  type MovementVersion,
  movementVersions,
  NOT_READ,
  REAL_DECRETO_84,
} from './norms.ts';
import {
  dueBy,
  earlier,
  type Facts,
  isOf,
  knownOn,
  later,
  naturalDays,
  type Rule,
  spanishDay,
  type Term,
  type Trigger,
  VALID,
  versionOn,
} from './rule.ts';

/**
 * Whether a fact shows a worker to be registered on a day: its registration begins then; or it began before, and an answer of
 * the authority, given on that day or later, still shows it.
 */
const isRegisteredOn = (fact: Fact, day: string): boolean =>
  isOf(fact, 'alta') &&
  (fact.date === day ||
    (fact.how === 'proved' && fact.date < day && knownOn({ at: fact.lastSeen ?? fact.at }) >= day));

/**
 * Doubt about the registration for a contract, where another registration of the same job is known whose end is not: it may be
 * the one for this contract.
 */
const otherRegistration = (contract: Fact, facts: Facts): string | undefined => {
  const { date, end = '9999' } = contract;
  const since = facts
    .filter(
      (fact) => isOf(fact, 'alta') && isSameJob(fact, contract) && fact.date !== date && fact.date <= end,
    )
    .filter(
      (alta) => !facts.some((fact) => isOf(fact, 'baja') && isSameJob(fact, alta) && fact.date >= alta.date),
    )
    .map((alta) => alta.date)
    .toSorted()
    .at(-1);
  return (
    since && `Consta un alta desde el ${spanishDay(since)}: si sigue, y es de esta relación, no se debe otra.`
  );
};

/** The communication of a contract makes a registration due before work begins. */
export const alta: Rule = {
  id: 'alta',
  title: 'Dar de alta al trabajador antes de que empiece',
  authority: 'tgss',
  doneBy: 'registerEmployee',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      ...REAL_DECRETO_84,
      standing: 'confirmed',
      term: `Antes de que empiece el trabajo, y como máximo ${ALTA_DAYS_AHEAD} días naturales antes. Aquí: el final del día anterior.`,
    },
  ],
  closedBy:
    'El alta (POST /seg-social/alta), o que conste de alta desde esa fecha, o desde antes y todavía, en una consulta de ' +
    'trabajadores, de situaciones o de altas y bajas.',
  exceptions:
    'Plazos especiales autorizados por la Tesorería (32.3.3.º) y colectivos con reglas propias (artículos 43 y siguientes).',
  late:
    'El alta solo tiene efectos desde que se solicita, y las cuotas se deben desde el inicio (artículo 35.1). Infracción ' +
    'grave por cada trabajador (LISOS, 22.2 y 22.10).',
  triggers: (fact, facts) =>
    isOf(fact, 'contract')
      ? dueBy(fact, naturalDays(fact.date, -1), {
          opens: later(knownOn(fact), afterNaturalDays(fact.date, -ALTA_DAYS_AHEAD)),
          doubt: otherRegistration(fact, facts),
        })
      : [],
  closes: (fact, { by }) => isSameJob(fact, by) && isRegisteredOn(fact, by.date),
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

/** Obligations at the end of a contract or its extension. */
export const dueAtEnd = (fact: Fact, made: (end: string) => Pick<Trigger, 'opens' | 'term'>): Trigger[] => {
  const { end } = fact;
  if (!isOf(fact, 'contract', 'extension') || !end) return [];
  const { opens, term } = made(end);
  return dueBy(fact, term, { of: end, opens });
};

/** The term of a movement; before there are rules, it ends on the day of the event. */
export const movementTerm = (versions: readonly MovementVersion[], day: string, by: Fact): Term =>
  naturalDays(day, versionOn(versions, day, by)?.days ?? 0);

const NOT_LONGER = ' Que el último sea inhábil no lo alarga aquí.';

const BAJA = movementVersions('el cese', {
  rest: NOT_LONGER,
  doubt: 'Si el contrato ha seguido después de su fecha, se debe la prórroga y no la baja.',
});

/** The end of a contract makes a termination due, unless the contract is extended. */
export const baja: Rule = {
  id: 'baja',
  title: 'Comunicar la baja, si el contrato acaba en su fecha',
  authority: 'tgss',
  doneBy: 'deregisterEmployee',
  subject: 'worker',
  versions: BAJA,
  closedBy:
    'La baja (POST /seg-social/baja o /despido), que conste en una consulta, o que el contrato se prorrogue o se transforme.',
  late: 'La obligación de cotizar sigue hasta que la Tesorería conoce el cese (artículo 35.2). Infracción leve (LISOS, 21.3).',
  triggers: (fact) => dueAtEnd(fact, (end) => ({ opens: end, term: movementTerm(BAJA, end, fact) })),
  closes: isEndOrMore,
  warns: (fact) => (isOf(fact, 'baja') ? lateMovement(fact, BAJA, 'La baja') : undefined),
};

const VARIATION = movementVersions('la transformación', { rest: NOT_LONGER });

/** A transformation communicated to the employment service makes the change of contract due at the TGSS. */
export const variation: Rule = {
  id: 'variacion',
  title: 'Comunicar a la Tesorería la variación del contrato transformado',
  authority: 'tgss',
  doneBy: 'updateContract',
  subject: 'worker',
  versions: VARIATION,
  closedBy:
    'La variación del contrato (PUT /seg-social/contract-coeficiente) desde esa fecha o después, o que conste en una consulta.',
  late: 'Infracción leve (LISOS, 21.3).',
  triggers: (fact) =>
    isOf(fact, 'transformation') ? dueBy(fact, movementTerm(VARIATION, fact.date, fact)) : [],
  closes: (fact, { by }) =>
    isOf(fact, 'change') && isSameJob(fact, by) && fact.contractType !== undefined && fact.date >= by.date,
  warns: (fact) => (isOf(fact, 'change') ? lateMovement(fact, VARIATION, 'La variación') : undefined),
};

/** A planned start of work in a list of workers makes the communication of its contract due. */
export const plannedStart: Rule = {
  id: 'inicio-previsto',
  title: 'Comunicar al SEPE el contrato de quien va a empezar',
  authority: 'sepe',
  doneBy: 'notifyContract',
  subject: 'worker',
  versions: [
    {
      ...CONTRACTS,
      standing: 'inferred',
      doubt:
        'El alta se presentó por otro medio: ni la firma, ni el tipo de contrato, ni si ya se comunicó se conocen aquí. Se ' +
        'cuenta desde que se vio.',
      term: 'Diez días hábiles desde que se concierta; aquí, desde la consulta en que consta un alta futura.',
    },
  ],
  closedBy: 'La comunicación del contrato (POST /sepe/contrata), o que conste en la lista de contratos.',
  exceptions: 'Quien no tiene contrato laboral, y quien al final no empieza.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
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
  doneBy: 'fileSickLeaveData',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      source: 'Real Decreto 625/2014, artículo 7.2, modificado por el Real Decreto 1060/2022',
      read: REAL_DECRETO_84.read,
      checked: REAL_DECRETO_84.checked,
      standing: 'confirmed',
      doubt:
        'Se toma como fecha de puesta a disposición la primera de registro de esa baja en el fichero FIE.',
      term: 'De inmediato, y como máximo tres días hábiles desde que se recibe la comunicación.',
    },
  ],
  closedBy: 'El envío de los datos de esa baja (POST /seg-social/it).',
  exceptions: 'Empresas sin obligación de usar RED.',
  late: 'Infracción leve (LISOS, 21.4).',
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
  closes: (fact, { by, of }) => isOf(fact, 'sickLeaveData') && isSameJob(fact, by) && fact.start === of,
};

/** Data of a birth in the FIE make the firm's certificate due. Nothing public says which columns they have, or until when. */
export const birth: Rule = {
  id: 'nacimiento',
  title: 'Enviar el certificado de empresa por nacimiento y cuidado de menor, si no se ha enviado',
  authority: 'inss',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      source: 'Ley General de la Seguridad Social, artículos 177 y siguientes',
      ...NOT_READ,
      standing: 'toCheck',
      doubt:
        'El fichero FIE tiene datos de nacimiento o cuidado de menor de este trabajador, y no es público qué significan sus ' +
        'columnas: mírelos en el fichero. Tampoco consta el último día para enviarlo.',
      term: 'Desde el día en que empieza el descanso.',
    },
  ],
  closedBy: 'Lo declara una persona, cuando lo ha enviado o visto que no hace falta.',
  exceptions: 'Si ya se envió, o si el dato del fichero no es de un descanso que empieza.',
  late: 'No consta.',
  // Each notice about a birth may repeat it.
  triggers: (fact, facts) => {
    const first = facts
      .filter((notice) => isOf(notice, 'birthNotice') && isSameJob(notice, fact))
      .map(({ date }) => date)
      .reduce(earlier, fact.date);
    return isOf(fact, 'birthNotice') && fact.date === first ? dueBy(fact, { from: fact.date }) : [];
  },
  closes: () => false,
};

/** A new sick leave by an accident at work or an occupational disease makes a communication due outside the gateway. */
export const accident: Rule = {
  id: 'accidente',
  title: 'Comunicar el accidente de trabajo por Delt@, o la enfermedad profesional a la mutua',
  authority: 'labour',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      source: 'Orden TAS/2926/2002; Orden TAS/1/2007',
      ...NOT_READ,
      standing: 'toCheck',
      doubt:
        'Los plazos no se han podido leer en el BOE. Se cuenta desde la baja médica que consta en el fichero FIE. Un accidente ' +
        'grave, muy grave, mortal o de varios trabajadores se comunica además en 24 horas. El parte de enfermedad ' +
        'profesional lo presenta la mutua, y la empresa le da los datos: su plazo no se conoce aquí.',
      term: 'Cinco días hábiles desde la baja médica.',
    },
  ],
  closedBy: 'Lo declara una persona: el parte se presenta en Delt@ (delta.mites.gob.es), fuera de aquí.',
  exceptions:
    'La recaída de un accidente ya comunicado. Los accidentes sin baja van en una relación mensual, que no consta aquí.',
  late: 'Infracción leve, o grave si el accidente es grave, muy grave o mortal (LISOS, 11.2 y 12.3).',
  triggers: (fact) =>
    isOf(fact, 'sickLeave') && fact.isWorkRelated
      ? dueBy(fact, { from: fact.start ?? fact.date, workingDays: 5 }, { of: fact.start ?? fact.date })
      : [],
  closes: () => false,
};
