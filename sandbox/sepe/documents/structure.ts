/**
 * Order of the blocks of a document, and which ones are required. The base is the service's schema of 2014. Not all
 * later additions are known, so an unknown element is accepted in any place.
 */

import type { XmlElement } from '@rgrove/parse-xml';
import { childrenOf, find, localName, read } from '../xml.ts';

const HEAD = ['DATOS_EMPRESA', 'DATOS_TRABAJADOR', 'DATOS_GENERALES_CONTRATO', 'DATOS_PRESTACIONES'];
const TAIL = ['DATOS_COMUNICA_COPIA_BASICA', 'DATOS_USOLIBRE_EMPRESA'];

/** Permanent contracts: 1xx, 2xx, 3xx. */
const PERMANENT = [
  ...HEAD,
  'DATOS_CONTRATO_TIEMPO_PARCIAL',
  'DATOS_BONIFICACION',
  'DATOS_MEDIDAS_FOMENTO',
  'DATOS_ANEXO_CONTRATO_RELEVO',
  'DATOS_ET_CO_TE',
  'DATOS_ETT',
  'DATOS_CONTRATO_EXTRANJERO',
  'DATOS_EMPRESA_INSERCION',
  'DATOS_REDUCCION_RDL_1_2011',
  'DATOS_CONTRATO_EMPRENDEDORES',
  'DATOS_RDL_4_2013',
  'DATOS_RDL_3_2014',
  'DATOS_RDL_8_2014',
  ...TAIL,
];

/** All other contracts, in which the subsidy comes before the hours. */
const TEMPORARY = [
  ...HEAD,
  'DATOS_EXCLUSION_SOCIAL',
  'DATOS_BONIFICACION',
  'DATOSCONTRATOPRACTICAS',
  'DATOS_CONTRATO_TIEMPO_PARCIAL',
  'DATOS_CONTRATO_INTERINIDAD',
  'DATOS_CONTRATO_SUSTITUCION',
  'DATOS_ANEXO_CONTRATO_RELEVO',
  'DATOS_ET_CO_TE',
  'DATOS_CONTRATO_INVESTIGACION',
  'DATOS_COPIA_BASICA',
  'PROG_EMPLEO_PUBLICO',
  'DATOS_CONTRATOINSERCION',
  'DATOS_ETT',
  'DATOS_CONTRATO_EXTRANJERO',
  'DATOS_EMPRESA_INSERCION',
  'DATOS_REDUCCION_FORMACION',
  'DATOS_REDUCCION_RDL_1_2011',
  'DATOS_RDL_4_2013',
  'DATOS_RDL_8_2014',
  ...TAIL,
];

/** Blocks that a type requires besides the first three. A bar separates two names of the same block. */
const REQUIRED: Record<string, string[]> = {
  403: ['DATOS_CONTRATOINSERCION'],
  410: ['DATOS_CONTRATO_INTERINIDAD|DATOS_CONTRATO_SUSTITUCION'],
  421: ['DATOS_CONTRATO_TIEMPO_PARCIAL'],
  441: ['DATOS_ANEXO_CONTRATO_RELEVO'],
  450: ['DATOS_EXCLUSION_SOCIAL', 'DATOS_BONIFICACION'],
  452: ['DATOS_BONIFICACION', 'DATOS_EMPRESA_INSERCION'],
  503: ['DATOS_CONTRATOINSERCION'],
  510: ['DATOS_CONTRATO_INTERINIDAD|DATOS_CONTRATO_SUSTITUCION'],
  541: ['DATOS_ANEXO_CONTRATO_RELEVO'],
  550: ['DATOS_EXCLUSION_SOCIAL', 'DATOS_BONIFICACION'],
  552: ['DATOS_BONIFICACION', 'DATOS_EMPRESA_INSERCION'],
  990: ['DATOS_COPIA_BASICA'],
};

/** Types with hours: part-time and permanent seasonal ones. */
export const hasHours = (code: string): boolean => /^[235]/.test(code);

