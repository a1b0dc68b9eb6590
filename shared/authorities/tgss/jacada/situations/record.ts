import type { Page } from '../../../html/page.ts';
import { digitsOf, isoDate, unpadDocument } from '../../values.ts';
import type { ExtrasRead } from './extras.ts';

/**
 * One situation of a worker, with the interface's fields, and the additional data. Dates `YYYY-MM-DD`. `''` where the
 * portal has no value.
 */
export type Situation = ReturnType<typeof situationOn> & Omit<ExtrasRead, 'screen'>;

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
export const situationOn = (page: Page, nss: string) => {
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
    grupo_cotizacion: text('SDFCGRUPOAFI'),
    grupo_cotizacion_text: text('SDFTGRUPOAFI'),
    tipo_contrato: text('SDFTIPOAFI'),
    /** Thousandths of full time; `''` for full time. */
    coef: text('SDFCOEFAFI'),
    category_professional: text('SDFCATEGORIA'),
    worker_collective: text('SDFCOLECTIVO'),
    fecha_alta: start,
    fecha_baja: isoDate(text('SDFFRBAFI')),
  };
};
