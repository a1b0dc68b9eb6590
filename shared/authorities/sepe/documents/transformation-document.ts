import { listed } from '../../../kernel/rules.ts';
import { compactDate } from '../identifiers.ts';
import {
  type BasicCopy,
  basicCopyBlock,
  companyBlock,
  hoursAndMinutes,
  occupationCode,
  timeKind,
} from './contract-document.ts';
import { latin1Document } from './xml.ts';

/** A type of transformation (conversion of a contract into a permanent one). */
export interface TransformationType {
  name: string;
  /** Working time, as in the table of contract types. */
  time: 'full' | 'part' | 'seasonal';
  /** The contract of a disabled worker: IND_DISCAPACIDAD must be sent. */
  disability?: true;
  /** Transformation without subsidy: it has no block DATOS_BONIFICACION. */
  unsubsidised?: true;
}

/** The transformation types, by code. */
export const TRANSFORMATION_TYPES = {
  '109': { name: 'a tiempo completo, bonificada', time: 'full' },
  '139': { name: 'a tiempo completo, personas con discapacidad', time: 'full', disability: true },
  '189': { name: 'a tiempo completo, no bonificada', time: 'full', unsubsidised: true },
  '209': { name: 'a tiempo parcial, bonificada', time: 'part' },
  '239': { name: 'a tiempo parcial, personas con discapacidad', time: 'part', disability: true },
  '289': { name: 'a tiempo parcial, no bonificada', time: 'part', unsubsidised: true },
  '309': { name: 'a fijo discontinuo, bonificada', time: 'seasonal' },
  '339': { name: 'a fijo discontinuo, personas con discapacidad', time: 'seasonal', disability: true },
  '389': { name: 'a fijo discontinuo, no bonificada', time: 'seasonal', unsubsidised: true },
} satisfies Record<string, TransformationType>;

/** Code of a transformation type. */
export type TransformationCode = keyof typeof TRANSFORMATION_TYPES;

/** The transformation type of a code. */
export const transformationType = (code: TransformationCode): TransformationType =>
  TRANSFORMATION_TYPES[code];

/** Spanish: the codes of the types of disabled workers, `139, 239 y 339`. */
export const DISABILITY_CODES = listed(
  Object.entries<TransformationType>(TRANSFORMATION_TYPES).flatMap(([code, { disability }]) =>
    disability ? [code] : [],
  ),
);

/** A transformation to file. Dates are `YYYY-MM-DD`. */
export interface Transformation {
  type: TransformationCode;
  cif: string;
  /** Scheme and contribution account, 15 digits. */
  fullCcc: string;
  /** The contract: its key (`E` and 13 digits), or its worker and start. */
  contract: { CLAVE_CONTRATO: string } | { IDENTIFICADORPFISICA: string; FECHA_INICIO_CTO: string };
  /** First day as a permanent contract. */
  startDate: string;
  /** CNO, 4 digits. */
  occupation: string;
  /** Country of the work centre, 3 digits, and in Spain its municipality, 5 digits. */
  country: string;
  municipality?: string | undefined;
  workingTime?: { TIPO_JORNADA?: string | undefined; HORAS_JORNADA?: string | undefined } | undefined;
  disability?: string | undefined;
  reductionCollective?: string | undefined;
  disabilityCollective?: string | undefined;
  bonusCollective?: string | undefined;
  basicCopy: BasicCopy;
}

/** The document that files a transformation. SEPE repeats `correlation` (at most 30 characters) in its answer. */
export const transformationDocument = (transformation: Transformation, correlation: string): string =>
  latin1Document('TRANSFORMACIONES', {
    [`TRANSFORMACION_${transformation.type}`]: {
      DATOS_EMPRESA: companyBlock(transformation.cif, transformation.fullCcc),
      DATOS_CONTRATO: { ...transformation.contract },
      DATOS_GENERALES_TRANSFORMACION: {
        FECHA_INICIO: compactDate(transformation.startDate),
        CODIGO_OCUPACION: occupationCode(transformation.occupation),
        NACIONALIDAD_CT: transformation.country,
        MUNICIPIO_CT: transformation.municipality,
      },
      DATOS_CONTRATO_TIEMPO_PARCIAL: workingTime(transformation),
      DATOS_BONIFICACION: sent({
        COLECTIVO_DISCAPACITADOS: transformation.disabilityCollective,
        CODIGO_COLECTIVO_BONIF: transformation.bonusCollective,
      }),
      DATOS_ADICIONALES_TRANSFORMACION: sent({
        IND_DISCAPACIDAD: transformation.disability,
        CODIGO_COLECTIVO_REDUCCION: transformation.reductionCollective,
      }),
      DATOS_COMUNICA_COPIA_BASICA: basicCopyBlock(transformation.basicCopy),
      DATOS_USOLIBRE_EMPRESA: { USOLIBRE_EMPRESA: correlation },
    },
  });

/** The block, or `undefined` if nothing of it was sent. */
const sent = (block: Record<string, string | undefined>) =>
  Object.values(block).some((value) => value !== undefined) ? block : undefined;

const workingTime = ({ type, workingTime: time }: Transformation) => {
  const seasonal = transformationType(type).time === 'seasonal';
  if (transformationType(type).time === 'full') return undefined;
  const hours = hoursAndMinutes(time?.HORAS_JORNADA?.slice(0, 4), time?.HORAS_JORNADA?.slice(4));
  return {
    TIPO_JORNADA: seasonal ? 'A' : timeKind(time?.TIPO_JORNADA ?? ''),
    HORAS_JORNADA: hours,
    ACTIVIDAD_SIN_FECHACIERTA: seasonal && hours === undefined ? 'S' : undefined,
  };
};
