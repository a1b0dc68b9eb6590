import { showShare } from '../../../../shared/kernel/working-share.ts';
import { fieldAt, partsOfName } from '../../gateway/filings/known.ts';
import { linesIn } from '../../shared/copied-cells.ts';
import type { Form, FormField } from '../../shared/fields.ts';
import { type Filled, isAsked, isNeeded, readShareField } from '../../shared/filled.ts';
import { many } from '../../shared/words.ts';
import { type BatchRow, remarksAt, writtenAt, wrongColumnsOf } from './batch.ts';

/** A sheet that is corrected in place: its open cells, and the values typed in them. */

/** Values that were typed and are not saved yet, by row and column. */
export type Edits = Readonly<Record<string, string>>;

/** Name of the draft with the edits of a batch. */
export const editsKey = (batchId: string): string => `batch-${batchId}`;

/** Key of a cell among the edits. */
export const cellKey = (row: number, column: string): string => `${row} ${column}`;

/** The path of a column in a request. A sheet counts the entries of lists from one. */
const pathOf = (column: string): string =>
  column.replace(/(?<=\.)\d+(?=\.|$)/g, (number) => String(Number(number) - 1));

/** The form of a row's operation. Rows of several trámites have none. */
export const formOf = (forms: readonly Form[], { operation, steps }: BatchRow): Form | undefined =>
  steps.length > 0
    ? undefined
    : forms.find((form) => form.operation === operation || form.address === operation);

/** The field of a column. In a row with several trámites, the path begins with the step. */
export const fieldOfColumn = (forms: readonly Form[], column: string): FormField | undefined => {
  const path = pathOf(column);
  const within = (at: string) => forms.map(({ fields }) => fieldAt(fields, at)).find((field) => field);
  return within(path) ?? (path.includes('.') ? within(path.replace(/^[^.]+\./, '')) : undefined);
};

/** The values of a row as a form has them: written, filled in, or typed. */
const valuesOf = (row: BatchRow, edits: Edits): Filled => {
  const values: Filled = {};
  for (const { column, value } of row.filled) values[pathOf(column)] = value;
  for (const [column, value] of Object.entries(row.cells ?? {}))
    values[pathOf(column.replace(/ \([^)]*\)$/, ''))] = value;
  for (const [key, value] of Object.entries(edits)) {
    const [number, column = ''] = key.split(' ');
    if (Number(number) === row.row) values[pathOf(column)] = value;
  }
  return values;
};

/**
 * Columns that a wrong row still needs by the rules of its operation, even if no mistake names them yet: rules between fields
 * are only checked once the other fields are there.
 */
export const neededOf = (form: Form | undefined, row: BatchRow, edits: Edits): string[] => {
  if (!form || row.state !== 'wrong') return [];
  const filled = valuesOf(row, edits);
  return form.fields
    .filter(
      (field) =>
        // A field that is always required has a mistake already, at the column that corrects it.
        !field.required &&
        field.kind !== 'group' &&
        field.kind !== 'list' &&
        isAsked(field, field.name, filled) &&
        isNeeded(field, field.name, { filled }) &&
        (!filled[field.name]?.trim() || edits[cellKey(row.row, field.name)] !== undefined),
    )
    .map(({ name }) => name);
};

