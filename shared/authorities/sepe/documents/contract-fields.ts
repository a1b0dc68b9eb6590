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
  /**
   * Whether a contract whose type has no place for the field is the same without it, so that it is left out and the sender is
   * told. Otherwise it is refused: with it the sender may mean a contract of another type.
   * @param contract all fields of the request
   */
  isLeftOut?(contract: Readonly<Record<string, unknown>>): boolean;
  /** Spanish: why it is refused otherwise; completes "Este tipo de contrato no lo admite: …". */
  why?: string;
}

const ofBlock =
  (block: Block) =>
  ({ blocks, required }: ContractType): Use =>
    required.includes(block) ? 'must' : blocks.includes(block) ? 'may' : 'never';

const SUBSIDISED = 'con bonificación sería otro contrato';

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
  // No hours, or the hours of a full week, which no part-time contract has. Fewer may be the hours of a part-time contract.
  isLeftOut: ({ jornadaType, jornadaHour, jornadaMin }: Readonly<Record<string, unknown>>) => {
    const minutes = Number(jornadaHour ?? 0) * 60 + Number(jornadaMin ?? 0);
    return minutes === 0 || (jornadaType === 'S' && minutes === 40 * 60);
  },
  why: 'es a tiempo completo, y a tiempo parcial sería otro contrato',
};

/** In special employment centres the centre decides the subsidy, and its collective is not sent. */
const IN_CENTRE: ContractField['except'] = {
  words: 'salvo indicativeDisability C',
  unless: { indicativeDisability: { not: ['C'] } },
};

/** The fields, in the order of the interface. */
export const CONTRACT_FIELDS: readonly ContractField[] = [
  {
    field: 'endDate',
    use: ({ end }) => end,
    where: 'este tipo de contrato, que es temporal',
    why: 'es indefinido, y con fecha de fin sería otro contrato',
  },
  {
    field: 'IND_CONTRATO_ESCRITO',
    use: ofBlock('ESCRITO'),
    where: `contratos ${codesWhere(({ required }) => required.includes('ESCRITO'))}`,
    isNone: (value) => value === false,
    isLeftOut: () => true,
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
    isLeftOut: () => true,
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
    isLeftOut: ({ bonusDisability }) => bonusDisability === 'N',
    why: SUBSIDISED,
  },
  {
    field: 'bonusAgreement',
    use: (type) => (type.subsidised ? 'must' : mayIf(({ blocks }) => blocks.includes('BONIFICACION'))(type)),
    where: 'contratos bonificados',
    except: IN_CENTRE,
    inCase: ({ disability }) => (disability ? 'con bonusDisability S' : undefined),
    why: SUBSIDISED,
  },
  {
    field: 'sustitucion',
    use: ofBlock('SUSTITUCION'),
    where: 'contratos de sustitución',
    why: 'para sustituir a alguien sería otro contrato',
  },
  { field: 'GRUPOCOTIZACIONSEGSOCIAL', use: ofBlock('INSERCION'), where: 'contratos de inserción' },
  { field: 'DATOS_ANEXO_CONTRATO_RELEVO', use: ofBlock('RELEVO'), where: 'contratos de relevo' },
];

/** Spanish: the codes of the types that may or must have a field. */
export const codesWith = (field: string): string => {
  const use = CONTRACT_FIELDS.find((contractField) => contractField.field === field)?.use;
  return codesWhere((type) => use && use(type) !== 'never');
};

/** The fields that were sent with a contract and that its type has no place for. */
export const withoutPlace = (contract: Readonly<Record<string, unknown>>): string[] => {
  const type = CONTRACT_TYPES.get(String(contract.codContract));
  return CONTRACT_FIELDS.filter(
    ({ field, use, isNone }) =>
      type && contract[field] !== undefined && use(type) === 'never' && !isNone?.(contract[field]),
  ).map(({ field }) => field);
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
