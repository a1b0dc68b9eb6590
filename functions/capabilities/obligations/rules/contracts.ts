import { afterNaturalDays } from '../../../../shared/kernel/working-days.ts';
import { type Fact, isSameContract, isSameEmployer, isSameJob } from '../../../../shared/operation/fact.ts';
import { canBeUnemployment, NO_UNEMPLOYMENT } from './causes.ts';
import { dueAtEnd, isEndOrMore } from './movements.ts';
import { CONTRACTS, NOT_READ } from './norms.ts';
import {
  dueBy,
  earlier,
  type Facts,
  isOf,
  knownOn,
  lastDayOf,
  naturalDays,
  type Rule,
  spanishDay,
  VALID,
} from './rule.ts';

/** Whether a seasonal worker (contract types 3xx) was registered before with the same employer, and is now called again. */
const isRecall = (fact: Fact, facts: Facts): boolean =>
  fact.contractType?.startsWith('3') === true &&
  facts.some((other) => isOf(other, 'alta', 'contract') && isSameJob(other, fact) && other.date < fact.date);

/** A further registration of a seasonal worker makes the communication of the call due. */
export const recall: Rule = {
  id: 'llamamiento',
  title: 'Comunicar al SEPE el llamamiento del fijo discontinuo',
  authority: 'sepe',
  doneBy: 'callWorkers',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      source: 'Estatuto de los Trabajadores, artículos 8.3 y 16.3',
      ...NOT_READ,
      standing: 'toCheck',
      doubt: 'El plazo de diez días del llamamiento no se ha podido leer en el BOE.',
      term: 'Diez días hábiles desde el llamamiento; aquí, desde lo anterior, la presentación del alta o su fecha.',
    },
  ],
  closedBy: 'La comunicación del llamamiento (POST /sepe/llamamientos) con esa fecha de inicio.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
  triggers: (fact, facts) =>
    isOf(fact, 'alta') && isRecall(fact, facts)
      ? dueBy(fact, { from: earlier(knownOn(fact), fact.date), workingDays: 10 })
      : [],
  closes: (fact, { by }) => isOf(fact, 'workCall') && isSameJob(fact, by) && fact.date === by.date,
};

/** The day of signature is unknown. The term runs from the start, or from when the contract became known if that is earlier. */
const termOf = (fact: Fact) => ({ from: earlier(knownOn(fact), fact.date), workingDays: 10 });

/** A registration without a contract type is for a person without an employment contract. */
const hasContract = (fact: Fact, facts: Facts) =>
  fact.contractType !== undefined && fact.contractType !== '000' && !isRecall(fact, facts);

/** A registration makes the communication of its contract due. */
export const contract: Rule = {
  id: 'contrato',
  title: 'Comunicar el contrato al SEPE',
  authority: 'sepe',
  doneBy: 'notifyContract',
  subject: 'worker',
  versions: [
    {
      ...CONTRACTS,
      doubt:
        'La firma no se conoce aquí: se cuenta desde lo anterior, la presentación del alta o el inicio. Que los diez días son ' +
        'hábiles se deduce de la Ley 39/2015.',
      // A contract is concluded by its start at the latest.
      isLateForCertain: true,
      term: 'Diez días hábiles desde que se concierta; solo cuentan como inhábiles los de toda España.',
    },
  ],
  closedBy: 'La comunicación del contrato (POST /sepe/contrata), o que conste en la lista de contratos.',
  exceptions:
    'Quien no tiene contrato laboral; los llamamientos de fijos discontinuos, que se comunican aparte.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
  triggers: (fact, facts) =>
    isOf(fact, 'alta') && hasContract(fact, facts) ? dueBy(fact, termOf(fact)) : [],
  closes: (fact, { by }) => isOf(fact, 'contract') && isSameJob(fact, by) && fact.date === by.date,
  warns: (fact) => {
    const due = isOf(fact, 'contract') ? lastDayOf(termOf(fact)) : undefined;
    return due && knownOn(fact) > due
      ? `El contrato se comunica fuera de los diez días hábiles, que acabaron a más tardar el ${spanishDay(due)} (Estatuto de los Trabajadores, 8.3).`
      : undefined;
  },
};

