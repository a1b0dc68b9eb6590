import { hoursAndMinutes, NO_NSS } from '../../shared/authorities/sepe/documents/contract-document.ts';
import {
  type Block,
  CONTRACT_TYPES,
  type ContractType,
  codesWhere,
  type Question,
} from '../../shared/authorities/sepe/documents/contract-types.ts';
import { yearsAfter } from '../../shared/authorities/sepe/documents/duration.ts';
import { areDates, faultless, inUsualForm, rule } from '../../shared/kernel/rules.ts';
import { ofDocType } from './fields.ts';
import { municipalityOf } from './municipality.ts';
import { impossibleReduction, impossibleTime, impossibleTraining } from './working-time.ts';

/**
 * The rules between the fields of a contract. The table of contract types says which rule applies to which type. This
 * module says what each column of the table means for a request.
 */

type Values = Record<string, unknown>;
type OfType = (type: ContractType, values: Values) => boolean;

const isSent = (value: unknown): boolean => value !== undefined;
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

const admittedIf = (field: string, condition: OfType) =>
  typeRule(
    field,
    'Este tipo de contrato no lo admite.',
    (type, values) => isSent(values[field]) && !condition(type, values),
  );

/** A field of a block: mandatory if the type always has the block, admitted if it may have it. */
const ofBlock = (field: string, block: Block, where: string) => [
  mandatoryIf(field, where, (type) => type.required.includes(block)),
  admittedIf(field, (type) => type.blocks.includes(block)),
];

const dates = [
  rule('dateOfBirth', 'Debe ser anterior al inicio del contrato.', ({ dateOfBirth, startDate }) =>
    areDates(dateOfBirth, startDate) ? text(dateOfBirth) >= text(startDate) : false,
  ),
  mandatoryIf('endDate', 'este tipo de contrato', ({ end }) => end === 'must'),
  admittedIf('endDate', ({ end }) => end !== 'never'),
  rule('endDate', 'No puede ser anterior al inicio del contrato.', ({ startDate, endDate }) =>
    areDates(startDate, endDate) ? text(endDate) < text(startDate) : false,
  ),
  rule('endDate', 'No puede superar en diez años al inicio del contrato.', ({ startDate, endDate }) =>
    areDates(startDate, endDate) ? text(endDate) > yearsAfter(text(startDate), 10) : false,
  ),
];

