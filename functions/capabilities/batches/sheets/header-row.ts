import { nearestName } from '../../../../shared/kernel/validation.ts';
import type { Cell } from '../../../../shared/sheets/cell.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import { placeOfHeaders } from '../../../../shared/sheets/header-row.ts';
import { SheetFault } from '../../../../shared/sheets/limits.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import { columnName, FIRST_ROWS, type TableRow, textOfRow } from '../../../../shared/sheets/table-row.ts';
import {
  DRY_RUN_FIELD,
  OPERATION_HEADER,
  plainHeader,
  RESULT_PREFIX,
  shareWrittenBy,
  titleOf,
  writtenBy,
} from './columns.ts';
import { ColumnNames, scoreOf } from './header-names.ts';
import { labelOf, templateLabel, WORKER_NAME, WORKER_NAME_TEXT } from './headers.ts';
import { outcomeHeader } from './result-sheet.ts';
import type { FoundColumn, Mistake, Reading, SheetOperation } from './types.ts';
import type { Headers, Use } from './uses.ts';

/**
 * Finds the headers of a sheet, which may be below titles, and the column that each means. An uncertain header is
 * never guessed: it is a mistake of the file that asks for a `mapping`.
 */

/** Headers found among the first rows of a sheet. */
interface FoundHeaders {
  headers: Headers;
  /** The number of rows up to the headers, including them. */
  count: number;
  mistakes: Mistake[];
  notes: string[];
  /** By column of the sheet. */
  columns: (FoundColumn | undefined)[];
}

/** The place of the headers that a person chose. @throws SheetFault if the row is blank, or not among the first ones */
const placeOfChosen = (rows: readonly TableRow[], headerRow: number): { at: number; hasTitles: false } => {
  const at = rows.findIndex(({ row }) => row === headerRow);
  if (at < 0)
    throw new SheetFault(
      `La fila ${headerRow} no puede ser la de las cabeceras: está vacía, o no es de las ${FIRST_ROWS} primeras con datos.`,
    );
  return { at, hasTitles: false };
};

/**
 * Finds the headers.
 * @param rows the first rows that are not blank, at least one
 * @throws SheetFault if the row that a person chose cannot be the one of the headers
 */
export const findHeaders = (rows: readonly TableRow[], reading: Reading): FoundHeaders => {
  const names = new ColumnNames(reading);
  const scores = rows.map((row) => scoreOf(row, names));
  const looked = placeOfHeaders(rows, scores);
  // The row that was found may have titles above it that explain it; for any other row a person's choice is all there is.
  const { at, hasTitles } =
    reading.headerRow === undefined || reading.headerRow === rows[looked.at]?.row
      ? looked
      : placeOfChosen(rows, reading.headerRow);
  const read = readHeaders(rows[at]!, hasTitles ? rows[at - 1] : undefined, names, reading);
  const titles = rows.slice(0, hasTitles ? at - 1 : at);
  const notes = [...read.notes];
  for (const [place, title] of titles.entries())
    if (reading.headerRow === undefined && scores[place]!.filled > Math.max(2, scores[at]!.filled / 2))
      read.mistakes.push({
        row: title.row,
        message: `Esta fila está encima de las cabeceras (fila ${rows[at]!.row}) y tiene datos: póngala debajo, o quítela.`,
      });
  if (titles.length > 0)
    notes.unshift(
      `Las cabeceras están en la fila ${rows[at]!.row}. Lo que hay encima no se lee: ${titles
        .map((row) => `«${textOfRow(row)}»`)
        .join(', ')}.`,
    );
  return { ...read, notes, count: at + 1 };
};

/** The headers of a sheet while they are read, from the first column to the last. */
class HeaderReader {
  readonly mistakes: Mistake[] = [];
  readonly columns: FoundHeaders['columns'] = [];
  /** The column of the sheet that has each column of the operations. */
  readonly targets = new Map<string, string>();
  /** Headers in other words, and what they mean. */
  readonly #synonyms: [header: string, meaning: string][] = [];
  readonly #seen = new Set<string>();
  readonly #row: TableRow;
  /** The row above with the titles of a template. */
  readonly #titles: TableRow | undefined;
  readonly #names: ColumnNames;

  constructor(row: TableRow, titles: TableRow | undefined, names: ColumnNames) {
    this.#row = row;
    this.#titles = titles;
    this.#names = names;
  }

