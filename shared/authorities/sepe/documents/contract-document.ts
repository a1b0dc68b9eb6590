import { listed } from '../../../kernel/rules.ts';
import { compactDate, identifierOf } from '../identifiers.ts';
import { withoutPlace } from './contract-fields.ts';
import { type Block, CONTRACT_TYPES } from './contract-types.ts';
import { type Elements, latin1Document } from './xml.ts';

/** The basic copy, as in SEPE's documents. */
export interface BasicCopy {
  TIPO_FIRMA: string;
  TEXTO_COPIABASICA?: string | undefined;
  DOMIC_CENTRO_TRABAJO?: string | undefined;
}

/** A worker, with the interface's fields. Dates are `YYYY-MM-DD`, codes have their full width. */
export interface Worker {
  docType: string;
  dni: string;
  name: string;
  surname: string;
  lastSurname?: string | undefined;
  sex: string;
  dateOfBirth: string;
  nationality: string;
  /** Written in Spain only. */
  municipality?: string | undefined;
  /** The request may have it under another name; its rules make sure that it is here. */
  country?: string | undefined;
  nss: string;
}

/** A contract to notify, with the interface's fields. Dates are `YYYY-MM-DD`, codes have their full width. */
export interface Contract extends Worker {
  cif: string;
  regimen: string;
  ccc: string;
  nivelFormativo: string;
  occupation: string;
  nationalityContract: string;
  /** Written in Spain only. */
  municipalityContract?: string | undefined;
  IND_CONTRATO_ESCRITO?: boolean | undefined;
  IND_CONTRATO_ALTA_DIRECCION?: string | undefined;
  collectiveAgreement?: string | undefined;
  codContract: string;
  MODALIDAD_EXCLUSION?: string | undefined;
  startDate: string;
  endDate?: string | undefined;
  jornadaType?: string | undefined;
  jornadaHour?: string | undefined;
  jornadaMin?: string | undefined;
  HORAS_FORMACION?: string | undefined;
  jornadaFormativaMin?: string | undefined;
  PORCENTAJE_JUBILACION_PARCIAL?: string | undefined;
  REAL_DECRETO_1435_1985?: string | undefined;
  INDICATIVO_PRTR?: string | undefined;
  IND_ERE?: string | undefined;
  indicativeDisability?: string | undefined;
  bonusDisability?: string | undefined;
  bonusAgreement?: string | undefined;
  sustitucion?: string | undefined;
  CODIGOPROGRAMAEMPLEO?: string | undefined;
  GRUPOCOTIZACIONSEGSOCIAL?: string | undefined;
  DATOS_ANEXO_CONTRATO_RELEVO?:
    | {
        TIPO_TRABAJADOR: string;
        NOMBRE: string;
        PRIMER_APELLIDO: string;
        SEGUNDO_APELLIDO?: string | undefined;
      }
    | undefined;
  copyBasic?: BasicCopy | undefined;
}

/**
 * Differences between current documents, known from current files, and the public schema of 2014. Without these
 * elements and values, and with the old names, a document follows that schema.
 */
export const NEWER_THAN_SCHEMA = {
  elements: ['INDICATIVO_PRTR', 'REAL_DECRETO_1435_1985', 'DATOS_PRESTACIONES'],
  renamed: {
    DATOS_CONTRATO_SUSTITUCION: 'DATOS_CONTRATO_INTERINIDAD',
    CAUSA_SUSTITUCION: 'CAUSA_INTERINIDAD',
  },
  values: { IND_CONVENIO_COLECTIVO: ['C', 'D'] },
} as const;

/** Most characters of names in SEPE's schema. */
export const NAME_LENGTHS = { name: 15, surname: 20 } as const;

const cut = (name: string, length: number): string => name.slice(0, length).trimEnd();

/** A name as SEPE's schema has it. */
export const cutName = (name: string): string => cut(name, NAME_LENGTHS.name);
/** A surname as SEPE's schema has it. */
export const cutSurname = (surname: string): string => cut(surname, NAME_LENGTHS.surname);

