import { type Cell, isBlank } from './cells.ts';
import { HELP_SHEET } from './columns.ts';
import type { TableRow } from './table.ts';
import { SheetFault, type SheetLimits, tooMany } from './types.ts';
import { damaged, type Handler, readPart, readWhole, unescaped, Workbook } from './xlsx-parts.ts';

/**
 * The rows of a workbook's first sheet, read as they are unpacked. The help of a template is not read; further sheets
 * must be empty.
 * @throws SheetFault where it is no workbook, or has more than may be
 */
export async function* xlsxRows(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<TableRow> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw damaged();
  const workbook = new Workbook(bytes, limits.unpacked);
  const { sheets, isFrom1904 } = await readBook(workbook);
  if (sheets.length > limits.sheets) throw new SheetFault(`El libro tiene más de ${limits.sheets} hojas.`);
  const [first, ...others] = sheets.filter(({ name }) => name !== HELP_SHEET);
  if (!first) throw damaged();
  const dates = { formats: await dateFormats(workbook), isFrom1904 };
  const context = { shared: await sharedStrings(workbook, limits), dates, limits };
  yield* sheetRows(workbook, first.part, context);
  for (const { name, part } of others)
    for await (const { cells } of sheetRows(workbook, part, context))
      if (cells.some((cell) => cell !== undefined))
        throw new SheetFault(
          `La hoja «${name}» también tiene datos: solo se lee la primera, déjelos todos en ella.`,
        );
}

interface Context {
  shared: string[];
  dates: { formats: boolean[]; isFrom1904: boolean };
  limits: SheetLimits;
}

