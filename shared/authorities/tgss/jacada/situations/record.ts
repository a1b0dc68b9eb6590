import { collapse, type Page } from '../../../html/page.ts';
import { digitsOf, isoDate, unpadDocument } from '../../values.ts';
import type { ExtrasRead } from './extras.ts';
import { valuesInText } from './page-text.ts';

/**
 * One situation of a worker, with the interface's fields, and the additional data. Dates `YYYY-MM-DD`. `''` where the
 * portal has no value.
 */
export type Situation = ReturnType<typeof situationOn> & Omit<ExtrasRead, 'screen' | 'lacksCno'>;

/** The registration of a record: contribution account and start. */
export interface Registration {
  regimen: string;
  ccc: string;
  /** `YYYY-MM-DD`; `''` in a list that does not say it. */
  start: string;
}

/**
 * Form of an ATR61 page, for the log: `ids` has elements with ids and a choice in each row of its list; `text`, the
 * newest, has titles and values. Public programs read both; it is unknown which one the portal shows today.
 */
export type PageForm = 'ids' | 'text';

/** The data of one situation on a page (`ATRM6103`). */
interface DataPage {
  form: PageForm;
  /** By the ids of the older form; `''` where the page has no value. */
  text(id: string): string;
}

/** The data on a page; `undefined` if it has none. @throws Unreadable if its form is known and it names no registration */
export const dataOn = (page: Page): DataPage | undefined => {
  if (page.text('SDFAPELNOM') !== undefined) return { form: 'ids', text: (id) => page.text(id) ?? '' };
  const values = valuesInText(page);
  return values && { form: 'text', text: (id) => values[id] ?? '' };
};

/** The registration of a data page. */
export const registrationOn = ({ text }: DataPage): Registration => ({
  regimen: schemeOf(text('SDFREGIM')),
  ccc: digitsOf(`${text('SDFTESORCCC')}${text('SDFNUMCCC')}`),
  start: isoDate(text('SDFFRAAFI')),
});

/** The 4 digits of a scheme, which the portal may show without leading zeros or with its name. */
export const schemeOf = (text: string): string => (/^\d+/.exec(text)?.[0] ?? '').padStart(4, '0');

/**
 * The contribution groups of the general scheme and its systems, by the order on contributions of each year. Other schemes
 * have groups of their own.
 */
const GROUPS: Partial<Record<string, string>> = {
  '01': 'INGENIEROS Y LICENCIADOS',
  '02': 'INGENIEROS TECNICOS, PERITOS Y AYUDANTES TITULADOS',
  '03': 'JEFES ADMINISTRATIVOS Y DE TALLER',
  '04': 'AYUDANTES NO TITULADOS',
  '05': 'OFICIALES ADMINISTRATIVOS',
  '06': 'SUBALTERNOS',
  '07': 'AUXILIARES ADMINISTRATIVOS',
  '08': 'OFICIALES DE PRIMERA Y SEGUNDA',
  '09': 'OFICIALES DE TERCERA Y ESPECIALISTAS',
  '10': 'PEONES',
  '11': 'TRABAJADORES MENORES DE 18 AÑOS',
};

/** The text of a group in a scheme; `''` if it is not in the table. */
const groupText = (regimen: string, group: string): string =>
  (regimen.startsWith('01') && GROUPS[group]) || '';

/**
 * Surnames and first names, where another page of the portal has the same name with a comma between them. The newest form of the
 * data page has no comma.
 * @param listed the name as a list of workers has it
 */
export const withListedName = (record: Situation, listed: string): Situation => {
  const [apellidos = '', nombres = '', ...more] = listed.split(',').map(collapse);
  const isSame =
    record.nombres === '' &&
    nombres !== '' &&
    more.length === 0 &&
    record.apellidos === `${apellidos} ${nombres}`;
  return isSame ? { ...record, apellidos, nombres } : record;
};

/** The situation on a data page. The newest form has no comma in the name: all of it counts as surnames. */
export const situationOn = (data: DataPage, nss: string) => {
  const { text } = data;
  const { regimen, ccc, start } = registrationOn(data);
  const identificacion = text('SDFTIPIPF');
  const [apellidos = '', nombres = ''] = text('SDFAPELNOM').split(',');
  const group = text('SDFCGRUPOAFI');
  const [, situacion = '', situacionText = ''] = /^(\d+)?\s*(.*)$/.exec(text('SDFTSITUACAFI')) ?? [];
  return {
    nss,
    identificacion,
    dni: unpadDocument(text('SDFNUMIPF'), identificacion),
    fnacimiento: isoDate(`${text('SDFDIANAC')} ${text('SDFMESNAC')} ${text('SDFAONAC')}`),
    /** M or F. */
    sexo: { V: 'M', H: 'M', M: 'F' }[text('SDFSEXO').charAt(0).toUpperCase()] ?? '',
    nombres: nombres.trim(),
    apellidos: apellidos.trim(),
    tlf: text('SDFMOVIL'),
    regimen,
    ccc,
    /** Code, such as `01`. */
    situacion,
    /** Its text, such as `ALTA NORMAL`. */
    situacion_text: situacionText,
    grupo_cotizacion: group,
    // Only the older form has the text.
    grupo_cotizacion_text: text('SDFTGRUPOAFI') || groupText(regimen, group),
    tipo_contrato: text('SDFTIPOAFI'),
    /** Thousandths of full time; `''` for full time. */
    coef: text('SDFCOEFAFI'),
    category_professional: text('SDFCATEGORIA'),
    worker_collective: text('SDFCOLECTIVO'),
    fecha_alta: start,
    fecha_baja: isoDate(text('SDFFRBAFI')),
  };
};