/** The columns with open cells, in the order of the form. */
export const openColumns = (rows: readonly BatchRow[], forms: readonly Form[], edits: Edits): string[] => {
  const wrong = wrongColumnsOf(rows);
  const needed = rows.flatMap((row) => neededOf(formOf(forms, row), row, edits));
  const typed = rows.flatMap(({ row }) =>
    Object.keys(edits).flatMap((key) => (key.startsWith(`${row} `) ? key.slice(`${row} `.length) : [])),
  );
  const order = new Map(
    forms.flatMap(({ fields }) => fields).map(({ name }, place) => [name, place] as const),
  );
  const placeOf = (column: string) => order.get(column) ?? Number.MAX_SAFE_INTEGER;
  return needed.length === 0 && typed.length === 0
    ? wrong
    : [...new Set([...wrong, ...needed, ...typed])].toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** Fields that identify a person: no two workers have the same. */
export const OF_PERSON: ReadonlySet<string> = new Set([
  ...['dni', 'doc', 'nss', 'name', 'surname', 'lastSurname', 'dateOfBirth', 'fnacimiento'],
  ...['trabajador', 'nombre', 'apellidos', 'apellido1', 'apellido2'],
]);
/** Fields that differ from company to company. */
const OF_COMPANY: ReadonlySet<string> = new Set(['regimen', 'ccc', 'cif', 'CCC', 'CIF_NIF']);
/** The same in the blocks of a company certificate. Several blocks have fields with the same names. */
const OF_WORKER_BLOCK = /(?:^|\.)Datos_Trabajador\.(?:DNI_NIE|NumSS|Nombre|Apellido[12])$/;
const OF_COMPANY_BLOCK = /(?:^|\.)Datos_Representante\./;

/**
 * Numbers of the rows that take the value of this row's cell when it is applied to all: the same text is written in their cell,
 * which is open, too, and nothing else was typed into it.
 */
export const alikeRows = (
  rows: readonly BatchRow[],
  { row, operation }: BatchRow,
  {
    column,
    isOpen,
    isByHand,
  }: { column: string; isOpen(row: BatchRow, column: string): boolean; isByHand(key: string): boolean },
): number[] => {
  const name = column.split('.').at(-1)!;
  const changedRow = rows.find((each) => each.row === row);
  if (!changedRow || OF_PERSON.has(name) || OF_WORKER_BLOCK.test(column)) return [row];
  const cellOf = (each: BatchRow) =>
    JSON.stringify([
      writtenAt(each, column),
      remarksAt(each.mistakes, column),
      (OF_COMPANY.has(name) || OF_COMPANY_BLOCK.test(column)) && each.companyName,
    ]);
  return rows
    .filter(
      (each) =>
        each.operation === operation &&
        isOpen(each, column) &&
        cellOf(each) === cellOf(changedRow) &&
        (each.row === row || !isByHand(cellKey(each.row, column))),
    )
    .map((each) => each.row);
};

/** What was typed and is not saved, once the rows have what was saved. */
export const unsavedOf = (edits: Edits, saved: Edits): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([key, value]) => saved[key] !== value));

/** Whether a mistake says only that a value is missing. */
export const isMissing = (mistake: string): boolean => MISSING.test(mistake);

const MISSING = /^(?:Este campo e|E)s obligatorio[^.]*/;

/** The mistake of a missing value in an empty cell, with what there is to do about it: `Falta`. */
export const missingText = (mistake: string): string =>
  mistake.replace(MISSING, 'Falta').replace(/^Falta\.$/, 'Falta');

/**
 * Says in Spanish how many rows and columns of a pasted text do not fit; `undefined` if all of them fit.
 * @param room rows and columns from the cell in which it is pasted
 */
export const pastedBeyond = (text: string, room: { rows: number; columns: number }): string | undefined => {
  const lines = linesIn(text);
  const rows = lines.length - room.rows;
  const columns = Math.max(...lines.map((line) => line.length)) - room.columns;
  const parts = [
    ...(rows > 0 ? [many(rows, 'fila', 'filas')] : []),
    ...(columns > 0 ? [many(columns, 'columna', 'columnas')] : []),
  ];
  return parts.length > 0
    ? `En esta página no cabe todo lo pegado. Ha quedado fuera: ${parts.join(' y ')}.`
    : undefined;
};

/** A cell as a paste finds it. */
interface PastedOn {
  isOpen: boolean;
  /** Its present text. */
  text: string;
}

/**
 * Cells that a pasted text fills, from one cell to the right and down, as spreadsheet programs do: each line belongs to the row that
 * stands there, also if its cell is not open.
 * @param of.rows numbers of all rows that are shown
 * @param of.cellAt `undefined` for a cell that takes no value
 */