const NAME = ['NOMBRE', 'PRIMER_APELLIDO', 'SEGUNDO_APELLIDO'];
const WORKER = [
  'IDENTIFICADORPFISICA',
  'NOMBRE_APELLIDOS',
  'SEXO',
  'FECHA_NACIMIENTO',
  'NACIONALIDAD',
  'MUNICIPIO_RESIDENCIA',
  'PAIS_RESIDENCIA',
  'NUMERO_SEGURIDAD_SOCIAL',
];
const GENERAL = [
  'FECHA_INICIO',
  'FECHA_TERMINO',
  'IND_CONVENIO_COLECTIVO',
  'NIVEL_FORMATIVO',
  'IND_DISCAPACIDAD',
  'CODIGO_OCUPACION',
  'ID_OFERTA',
  'CODIGOPROGRAMAEMPLEO',
  'NACIONALIDAD_CT',
  'MUNICIPIO_CT',
  'OTRAS_LEGISLACIONES',
  'TEMPORAL_MINUSV_BONIFICADO',
  'FORMACION_BONIFICADO',
  'DATOS_CAMPAÑAS',
  'IND_EMPRESA_AAPP_UNIVERSIDAD',
  'REGULARIZACION_RDL_5_2011',
  'PROGRAMA_ACTIVACION_EMPLEO',
];

/** Whether the children are in this order and not repeated, and the required ones are present. */
export function childrenInOrder(
  parent: XmlElement | undefined,
  order: readonly string[],
  required: readonly string[] = order,
): boolean {
  if (!parent) return false;
  const names = childrenOf(parent).map(localName);
  const places = names.map((name) => order.indexOf(name)).filter((place) => place >= 0);
  return (
    places.every((place, index) => index === 0 || place > places[index - 1]!) &&
    required.every((wanted) => wanted.split('|').some((name) => names.includes(name)))
  );
}

/** Whether the company matches. Its account may have the short name used in extensions. */
export const companyMatchesSchema = (parent: XmlElement): boolean => {
  const company = find(parent, 'DATOS_EMPRESA');
  return (
    childrenInOrder(company, ['CIF_NIF_EMPRESA', 'CODIGO_CUENTA_COTIZACION', 'CCC'], ['CIF_NIF_EMPRESA']) &&
    childrenInOrder(company, [], ['CODIGO_CUENTA_COTIZACION|CCC']) &&
    childrenInOrder(find(company, 'CIF_NIF_EMPRESA'), ['CIF_NIF'])
  );
};

/** Whether the company of a later communication matches. Its account has the short name. */
export const laterCompanyMatchesSchema = (parent: XmlElement): boolean => {
  const company = find(parent, 'DATOS_EMPRESA');
  return (
    childrenInOrder(company, ['CIF_NIF_EMPRESA', 'CCC']) &&
    childrenInOrder(find(company, 'CIF_NIF_EMPRESA'), ['CIF_NIF']) &&
    /^\d{15}$/.test(read(company, 'CCC'))
  );
};

/** Whether the worker matches. Optional elements may be missing. */
export const workerMatchesSchema = (parent: XmlElement): boolean => {
  const worker = find(parent, 'DATOS_TRABAJADOR');
  const always = WORKER.filter((name) => !/^(MUNICIPIO|NUMERO)_/.test(name));
  return (
    childrenInOrder(worker, WORKER, always) &&
    childrenInOrder(find(worker, 'NOMBRE_APELLIDOS'), NAME, ['NOMBRE', 'PRIMER_APELLIDO'])
  );
};

/** Whether the document has the structure of a contract of this type. Values are checked later. */
export function contractMatchesSchema(contract: XmlElement, code: string): boolean {
  const order = /^[123]/.test(code) ? PERMANENT : TEMPORARY;
  const required = [
    ...HEAD.slice(0, 3),
    ...(hasHours(code) ? ['DATOS_CONTRATO_TIEMPO_PARCIAL'] : []),
    ...(REQUIRED[code] ?? []),
  ];
  return (
    childrenInOrder(contract, order, required) &&
    companyMatchesSchema(contract) &&
    workerMatchesSchema(contract) &&
    childrenInOrder(find(contract, 'DATOS_GENERALES_CONTRATO'), GENERAL, [
      'FECHA_INICIO',
      'NIVEL_FORMATIVO',
      'CODIGO_OCUPACION',
      'NACIONALIDAD_CT',
    ])
  );
}
