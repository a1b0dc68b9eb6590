import type { ContractData } from '../../../shared/authorities/sepe/contrata/contract-data.ts';
import {
  CONTRACT_TYPES,
  lastsMonths,
  type Term,
} from '../../../shared/authorities/sepe/documents/contract-types.ts';
import { isoDate } from '../../../shared/authorities/sepe/identifiers.ts';
import { invalid } from '../../../shared/kernel/errors.ts';
import { listed } from '../../../shared/kernel/rules.ts';
import { dayAfter, slashedDate } from '../../../shared/kernel/spanish-time.ts';

/**
 * Required and permitted fields of an extension by type of contract, from the schema of SEPE's service. The type is
 * known only once SEPE shows the contract.
 */

/** The members of an extension in addition to its dates, by the names of the request. */
export interface Indicators {
  prorroga_exist_convenio?: string | undefined;
  IND_EMPRESA_AAPP_UNIVERSIDAD?: string | undefined;
  IND_PERIODO_AUTORIZA_DURACION?: string | undefined;
  HORAS_FORMACION?: string | undefined;
  IND_DURAC_INFERIOR?: string | undefined;
}

interface Indicator {
  field: keyof Indicators;
  types: readonly string[];
  /** The types and the total duration, in months, for which it is mandatory. */
  must?: readonly { types: readonly string[]; from: number; to: number }[];
  /** A value that means the same as absence: it is taken with any type, and not sent where the type has no place for it. */
  none?: string;
}

const INDICATORS: readonly Indicator[] = [
  {
    field: 'prorroga_exist_convenio',
    types: ['401', '402', '421', '450', '501', '502', '550'],
    must: [
      { types: ['402', '502'], from: 6, to: 12 },
      { types: ['421'], from: 24, to: 36 },
      { types: ['401', '501'], from: 36, to: 48 },
    ],
    none: 'N',
  },
  { field: 'IND_EMPRESA_AAPP_UNIVERSIDAD', types: ['401', '450', '501', '550'] },
  { field: 'IND_PERIODO_AUTORIZA_DURACION', types: ['420', '421', '450', '520', '550'] },
  { field: 'HORAS_FORMACION', types: ['421'] },
  {
    field: 'IND_DURAC_INFERIOR',
    types: ['452', '552'],
    must: [{ types: ['452', '552'], from: 6, to: 12 }],
  },
];

/** Spanish: the types that an indicator is for. */
export const typesOf = (field: keyof Indicators): string =>
  listed(INDICATORS.find((one) => one.field === field)!.types);

/** A type that the quoted schema does not cover: it is newer, or SEPE does not show it. */
const isUnknown = (code: string | undefined): boolean =>
  code === undefined || (CONTRACT_TYPES.get(code)?.newer ?? !CONTRACT_TYPES.has(code));

/**
 * The indicators that are sent for a contract of this type.
 * @param term from the start of the contract to the end of the extension
 * @throws ServiceError 422 for a missing field, or a field that contracts of this type do not have
 */
export const indicatorsFor = (code: string | undefined, sent: Indicators, term: Term): Indicators => {
  if (isUnknown(code)) return sent;
  const errors: Record<string, string[]> = {};
  const kept: Indicators = { ...sent };
  for (const { field, types, must = [], none } of INDICATORS) {
    const value = sent[field];
    const due = must.find((each) => each.types.includes(code!) && lastsMonths(term, each.from, each.to));
    if (value === undefined && due)
      errors[field] = [
        `Es obligatorio con contratos ${listed(due.types)} que duran de ${due.from} a ${due.to} meses con la prórroga.`,
      ];
    if (value === undefined || types.includes(code!)) continue;
    if (value === none) kept[field] = undefined;
    else errors[field] = [`El SEPE no lo admite con contratos ${code}: solo con ${listed(types)}.`];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return kept;
};

/**
 * Why SEPE will refuse the start of an extension, by the end that it shows of the contract; Spanish, with the code of SEPE
 * before it. `undefined` where nothing speaks against it.
 */
export const startAfterEnd = (
  { startDate, isDiscontinuous }: { startDate: string; isDiscontinuous: boolean },
  { extensions, endDate }: Pick<ContractData, 'extensions' | 'endDate'>,
): string | undefined => {
  const end = isoDate(extensions.at(-1)?.fecha_fin ?? '') ?? endDate;
  if (end === undefined)
    return 'CPR4036: El SEPE rechazará esta prórroga: no muestra la fecha de fin del contrato.';
  const next = dayAfter(end, { days: 1 });
  if (isDiscontinuous ? startDate > next : startDate === next) return undefined;
  const why = `El SEPE rechazará esta prórroga: el contrato termina el ${slashedDate(end)}`;
  if (isDiscontinuous && startDate === next)
    return `CCT0142: ${why} y la prórroga empieza al día siguiente: no indique INDICADOR_DISCONTINUIDAD.`;
  return (
    `${startDate <= end ? 'CCT0137' : 'CCT0138'}: ${why} y debe empezar el ${slashedDate(next)}. Si empieza después por una ` +
    'incapacidad, indíquelo (INDICADOR_DISCONTINUIDAD I).'
  );
};