export const pasted = (
  text: string,
  {
    rows,
    columns,
    at,
    fieldOf,
    cellAt = () => ({ isOpen: true, text: '' }),
  }: {
    rows: readonly number[];
    columns: readonly string[];
    at: [number, string];
    fieldOf?(column: string): FormField | undefined;
    cellAt?(row: number, column: string): PastedOn | undefined;
  },
): Edits => {
  const [firstRow, firstColumn] = [rows.indexOf(at[0]), columns.indexOf(at[1])];
  return Object.fromEntries(
    linesIn(text).flatMap((line, down) =>
      line.flatMap((value, right) => {
        const [row, column] = [rows[firstRow + down], columns[firstColumn + right]];
        if (row === undefined || column === undefined) return [];
        const cell = cellAt(row, column);
        const meant = meantBy(fieldOf?.(column), value);
        if (!cell || (!cell.isOpen && (meant === '' || meant === cell.text))) return [];
        return [[cellKey(row, column), meant]];
      }),
    ),
  );
};

/** The end of a text that is no choice although it is the code of one: M is hombre in one list and mujer in another. */
const AS_WRITTEN = ' ';

/**
 * The value that a text means in a field. A choice may be written as its whole text; a letter alone could mean another choice. A
 * part of the working time is asked in per cent, so its sign is added.
 * @returns a letter that is a code as it was written: with `AS_WRITTEN`, by which no choice looks made, and the gateway reads it as
 * it reads the rest of its column
 */
export const meantBy = (field: Pick<FormField, 'choices' | 'share'> | undefined, text: string): string => {
  if (field?.share) {
    const read = readShareField(text);
    return 'thousandths' in read ? showShare(read.thousandths) : text;
  }
  const choices = Object.entries(field?.choices ?? {});
  const wanted = text.toLowerCase();
  const [code] =
    choices.find(([code, said]) => said.toLowerCase().replace(`${code.toLowerCase()} · `, '') === wanted) ??
    [];
  if (field?.choices?.[text] === undefined) return code ?? text;
  return /^\p{L}$/u.test(text) ? text + AS_WRITTEN : text;
};

/**
 * What a list of choices shows while none of them is chosen: the text of the cell. A code with a mistake is no choice, because it
 * may mean something else in its sheet than in the list.
 * @returns `undefined` if the text is a choice
 */
export const writtenOutside = (
  choices: Readonly<Record<string, string>>,
  text: string,
  mistakes: readonly string[],
): string | undefined =>
  (text === '' || text in choices) && mistakes.length === 0 ? undefined : text || '—';

/** The columns of a worker's document and name, by operation. */
const NAME_COLUMNS = [
  { dni: 'dni', name: 'name', surname: 'surname', lastSurname: 'lastSurname' },
  {
    dni: 'Datos_Trabajador.DNI_NIE',
    name: 'Datos_Trabajador.Nombre',
    surname: 'Datos_Trabajador.Apellido1',
    lastSurname: 'Datos_Trabajador.Apellido2',
  },
];

/** Splits whole names into names and surnames, for rows that lack them. A person checks them before they are sent. */
export const namesIn = (rows: readonly BatchRow[], edits: Edits): Edits =>
  Object.assign(
    {},
    ...rows.map((row): Edits => {
      const filled = valuesOf(row, edits);
      const lacks = (column: string) => remarksAt(row.mistakes, column).length > 0 && !filled[column]?.trim();
      const columns = NAME_COLUMNS.find(({ name, surname }) => lacks(name) && lacks(surname));
      if (!row.name || !columns) return {};
      const parts = partsOfName(row.name, filled[columns.dni] ?? '');
      return Object.fromEntries(
        Object.entries(parts ?? {}).map(([part, value]) => [
          cellKey(row.row, columns[part as keyof typeof columns]),
          value,
        ]),
      );
    }),
  );

/**
 * A correction, as the interface takes it, for each row with edits. What a list of choices shows is sent with its meaning, because
 * the code alone may mean something else in the column of the sheet.
 */