const country = [
  rule(
    'country',
    'Este campo es obligatorio (también se admite como PAIS_RESIDENCIA).',
    ({ country, PAIS_RESIDENCIA }) => !isSent(country) && !isSent(PAIS_RESIDENCIA),
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
  ...municipalityOf(
    'municipality',
    'la residencia',
    ({ country, PAIS_RESIDENCIA }) => country ?? PAIS_RESIDENCIA,
  ),
  ...municipalityOf(
    'municipalityContract',
    'el centro de trabajo',
    ({ nationalityContract }) => nationalityContract,
  ),
];

const worker = [
  ...ofDocType,
  rule(
    'lastSurname',
    'Es obligatorio con NIF/DNI.',
    ({ docType, lastSurname }) => docType === 'D' && !isSent(lastSurname),
  ),
  rule(
    'nss',
    'Solo puede faltar (000000000000) con NIF/DNI o NIE.',
    ({ nss, docType }) => nss === NO_NSS && docType !== 'D' && docType !== 'E',
  ),
];

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
      `Con ${question.of} debe ser ${question.answers.join(' o ')}.`,
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

const hoursAreMandatory: OfType = ({ time }, values) =>
  time === 'part' ||
  (time === 'either' && (isSent(values.jornadaType) || hasHours(values) || trainingOf(values) !== undefined));

const kindIsMandatory: OfType = (type, values) => type.time === 'training' || hoursAreMandatory(type, values);

const PART_TIME = 'contratos a tiempo parcial o de formación';

const workingTime = [
  mandatoryIf('jornadaType', PART_TIME, kindIsMandatory),
  mandatoryIf('jornadaHour', 'contratos a tiempo parcial', hoursAreMandatory),
  mandatoryIf('jornadaMin', 'contratos a tiempo parcial', hoursAreMandatory),
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
  admittedIf('jornadaType', ({ time }) => time !== 'full'),
  ...['jornadaHour', 'jornadaMin'].map((field) =>
    typeRule(
      field,
      'Este tipo de contrato es a tiempo completo y no admite horas de jornada.',
      ({ time }, values) => time === 'full' && /[1-9]/.test(text(values[field])),
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
  admittedIf('HORAS_FORMACION', ({ blocks }) => blocks.includes('JORNADA')),
  admittedIf('jornadaFormativaMin', ({ blocks }) => blocks.includes('JORNADA')),
  rule('HORAS_FORMACION', 'Los minutos no pueden ser más de 59.', ({ HORAS_FORMACION: hours }) =>
    /^\d{4}[6-9]\d$/.test(text(hours)),
  ),
  faultless('HORAS_FORMACION', (values) =>
    impossibleTraining(values.jornadaType, trainingOf(values), workOf(values)),
  ),
  rule(
    'jornadaFormativaMin',
    'Contradice a los minutos de HORAS_FORMACION.',
    ({ HORAS_FORMACION: hours, jornadaFormativaMin: minutes }) =>
      text(hours).length === 6 && isSent(minutes) && text(hours).slice(4) !== minutes,
  ),
  admittedIf('PORCENTAJE_JUBILACION_PARCIAL', ({ code }) => code === '540'),
  faultless('PORCENTAJE_JUBILACION_PARCIAL', ({ PORCENTAJE_JUBILACION_PARCIAL }) =>
    impossibleReduction(PORCENTAJE_JUBILACION_PARCIAL),
  ),
];

/** In special employment centres the centre decides the subsidy, and its collective is not sent. */
const inCentre = ({ indicativeDisability }: Values): boolean => indicativeDisability === 'C';

const subsidies = [
  mandatoryIf(
    'bonusDisability',
    `contratos ${codesWhere(({ disability }) => disability)}, salvo indicativeDisability C`,
    ({ disability }, values) => Boolean(disability) && !inCentre(values),
  ),
  admittedIf('bonusDisability', ({ disability }) => Boolean(disability)),
  mandatoryIf(
    'bonusAgreement',
    'contratos bonificados, salvo indicativeDisability C',
    ({ subsidised, disability }, values) =>
      !inCentre(values) && Boolean(subsidised || (disability && values.bonusDisability === 'S')),
  ),
  admittedIf('bonusAgreement', ({ blocks }) => blocks.includes('BONIFICACION')),
];

const WRITTEN = codesWhere(({ blocks }) => blocks.includes('ESCRITO'));

const particulars = [
  mandatoryIf('REAL_DECRETO_1435_1985', `contratos ${codesWhere(({ artists }) => artists)}`, ({ artists }) =>
    Boolean(artists),
  ),
  admittedIf('REAL_DECRETO_1435_1985', ({ artists }) => Boolean(artists)),
  mandatoryIf(
    'INDICATIVO_PRTR',
    `todos los contratos salvo ${codesWhere(({ recoveryPlanOptional }) => recoveryPlanOptional)}`,
    ({ recoveryPlanOptional }) => !recoveryPlanOptional,
  ),
  ...ofBlock('sustitucion', 'SUSTITUCION', 'contratos de sustitución'),
  ...ofBlock('DATOS_ANEXO_CONTRATO_RELEVO', 'RELEVO', 'contratos de relevo'),
  ...ofBlock('GRUPOCOTIZACIONSEGSOCIAL', 'INSERCION', 'contratos de inserción'),
  mandatoryIf(
    'IND_CONTRATO_ESCRITO',
    `contratos ${codesWhere(({ required }) => required.includes('ESCRITO'))}`,
    ({ required }) => required.includes('ESCRITO'),
  ),
  // False is what absence means: a program whose field is a plain boolean cannot leave it out.
  typeRule(
    'IND_CONTRATO_ESCRITO',
    `SEPE no recoge este dato con este tipo de contrato, solo con ${WRITTEN}.`,
    ({ blocks }, { IND_CONTRATO_ESCRITO: written }) => written === true && !blocks.includes('ESCRITO'),
  ),
  mandatoryIf(
    'IND_CONTRATO_ALTA_DIRECCION',
    'contratos 990 escritos',
    ({ code }, values) => code === '990' && values.IND_CONTRATO_ESCRITO === true,
  ),
  admittedIf('IND_CONTRATO_ALTA_DIRECCION', ({ code }) => code === '990'),
  admittedIf('MODALIDAD_EXCLUSION', ({ blocks }) => blocks.includes('EXCLUSION')),
];

/** All rules. Each one reports its own field, so that an integrator sees all errors at once. */
export const contractRules = [
  ...country,
  ...municipalities,
  ...worker,
  ...dates,
  ...agreement,
  ...workingTime,
  ...subsidies,
  ...particulars,
];
