import type { Use } from './contract-fields.ts';
import {
  TRANSFORMATION_TYPES,
  type TransformationCode,
  type TransformationType,
  transformationType,
} from './transformation-document.ts';

/** The members of blocks that not every transformation has alike: requests are checked and the reference is made from it. */
export interface TransformationField {
  block: string;
  member: string;
  use(type: TransformationType): Use;
  /** Spanish: the types that must have it; completes "Es obligatorio con …". */
  where?: string;
  /** Spanish: the types that must not have it; completes "No se admite con …". */
  notWith?: string;
  /** As in a contract (`contract-fields.ts`). @param members of its block */
  isLeftOut?(members: Readonly<Record<string, unknown>>): boolean;
}

const ofTime = ({ time }: TransformationType): Use =>
  time === 'part' ? 'must' : time === 'full' ? 'never' : 'may';
const ofSubsidy = ({ unsubsidised }: TransformationType): Use => (unsubsidised ? 'never' : 'may');

const TIME = {
  block: 'DATOS_CONTRATO_TIEMPO_PARCIAL',
  use: ofTime,
  where: 'transformaciones a tiempo parcial',
  notWith: 'transformaciones a tiempo completo',
  isLeftOut: ({ TIPO_JORNADA, HORAS_JORNADA = '000000' }: Readonly<Record<string, unknown>>) =>
    HORAS_JORNADA === '000000' || (TIPO_JORNADA === 'S' && HORAS_JORNADA === '004000'),
};
const SUBSIDY = {
  block: 'DATOS_BONIFICACION',
  use: ofSubsidy,
  notWith: 'transformaciones no bonificadas',
};
const MORE = 'DATOS_ADICIONALES_TRANSFORMACION';

export const TRANSFORMATION_FIELDS: readonly TransformationField[] = [
  { ...TIME, member: 'TIPO_JORNADA' },
  { ...TIME, member: 'HORAS_JORNADA' },
  {
    block: MORE,
    member: 'IND_DISCAPACIDAD',
    use: ({ disability }) => (disability ? 'must' : 'may'),
    where: 'transformaciones de personas con discapacidad: S, o C en centros especiales de empleo',
  },
  { block: MORE, member: 'CODIGO_COLECTIVO_REDUCCION', use: () => 'may' },
  { ...SUBSIDY, member: 'COLECTIVO_DISCAPACITADOS' },
  { ...SUBSIDY, member: 'CODIGO_COLECTIVO_BONIF' },
];

/** The members that were sent with a transformation and that its type has no place for, by their dotted paths. */
export const membersWithoutPlace = (code: TransformationCode, blocks: object): string[] =>
  TRANSFORMATION_FIELDS.filter(
    ({ block, member, use }) =>
      use(transformationType(code)) === 'never' &&
      (blocks as Record<string, Record<string, unknown> | undefined>)[block]?.[member] !== undefined,
  ).map(({ block, member }) => `${block}.${member}`);

/** For each type: the members that it must, may and must not have. */
export const fieldsByTransformation = () =>
  (Object.keys(TRANSFORMATION_TYPES) as TransformationCode[]).map((code) => {
    const type = transformationType(code);
    const fields: Record<Use, string[]> = { must: [], may: [], never: [] };
    for (const { block, member, use } of TRANSFORMATION_FIELDS) fields[use(type)].push(`${block}.${member}`);
    return { code, name: type.name, fields };
  });