/** A written contract makes its basic copy due. */
export const basicCopy: Rule = {
  id: 'copia-basica',
  title: 'Entregar la copia básica del contrato y comunicarla al SEPE',
  authority: 'sepe',
  doneBy: 'createBasicCopy',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      source: 'Estatuto de los Trabajadores, artículo 8.4',
      read: CONTRACTS.read,
      checked: CONTRACTS.checked,
      standing: 'confirmed',
      doubt:
        'La ley da diez días desde la formalización para entregarla a la representación legal, y ninguno para enviarla ' +
        'después al SEPE. La firma no se conoce aquí, y que los días son naturales se deduce del Código Civil, 5.2.',
      term: 'Diez días naturales; aquí, desde lo anterior, la comunicación del contrato o su inicio.',
    },
  ],
  closedBy:
    'La copia básica (POST /sepe/copy-basic, o con el contrato), o que el SEPE dé su duplicado (GET /sepe/copy-basic).',
  exceptions: 'Contratos verbales y de alta dirección.',
  late: 'Infracción grave si no se entrega a los representantes (LISOS, 15.4).',
  after: ['contrato'],
  triggers: (fact) =>
    isOf(fact, 'contract') && !fact.needsNoCopy
      ? dueBy(fact, naturalDays(earlier(knownOn(fact), fact.date), 10))
      : [],
  closes: (fact, { by }) => isOf(fact, 'basicCopy') && isSameContract(fact, by),
};

/** A contract that continues after its end makes its extension due. */
export const extension: Rule = {
  id: 'prorroga',
  title: 'Comunicar al SEPE la prórroga, si el contrato sigue después de su fecha',
  authority: 'sepe',
  doneBy: 'extendContract',
  subject: 'worker',
  versions: [
    {
      ...CONTRACTS,
      doubt:
        'Si el contrato ha seguido no se sabe aquí, ni el día en que se acordó: se cuenta desde el fin del contrato.',
      term: 'Diez días hábiles.',
    },
  ],
  closedBy:
    'La prórroga (POST /sepe/prorroga), o que conste en la lista de contratos; la transformación, o la baja.',
  late: 'Infracción leve (LISOS, 14.1 y 14.3).',
  triggers: (fact) =>
    dueAtEnd(fact, (end) => ({ opens: afterNaturalDays(end, 1), term: { from: end, workingDays: 10 } })),
  closes: isEndOrMore,
};

/** A termination that can be legal unemployment makes the company certificate due. */
export const companyCertificate: Rule = {
  id: 'certificado-empresa',
  title: 'Enviar al SEPE el certificado de empresa',
  authority: 'sepe',
  doneBy: 'fileCompanyCertificate',
  subject: 'worker',
  versions: [
    {
      valid: VALID,
      source:
        'Orden TIN/790/2010; Real Decreto 625/1985, artículo 27; Ley General de la Seguridad Social, artículo 267',
      read: 'Preguntas frecuentes del SEPE; copia pública del artículo 267 (texto de 2022)',
      checked: CONTRACTS.checked,
      standing: 'toCheck',
      doubt:
        'El envío electrónico el mismo día consta en una guía del SEPE, no en el BOE. Si no se espera que pida prestaciones, ' +
        'el envío puede no deberse todavía; al trabajador se le entrega en diez días. Qué significa cada clave de baja sale ' +
        'de listas públicas, no de la Tesorería.',
      term: 'El mismo día del cese, y siempre al día siguiente de que el trabajador lo pida.',
    },
  ],
  closedBy:
    'El certificado de empresa (POST /sepe/certifica), o que conste en Certific@2 (GET /sepe/certifica/list).',
  exceptions:
    'Bajas que no pueden ser situación legal de desempleo, como la voluntaria, la jubilación, la excedencia, la sucesión de ' +
    `empresa o el traslado (claves ${NO_UNEMPLOYMENT.join(', ')}); fijos discontinuos y contratos sucesivos tramitados de ` +
    'forma agrupada, que comunican periodos de actividad.',
  late: 'Infracción grave (LISOS, 22.6).',
  triggers: (fact) =>
    isOf(fact, 'baja') && fact.cause !== undefined && canBeUnemployment(fact.cause)
      ? dueBy(fact, naturalDays(fact.date, 0))
      : [],
  // The suspension that the service shows is the last day of work or the day after it.
  closes: (fact, { by }) =>
    isOf(fact, 'companyCertificate') &&
    fact.document === by.document &&
    isSameEmployer(fact, by) &&
    (fact.date === by.date || fact.date === afterNaturalDays(by.date, 1)),
};
