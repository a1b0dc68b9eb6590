import { type Cell, isBlank } from './cells.ts';
import { HELP_SHEET } from './columns.ts';
import { FIRST_ROWS, isBlankRow, type OtherTab, type TableRow } from './table.ts';
import { SheetFault, type SheetLimits, tooMany } from './types.ts';
import { columnNumber, mergedRows } from './xlsx-merges.ts';
import { damaged, type Handler, readPart, readWhole, unescaped, Workbook } from './xlsx-parts.ts';

/** A sheet of a workbook. Reading it throws SheetFault if it is damaged, or exceeds a limit. */
interface Tab extends OtherTab {
  /** Its rows, read while they are unpacked. */
  rows(): AsyncGenerator<TableRow>;
}

/**
 * The sheets of a workbook, without a template's help sheet.
 * @throws SheetFault if it is not a workbook, or exceeds a limit
 */
export const xlsxTabs = async (bytes: Uint8Array, limits: SheetLimits): Promise<Tab[]> => {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw notZipped(bytes);
  const workbook = new Workbook(bytes, limits.unpacked);
  const { sheets, isFrom1904, styles, strings } = await readBook(workbook);
  if (sheets.length > limits.sheets) throw new SheetFault(`El libro tiene más de ${limits.sheets} hojas.`);
  const context = {
    shared: await sharedStrings(workbook.part(strings), limits),
    styles: await stylesOf(workbook.part(styles)),
    isFrom1904,
    limits,
  };
  return sheets
    .filter(({ name }) => name !== HELP_SHEET)
    .map(({ name, isHidden, part }) => ({
      name,
      isHidden,
      async *rows() {
        const merged = await mergedRows(workbook, part, limits);
        for await (const row of sheetRows(workbook, part, context)) yield merged(row);
      },
      async firstRows() {
        const first: TableRow[] = [];
        for await (const row of sheetRows(workbook, part, context)) {
          if (!isBlankRow(row)) first.push(row);
          if (first.length === FIRST_ROWS) break;
        }
        return first;
      },
    }));
};

/** The most cells of a row of a cover sheet, which is no table. */
const MOST_ON_COVER = 2;

/**
 * The sheet with the submissions, and the others: the first visible one that is a table. Hidden ones are for the programs and
 * people who made the workbook.
 * @throws SheetFault if there is no sheet
 */
export const chosenTab = async (tabs: readonly Tab[]): Promise<{ chosen: Tab; others: Tab[] }> => {
  const visible = tabs.filter(({ isHidden }) => !isHidden);
  let chosen = visible[0] ?? tabs[0];
  if (!chosen) throw damaged();
  for (const tab of visible.length > 1 ? visible : []) {
    const rows = await tab.firstRows();
    const isTable = rows.some(({ cells }) => cells.filter((cell) => !isBlank(cell)).length > MOST_ON_COVER);
    if (!isTable) continue;
    chosen = tab;
    break;
  }
  return { chosen, others: tabs.filter((tab) => tab !== chosen) };
};

/** First bytes of an OLE file: a workbook of Excel up to 2003, or one with a password (MS-CFB, 2.2; MS-OFFCRYPTO, 2.3). */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const notZipped = (bytes: Uint8Array): SheetFault => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.subarray(0, OLE.length).equals(OLE)) return damaged();
  return new SheetFault(
    buffer.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? 'El libro tiene contraseña: quítesela (en Excel: Archivo, Información, Proteger libro, Cifrar con contraseña) y envíelo de nuevo.'
      : 'Es un libro de Excel antiguo (.xls): ábralo y guárdelo como .xlsx.',
  );
};

interface Context {
  shared: SharedString[];
  styles: Style[];
  isFrom1904: boolean;
  limits: SheetLimits;
}

/** Relationships between parts, by id (ISO/IEC 29500-2, 6.5). */
type Relations = Map<string, { type: string; part: string }>;