/** Spanish: names that SEPE's schema has no room for, and the text written in their place. */
export const cutNames = ({
  name,
  surname,
  lastSurname,
  DATOS_ANEXO_CONTRATO_RELEVO: relief,
}: Pick<Contract, 'name' | 'surname' | 'lastSurname' | 'DATOS_ANEXO_CONTRATO_RELEVO'>): string[] => {
  const { name: ofName, surname: ofSurname } = NAME_LENGTHS;
  const names: [sent: string | undefined, length: number][] = [
    [name, ofName],
    [surname, ofSurname],
    [lastSurname, ofSurname],
    [relief?.NOMBRE, ofName],
    [relief?.PRIMER_APELLIDO, ofSurname],
    [relief?.SEGUNDO_APELLIDO, ofSurname],
  ];
  return names.flatMap(([sent = '', length]) =>
    sent.length > length
      ? [`El SEPE solo admite ${length} caracteres: «${sent}» se comunica como «${cut(sent, length)}».`]
      : [],
  );
};

/** Spanish: fields that SEPE has no place for in a communication of this type, and that are left out. */
export const leftOutOfType = (type: string, fields: string[]): string[] => {
  const [are, these] = fields.length > 1 ? ['comunican', 'esos datos'] : ['comunica', 'ese dato'];
  return fields.length === 0
    ? []
    : [`${listed(fields)} no se ${are} con el tipo ${type}: el SEPE no tiene sitio para ${these} en él.`];
};

/** The code of Spain. */
export const SPAIN = '724';

/** The municipality of a place, which SEPE takes in Spain only (CCT0113, CCT0017). */
const inSpain = (country: string | undefined, municipality: string | undefined): string | undefined =>
  country === SPAIN ? municipality : undefined;

/** Spanish: municipalities of places abroad, which are left out. */
export const leftOutAbroad = (
  places: readonly { field: string; country: string | undefined; municipality: string | undefined }[],
): string[] =>
  places.flatMap(({ field, country, municipality }) =>
    inSpain(country, municipality) === municipality
      ? []
      : [
          `${field} no se comunica con el país ${country}: el SEPE solo admite municipios de España (${SPAIN}).`,
        ],
  );

/** The number that integrators send for a worker who has no social security number yet. */
export const NO_NSS = '000000000000';
/** For contracts of social exclusion without a modality; public programs for the real system write it like this. */
const UNKNOWN_MODALITY = '000';

/**
 * The document that notifies a contract. `correlation` (at most 30 characters) goes into the element for the company's
 * own use; SEPE repeats it in its answer.
 * @throws Error for a type that is not in the table
 */
export const contractDocument = (sent: Contract, correlation: string): string => {
  const type = CONTRACT_TYPES.get(sent.codContract);
  if (!type) throw new Error(`unknown contract type ${sent.codContract}`);
  const contract = {
    ...sent,
    ...Object.fromEntries(withoutPlace({ ...sent }).map((field) => [field, undefined])),
  };
  const elementsByBlock = type.blocks.map((block): [string, Elements | undefined] => [
    NAMES[block],
    contents(block, contract, type.required.includes(block)),
  ]);
  return latin1Document('CONTRATOS', {
    [`CONTRATO_${type.code}`]: {
      DATOS_EMPRESA: companyBlock(contract.cif, contract.regimen + contract.ccc),
      DATOS_TRABAJADOR: workerBlock(contract),
      DATOS_GENERALES_CONTRATO: generalBlock(contract),
      DATOS_PRESTACIONES: contract.IND_ERE === undefined ? undefined : { IND_ERE: contract.IND_ERE },
      ...Object.fromEntries(elementsByBlock),
      DATOS_COMUNICA_COPIA_BASICA: contract.copyBasic && basicCopyBlock(contract.copyBasic),
      DATOS_USOLIBRE_EMPRESA: { USOLIBRE_EMPRESA: correlation },
    },
  });
};

