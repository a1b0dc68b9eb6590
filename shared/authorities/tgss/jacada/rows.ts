import { type Script, type Step, Unreadable } from '../../exchange.ts';
import { type Button, fillIn, hasButton, postOf } from '../../html/form.ts';
import { collapse, type Page } from '../../html/page.ts';
import { hasMoreRows, isNoData, messageOf, pressUnchecked, type Screen, throwIfRefused } from './dialog.ts';

/** A row of a list. */
export interface Row {
  /** Number of the row on its page, from 0, as the portal counts. */
  index: number;
  /** Text of a column, blanks collapsed; `''` if absent. Column 0 has the control that selects the row. */
  cell(column: number): string;
  /** The text of all columns, to compare rows. */
  text: string;
}

/** Rows on a page of a list. The portal fills a page up with empty rows. */
const ROWS_A_PAGE = 12;
/** Most pages of one list that are read: 2,400 rows, about as many as the time allows. */
export const MAX_PAGES = 200;

/**
 * The rows with text of a list of the kind `Sub09001120xx`. Their cells are labels with the id
 * `<table>_<column>_<row>`.
 */
export const labelRows = (page: Page, table: string): Row[] => {
  const rows = new Map<number, Map<number, string>>();
  for (const element of page.$(`[id^="${table}_"]`).toArray()) {
    const label = page.$(element);
    const [, column, index] = /_(\d{1,2})_(\d{1,3})$/.exec(label.attr('id') ?? '') ?? [];
    const text = collapse(label.text());
    // Column 0 is the select; the texts of its options are not data.
    if (index === undefined || Number(column) === 0 || text === '') continue;
    const cells = rows.get(Number(index)) ?? new Map<number, string>();
    rows.set(Number(index), cells.set(Number(column), text));
  }
  return [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([index, cells]) => ({
      index,
      cell: (column) => cells.get(column) ?? '',
      text: [...cells.values()].join('|'),
    }));
};

/** Rows of a plain table with that id (ATR62), before the first row whose first cell is empty. Columns count from 0. */
export const tableRows = (page: Page, table: string): Row[] => {
  const rows = page
    .$(`table[id="${table}"] tr`)
    .toArray()
    .map((row) =>
      page
        .$(row)
        .children('td')
        .toArray()
        .map((cell) => collapse(page.$(cell).text())),
    )
    .filter((cells) => cells.length > 0);
  const end = rows.findIndex(([first]) => first === '');
  return rows
    .slice(0, end < 0 ? undefined : end)
    .map((cells, index) => ({ index, cell: (column) => cells[column] ?? '', text: cells.join('|') }));
};

/** The rows with text of a table whose first column has a choice in each row (ATR61, newest form), by the place of their cells. */
export const cellRows = (page: Page, table: string): Row[] =>
  page
    .$(`table[id="${table}"] tr:has(> td)`)
    .toArray()
    .map((row, index) => {
      const cells = page
        .$(row)
        .children('td')
        .toArray()
        .map((cell) => collapse(page.$(cell).text()));
      return { index, cell: (column: number) => cells[column] ?? '', text: cells.slice(1).join('|') };
    })
    .filter(({ text }) => /[^|]/.test(text));

/** How a list is found on a page, how its rows are read, and how to get its next page. */
export interface List {
  /** Id of its table. */
  table: string;
  read(page: Page, table: string): Row[];
  next: Button;
}

/** A list whose rows are `labelRows`. The button to its next page is the same in all of them. */
export const labelList = (table: string): List => ({
  table,
  read: labelRows,
  next: { name: 'btn_Sub2206301003' },
});

/** The page has that list; it may be empty. */
export const hasList = (page: Page, { table }: List): boolean => page.$(`[id="${table}"]`).length > 0;

/** @throws Unreadable if the page has no such list: it must not count as an empty list */
export const rowsOf = (page: Page, list: List): Row[] => {
  if (!hasList(page, list)) throw new Unreadable(`page without list ${list.table}`);
  return list.read(page, list.table);
};

/** Whether a list may have another page. */
export const mayGoOn = (screen: Screen, list: List): boolean =>
  hasMoreRows(messageOf(screen)) ??
  (rowsOf(screen, list).length >= ROWS_A_PAGE && hasButton(screen.form, list.next));

/** The next page of a list; `undefined` after the last. `needs`: see `Step`. */
export function* nextPage(screen: Screen, list: List, needs?: number): Script<Screen | undefined> {
  const rows = rowsOf(screen, list);
  if (!mayGoOn(screen, list)) return undefined;
  const next = yield* pressUnchecked(screen, { button: list.next, needs });
  const message = messageOf(next);
  if (isNoData(message)) return undefined;
  throwIfRefused(message);
  // After the last page, the portal may show no list, or the last page again.
  if (hasMoreRows(message) === false && !hasList(next, list)) return undefined;
  return textOf(rowsOf(next, list)) === textOf(rows) ? undefined : next;
}

const textOf = (rows: Row[]) => rows.map(({ text }) => text).join('\n');

/** Reads a list from its first page, until `pick` returns a value for a row. */
export function* findRow<T>(
  first: Screen,
  list: List,
  pick: (row: Row, screen: Screen) => T | undefined,
): Script<T | undefined> {
  let screen: Screen | undefined = first;
  for (let pages = 1; screen; pages++) {
    for (const row of rowsOf(screen, list)) {
      const picked = pick(row, screen);
      if (picked !== undefined) return picked;
    }
    if (pages === MAX_PAGES) throw new Unreadable('a list without end');
    screen = yield* nextPage(screen, list);
  }
  return undefined;
}

/** All rows of a list from this page on, and the last screen. */
export function* everyRow(first: Screen, list: List): Script<{ rows: Row[]; screen: Screen }> {
  const rows: Row[] = [];
  let last = first;
  yield* findRow(first, list, (row, screen) => {
    rows.push(row);
    last = screen;
    return undefined;
  });
  return { rows, screen: last };
}

/**
 * The request that a double click on a row makes: the page's script chooses `Select` in the row and sends the form with
 * a command key.
 */
export const selectStep = ({ form }: Screen, { table }: List, { index }: Row): Step => {
  const fields = fillIn(form, { [`tbl_cbo_${table}_0_${index}`]: 'Select' });
  const command = [
    ['txt_CommandEdit', 'EN'],
    ['btn_FkeyButton', '+'],
  ] as const;
  const others = fields.filter(([name]) => command.every(([replaced]) => name !== replaced));
  return postOf(form.action, [...others, ...command]);
};
