import type { Script } from '../../../exchange.ts';
import type { Changes } from '../../../html/form.ts';
import { digitsOf, isoDate } from '../../values.ts';
import { isNoData, messageOf, pressUnchecked, type Screen, throwIfRefused } from '../dialog.ts';
import { everyRow, hasList, type List, labelRows, type Row } from '../rows.ts';

/** Additional data that the data page of ATR61 shows if its boxes are ticked. */
export interface Extras {
  /** The collective agreement. */
  getConvenio?: boolean;
  /** The CNO. */
  getDatos?: boolean;
  /** The specific conditions of this month, `YYYY-MM`. */
  pl_period?: string;
  /** The companies that the worker is assigned to. */
  ces?: boolean;
}

/** A company that a worker is assigned to. */
export interface Assignment {
  name: string;
  tipo: string;
  regimen: string;
  ccc: string;
  /** `YYYY-MM-DD`. */
  startDate: string;
}

/** A specific condition (peculiaridad de cotización). Dates `YYYY-MM-DD`. Amounts as on the portal, `1.234,56`. */
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

/** The additional data that was requested, and the last screen. */
interface ExtrasRead {
  screen: Screen;
  cno: string;
  convenio?: string;
  pl: SpecificCondition[];
  cesions?: Assignment[];
}

const NEXT = { name: 'btn_Sub2206301003' };
const LIST: List = { table: 'Sub0900112063', read: labelRows, next: NEXT };
const ASSIGNMENTS: List = { table: 'Sub0900112064', read: labelRows, next: NEXT };

/** Whether any additional data is wanted on a page of its own. */
export const wantsExtras = ({ getConvenio, getDatos, pl_period, ces }: Extras): boolean =>
  Boolean(getConvenio || getDatos || pl_period || ces);

/** Reads the additional data of a data page. Sends nothing if none is wanted. */
export function* readExtras(data: Screen, extras: Extras): Script<ExtrasRead> {
  const { getConvenio, getDatos, pl_period, ces } = extras;
  if (!wantsExtras(extras)) return { screen: data, cno: '', pl: [] };
  const [year = '', month = ''] = pl_period?.split('-') ?? [];
  const changes: Changes = {
    ...(getConvenio && { chk_SDFCONVCOL: true }),
    ...(getDatos && { chk_SDFDATOSCONTAFI: true }),
    ...(pl_period && { chk_SDFPECLIQAFI: true, txt_SDFMESPEC: month, txt_SDFAOPEC: year }),
    ...(ces && { chk_SDFCES: true }),
  };
  const first = yield* pressUnchecked(data, { button: { name: 'btn_Sub2207601004' }, changes });
  if (!isNoData(messageOf(first))) throwIfRefused(messageOf(first));

  const conditions = yield* rowsWhere(pl_period !== undefined, first, LIST);
  const assignments = yield* rowsWhere(ces === true, conditions.screen, ASSIGNMENTS);
  return {
    screen: assignments.screen,
    cno: getDatos ? (first.text('SDFCNOCUP') ?? '') : '',
    ...(getConvenio && { convenio: first.text('SDFCONVCOL') ?? '' }),
    pl: conditions.rows.map(conditionOf),
    ...(ces && { cesions: assignments.rows.map(assignmentOf) }),
  };
}

/** The rows of a list, if it is wanted and on the page, and the last screen. */
function* rowsWhere(wanted: boolean, first: Screen, list: List): Script<{ rows: Row[]; screen: Screen }> {
  return wanted && hasList(first, list) ? yield* everyRow(first, list) : { rows: [], screen: first };
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

const assignmentOf = ({ cell }: Row): Assignment => ({
  name: cell(1),
  tipo: cell(2),
  regimen: cell(3).padStart(4, '0'),
  ccc: digitsOf(cell(4)),
  startDate: isoDate(cell(5)),
});