/** `fullCcc`: scheme and contribution account, 15 digits. */
export const companyBlock = (cif: string, fullCcc: string): Elements => ({
  CIF_NIF_EMPRESA: { CIF_NIF: cif },
  CODIGO_CUENTA_COTIZACION: fullCcc,
});

export const basicCopyBlock = (copy: BasicCopy): Elements => ({
  TIPO_FIRMA: copy.TIPO_FIRMA,
  TEXTO_COPIABASICA: copy.TEXTO_COPIABASICA,
  DOMIC_CENTRO_TRABAJO: copy.DOMIC_CENTRO_TRABAJO,
});

/** The occupation in the eight characters of an older code: the four digits of the CNO, and blanks. */
export const occupationCode = (cno: string): string => cno.padEnd(8);

/**
 * A week. Public programs for the real system write this kind when none is known, because SEPE's schema requires
 * one.
 */
export const WEEK = 'S';

/** Spanish: the text for a training contract without kind of working time. */
const assumedKind = ({ codContract, jornadaType }: Contract): string[] =>
  CONTRACT_TYPES.get(codContract)?.time === 'training' && jornadaType === undefined
    ? ['Sin jornadaType, las horas se comunican como semanales (S).']
    : [];

/** Spanish: what of a contract is written otherwise than it was sent, was not sent, or is left out. */
export const contractNotes = (contract: Contract): string[] => [
  ...cutNames(contract),
  ...assumedKind(contract),
  ...leftOutOfType(contract.codContract, withoutPlace({ ...contract })),
  ...leftOutAbroad([
    { field: 'municipality', country: contract.country, municipality: contract.municipality },
    {
      field: 'municipalityContract',
      country: contract.nationalityContract,
      municipality: contract.municipalityContract,
    },
  ]),
];

/** SEPE's letter for a kind of working time. Only the one for days differs from the interface's. */
export const timeKind = (kind: string): string => (kind === 'B' ? 'D' : kind);

/** The block of a worker, with names cut to the schema and without a number of social security that is not known. */
export const workerBlock = (worker: Worker): Elements => ({
  IDENTIFICADORPFISICA: identifierOf(worker.docType, worker.dni),
  NOMBRE_APELLIDOS: {
    NOMBRE: cutName(worker.name),
    PRIMER_APELLIDO: cutSurname(worker.surname),
    SEGUNDO_APELLIDO: worker.lastSurname && cutSurname(worker.lastSurname),
  },
  SEXO: worker.sex,
  FECHA_NACIMIENTO: compactDate(worker.dateOfBirth),
  NACIONALIDAD: worker.nationality,
  MUNICIPIO_RESIDENCIA: inSpain(worker.country, worker.municipality),
  PAIS_RESIDENCIA: worker.country,
  NUMERO_SEGURIDAD_SOCIAL: worker.nss === NO_NSS ? undefined : worker.nss,
});

const generalBlock = (contract: Contract): Elements => ({
  FECHA_INICIO: compactDate(contract.startDate),
  FECHA_TERMINO: contract.endDate && compactDate(contract.endDate),
  IND_CONVENIO_COLECTIVO: contract.collectiveAgreement,
  NIVEL_FORMATIVO: contract.nivelFormativo,
  IND_DISCAPACIDAD: contract.indicativeDisability,
  CODIGO_OCUPACION: occupationCode(contract.occupation),
  CODIGOPROGRAMAEMPLEO: contract.CODIGOPROGRAMAEMPLEO,
  NACIONALIDAD_CT: contract.nationalityContract,
  MUNICIPIO_CT: inSpain(contract.nationalityContract, contract.municipalityContract),
  TEMPORAL_MINUSV_BONIFICADO: contract.bonusDisability,
  INDICATIVO_PRTR: contract.INDICATIVO_PRTR,
  REAL_DECRETO_1435_1985: contract.REAL_DECRETO_1435_1985,
});

