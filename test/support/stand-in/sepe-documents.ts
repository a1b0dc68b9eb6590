import type { Person } from '../../../sandbox/state.ts';
import { type Node, readXml } from '../../../shared/authorities/sepe/xml-reading.ts';
import { seed, TODAY } from './stand-in.ts';

const { demo } = seed;
const { general, second } = demo.accounts;
/** The worker of the contracts that `contract` writes. */
export const worker = demo.newWorkers[0]!;

export const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n';

/** A date in the format of documents. */
export const compact = (date: string) => date.replaceAll('-', '');

/** The number of a contract in the format of documents. */
export const key = (sepeId: string) => sepeId.replaceAll('-', '');

/** All elements of a document that have a text, by path. */
export const leavesOf = (document: string): [path: string, text: string][] =>
  leaves(readXml(document, 10_000));

const leaves = ({ children, name, text }: Node, above = ''): [path: string, text: string][] => {
  const path = above + name;
  return children.length > 0 ? children.flatMap((child) => leaves(child, `${path}/`)) : [[path, text]];
};

/** Values of elements by name; `undefined` leaves the element out. */
export type Values = Record<string, string | undefined>;

export const elements = (values: Values) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('');

/** The block of a worker. */
export const workerBlock = (person: Person, more: Values = {}) =>
  `<DATOS_TRABAJADOR>${elements({
    IDENTIFICADORPFISICA: `D${person.dni}`,
    NOMBRE_APELLIDOS: elements({
      NOMBRE: person.name,
      PRIMER_APELLIDO: person.surname,
      SEGUNDO_APELLIDO: person.secondSurname,
    }),
    SEXO: person.sex === 'M' ? '1' : '2',
    FECHA_NACIMIENTO: compact(person.birthDate),
    NACIONALIDAD: '724',
    MUNICIPIO_RESIDENCIA: '28079',
    PAIS_RESIDENCIA: '724',
    NUMERO_SEGURIDAD_SOCIAL: person.nss,
    ...more,
  })}</DATOS_TRABAJADOR>`;

/** Changes to the valid contract. */
export interface Draft {
  code?: string;
  company?: Values;
  person?: Values;
  general?: Values;
  blocks?: string;
  order?: (blocks: string[]) => string[];
}

/** A contract that is valid except for the changes. */
export const contract = ({
  code = '100',
  company,
  person,
  general: more,
  blocks = '',
  order = (all) => all,
}: Draft = {}): string => {
  const parts = [
    `<DATOS_EMPRESA>${elements({
      CIF_NIF_EMPRESA: `<CIF_NIF>${demo.company.cif}</CIF_NIF>`,
      CODIGO_CUENTA_COTIZACION: general.regimen + general.ccc,
      ...company,
    })}</DATOS_EMPRESA>`,
    workerBlock(worker, { SEXO: '1', ...person }),
    `<DATOS_GENERALES_CONTRATO>${elements({
      FECHA_INICIO: compact(TODAY),
      FECHA_TERMINO: undefined,
      NIVEL_FORMATIVO: '51',
      CODIGO_OCUPACION: '4309    ',
      NACIONALIDAD_CT: '724',
      MUNICIPIO_CT: '28079',
      INDICATIVO_PRTR: 'N',
      ...more,
    })}</DATOS_GENERALES_CONTRATO>`,
    blocks,
    '<DATOS_USOLIBRE_EMPRESA><USOLIBRE_EMPRESA>ref;1;x</USOLIBRE_EMPRESA></DATOS_USOLIBRE_EMPRESA>',
  ];
  return `<CONTRATO_${code}>${order(parts).join('')}</CONTRATO_${code}>`;
};

/** A document with these contracts. */
export const contracts = (...all: string[]) => `${DECLARATION}<CONTRATOS>${all.join('')}</CONTRATOS>`;

/** The block of a part-time contract. */
export const HOURS =
  '<DATOS_CONTRATO_TIEMPO_PARCIAL><TIPO_JORNADA>S</TIPO_JORNADA><HORAS_JORNADA>002030</HORAS_JORNADA></DATOS_CONTRATO_TIEMPO_PARCIAL>';
/** The block of the basic copy. */
export const COPY =
  '<DATOS_COMUNICA_COPIA_BASICA><TIPO_FIRMA>2</TIPO_FIRMA><TEXTO_COPIABASICA>Texto de la copia</TEXTO_COPIABASICA><DOMIC_CENTRO_TRABAJO>Calle</DOMIC_CENTRO_TRABAJO></DATOS_COMUNICA_COPIA_BASICA>';

const COMPANY = `<DATOS_EMPRESA><CIF_NIF_EMPRESA><CIF_NIF>${demo.company.cif}</CIF_NIF></CIF_NIF_EMPRESA>`;
const SECOND = second.regimen + second.ccc;

/** A document that makes the contract with this number permanent. */
export const transformation = (id: string, code = '189', start = TODAY) =>
  `${DECLARATION}<TRANSFORMACIONES><TRANSFORMACION_${code}>${COMPANY}<CODIGO_CUENTA_COTIZACION>${SECOND}</CODIGO_CUENTA_COTIZACION></DATOS_EMPRESA><DATOS_CONTRATO><CLAVE_CONTRATO>${id}</CLAVE_CONTRATO></DATOS_CONTRATO><DATOS_GENERALES_TRANSFORMACION><FECHA_INICIO>${compact(start)}</FECHA_INICIO><CODIGO_OCUPACION>4309    </CODIGO_OCUPACION><NACIONALIDAD_CT>724</NACIONALIDAD_CT><MUNICIPIO_CT>28079</MUNICIPIO_CT></DATOS_GENERALES_TRANSFORMACION>${COPY}</TRANSFORMACION_${code}></TRANSFORMACIONES>`;

/** A document that extends the contract with this number. */
export const extension = (id: string, from: string, to: string) =>
  `${DECLARATION}<PRORROGAS><PRORROGA_TIPO>${COMPANY}<CCC>${SECOND}</CCC></DATOS_EMPRESA><DATOS_CONTRATO><CLAVE_CONTRATO>${id}</CLAVE_CONTRATO></DATOS_CONTRATO><DATOS_GENERALES_PRORROGA><FECHA_INICIO>${compact(from)}</FECHA_INICIO><FECHA_FIN>${compact(to)}</FECHA_FIN></DATOS_GENERALES_PRORROGA></PRORROGA_TIPO></PRORROGAS>`;