const readBook = async (workbook: Workbook) => {
  const sheets: { name: string; id: string }[] = [];
  let isFrom1904 = false;
  const isThere = await readWhole(workbook.part('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', id: attributes['r:id'] ?? '' });
      if (name === 'workbookPr') isFrom1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '');
    },
  });
  if (!isThere) throw damaged();
  const targets = new Map<string, string>();
  await readWhole(workbook.part('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  return {
    isFrom1904,
    sheets: sheets.map(({ name, id }) => {
      const target = targets.get(id) ?? '';
      return { name, part: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
    }),
  };
};

/** Numbers of formats that show a date without that the workbook says so (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** By the number of a cell's style: whether it shows a date. */
const dateFormats = async (workbook: Workbook): Promise<boolean[]> => {
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isOfCells = false;
  await readWhole(workbook.part('xl/styles.xml'), {
    open: (name, { numFmtId, formatCode = '' }) => {
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'numFmt') custom.set(Number(numFmtId), isDateFormat(formatCode));
      if (name === 'xf' && isOfCells)
        styles.push(custom.get(Number(numFmtId)) ?? isBuiltInDate(Number(numFmtId)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
};

/** Texts in quotes, in brackets and after a backslash are no part of the format. */
const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').replace(/general/gi, ''));

const sharedStrings = async (workbook: Workbook, limits: SheetLimits): Promise<string[]> => {
  const strings: string[] = [];
  const text = textOf(
    limits,
    (found) => {
      // Empty ones take little room in the file, and much in memory.
      if (strings.push(found) > limits.rows * limits.columns) throw tooMany(limits.rows);
    },
    'si',
  );
  await readWhole(workbook.part('xl/sharedStrings.xml'), text);
  return strings;
};

/** Collects the text of the elements of a name, in all its parts but what tells how it is read (`rPh`). */
const textOf = (limits: SheetLimits, found: (text: string) => void, element: string): Required<Handler> => {
  let text = '';
  let isText = false;
  let isReading = true;
  return {
    open: (name) => {
      if (name === element) text = '';
      if (name === 'rPh') isReading = false;
      isText = name === 't' && isReading;
    },
    text: (part) => {
      // One more than it may have is enough to refuse it.
      if (isText && text.length <= limits.cell) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = true;
      if (name === element) found(unescaped(text));
    },
  };
};

async function* sheetRows(workbook: Workbook, part: string, context: Context): AsyncGenerator<TableRow> {
  let rows: TableRow[] = [];
  const handler = rowsOf(context, (row) => rows.push(row));
  const isThere = yield* readPart(workbook.part(part), handler, () => {
    const taken = rows;
    rows = [];
    return taken;
  });
  if (!isThere) throw damaged();
}

/** What is kept of a cell while it is read. */
interface OpenCell {
  column: number;
  type: string;
  isDate: boolean;
  value: string;
  hasFormula: boolean;
}

const rowsOf = (context: Context, found: (row: TableRow) => void): Handler => {
  const { limits } = context;
  let row: TableRow = { row: 0, cells: [] };
  let cell: OpenCell | undefined;
  // Cells without a place follow each other, blank ones too.
  let column = -1;
  let isValue = false;
  const inline = textOf(
    limits,
    (text) => {
      if (cell) cell.value = text;
    },
    'is',
  );
  return {
    open: (name, attributes) => {
      if (name === 'row') {
        row = { row: attributes.r ? Number(attributes.r) : row.row + 1, cells: [] };
        if (!(row.row > 0)) throw damaged();
        column = -1;
      }
      if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        const isDate = context.dates.formats[Number(attributes.s ?? 0)] ?? false;
        cell = { column, type: attributes.t ?? 'n', isDate, value: '', hasFormula: false };
      }
      if (name === 'f' && cell) cell.hasFormula = true;
      isValue = name === 'v';
      inline.open(name, attributes);
    },
    text: (text) => {
      if (isValue && cell && cell.value.length <= limits.cell) cell.value += text;
      inline.text(text);
    },
    close: (name) => {
      isValue = false;
      inline.close(name);
      if (name === 'c' && cell) {
        const read = cellOf(cell, context);
        if (read && !isBlank(read)) {
          if (!(cell.column < limits.columns))
            throw new SheetFault(`La hoja tiene más de ${limits.columns} columnas.`, row.row);
          row.cells[cell.column] = read;
        }
        cell = undefined;
      }
      if (name === 'row') found({ row: row.row, cells: Array.from(row.cells) });
    },
  };
};

/** The place of a cell in its row, from 0: `AB12` is 27. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]{1,4}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column === 0 ? Number.NaN : column - 1;
};

const cellOf = (cell: OpenCell, { shared, dates }: Context): Cell | undefined => {
  const { type, value, hasFormula } = cell;
  if (value === '') return hasFormula && type !== 'str' ? { text: '', kind: 'uncomputed' } : undefined;
  switch (type) {
    case 's':
      return { text: shared[Number(value)] ?? '', kind: 'typed' };
    case 'str':
      return { text: unescaped(value), kind: 'typed' };
    case 'inlineStr':
      return { text: value, kind: 'typed' };
    case 'b':
      return { text: value === '1' ? 'VERDADERO' : 'FALSO', kind: 'boolean' };
    case 'e':
      return { text: value, kind: 'error' };
    case 'd':
      return { text: value.slice(0, 10), kind: 'date' };
    default:
      return numberOf(value, cell.isDate, dates.isFrom1904);
  }
};

/** Days from 1899-12-30, with which days of Excel count, to 1970-01-01. */
const EPOCH = 25_569;
/** Days by which those of a workbook from a Macintosh are fewer. */
const FROM_1904 = 1462;
const DAY = 86_400_000;
/** 9999-12-31, the last day of Excel. */
const LAST_DAY = 2_958_465;

const numberOf = (value: string, isDate: boolean, isFrom1904: boolean): Cell => {
  const number = Number(value);
  const days = Math.floor(number) + (isFrom1904 ? FROM_1904 : 0);
  // Before March 1900 its days are off by one; no date of a request is there.
  if (isDate && days > 60 && days <= LAST_DAY)
    return { text: new Date((days - EPOCH) * DAY).toISOString().slice(0, 10), kind: 'date' };
  // As Excel shows it: 15 digits, so that 0.1 + 0.2 is 0.3.
  const shown = Number.isSafeInteger(number) ? number : Number(number.toPrecision(15));
  return { text: Number.isFinite(number) ? String(shown) : value, kind: 'number' };
};
