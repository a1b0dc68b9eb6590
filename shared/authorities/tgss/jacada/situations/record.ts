import type { Page } from '../../../html/page.ts';
import { digitsOf, isoDate, unpadDocument } from '../../values.ts';
import type { Assignment, SpecificCondition } from './extras.ts';

/** One situation of a worker, with the interface's fields. Dates `YYYY-MM-DD`. `''` where the portal has no value. */
export interface Situation {
  nss: string;
  identificacion: string;
  dni: string;
  fnacimiento: string;
  /** M or F. */
  sexo: string;
  nombres: string;
  apellidos: string;
  tlf: string;
  regimen: string;
  ccc: string;
  /** Code, such as `01`. */
  situacion: string;
  /** Its text, such as `ALTA NORMAL`. */
  situacion_text: string;
  grupo_cotizacion: string;
  grupo_cotizacion_text: string;
  tipo_contrato: string;
  /** Thousandths of full time; `''` for full time. */
  coef: string;
  /** `''` unless requested. */
  cno: string;
  category_professional: string;
  worker_collective: string;
  fecha_alta: string;
  fecha_baja: string;
  /** 14 digits; absent unless requested. */
  convenio?: string;
  /** Empty unless requested. */
  pl: SpecificCondition[];
  /** Companies that the worker is assigned to; absent unless requested. */
  cesions?: Assignment[];
}

/** The registration of a record: contribution account and start. */
export interface Registration {
  regimen: string;
  ccc: string;
  /** `YYYY-MM-DD`. */
  start: string;
}

/** A page with the data of one situation (`ATRM6103`). */
export const isDataPage = (page: Page): boolean => page.text('SDFAPELNOM') !== undefined;

/** The registration of a data page. */
export const registrationOn = (page: Page): Registration => ({
  regimen: schemeOf(page.text('SDFREGIM') ?? ''),
  ccc: digitsOf(`${page.text('SDFTESORCCC') ?? ''}${page.text('SDFNUMCCC') ?? ''}`),
  start: isoDate(page.text('SDFFRAAFI') ?? ''),
});

/** The 4 digits of a scheme, which the portal may show without leading zeros or with its name. */
export const schemeOf = (text: string): string => (/^\d+/.exec(text)?.[0] ?? '').padStart(4, '0');

/** The situation on a data page. */
export const situationOn = (page: Page, nss: string): Omit<Situation, 'cno' | 'convenio' | 'pl'> => {
  const text = (id: string) => page.text(id) ?? '';
  const { regimen, ccc, start } = registrationOn(page);
  const identificacion = text('SDFTIPIPF');
  const [apellidos = '', nombres = ''] = text('SDFAPELNOM').split(',');
  const [, situacion = '', situacionText = ''] = /^(\d+)?\s*(.*)$/.exec(text('SDFTSITUACAFI')) ?? [];
  return {
    nss,
    identificacion,
    dni: unpadDocument(text('SDFNUMIPF'), identificacion),
    fnacimiento: isoDate(`${text('SDFDIANAC')} ${text('SDFMESNAC')} ${text('SDFAONAC')}`),
    sexo: { V: 'M', H: 'M', M: 'F' }[text('SDFSEXO').charAt(0).toUpperCase()] ?? '',
    nombres: nombres.trim(),
    apellidos: apellidos.trim(),
    tlf: text('SDFMOVIL'),
    regimen,
    ccc,
    situacion,
    situacion_text: situacionText,
    grupo_cotizacion: text('SDFCGRUPOAFI'),
    grupo_cotizacion_text: text('SDFTGRUPOAFI'),
    tipo_contrato: text('SDFTIPOAFI'),
    coef: text('SDFCOEFAFI'),
    category_professional: text('SDFCATEGORIA'),
    worker_collective: text('SDFCOLECTIVO'),
    fecha_alta: start,
    fecha_baja: isoDate(text('SDFFRBAFI')),
  };
};