/** The relationships of a part, by default of the whole package; empty if it has none. */
const relationsOf = async (workbook: Workbook, part = ''): Promise<Relations> => {
  const at = part.lastIndexOf('/') + 1;
  const relations: Relations = new Map();
  await readWhole(workbook.part(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`), {
    open: (name, { Id, Type = '', Target, TargetMode }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External')
        return;
      // The kind is the same in the transitional and the strict namespace.
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: resolved(part, Target) });
    },
  });
  return relations;
};

/** The part to which a relationship of another part leads. */
const resolved = (from: string, target: string): string => {
  const plain = target.replaceAll('\\', '/');
  const parts = plain.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of plain.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
};

const ofType = (relations: Relations, wanted: string): string | undefined =>
  [...relations.values()].find(({ type }) => type === wanted)?.part;

/** The parts of a workbook. Their names are free; they are found through the relationships, which some programs leave out. */
const readBook = async (workbook: Workbook) => {
  const book = ofType(await relationsOf(workbook), 'officeDocument') ?? 'xl/workbook.xml';
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  const isThere = await readWhole(workbook.part(book), {
    open: (name, attributes) => {
      if (name === 'sheet')
        sheets.push({
          name: attributes.name ?? '',
          id: Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '',
          isHidden: /hidden$/i.test(attributes.state ?? ''),
        });
      if (name === 'workbookPr') isFrom1904 = isTrue(attributes.date1904);
    },
  });
  if (!isThere) throw damaged();
  const relations = await relationsOf(workbook, book);
  return {
    isFrom1904,
    styles: ofType(relations, 'styles') ?? 'xl/styles.xml',
    strings: ofType(relations, 'sharedStrings') ?? 'xl/sharedStrings.xml',
    sheets: sheets.map(({ id, ...sheet }) => ({ ...sheet, part: relations.get(id)?.part ?? '' })),
  };
};

/** Parses a boolean of XML. */
const isTrue = (value = ''): boolean => /^(1|true|on)$/.test(value);

/** Whether a number is a built-in format for dates, which a workbook need not describe (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Kind of a number format; `undefined` for a plain number. */
type Shown = 'date' | NonNullable<Cell['format']> | undefined;

/** Kind of a built-in format, which a workbook need not describe. Currency formats have the program's currency, here euros. */
const builtIn = (id: number): Shown => {
  if (isBuiltInDate(id)) return 'date';
  if (id === 9 || id === 10) return '%';
  return (id >= 5 && id <= 8) || id === 42 || id === 44 ? '€' : undefined;
};

/** What a cell's style says about its value. */
interface Style {
  shown: Shown;
  isStruck: boolean;
}

/** The styles of a workbook, by the number with which cells name them (ECMA-376 part 1, 18.8). */
const stylesOf = async (part: AsyncIterable<Uint8Array>): Promise<Style[]> => {
  const custom = new Map<number, Shown>();
  const struckFonts = new Set<number>();
  const styles: Style[] = [];
  /** The list that is open. Other lists have fonts and formats, too. */
  let list = '';
  let font = -1;
  await readWhole(part, {
    open: (name, { numFmtId, fontId, formatCode = '', val }) => {
      if (LISTS.has(name)) list = name;
      if (name === 'numFmt') custom.set(Number(numFmtId), shownAs(formatCode));
      if (list === 'fonts' && name === 'font') font += 1;
      if (list === 'fonts' && name === 'strike' && isTrue(val ?? '1')) struckFonts.add(font);
      if (list === 'cellXfs' && name === 'xf') {
        const id = Number(numFmtId);
        const shown = custom.has(id) ? custom.get(id) : builtIn(id);
        styles.push({ shown, isStruck: struckFonts.has(Number(fontId)) });
      }
    },
    close: (name) => {
      if (name === list) list = '';
    },
  });
  return styles;
};

const LISTS: ReadonlySet<string> = new Set(['fonts', 'cellXfs']);

/**
 * Kind of a number format, from its first section, which is for positive numbers. `[$€-C0A]` is a currency, `[$-C0A]` a
 * language.
 */
const shownAs = (format: string): Shown => {
  if (isDateFormat(format)) return 'date';
  // The character after `_` is not shown; it only sets the width of a blank.
  const [positive = ''] = format.replace(/[_*]./g, '').split(';', 1);
  if (/€|\beur/i.test(positive)) return '€';
  if (/\[\$[^-\]]|[$£¥]"|"[$£¥]|^[$£¥]|\\[$£¥]/.test(positive)) return 'other';
  return /%/.test(positive.replace(/"[^"]*"|\\./g, '')) ? '%' : undefined;
};

/** Texts in quotes, in brackets and after a backslash are not part of the format. */
const isDateFormat = (format: string): boolean =>
  /[dmyhs]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').replace(/general/gi, ''));

/** A text of a workbook, and whether a part of it is struck out. */
interface SharedString {
  text: string;
  isStruck: boolean;
}

const sharedStrings = async (
  part: AsyncIterable<Uint8Array>,
  limits: SheetLimits,
): Promise<SharedString[]> => {
  const strings: SharedString[] = [];
  const text = textOf(
    limits,
    (found) => {
      // Empty strings take little room in the file, and much in memory.
      if (strings.push(found) > limits.rows * limits.columns) throw tooMany(limits.rows);
    },
    'si',
  );
  await readWhole(part, text);
  return strings;
};

/** Collects the text of elements with a name, without the parts that show their pronunciation (`rPh`). */
const textOf = (
  limits: SheetLimits,
  found: (text: SharedString) => void,
  element: string,
): Required<Handler> => {
  let text = '';
  let isText = false;
  let isReading = true;
  let isStruck = false;
  /** Whether the present run of characters is struck out. */
  let isRunStruck = false;
  return {
    open: (name, { val }) => {
      if (name === element) {
        text = '';
        isStruck = false;
      }
      if (name === element || name === 'r') isRunStruck = false;
      if (name === 'strike') isRunStruck = isTrue(val ?? '1');
      if (name === 'rPh') isReading = false;
      isText = name === 't' && isReading;
    },
    text: (part) => {
      if (!isText) return;
      isStruck ||= isRunStruck && part.trim() !== '';
      // One character more than allowed is enough to refuse it.
      if (text.length <= limits.cell) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = true;
      if (name === element) found({ text: unescaped(text), isStruck });
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

/** A cell while it is being read. */
interface OpenCell {
  column: number;
  type: string;
  style: Style | undefined;
  value: string;
  /** Whether a part of its own text is struck out. */
  isStruck: boolean;
  hasFormula: boolean;
}

const rowsOf = (context: Context, found: (row: TableRow) => void): Handler => {
  const { limits } = context;
  const hiddenColumns = new Set<number>();
  let row: TableRow = { row: 0, cells: [] };
  let cell: OpenCell | undefined;
  // Cells without a reference follow each other, blank ones included.
  let column = -1;
  let isValue = false;
  const inline = textOf(
    limits,
    ({ text, isStruck }) => {
      if (cell) Object.assign(cell, { value: text, isStruck });
    },
    'is',
  );
  return {
    open: (name, attributes) => {
      if (name === 'col' && isUnseen(attributes, 'width')) {
        const last = Math.min(Number(attributes.max), limits.columns);
        for (let number = Number(attributes.min); number <= last; number++) hiddenColumns.add(number - 1);
      }
      if (name === 'row') {
        row = {
          row: attributes.r ? Number(attributes.r) : row.row + 1,
          cells: [],
          isHidden: isUnseen(attributes, 'ht'),
          hiddenColumns,
        };
        if (!(row.row > 0)) throw damaged();
        column = -1;
      }
      if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        const style = context.styles[Number(attributes.s ?? 0)];
        cell = { column, type: attributes.t ?? 'n', style, value: '', isStruck: false, hasFormula: false };
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
          if (isStruckOut(cell, context)) row.isStruck = true;
        }
        cell = undefined;
      }
      if (name === 'row') found({ ...row, cells: Array.from(row.cells) });
    },
  };
};

/** Whether a cell or a part of its text is struck out. */
const isStruckOut = ({ type, style, value, isStruck }: OpenCell, { shared }: Context): boolean =>
  isStruck || style?.isStruck === true || (type === 's' && shared[Number(value)]?.isStruck === true);

/** Whether a row or column is hidden, by a person, by a filter, or because its size is zero. */
const isUnseen = (attributes: Record<string, string>, size: 'ht' | 'width'): boolean =>
  isTrue(attributes.hidden) || Number(attributes[size] ?? 1) === 0;

/** The position of a cell in its row, from 0: `AB12` is 27. */
const columnOf = (reference: string): number => columnNumber(/^[A-Z]{1,4}/.exec(reference)?.[0] ?? '');

const cellOf = (cell: OpenCell, { shared, isFrom1904 }: Context): Cell | undefined => {
  const { type, value, hasFormula } = cell;
  if (value === '') return hasFormula && type !== 'str' ? { text: '', kind: 'uncomputed' } : undefined;
  switch (type) {
    case 's':
      return { text: shared[Number(value)]?.text ?? '', kind: 'typed' };
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
      return numberOf(value, cell.style?.shown, isFrom1904);
  }
};

/** Days from 1899-12-30, from which Excel counts days, to 1970-01-01. */
const EPOCH = 25_569;
/** Days to add to the dates of a Macintosh workbook. */
const FROM_1904 = 1462;
const DAY = 86_400_000;
/** 9999-12-31, the last day of Excel. */
const LAST_DAY = 2_958_465;

const numberOf = (value: string, as: Shown, isFrom1904: boolean): Cell => {
  const number = Number(value);
  const days = Math.floor(number) + (isFrom1904 ? FROM_1904 : 0);
  // Excel's days before March 1900 are off by one; no request has a date as early.
  if (as === 'date' && days > 60 && days <= LAST_DAY)
    return { text: new Date((days - EPOCH) * DAY).toISOString().slice(0, 10), kind: 'date' };
  // As Excel shows it, with 15 digits, so that 0.1 + 0.2 is 0.3.
  const shown = Number.isSafeInteger(number) ? number : Number(number.toPrecision(15));
  return {
    text: Number.isFinite(number) ? String(shown) : value,
    kind: 'number',
    ...(as !== undefined && as !== 'date' && { format: as }),
  };
};
