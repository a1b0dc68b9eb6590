import { hoursAndMinutes, WEEK } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { CONTRACT_FIELDS, codesWith } from '../../../shared/authorities/sepe/documents/contract-fields.ts';
import {
  CONTRACT_TYPES,
  type ContractType,
  type Question,
  typesWhere,
  yearsAfter,
} from '../../../shared/authorities/sepe/documents/contract-types.ts';
import {
  areDates,
  asking,
  faultless,
  inUsualForm,
  isSent,
  mandatory,
  notBefore,
  rule,
} from '../../../shared/kernel/rules.ts';
import { workerRules } from './fields.ts';
import { municipalityOf } from './municipality.ts';
import { eitherTraining, impossibleReduction, impossibleTime, impossibleTraining } from './working-time.ts';

/**
 * The rules between the fields of a contract. What each type must, may and must not have is in the table of its fields;
 * here are the rules that also depend on values.
 */

type Values = Record<string, unknown>;
type OfType = (type: ContractType, values: Values) => boolean;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A rule about the type of the contract. It reports nothing for an unknown type, which has its own error. */
const typeRule = (field: string, message: string, broken: OfType) =>
  rule(field, message, (values) => {
    const type = CONTRACT_TYPES.get(text(values.codContract));
    return type !== undefined && broken(type, values);
  });

/** `where` completes "Es obligatorio con …". */
const mandatoryIf = (field: string, where: string, condition: OfType) =>
  typeRule(
    field,
    `Es obligatorio con ${where}.`,
    (type, values) => !isSent(values[field]) && condition(type, values),
  );

/** More contract types than these are not listed in a message. */
const FEW = 12;
const onlyWithFew = (field: string): string => {
  const codes = codesWith(field);
  return codes.split(/,| y /).length <= FEW ? ` Solo ${codes}.` : '';
};

/** The table of fields, for each field. Where it has a case, a rule below checks that. */
const ofTypes = CONTRACT_FIELDS.flatMap(({ field, use, where, except, isNone, isLeftOut, why }) => [
  ...(where
    ? [
        mandatory(field, except ? `${where}, ${except.words}` : where, {
          codContract: typesWhere((type) => use(type) === 'must'),
          ...except?.unless,
        }),
      ]
    : []),
  asking(
    typeRule(
      field,
      `Este tipo de contrato no lo admite${why ? `: ${why}` : ''}.${onlyWithFew(field)}`,
      (type, values) =>
        isSent(values[field]) && use(type) === 'never' && !isNone?.(values[field]) && !isLeftOut?.(values),
    ),
    { onlyWith: [{ codContract: typesWhere((type) => use(type) !== 'never') }] },
  ),
]);

const dates = [
  rule('dateOfBirth', 'Debe ser anterior al inicio del contrato.', ({ dateOfBirth, startDate }) =>
    areDates(dateOfBirth, startDate) ? text(dateOfBirth) >= text(startDate) : false,
  ),
  notBefore('endDate', 'startDate', 'No puede ser anterior al inicio del contrato.'),
  rule('endDate', 'No puede superar en diez años al inicio del contrato.', ({ startDate, endDate }) =>
    areDates(startDate, endDate) ? text(endDate) > yearsAfter(text(startDate), 10) : false,
  ),
];

const country = [
  asking(
    rule(
      'country',
      'Este campo es obligatorio (también se admite como PAIS_RESIDENCIA).',
      ({ country, PAIS_RESIDENCIA }) => !isSent(country) && !isSent(PAIS_RESIDENCIA),
    ),
    { mandatoryWith: [{ PAIS_RESIDENCIA: false }] },
  ),
  rule(
    'PAIS_RESIDENCIA',
    'Contradice a country, que es el mismo dato.',
    ({ country, PAIS_RESIDENCIA }) =>
      isSent(country) && isSent(PAIS_RESIDENCIA) && country !== PAIS_RESIDENCIA,
  ),
  inUsualForm(({ country, PAIS_RESIDENCIA }) => ({
    country: country ?? PAIS_RESIDENCIA,
    PAIS_RESIDENCIA: undefined,
  })),
];

const municipalities = [
  ...municipalityOf('municipality', 'la residencia', ['country', 'PAIS_RESIDENCIA']),
  ...municipalityOf('municipalityContract', 'el centro de trabajo', ['nationalityContract']),
];

const worker = workerRules('dni');

/** The questions for a contract; `undefined` if its dates are not valid. */
const questionsOf = (type: ContractType, values: Values): Question[] | undefined => {
  const { startDate, endDate } = values;
  if (!areDates(startDate) || (isSent(endDate) && !areDates(endDate))) return undefined;
  const contract = {
    start: text(startDate),
    end: text(endDate) || undefined,
    modality: text(values.MODALIDAD_EXCLUSION) || undefined,
  };
  return (type.questions ?? []).filter((question) => question.asked(contract));
};

const allQuestions = [...new Set([...CONTRACT_TYPES.values()].flatMap(({ questions }) => questions ?? []))];

