import type { Use } from '../../../shared/authorities/sepe/documents/contract-fields.ts';
import {
  TRANSFORMATION_TYPES,
  type TransformationCode,
  transformationType,
} from '../../../shared/authorities/sepe/documents/transformation-document.ts';
import { TRANSFORMATION_FIELDS } from '../../../shared/authorities/sepe/documents/transformation-fields.ts';
import { areDates, asking, faultless, isSent, rule } from '../../../shared/kernel/rules.ts';
import { impossibleTime } from './working-time.ts';

/** The rules between the fields of a transformation, from the table of transformations. */

type Values = Record<string, unknown>;
type Type = ReturnType<typeof transformationType>;

/** A rule about a member of a block, by its dotted path. It reports nothing for an unknown type, which has its own error. */
const memberRule = (
  path: string,
  message: string,
  broken: (type: Type, value: unknown, values: Values) => boolean,
) =>
  rule(path, message, (values) => {
    const [block, member] = path.split('.') as [string, string];
    const code = String(values.TIPO_CONTRATO);
    if (!Object.hasOwn(TRANSFORMATION_TYPES, code)) return false;
    const members = values[block] as Values | undefined;
    return broken(transformationType(code as TransformationCode), members?.[member], values);
  });

const TIME = 'DATOS_CONTRATO_TIEMPO_PARCIAL';
const TYPES = Object.keys(TRANSFORMATION_TYPES) as TransformationCode[];

export const transformationRules = [
  ...TRANSFORMATION_FIELDS.flatMap(({ block, member, use, where, notWith, isLeftOut }) => {
    const ifUsed = (wanted: Use, message: string, broken: (value: unknown, values: Values) => boolean) =>
      memberRule(
        `${block}.${member}`,
        message,
        (type, value, values) => use(type) === wanted && broken(value, values),
      );
    const types = (isOne: (used: Use) => boolean) => ({
      TIPO_CONTRATO: TYPES.filter((code) => isOne(use(transformationType(code)))),
    });
    return [
      ...(where
        ? [
            asking(
              ifUsed('must', `Es obligatorio con ${where}.`, (value) => !isSent(value)),
              { mandatoryWith: [types((used) => used === 'must')] },
            ),
          ]
        : []),
      ...(notWith
        ? [
            asking(
              ifUsed(
                'never',
                `No se admite con ${notWith}.`,
                (value, values) => isSent(value) && !isLeftOut?.(values[block] as Values),
              ),
              { onlyWith: [types((used) => used !== 'never')] },
            ),
          ]
        : []),
    ];
  }),
  memberRule(
    `${TIME}.TIPO_JORNADA`,
    'Con transformaciones a fijo discontinuo debe ser A.',
    ({ time }, value) => time === 'seasonal' && isSent(value) && value !== 'A',
  ),
  memberRule(
    `${TIME}.HORAS_JORNADA`,
    'Los minutos no pueden ser más de 59.',
    (_type, value) => typeof value === 'string' && /^\d{6}$/.test(value) && value.slice(4) > '59',
  ),
  memberRule(
    `${TIME}.HORAS_JORNADA`,
    'La jornada debe ser mayor que cero.',
    ({ time }, value) => time === 'part' && value === '000000',
  ),
  faultless(`${TIME}.HORAS_JORNADA`, (values) => {
    const members = values[TIME] as { TIPO_JORNADA?: string; HORAS_JORNADA?: string } | undefined;
    const isPart = TRANSFORMATION_TYPES[String(values.TIPO_CONTRATO) as TransformationCode]?.time === 'part';
    return impossibleTime(members?.TIPO_JORNADA, members?.HORAS_JORNADA, isPart);
  }),
  rule(
    'DATOS_GENERALES_TRANSFORMACION.FECHA_INICIO',
    'Debe ser posterior al inicio del contrato.',
    ({ DATOS_CONTRATO, DATOS_GENERALES_TRANSFORMACION }) => {
      const contract = (DATOS_CONTRATO as Values | undefined)?.FECHA_INICIO_CTO;
      const start = (DATOS_GENERALES_TRANSFORMACION as Values | undefined)?.FECHA_INICIO;
      return areDates(contract, start) && String(start) <= String(contract);
    },
  ),
];