export const correctionsOf = (
  edits: Edits,
  fieldOf?: (column: string) => Pick<FormField, 'choices'> | undefined,
): { rows: number[]; cells: { column: string; value?: string }[] }[] => {
  const byRow = Map.groupBy(Object.entries(edits), ([key]) => Number(key.split(' ')[0]));
  return [...byRow].map(([row, cells]) => ({
    rows: [row],
    cells: cells.map(([key, typed]) => {
      const column = key.slice(`${row} `.length);
      const value = fieldOf?.(column)?.choices?.[typed] ?? typed.trim();
      return { column, ...(value && { value }) };
    }),
  }));
};

/** The companies of rows with their counts, the highest first. */
export const companiesIn = (rows: readonly Pick<BatchRow, 'companyName'>[]): [string, number][] =>
  [...Map.groupBy(rows, ({ companyName }) => companyName ?? 'Sin empresa')]
    .map(([name, of]): [string, number] => [name, of.length])
    .sort(([, a], [, b]) => b - a);

/** What keys do in a sheet, as in spreadsheet programs. */
export type GridAct = 'above' | 'below' | 'extendUp' | 'extendDown' | 'fill' | 'clear' | 'copy' | 'undo';

/** The act of a pressed key; `undefined` for a key that writes. @param isRange whether several cells are chosen */
export const actOf = (
  { key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  isRange: boolean,
): GridAct | undefined => {
  if (ctrlKey || metaKey) {
    const acts: Record<string, GridAct> = { d: 'fill', z: 'undo', ...(isRange && { c: 'copy' }) };
    return acts[key.toLowerCase()];
  }
  if (key === 'ArrowDown') return shiftKey ? 'extendDown' : 'below';
  if (key === 'ArrowUp') return shiftKey ? 'extendUp' : 'above';
  return isRange && (key === 'Delete' || key === 'Backspace') ? 'clear' : undefined;
};

/** Cells of a column that are chosen together, from the one in which that began. */
export interface Range {
  column: string;
  from: number;
  to: number;
}

/** The rows of a range, from top to bottom. @param open the rows whose cell in that column is open */
export const rowsIn = ({ from, to }: Pick<Range, 'from' | 'to'>, open: readonly number[]): number[] => {
  const [first, last] = [open.indexOf(from), open.indexOf(to)].toSorted((a, b) => a - b);
  return first === undefined || last === undefined || first < 0 ? [] : open.slice(first, last + 1);
};

/** A range that ends one open row further. @param step 1 downwards, -1 upwards */
export const extended = (range: Range, step: 1 | -1, open: readonly number[]): Range => ({
  ...range,
  to: open[open.indexOf(range.to) + step] ?? range.to,
});

/** The values that fill a range from its first cell; a single cell gets the value of the cell above it. */
export const filledDown = (
  range: Range,
  open: readonly number[],
  valueAt: (row: number) => string,
): Edits => {
  const rows = rowsIn(range, open);
  const source = rows.length > 1 ? rows[0] : open[open.indexOf(range.from) - 1];
  if (source === undefined) return {};
  const value = valueAt(source);
  return Object.fromEntries(
    rows.filter((row) => row !== source).map((row) => [cellKey(row, range.column), value]),
  );
};

/** Mistakes of cells that say the same of a column, with their rows. */
export interface AlikeMistakes {
  /** Absent for mistakes of whole rows. */
  column: string | undefined;
  message: string;
  rows: number[];
}

/** The mistakes of rows, equal ones together, in the order of the rows. */
export const mistakesTogether = (rows: readonly Pick<BatchRow, 'row' | 'mistakes'>[]): AlikeMistakes[] => {
  const all = rows.flatMap(({ row, mistakes }) =>
    mistakes.map(({ column, message }) => ({ row, column: column ?? undefined, message })),
  );
  return [...Map.groupBy(all, ({ column, message }) => `${column ?? ''} ${message}`).values()].map(
    (alike) => ({
      column: alike[0]!.column,
      message: alike[0]!.message,
      rows: [...new Set(alike.map(({ row }) => row))],
    }),
  );
};
