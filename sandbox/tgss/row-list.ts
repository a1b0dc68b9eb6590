import type { Form } from '../form.ts';
import { escapeHtml } from '../html.ts';
import type { Context } from './context.ts';
import { button } from './elements.ts';
import { DIL, Refusal } from './messages.ts';
import type { Page } from './page.ts';
import { pressed } from './reading.ts';

/** Number of rows on a page. */
export const ROWS = 12;

/**
 * A table with rows to choose: each row has a list with `Select`, then its cells. The line breaks in a cell matter:
 * clients find the label by its position among the child nodes.
 */
export const rowTable = (table: string, headers: string[], rows: string[][]): string[] => [
  `<table id="${table}">`,
  '<thead>',
  '<tr>',
  '<th></th>',
  ...headers.map((header) => `<th>${escapeHtml(header)}</th>`),
  '</tr>',
  '</thead>',
  '<tbody>',
  ...rows.flatMap((cells, row) => [
    '<tr>',
    '<td>',
    `<select id="${table}_0_${row}" name="tbl_cbo_${table}_0_${row}">`,
    '<option value=""></option>',
    '<option value="Select">Select</option>',
    '</select>',
    '</td>',
    ...cells.flatMap((text, index) => [
      '<td>',
      '<span>',
      `<label id="${table}_${index + 1}_${row}" name="_${index + 1}_${row}">${escapeHtml(text)}</label>`,
      '</span>',
      '</td>',
    ]),
    '</tr>',
  ]),
  '</tbody>',
  '</table>',
];

/** Rows of one page, filled up with empty ones: clients stop at the first empty row. */
export const padded = (rows: string[][], columns: number): string[][] => [
  ...rows,
  ...Array.from({ length: ROWS - rows.length }, () => new Array<string>(columns).fill('')),
];

/** A list from which one row is chosen. */
export interface RowList<Item> {
  formname: string;
  table: string;
  headers: string[];
  items: Item[];
  cells(item: Item): string[];
  /** The page of a chosen row; `list` is the page to return to. */
  open(item: Item, context: Context, list: Page): Page;
  /** The message line, which may say whether there are more rows; empty by default. */
  dil?(more: boolean): string;
  /** The page after the list. */
  back: Page;
}

const PREVIOUS = 'Sub2206101001';
const NEXT = 'Sub2206301003';
const EXIT = 'Sub2205001006';

/** One page of a list. A chosen row has priority over buttons: some clients post every button of the page. */
export function listPage<Item>(list: RowList<Item>, start = 0): Page {
  const { formname, table, headers, items } = list;
  const shown = items.slice(start, start + ROWS);
  const more = start + ROWS < items.length;
  const page: Page = {
    formname,
    dil: list.dil?.(more) ?? DIL.none,
    body: () => [
      ...rowTable(table, headers, padded(shown.map(list.cells), headers.length)),
      button(PREVIOUS, 'Pág. Ant.'),
      button(NEXT, 'Pág. Sig.'),
      button(EXIT, 'Salir'),
      '<input type="button" id="Ayuda" name="btn_Ayuda" value="Ayuda"/>',
    ],
    answer(form, context) {
      const row = chosenRow(form, table);
      if (row !== undefined) {
        const item = shown[row];
        if (item === undefined) throw new Refusal(DIL.afterLastRow);
        return list.open(item, context, page);
      }
      if (pressed(form, NEXT)) {
        if (!more) throw new Refusal(DIL.afterLastRow);
        return listPage(list, start + ROWS);
      }
      if (pressed(form, PREVIOUS)) return listPage(list, Math.max(0, start - ROWS));
      return pressed(form, EXIT) ? list.back : page;
    },
  };
  return page;
}

/** The number of the row whose list says `Select`. */
function chosenRow(form: Form, table: string): number | undefined {
  const prefix = `tbl_cbo_${table}_0_`;
  const name = form.names().find((key) => key.startsWith(prefix) && form.get(key) === 'Select');
  return name === undefined ? undefined : Number(name.slice(prefix.length));
}
