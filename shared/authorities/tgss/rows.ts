import { type Script, type Step, Unreadable } from '../exchange.ts';
import { type Button, fillIn, hasButton } from '../html/form.ts';
import { collapse, type Page } from '../html/page.ts';
import { postOf, pressUnheeded, type Screen } from './jacada.ts';
import { heed, isNoData, messageOf, saysMore } from './message.ts';

/** A row of a list, by which it can be selected. */
export interface Row {
  /** As the portal numbers it, from 0 on each page. */
  index: number;
  /** Texts by column, blanks collapsed; column 0 is the one to select with. Absent ones are `''`. */
  cell(column: number): string;
  /** All of it, to compare. */
  text: string;
}

/** Rows of a page of a list; a page is padded to so many with empty ones. */
const ROWS_A_PAGE = 12;
/** Pages of one list that are read: 2,400 rows, about what the time allows. */
export const MAX_PAGES = 200;

/**
 * Rows of a list of the kind `Sub09001120xx` that hold anything. Their cells are labels with the id
 * `<table>_<column>_<row>`.
 */
export const labelRows = (page: Page, table: string): Row[] => {
  const rows = new Map<number, Map<number, string>>();
  for (const element of page.$(`[id^="${table}_"]`).toArray()) {
    const label = page.$(element);
    const [, column, index] = /_(\d{1,2})_(\d{1,3})$/.exec(label.attr('id') ?? '') ?? [];
    const text = collapse(label.text());
    // Column 0 is the select, whose option texts are no data.
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

/** Rows of a plain table with that id (ATR62), up to the first whose first cell is empty. Columns count from 0. */
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

/** Where a list stands, how its rows are read and its next page is got. */
export interface List {
  /** Id of its table. */
  table: string;
  read(page: Page, table: string): Row[];
  next: Button;
}

/** The page has that list, be it an empty one. */
export const hasList = (page: Page, { table }: List): boolean => page.$(`[id="${table}"]`).length > 0;

/** @throws Unreadable when the page has no such list: that must not be taken for an empty one */
export const rowsOf = (page: Page, list: List): Row[] => {
  if (!hasList(page, list)) throw new Unreadable(`page without list ${list.table}`);
  return list.read(page, list.table);
};

/** The page after this one, `undefined` after the last. */
export function* nextPage(screen: Screen, list: List): Script<Screen | undefined> {
  const rows = rowsOf(screen, list);
  const maybe = rows.length >= ROWS_A_PAGE && hasButton(screen.form, list.next);
  if (!(saysMore(messageOf(screen)) ?? maybe)) return undefined;
  const next = yield* pressUnheeded(screen, { button: list.next });
  const message = messageOf(next);
  if (isNoData(message)) return undefined;
  heed(message);
  // Pressed beyond the end, the portal may show no list, or the last page again.
  if (saysMore(message) === false && !hasList(next, list)) return undefined;
  return textOf(rowsOf(next, list)) === textOf(rows) ? undefined : next;
}

const textOf = (rows: Row[]) => rows.map(({ text }) => text).join('\n');

/** Goes through a list from its first page, until `pick` gives something for a row. */
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

/** All rows of a list from this page on, and the screen that the portal shows after them. */
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
 * The request that a double click on a row makes: the page's script chooses `Select` in the row and sends the form
 * with a command key.
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