  /** The number of columns that have a header or a title. */
  get width(): number {
    return Math.max(this.#row.cells.length, this.#titles?.cells.length ?? 0);
  }

  get notes(): string[] {
    return this.#synonyms.length > 0 ? [recognised(this.#synonyms)] : [];
  }

  /** The use of a column; `undefined` if it has no header. */
  read(index: number): Use | undefined {
    const header = this.#headerAt(index);
    const { plain, written, sheetHeader } = header;
    if (plain.startsWith(RESULT_PREFIX)) return { is: 'result', name: EARLIER.get(plain) };
    const chosen = this.#chosen(header);
    if (chosen === null) {
      this.#found(header, 'mapping', null);
      return { is: 'ignored', header: sheetHeader };
    }
    if (plain === '' && chosen === undefined) return undefined;
    if (this.#seen.has(plain)) return this.#repeated(header);
    this.#seen.add(plain);
    if (chosen !== undefined)
      return this.#use(header, chosen, 'mapping') ?? this.#wrong(header, noColumn(chosen));
    if (plain === DRY_RUN_FIELD)
      return this.#wrong(header, 'Quite esta columna: todo el fichero se prueba antes de presentarse.');
    const name = this.#names.nameOf(written);
    const named = name === undefined ? undefined : this.#named(header, name);
    return named ?? this.#meant(header);
  }

  #headerAt(index: number): Header {
    const title = this.#titles?.cells[index]?.text.trim() ?? '';
    const whole = (this.#row.cells[index]?.text ?? '').trim() || title;
    const written = firstLine(whole);
    return {
      index,
      title,
      whole,
      written,
      plain: plainHeader(written),
      sheetHeader: firstLine(title) || written || columnName(index),
    };
  }

  /** A person's choice for a header: a column, or `null` for none; `undefined` if there is no choice. */
  #chosen({ index, written, sheetHeader }: Header): string | null | undefined {
    const [byWritten, byTitle] = [written === '' ? columnName(index) : written, sheetHeader].map((header) =>
      this.#names.chosen(header),
    );
    return byWritten === null || byTitle === null ? null : (byWritten ?? byTitle);
  }

  #found({ index, written, sheetHeader }: Header, how: FoundColumn['how'], column: string | null): void {
    const reading =
      this.#names.reading(written === '' ? columnName(index) : written) ?? this.#names.reading(sheetHeader);
    this.columns[index] = { header: sheetHeader, samples: [], how, column, ...(reading && { reading }) };
  }