const NAMES: Record<Block, string> = {
  EXCLUSION: 'DATOS_EXCLUSION_SOCIAL',
  BONIFICACION: 'DATOS_BONIFICACION',
  JORNADA: 'DATOS_CONTRATO_TIEMPO_PARCIAL',
  SUSTITUCION: 'DATOS_CONTRATO_SUSTITUCION',
  RELEVO: 'DATOS_ANEXO_CONTRATO_RELEVO',
  ESCRITO: 'DATOS_COPIA_BASICA',
  INSERCION: 'DATOS_CONTRATOINSERCION',
  EMPRESA_INSERCION: 'DATOS_EMPRESA_INSERCION',
};

/** The content of a block; `undefined` if it is optional and there is no data for it. */
const contents = (block: Block, contract: Contract, required: boolean): Elements | undefined => {
  switch (block) {
    case 'EXCLUSION':
      return { MODALIDAD_EXCLUSION: contract.MODALIDAD_EXCLUSION ?? UNKNOWN_MODALITY };
    case 'BONIFICACION':
      return unless(!required && contract.bonusAgreement === undefined, {
        CODIGO_COLECTIVO_BONIF: contract.bonusAgreement,
      });
    case 'JORNADA':
      return unless(!required && contract.jornadaType === undefined, workingTime(contract));
    case 'SUSTITUCION':
      return unless(contract.sustitucion === undefined, { CAUSA_SUSTITUCION: contract.sustitucion });
    case 'RELEVO':
      return contract.DATOS_ANEXO_CONTRATO_RELEVO && reliefBlock(contract.DATOS_ANEXO_CONTRATO_RELEVO);
    case 'ESCRITO':
      return unless(contract.IND_CONTRATO_ESCRITO === undefined, {
        IND_CONTRATO_ALTA_DIRECCION: contract.IND_CONTRATO_ALTA_DIRECCION,
        IND_CONTRATO_ESCRITO: contract.IND_CONTRATO_ESCRITO ? 'S' : 'N',
      });
    case 'INSERCION':
      return { GRUPOCOTIZACIONSEGSOCIAL: contract.GRUPOCOTIZACIONSEGSOCIAL };
    case 'EMPRESA_INSERCION':
      // Types 452 and 552 are for such companies only. The other types leave the block out.
      return unless(!required, { IND_EMPRESA_INSERCION: 'S' });
  }
};

const unless = (absent: boolean, block: Elements): Elements | undefined => (absent ? undefined : block);

const reliefBlock = ({
  TIPO_TRABAJADOR,
  ...names
}: NonNullable<Contract['DATOS_ANEXO_CONTRATO_RELEVO']>): Elements => ({
  TIPO_TRABAJADOR,
  NOMBRE_APELLIDOS: {
    NOMBRE: cutName(names.NOMBRE),
    PRIMER_APELLIDO: cutSurname(names.PRIMER_APELLIDO),
    SEGUNDO_APELLIDO: names.SEGUNDO_APELLIDO && cutSurname(names.SEGUNDO_APELLIDO),
  },
});

const workingTime = (contract: Contract): Elements => {
  const seasonal = CONTRACT_TYPES.get(contract.codContract)?.time === 'seasonal';
  const hours = hoursAndMinutes(contract.jornadaHour, contract.jornadaMin);
  return {
    TIPO_JORNADA: seasonal ? 'A' : timeKind(contract.jornadaType ?? WEEK),
    HORAS_JORNADA: hours,
    HORAS_FORMACION: hoursAndMinutes(contract.HORAS_FORMACION, contract.jornadaFormativaMin),
    PORCENTAJE_JUBILACION_PARCIAL: contract.PORCENTAJE_JUBILACION_PARCIAL,
    // The schema needs either hours, or the statement that the activity has no certain dates.
    ACTIVIDAD_SIN_FECHACIERTA: seasonal && hours === undefined ? 'S' : undefined,
  };
};

/**
 * `HHHHMM`; `undefined` for zero hours, which count as not sent.
 * @param hours `HHHH`, or `HHHHMM` with the minutes in it
 */
export const hoursAndMinutes = (hours = '0000', minutes = '00'): string | undefined => {
  const both = (hours + minutes).slice(0, 6);
  return /[1-9]/.test(both) ? both : undefined;
};
