import type { Script } from '../../../exchange.ts';
import type { Changes } from '../../../html/form.ts';
import { digitsOf, isoDate } from '../../values.ts';
import { isNoData, messageOf, pressUnchecked, type Screen, throwIfRefused } from '../dialog.ts';
import { everyRow, hasList, type List, labelList, type Row } from '../rows.ts';

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

/** The additional data that was requested, and the last screen. */
export interface ExtrasRead {
  screen: Screen;
  /** `''` unless requested, and where the portal shows none. */
  cno: string;
  /** The CNO was requested, and the page has no field for it: `cno` does not say that there is none. */
  lacksCno?: true;
  /** 14 digits; absent unless requested. */
  convenio?: string;
  /** Empty unless requested. */
  pl: SpecificCondition[];
  /** Companies that the worker is assigned to; absent unless requested. */
  cesions?: Assignment[];
}

const LIST = labelList('Sub0900112063');
const ASSIGNMENTS = labelList('Sub0900112064');

/** Whether any additional data is wanted on a page of its own. */
export const wantsExtras = ({ getConvenio, getDatos, pl_period, ces }: Extras): boolean =>
  Boolean(getConvenio || getDatos || pl_period || ces);

/** Reads the additional data of a data page. Sends nothing if none are wanted. */
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
  const cno = first.text('SDFCNOCUP');
  return {
    screen: assignments.screen,
    cno: getDatos ? (cno ?? '') : '',
    ...(getDatos && cno === undefined && { lacksCno: true }),
    ...(getConvenio && { convenio: first.text('SDFCONVCOL') ?? '' }),
    pl: conditions.rows.map(conditionOf),
    ...(ces && { cesions: assignments.rows.map(assignmentOf) }),
  };
}

/** The rows of a list, if it is wanted and on the page, and the last screen. */
function* rowsWhere(wanted: boolean, first: Screen, list: List): Script<{ rows: Row[]; screen: Screen }> {
  return wanted && hasList(first, list) ? yield* everyRow(first, list) : { rows: [], screen: first };
}

/** A specific condition (peculiaridad de cotización). Dates `YYYY-MM-DD`. Amounts as on the portal, `1.234,56`. */
type SpecificCondition = ReturnType<typeof conditionOf>;

const conditionOf = ({ cell }: Row) => ({
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

/** A company that a worker is assigned to. Dates `YYYY-MM-DD`. */
export type Assignment = ReturnType<typeof assignmentOf>;

const assignmentOf = ({ cell }: Row) => ({
  name: cell(1),
  tipo: cell(2),
  regimen: cell(3).padStart(4, '0'),
  ccc: digitsOf(cell(4)),
  startDate: isoDate(cell(5)),
});