  #wrong({ sheetHeader }: Header, message: string): Use {
    this.mistakes.push({ row: this.#row.row, column: sheetHeader, message });
    return { is: 'wrong', header: sheetHeader, message, isSaid: true };
  }

  /** A header that the sheet has before. */
  #repeated(header: Header): Use {
    const { index, sheetHeader } = header;
    const numbered = `${sheetHeader} (${columnName(index)})`;
    this.columns[index] = { header: numbered, samples: [], how: 'twice', column: null };
    if (this.#names.chosen(numbered) === null) return { is: 'ignored', header: numbered };
    return { ...this.#wrong(header, DOUBLED), header: numbered } as Use;
  }

  /** A header with the name of a column. */
  #named(header: Header, name: string): Use | undefined {
    const use = this.#use(header, name, 'name');
    const { title, sheetHeader } = header;
    const fault = this.#titles && title !== '' ? titleFault(title, name, this.#names) : undefined;
    if (fault !== undefined)
      this.mistakes.push({ row: this.#titles!.row, column: sheetHeader, message: fault });
    return use;
  }

  /** A header in other words, or one that nobody knows. */
  #meant(header: Header): Use | undefined {
    const { plain, whole, written, sheetHeader } = header;
    if (OPERATION_WORDS.has(spelled(written))) return this.#use(header, OPERATION_HEADER, 'synonym');
    const { certain, likely } = this.#names.meaning(whole);
    const [meant] = certain.values();
    if (meant === undefined) {
      this.#found(header, likely.length > 0 ? 'proposal' : 'none', likely.length === 1 ? likely[0]! : null);
      return this.#wrong(header, unknownHeader(plain, likely, this.#names.all()));
    }
    const use = this.#use(header, meant, 'synonym', certain);
    if (use?.is === 'field' || use?.is === 'own') this.#synonyms.push([sheetHeader, meaningOf(use)]);
    return use;
  }

  /**
   * The use of a column by its name; `undefined` if no operation has it.
   * @param byOperation its names, where operations have different ones
   */
  #use(
    header: Header,
    name: string,
    how: FoundColumn['how'],
    byOperation?: ReadonlyMap<SheetOperation, string>,
  ): Use | undefined {
    const { index, title, whole, written, sheetHeader } = header;
    if (plainHeader(name) === OPERATION_HEADER) {
      this.#found(header, how, OPERATION_HEADER);
      return { is: 'operation' };
    }
    const own = this.#names.own(plainHeader(name));
    const fields = byOperation
      ? new Map(
          [...byOperation].flatMap(([operation, column]) =>
            [...this.#names.columns(plainHeader(column))].filter(([other]) => other === operation),
          ),
        )
      : this.#names.columns(plainHeader(name));
    const [first] = fields.values();
    const column = first?.header ?? own;
    if (column === undefined) return undefined;
    const before = this.targets.get(column);
    if (before !== undefined) {
      this.columns[index] = { header: sheetHeader, samples: [], how: 'twice', column };
      return this.#wrong(header, bothMean(before, sheetHeader, column));
    }
    this.targets.set(column, sheetHeader);
    this.#found(header, how, column);
    if (!first) return { is: 'own', header: column, sheetHeader };
    const ownOfOthers =
      byOperation && [...byOperation.values()].find((other) => this.#names.own(other) !== undefined);
    return {
      ...fieldUse(fields, { text: whole === written ? whole : `${title}\n${whole}`, sheetHeader }),
      ...(ownOfOthers !== undefined && { own: ownOfOthers }),
    };
  }
}

/** A header as its sheet has it. */
interface Header {
  index: number;
  /** In the row above it, which a template has; else `''`. */
  title: string;
  /** With further lines, which may explain it. */
  whole: string;
  /** Its first line. */
  written: string;
  /** In the form in which headers are compared. */
  plain: string;
  /** For people: the title, or what is written, or the letters of its column. */
  sheetHeader: string;
}

const firstLine = (text: string): string => text.split(/[\r\n]/, 1)[0]!.trim();

const readHeaders = (
  headerRow: TableRow,
  titles: TableRow | undefined,
  names: ColumnNames,
  { operations, mapping, limits }: Reading,
): Omit<FoundHeaders, 'count'> => {
  const { row } = headerRow;
  const reader = new HeaderReader(headerRow, titles, names);
  const { mistakes, columns } = reader;
  const uses = Array.from({ length: reader.width }, (_, index) => reader.read(index));
  const fixed = fixedCells(reader, uses, { row, names, mapping, limits });
  const decided = contested(columns);
  for (const [index, proposed] of columns.entries()) {
    if (proposed?.how !== 'proposal' || decided[index]?.how !== 'twice') continue;
    const rival = columns.find((other, place) => place !== index && other?.column === proposed.column);
    const mistake = mistakes.find(({ column }) => column === proposed.header);
    if (rival && mistake) mistake.message = bothMean(proposed.header, rival.header, proposed.column!);
  }
  if (operations.length !== 1 && !uses.some((use) => use?.is === 'operation'))
    mistakes.push({ row, message: `Falta la columna ${OPERATION_HEADER}, con el trámite de cada fila.` });
  return { headers: { row, uses, fixed }, mistakes, columns: decided, notes: reader.notes };
};

/** The values that a person gave for all rows, as cells of columns that the sheet does not have; these are added to `uses`. */
const fixedCells = (
  { mistakes, targets }: HeaderReader,
  uses: (Use | undefined)[],
  { row, names, mapping, limits }: { row: number; names: ColumnNames } & Pick<Reading, 'mapping' | 'limits'>,
): Headers['fixed'] => {
  const fixed = new Map<number, Cell>();
  for (const { column = '', value } of mapping) {
    if (value === undefined) continue;
    const fields = names.columns(plainHeader(column));
    const [first] = fields.values();
    const there = first && targets.get(first.header);
    if (!first) mistakes.push({ row, column, message: noColumn(column) });
    else if (there !== undefined)
      mistakes.push({
        row,
        column: there,
        message: `La hoja ya tiene esta columna: quite de mapping el valor «${value}» de ${first.header}, o diga que la columna no se lee.`,
      });
    else {
      targets.set(first.header, column);
      // No row has cells there.
      const index = Math.max(uses.length, limits.columns);
      uses[index] = fieldUse(fields, { text: column, sheetHeader: column });
      fixed.set(index, { text: value, kind: 'typed' });
    }
  }
  return fixed;
};

const DOUBLED = 'Esta columna está dos veces: deje una.';

const noColumn = (name: string): string => `${name} no es una columna de este trámite: corrija mapping.`;

const bothMean = (first: string, second: string, header: string): string =>
  `«${first}» y «${second}» serían los dos ${header}: diga en mapping qué es cada uno, o deje uno.`;

/** The use of a column for a field. @param header `text` may show how its amounts are written */
const fieldUse = (
  fields: ReadonlyMap<SheetOperation, Column>,
  { text, sheetHeader }: { text: string; sheetHeader: string },
): Extract<Use, { is: 'field' }> => {
  const [first] = fields.values();
  const written = first!.kind === 'share' ? shareWrittenBy(text) : writtenBy(text);
  return {
    is: 'field',
    header: first!.header,
    sheetHeader,
    title: titleOf({ ...first!, written }),
    isAmount: first!.kind === 'amount',
    columns: new Map([...fields].map(([operation, column]) => [operation, { ...column, written }])),
  };
};

/**
 * The headers of a sheet, of which none is proposed as a column that another one has or may have: a person decides between
 * them.
 */
export const contested = <Of extends (Pick<FoundColumn, 'column'> & { how: string }) | undefined>(
  columns: readonly Of[],
): Of[] =>
  columns.map((header, index) => {
    const isContested =
      header?.how === 'proposal' &&
      header.column !== null &&
      columns.some((other, place) => place !== index && other?.column === header.column);
    return isContested ? { ...header, how: 'twice' as const } : header;
  });

/** What a column means, in a clerk's words. */
const meaningOf = (use: Extract<Use, { is: 'own' | 'field' }>): string => {
  if (use.is === 'own') return OWN_MEANING.get(use.header) ?? use.header;
  const [column] = use.columns.values();
  // The capitals of a name such as CIF stay.
  return labelOf(column!).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
};

const OWN_MEANING: ReadonlyMap<string, string> = new Map(
  WORKER_NAME.map((header) => [
    header,
    `${WORKER_NAME_TEXT[header].split(',')[0]!.toLowerCase()} del trabajador`,
  ]),
);

/** A sentence in Spanish about how headers were understood. */
const recognised = (synonyms: readonly [header: string, meaning: string][]): string =>
  `La columna ${synonyms
    .map(([header, meaning], place) => `«${header}»${place === 0 ? ' se ha leído' : ','} como ${meaning}`)
    .join('; ')}.`;

/** Why a label and the name below it do not belong together, in Spanish; `undefined` if they do. */
const titleFault = (title: string, name: string, names: ColumnNames): string | undefined => {
  const first = firstLine(title);
  const plain = spelled(first);
  const own = names.own(name);
  const headers = own === undefined ? [...names.columns(name).values()] : [];
  const isOwn = own !== undefined || OPERATION_WORDS.has(plain);
  const isSame =
    isOwn ||
    names.nameOf(first) === name ||
    headers.some(
      (column) => plain === spelled(labelOf(column)) || plain === spelled(templateLabel(column)),
    ) ||
    headers.some((column) => [...names.meaning(title).certain.values()].includes(column.header));
  return isSame
    ? undefined
    : `La cabecera dice «${first}», y la fila de debajo, que puede estar oculta, dice ${name}: deje una de las dos.`;
};

/** The columns of results that are read again. */
const EARLIER = new Map((['state', 'filing'] as const).map((name) => [outcomeHeader(name), name]));

/** Usual names for the column of operations, as `spelled` writes them. */
const OPERATION_WORDS = new Set(['tramite', 'tipotramite']);

const unknownHeader = (plain: string, likely: string[], names: string[]): string => {
  const near = likely.length > 0 ? likely.slice(0, 3).join(' o ') : nearestName(plain, names);
  return `Columna desconocida${near ? `: ¿quiso decir ${near}?` : '.'} Diga en mapping qué es, use los nombres de la plantilla, o quítela.`;
};
