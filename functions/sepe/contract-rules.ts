import { hoursAndMinutes, NO_NSS } from '../../shared/authorities/sepe/documents/contract-document.ts';
import {
  type Block,
  CONTRACT_TYPES,
  type ContractType,
  type Question,
} from '../../shared/authorities/sepe/documents/contract-types.ts';
import { isDate, yearsAfter } from '../../shared/authorities/sepe/documents/duration.ts';
import { rule } from '../../shared/rules.ts';
import { DOCUMENT_FORMS } from './fields.ts';

/**
 * The rules between the fields of a contract. Which of them holds for which type is told by the table of contract
 * types; here is only what each column of it means for a request.
 */

type Values = Record<string, unknown>;
type OfType = (type: ContractType, values: Values) => boolean;

const isSent = (value: unknown): boolean => value !== undefined;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A rule about the type of the contract; silent where the table has no such type, which is told by itself. */
const typeRule = (field: string, message: string, broken: OfType) =>
  rule(field, message, (values) => {
    const type = CONTRACT_TYPES.get(text(values.codContract));
    return type !== undefined && broken(type, values);
  });

/** `where` completes "Es obligatorio con …". */
const due = (field: string, where: string, condition: OfType) =>
  typeRule(
    field,
    `Es obligatorio con ${where}.`,
    (type, values) => !isSent(values[field]) && condition(type, values),
  );

const admitted = (field: string, condition: OfType) =>
  typeRule(
    field,
    'Este tipo de contrato no lo admite.',
    (type, values) => isSent(values[field]) && !condition(type, values),
  );

/** A field that makes up a block: due where the type always has the block, admitted where it may have it. */
const ofBlock = (field: string, block: Block, where: string) => [
  due(field, where, (type) => type.required.includes(block)),
  admitted(field, (type) => type.blocks.includes(block)),
];

const dates = [
  rule('dateOfBirth', 'Debe ser anterior al inicio del contrato.', ({ dateOfBirth, startDate }) =>
    areDates(dateOfBirth, startDate) ? text(dateOfBirth) >= text(startDate) : false,
  ),
  due('endDate', 'este tipo de contrato', ({ end }) => end === 'must'),
  admitted('endDate', ({ end }) => end !== 'never'),
  rule('endDate', 'No puede ser anterior al inicio del contrato.', ({ startDate, endDate }) =>
    areDates(startDate, endDate) ? text(endDate) < text(startDate) : false,
  ),
  rule('endDate', 'No puede superar en diez años al inicio del contrato.', ({ startDate, endDate }) =>
    areDates(startDate, endDate) ? text(endDate) > yearsAfter(text(startDate), 10) : false,
  ),
];

function areDates(...values: unknown[]): boolean {
  return values.every((value) => isDate(text(value)));
}

const worker = [
  ...Object.entries(DOCUMENT_FORMS).map(([kind, { form, error }]) =>
    rule('dni', error, ({ docType, dni }) => docType === kind && isSent(dni) && !form.test(text(dni))),
  ),
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

/** The questions that are asked of a contract; `undefined` where its dates do not say. */
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
    due('collectiveAgreement', question.of, (type, values) =>
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

/** Hours of zero are as good as none: programs send them for contracts of full time. */
const hasHours = ({ jornadaHour, jornadaMin }: Values): boolean =>
  hoursAndMinutes(text(jornadaHour) || undefined, text(jornadaMin) || undefined) !== undefined;

const timeIsDue: OfType = ({ time }, values) =>
  time === 'part' || (time === 'either' && (isSent(values.jornadaType) || hasHours(values)));

const PART_TIME = 'contratos a tiempo parcial o de formación';

const workingTime = [
  ...['jornadaType', 'jornadaHour', 'jornadaMin'].map((field) => due(field, PART_TIME, timeIsDue)),
  typeRule(
    'jornadaHour',
    'La jornada debe ser mayor que cero.',
    (type, values) => isSent(values.jornadaHour) && timeIsDue(type, values) && !hasHours(values),
  ),
  admitted('jornadaType', ({ time }) => time !== 'full'),
  typeRule(
    'jornadaHour',
    'Este tipo de contrato es a tiempo completo y no admite horas de jornada.',
    ({ time }, values) => time === 'full' && hasHours(values),
  ),
  typeRule(
    'jornadaType',
    'Con contratos fijos discontinuos debe ser A.',
    ({ time }, { jornadaType }) => time === 'seasonal' && isSent(jornadaType) && jornadaType !== 'A',
  ),
  admitted('HORAS_FORMACION', ({ blocks }) => blocks.includes('JORNADA')),
  admitted('PORCENTAJE_JUBILACION_PARCIAL', ({ code }) => code === '540'),
];

/** In special employment centres the subsidy follows from the centre, and its collective is not named. */
const inCentre = ({ indicativeDisability }: Values): boolean => indicativeDisability === 'C';

const subsidies = [
  due(
    'bonusDisability',
    'contratos 430 y 530, salvo indicativeDisability C',
    ({ disability }, values) => Boolean(disability) && !inCentre(values),
  ),
  admitted('bonusDisability', ({ disability }) => Boolean(disability)),
  due(
    'bonusAgreement',
    'contratos bonificados, salvo indicativeDisability C',
    ({ subsidised, disability }, values) =>
      !inCentre(values) && Boolean(subsidised || (disability && values.bonusDisability === 'S')),
  ),
  admitted('bonusAgreement', ({ blocks }) => blocks.includes('BONIFICACION')),
];

const particulars = [
  due('REAL_DECRETO_1435_1985', 'contratos 402, 407, 502 y 507', ({ artists }) => Boolean(artists)),
  admitted('REAL_DECRETO_1435_1985', ({ artists }) => Boolean(artists)),
  due(
    'INDICATIVO_PRTR',
    'todos los contratos salvo 405 y 505',
    ({ recoveryPlanOptional }) => !recoveryPlanOptional,
  ),
  ...ofBlock('sustitucion', 'SUSTITUCION', 'contratos de sustitución'),
  ...ofBlock('DATOS_ANEXO_CONTRATO_RELEVO', 'RELEVO', 'contratos de relevo'),
  ...ofBlock('GRUPOCOTIZACIONSEGSOCIAL', 'INSERCION', 'contratos de inserción'),
  due('IND_CONTRATO_ESCRITO', 'contratos 990', ({ required }) => required.includes('ESCRITO')),
  due(
    'IND_CONTRATO_ALTA_DIRECCION',
    'contratos 990 escritos',
    ({ code }, values) => code === '990' && values.IND_CONTRATO_ESCRITO === true,
  ),
  admitted('IND_CONTRATO_ALTA_DIRECCION', ({ code }) => code === '990'),
  admitted('MODALIDAD_EXCLUSION', ({ blocks }) => blocks.includes('EXCLUSION')),
];

/** All of them; each tells its field's failure by itself, so that an integrator sees all at once. */
export const contractRules = [
  ...worker,
  ...dates,
  ...agreement,
  ...workingTime,
  ...subsidies,
  ...particulars,
];
