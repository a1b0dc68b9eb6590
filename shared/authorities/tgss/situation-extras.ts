import type { Script } from '../exchange.ts';
import type { Changes } from '../html/form.ts';
import { pressUnheeded, type Screen } from './jacada.ts';
import { heed, isNoData, messageOf } from './message.ts';
import { type List, labelRows, nextPage, type Row } from './rows.ts';
import { isoDate } from './values.ts';

/** What the data page of ATR61 adds when its boxes are ticked. */
export interface Extras {
  /** The collective agreement. */
  getConvenio?: boolean;
  /** The CNO. */
  getDatos?: boolean;
  /** The specific conditions of this month, `YYYY-MM`. */
  pl_period?: string;
}

/** A specific condition (peculiaridad de cotización). Dates `YYYY-MM-DD`; amounts as the portal writes them, `1.234,56`. */
export interface SpecificCondition {
  tramo: string;
  titulo: string;
  tipo_peculiaridad: string;
  tipo_peculiaridad_desc: string;
  colectivo_incentivado: string;
  colectivo_incentivado_desc: string;
  porcentaje: string;
  fecha_desde: string;
  fecha_hasta: string;
  fraccion_cuota: string;
  fraccion_cuota_desc: string;
  legislacion: string;
  legislacion_desc: string;
  cuantia: string;
}

/** What was asked for, and the screen that the portal shows after it. */
export interface Added {
  screen: Screen;
  cno: string;
  convenio?: string;
  pl: SpecificCondition[];
}

const TABLE = 'Sub0900112063';
const LIST: List = { rows: (page) => labelRows(page, TABLE), next: { name: 'btn_Sub2206301003' } };

/** Asks on a data page for what is wanted besides; sends nothing when that is nothing. */
export function* askExtras(data: Screen, { getConvenio, getDatos, pl_period }: Extras): Script<Added> {
  if (!getConvenio && !getDatos && !pl_period) return { screen: data, cno: '', pl: [] };
  const [year = '', month = ''] = pl_period?.split('-') ?? [];
  const changes: Changes = {
    ...(getConvenio && { chk_SDFCONVCOL: true }),
    ...(getDatos && { chk_SDFDATOSCONTAFI: true }),
    ...(pl_period && { chk_SDFPECLIQAFI: true, txt_SDFMESPEC: month, txt_SDFAOPEC: year }),
  };
  const first = yield* pressUnheeded(data, { button: { name: 'btn_Sub2207601004' }, changes });
  if (!isNoData(messageOf(first))) heed(messageOf(first));

  const pl: SpecificCondition[] = [];
  let screen = first;
  for (let next: Screen | undefined = first; next && pl_period; next = yield* nextPage(next, LIST)) {
    screen = next;
    pl.push(...LIST.rows(next).map(conditionOf));
  }
  return {
    screen,
    cno: getDatos ? (first.text('SDFCNOCUP') ?? '') : '',
    ...(getConvenio && { convenio: first.text('SDFCONVCOL') ?? '' }),
    pl,
  };
}

const conditionOf = ({ cell }: Row): SpecificCondition => ({
  tramo: cell(1),
  titulo: cell(2),
  tipo_peculiaridad: cell(3),
  tipo_peculiaridad_desc: cell(4),
  colectivo_incentivado: cell(5),
  colectivo_incentivado_desc: cell(6),
  porcentaje: cell(7),
  fecha_desde: isoDate(cell(8)),
  fecha_hasta: isoDate(cell(9)),
  fraccion_cuota: cell(10),
  fraccion_cuota_desc: cell(11),
  legislacion: cell(12),
  legislacion_desc: cell(13),
  cuantia: cell(14),
});