const agreement = [
  ...allQuestions.flatMap((question) => [
    mandatoryIf('collectiveAgreement', question.of, (type, values) =>
      Boolean(questionsOf(type, values)?.includes(question)),
    ),
    typeRule(
      'collectiveAgreement',
      `En los ${question.of}, responda ${question.answers[0]} (sí) o ${question.answers[1]} (no).`,
      (type, values) =>
        isSent(values.collectiveAgreement) &&
        Boolean(questionsOf(type, values)?.includes(question)) &&
        !question.answers.includes(text(values.collectiveAgreement)),
    ),
  ]),
  typeRule(
    'collectiveAgreement',
    'No debe enviarse con un contrato de este tipo, duración e inicio.',
    (type, values) => isSent(values.collectiveAgreement) && questionsOf(type, values)?.length === 0,
  ),
];

/** The time that two fields say, `HHHHMM`. */
const timeOf = (hours: unknown, minutes: unknown): string | undefined =>
  hoursAndMinutes(text(hours) || undefined, text(minutes) || undefined);
const workOf = ({ jornadaHour, jornadaMin }: Values) => timeOf(jornadaHour, jornadaMin);
const trainingOf = ({ HORAS_FORMACION, jornadaFormativaMin }: Values) =>
  timeOf(HORAS_FORMACION, jornadaFormativaMin);

/** Zero hours count as no hours: programs send them for full-time contracts. */
const hasHours = (values: Values): boolean => workOf(values) !== undefined;

/** A type that may be of part time or not is, if any of its data says so. */
const isPartOfEither: OfType = ({ time }, values) =>
  time === 'either' && (isSent(values.jornadaType) || hasHours(values) || trainingOf(values) !== undefined);

const hoursAreMandatory: OfType = (type, values) => type.time === 'part' || isPartOfEither(type, values);

const faultOfTraining = (kind: unknown, values: Values, work: string | undefined): string | undefined => {
  const fault = impossibleTraining(kind, trainingOf(values), work);
  return fault && fault + eitherTraining(values.HORAS_FORMACION);
};

/** Without a kind the hours of a training contract are written as weekly hours, and must be possible as that. */
const faultOfWeek = (values: Values): string | undefined => {
  const isTraining = CONTRACT_TYPES.get(text(values.codContract))?.time === 'training';
  if (!isTraining || isSent(values.jornadaType)) return undefined;
  const fault = impossibleTime(WEEK, workOf(values), false) ?? faultOfTraining(WEEK, values, undefined);
  return fault && `Es obligatorio si las horas no son de una semana. ${fault}`;
};

const workingTime = [
  ...['jornadaType', 'jornadaHour', 'jornadaMin'].map((field) =>
    mandatoryIf(field, 'contratos a tiempo parcial', isPartOfEither),
  ),
  faultless('jornadaType', faultOfWeek),
  typeRule(
    'jornadaHour',
    'La jornada debe ser mayor que cero.',
    (type, values) => isSent(values.jornadaHour) && hoursAreMandatory(type, values) && !hasHours(values),
  ),
  faultless('jornadaHour', (values) =>
    impossibleTime(
      values.jornadaType,
      workOf(values),
      CONTRACT_TYPES.get(text(values.codContract))?.time === 'part',
    ),
  ),
  typeRule(
    'jornadaMin',
    'Solo se admite con jornadaHour.',
    (type, values) =>
      type.time !== 'full' &&
      !isSent(values.jornadaHour) &&
      hasHours(values) &&
      !hoursAreMandatory(type, values),
  ),
  typeRule(
    'jornadaType',
    'Con contratos fijos discontinuos debe ser A.',
    ({ time }, { jornadaType }) => time === 'seasonal' && isSent(jornadaType) && jornadaType !== 'A',
  ),
  rule('HORAS_FORMACION', 'Los minutos no pueden ser más de 59.', ({ HORAS_FORMACION: hours }) =>
    /^\d{4}[6-9]\d$/.test(text(hours)),
  ),
  faultless('HORAS_FORMACION', (values) => faultOfTraining(values.jornadaType, values, workOf(values))),
  rule(
    'jornadaFormativaMin',
    'Contradice a los minutos de HORAS_FORMACION, que con 6 dígitos (HHHHMM) ya los lleva: no lo envíe.',
    ({ HORAS_FORMACION: hours, jornadaFormativaMin: minutes }) =>
      text(hours).length === 6 && isSent(minutes) && text(hours).slice(4) !== minutes,
  ),
  faultless('PORCENTAJE_JUBILACION_PARCIAL', ({ PORCENTAJE_JUBILACION_PARCIAL }) =>
    impossibleReduction(PORCENTAJE_JUBILACION_PARCIAL),
  ),
];

const particulars = [
  mandatory('bonusAgreement', 'bonusDisability S', {
    codContract: typesWhere(({ disability }) => disability),
    bonusDisability: ['S'],
    indicativeDisability: { not: ['C'] },
  }),
  mandatory('IND_CONTRATO_ALTA_DIRECCION', 'contratos 990 escritos', {
    codContract: ['990'],
    IND_CONTRATO_ESCRITO: ['true'],
  }),
];

/** All rules. Each one reports its own field, so that an integrator sees all errors at once. */
export const contractRules = [
  ...country,
  ...municipalities,
  ...worker,
  ...ofTypes,
  ...dates,
  ...agreement,
  ...workingTime,
  ...particulars,
];
