import type { When } from '../../../kernel/asked.ts';
import { type Block, CONTRACT_TYPES, type ContractType, codesWhere } from './contract-types.ts';

/**
 * Fields of the interface that differ by contract type, in one table from which requests are checked and the
 * reference is made. `contract-types.ts` lists the properties of each type; this table maps them to fields.
 */

/** Whether a contract of a type must, may or must not have a field. */
export type Use = 'must' | 'may' | 'never';

export interface ContractField {
  field: string;
  use(type: ContractType): Use;
  /** Spanish: the types that must have it; completes "Es obligatorio con …". */
  where?: string;
  /** Spanish: an exception, and the conditions under which it does not apply. */
  except?: { words: string; unless: When };
  /** Spanish: when a contract that may have it must have it, for the reference. A rule of its own checks that. */
  inCase?(type: ContractType): string | undefined;
  /** A value that means the same as absence: programs send it with every contract. */
  isNone?(value: unknown): boolean;
}

const ofBlock =
  (block: Block) =>
  ({ blocks, required }: ContractType): Use =>
    required.includes(block) ? 'must' : blocks.includes(block) ? 'may' : 'never';

const mustIf =
  (holds: (type: ContractType) => unknown, otherwise: Use = 'never') =>
  (type: ContractType): Use =>
    holds(type) ? 'must' : otherwise;

const mayIf =
  (holds: (type: ContractType) => unknown) =>
  (type: ContractType): Use =>
    holds(type) ? 'may' : 'never';

/** Full time has none. Only with part time is it always mandatory. */
const ofTime = ({ time }: ContractType): Use =>
  time === 'part' ? 'must' : time === 'full' ? 'never' : 'may';

const WITH_HOURS = {
  use: ofTime,
  where: 'contratos a tiempo parcial',
  inCase: ({ time }: ContractType) => (time === 'either' ? 'si es a tiempo parcial' : undefined),
  isNone: (value: unknown) => /^0*$/.test(String(value)),
};

/** In special employment centres the centre decides the subsidy, and its collective is not sent. */
const IN_CENTRE: ContractField['except'] = {
  words: 'salvo indicativeDisability C',
  unless: { indicativeDisability: { not: ['C'] } },
};

/** The fields, in the order of the interface. */
export const CONTRACT_FIELDS: readonly ContractField[] = [
  { field: 'endDate', use: ({ end }) => end, where: 'este tipo de contrato' },
  {
    field: 'IND_CONTRATO_ESCRITO',
    use: ofBlock('ESCRITO'),
    where: `contratos ${codesWhere(({ required }) => required.includes('ESCRITO'))}`,
    isNone: (value) => value === false,
  },
  {
    field: 'IND_CONTRATO_ALTA_DIRECCION',
    use: mayIf(({ code }) => code === '990'),
    inCase: () => 'si es escrito',
  },
  {
    field: 'collectiveAgreement',
    use: mayIf(({ questions }) => questions),
    inCase: ({ questions = [] }) => `solo con ${questions.map(({ of }) => of).join('; ')}`,
  },
  { field: 'MODALIDAD_EXCLUSION', use: mayIf(({ blocks }) => blocks.includes('EXCLUSION')) },
  { field: 'jornadaType', ...WITH_HOURS, isNone: () => false },
  { field: 'jornadaHour', ...WITH_HOURS },
  { field: 'jornadaMin', ...WITH_HOURS },
  { field: 'HORAS_FORMACION', use: mayIf(({ blocks }) => blocks.includes('JORNADA')) },
  { field: 'jornadaFormativaMin', use: mayIf(({ blocks }) => blocks.includes('JORNADA')) },
  { field: 'PORCENTAJE_JUBILACION_PARCIAL', use: mayIf(({ code }) => code === '540') },
  {
    field: 'REAL_DECRETO_1435_1985',
    use: mustIf(({ artists }) => artists),
    where: `contratos ${codesWhere(({ artists }) => artists)}`,
  },
  {
    field: 'INDICATIVO_PRTR',
    use: mustIf(({ recoveryPlanOptional }) => !recoveryPlanOptional, 'may'),
    where: `todos los contratos salvo ${codesWhere(({ recoveryPlanOptional }) => recoveryPlanOptional)}`,
  },
  {
    field: 'bonusDisability',
    use: mustIf(({ disability }) => disability),
    where: `contratos ${codesWhere(({ disability }) => disability)}`,
    except: IN_CENTRE,
  },
  {
    field: 'bonusAgreement',
    use: (type) => (type.subsidised ? 'must' : mayIf(({ blocks }) => blocks.includes('BONIFICACION'))(type)),
    where: 'contratos bonificados',
    except: IN_CENTRE,
    inCase: ({ disability }) => (disability ? 'con bonusDisability S' : undefined),
  },
  { field: 'sustitucion', use: ofBlock('SUSTITUCION'), where: 'contratos de sustitución' },
  { field: 'GRUPOCOTIZACIONSEGSOCIAL', use: ofBlock('INSERCION'), where: 'contratos de inserción' },
  { field: 'DATOS_ANEXO_CONTRATO_RELEVO', use: ofBlock('RELEVO'), where: 'contratos de relevo' },
];

/** Spanish: the codes of the types that may or must have a field. */
export const codesWith = (field: string): string => {
  const use = CONTRACT_FIELDS.find((one) => one.field === field)?.use;
  return codesWhere((type) => use && use(type) !== 'never');
};

/** Spanish, for each type: the fields that it must, may and must not have, with the exceptions. */
export const fieldsByType = (): { type: ContractType; fields: Record<Use, string[]> }[] =>
  [...CONTRACT_TYPES.values()].map((type) => {
    const fields: Record<Use, string[]> = { must: [], may: [], never: [] };
    for (const { field, use, except, inCase } of CONTRACT_FIELDS) {
      const is = use(type);
      const words = is === 'must' ? except?.words : is === 'may' ? inCase?.(type) : undefined;
      fields[is].push(words ? `${field} (${words})` : field);
    }
    return { type, fields };
  });
