import { nearestName } from '../../../../shared/kernel/validation.ts';
import type { MappedColumn } from '../../../../shared/operation/sent-sheet.ts';
import { type Cell, isBlank } from '../../../../shared/sheets/cell.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import type { CellReading } from '../../../../shared/sheets/cells/readings.ts';
import type { HeaderScore } from '../../../../shared/sheets/header-row.ts';
import { placeOfHeaders } from '../../../../shared/sheets/header-row.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import type { TableRow } from '../../../../shared/sheets/table-row.ts';
import { columnName, textOfRow } from '../../../../shared/sheets/table-row.ts';
import {
  columnFinder,
  columnsOf,
  DRY_RUN_FIELD,
  OPERATION_HEADER,
  plainHeader,
  RESULT_PREFIX,
  shareWrittenBy,
  titleOf,
  writtenBy,
} from './columns.ts';
import { labelOf, type Meant, meaningFinder, WORKER_NAME, WORKER_NAME_TEXT } from './headers.ts';
import { outcomeHeader } from './result-sheet.ts';
import type { EarlierResult, FoundColumn, Mistake, Reading, SheetOperation } from './types.ts';

/**
 * Finds the headers of a sheet, which may be below titles, and the column that each means. An uncertain header is
 * never guessed: it is a mistake of the file that asks for a `mapping`.
 */

/** How a column of a sheet is used. */
export type Use =
  | { is: 'operation' }
  | { is: 'result'; name: keyof EarlierResult | undefined }
  /** Data that would be lost silently. The file reports this once. */
  | { is: 'wrong'; header: string; message: string; isSaid: boolean }
  /** A person chose not to read it. */
  | { is: 'ignored'; header: string }
  | { is: 'own'; header: string }
  | {
      is: 'field';
      header: string;
      title: string;
      isAmount: boolean;
      columns: Map<SheetOperation, Column>;
      /** Its meaning in rows of other operations. */
      own?: string;
    };

/** The headers of a sheet. */
export interface Headers {
  /** The row that has them. */
  row: number;
  uses: readonly (Use | undefined)[];
  /** The cells that all rows have in columns that the sheet lacks, by index in `uses`. */
  fixed: ReadonlyMap<number, Cell>;
}

/** Headers found among the first rows of a sheet. */
interface Found {
  headers: Headers;
  /** The number of rows up to the headers, including them. */
  count: number;
  mistakes: Mistake[];
  notes: string[];
  /** By column of the sheet. */
  columns: (FoundColumn | undefined)[];
}

/** The most characters of a header. */
const MOST_HEADER = 300;

/** All that is known about a sheet's columns before its rows are read. */
class Known {
  readonly #operations: readonly SheetOperation[];
  readonly #finders: { operation: SheetOperation; find: (header: string) => Column | undefined }[];
  readonly #own: Map<string, string>;
  readonly #mapping: Map<string, MappedColumn>;
  #meanings: Map<SheetOperation, (header: string) => Meant> | undefined;

  constructor({ operations, rowColumns, mapping }: Pick<Reading, 'operations' | 'rowColumns' | 'mapping'>) {
    this.#operations = operations;
    this.#finders = operations.map((operation) => ({ operation, find: columnFinder(operation) }));
    this.#own = new Map([...rowColumns, ...WORKER_NAME].map((header) => [plainHeader(header), header]));
    this.#mapping = new Map(
      mapping.flatMap((one) => (one.header === undefined ? [] : [[spelled(one.header), one]])),
    );
  }

  /** The name of a column in a header: the whole header, or the brackets after a label. */
  nameOf(written: string): string | undefined {
    const plain = plainHeader(written);
    if (this.#isName(plain)) return plain;
    const inBrackets = /\(([^()]+)\)$/.exec(plain)?.[1]?.trim();
    return inBrackets !== undefined && this.#isName(inBrackets) ? inBrackets : undefined;
  }

  #isName(plain: string): boolean {
    return (
      plain === OPERATION_HEADER ||
      plain.startsWith(RESULT_PREFIX) ||
      this.#own.has(plain) ||
      this.#finders.some(({ find }) => find(plain) !== undefined)
    );
  }

  /** A person's choice for a header; `undefined` if there is none. */
  chosen(written: string): string | null | undefined {
    const mapped = this.#mapping.get(spelled(written));
    return mapped && (mapped.column ?? null);
  }

  /** The code that a person chose for the cells below a header. */
  reading(written: string): CellReading | undefined {
    return this.#mapping.get(spelled(written))?.reading;
  }

  own(plain: string): string | undefined {
    return this.#own.get(plain);
  }

  columns(plain: string): Map<SheetOperation, Column> {
    return new Map(
      this.#finders.flatMap(({ operation, find }) => {
        const column = find(plain);
        return column ? [[operation, column] as const] : [];
      }),
    );
  }

  /** The columns that a header means, by operation, and all its possible meanings. */
  meaning(written: string): { certain: Map<SheetOperation, string>; likely: string[] } {
    this.#meanings ??= new Map(this.#operations.map((one) => [one, meaningFinder(columnsOf(one))]));
    const certain = new Map<SheetOperation, string>();
    const likely = new Set<string>();
    for (const [operation, meaning] of this.#meanings) {
      const [whole, first] = [written.replace(/\s+/g, ' '), written.split(/[\r\n]/, 1)[0]!].map(meaning);
      const meant = whole!.certain !== undefined || whole!.likely.length > 0 ? whole! : first!;
      if (meant.certain !== undefined) certain.set(operation, meant.certain);
      for (const one of meant.likely) likely.add(one);
    }
    return { certain, likely: [...likely] };
  }

  names(): string[] {
    return this.#operations.flatMap(({ request }) =>
      Object.keys(request.shape).filter((name) => name !== DRY_RUN_FIELD),
    );
  }
}

const DOUBLED = 'Esta columna está dos veces: deje una.';

/** How much a row looks like headers. The interface's names count more than labels. */
const scoreOf = ({ cells }: TableRow, known: Known): HeaderScore => {
  const seen = new Set<string>();
  let [score, exact, filled] = [0, 0, 0];
  for (const cell of cells) {
    if (isBlank(cell)) continue;
    filled += 1;
    const text = cell!.text.trim();
    const key = spelled(text);
    if (text.length > MOST_HEADER || seen.has(key)) continue;
    seen.add(key);
    if (known.nameOf(text) !== undefined) {
      exact += 1;
      score += 1.01;
    } else if (known.chosen(text) !== undefined) score += 1;
    else {
      const { certain, likely } = known.meaning(text);
      score += certain.size > 0 ? 1 : likely.length > 0 ? 0.5 : 0;
    }
  }
  return { score, exact, filled };
};

/** Returns a function that tells how much texts look like headers. */
export const headerScorer = (reading: Pick<Reading, 'operations' | 'rowColumns' | 'mapping'>) => {
  const known = new Known(reading);
  return (texts: string[]): number =>
    scoreOf({ row: 0, cells: texts.map((text) => ({ text, kind: 'typed' })) }, known).score;
};

/**
 * Finds the headers.
 * @param rows the first rows that are not blank, at least one
 */
export const findHeaders = (rows: readonly TableRow[], reading: Reading): Found => {
  const known = new Known(reading);
  const scores = rows.map((row) => scoreOf(row, known));
  const { at, hasTitles } = placeOfHeaders(rows, scores);
  const labels = hasTitles ? rows[at - 1] : undefined;
  const read = readHeaders(rows[at]!, labels, known, reading);
  const titles = rows.slice(0, hasTitles ? at - 1 : at);
  const notes = [...read.notes];
  for (const [place, title] of titles.entries())
    if (scores[place]!.filled > Math.max(2, scores[at]!.filled / 2))
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

const readHeaders = (
  { row, cells }: TableRow,
  labels: TableRow | undefined,
  known: Known,
  { operations, mapping, limits }: Reading,
): Omit<Found, 'count'> => {
  const mistakes: Mistake[] = [];
  const columns: Found['columns'] = [];
  const synonyms: [header: string, meaning: string][] = [];
  const seen = new Set<string>();
  const targets = new Map<string, string>();
  const useOf = (index: number): Use | undefined => {
    const label = labels?.cells[index]?.text.trim() ?? '';
    const whole = (cells[index]?.text ?? '').trim() || label;
    const written = whole.split(/[\r\n]/, 1)[0]!.trim();
    const shown = label.split(/[\r\n]/, 1)[0]!.trim() || written || columnName(index);
    const plain = plainHeader(written);
    const found = (how: FoundColumn['how'], column: string | null) => {
      const reading = known.reading(written === '' ? columnName(index) : written) ?? known.reading(shown);
      columns[index] = { header: shown, samples: [], how, column, ...(reading && { reading }) };
    };
    const wrong = (message: string, header = shown): Use => {
      mistakes.push({ row, column: header, message });
      return { is: 'wrong', header, message, isSaid: true };
    };
    if (plain.startsWith(RESULT_PREFIX)) return { is: 'result', name: EARLIER.get(plain) };
    const chosen = known.chosen(written === '' ? columnName(index) : written) ?? known.chosen(shown);
    const isIgnored =
      known.chosen(written === '' ? columnName(index) : written) === null || known.chosen(shown) === null;
    if (isIgnored) {
      found('mapping', null);
      return { is: 'ignored', header: shown };
    }
    if (plain === '' && chosen === undefined) return undefined;
    const twice = `${shown} (${columnName(index)})`;
    if (seen.has(plain)) {
      columns[index] = { header: twice, samples: [], how: 'twice', column: null };
      const ofTwice = known.chosen(twice);
      if (ofTwice === null) return { is: 'ignored', header: twice };
      mistakes.push({ row, column: shown, message: DOUBLED });
      return { is: 'wrong', header: twice, message: DOUBLED, isSaid: true };
    }
    seen.add(plain);

    const use = (
      name: string,
      how: FoundColumn['how'],
      per?: Map<SheetOperation, string>,
    ): Use | undefined => {
      if (plainHeader(name) === OPERATION_HEADER) {
        found(how, OPERATION_HEADER);
        return { is: 'operation' };
      }
      const own = known.own(plainHeader(name));
      const fields = per
        ? new Map(
            [...per].flatMap(([one, header]) =>
              [...known.columns(plainHeader(header))].filter(([of]) => of === one),
            ),
          )
        : known.columns(plainHeader(name));
      const title = whole === written ? whole : `${label}\n${whole}`;
      const [first] = fields.values();
      const header = first?.header ?? own;
      if (header === undefined) return undefined;
      const before = targets.get(header);
      if (before !== undefined) {
        columns[index] = { header: shown, samples: [], how: 'twice', column: header };
        return wrong(bothMean(before, shown, header));
      }
      targets.set(header, shown);
      found(how, header);
      if (!first) return { is: 'own', header };
      const ownOfOthers = per && [...per.values()].find((one) => known.own(one) !== undefined);
      return { ...fieldUse(fields, title), ...(ownOfOthers !== undefined && { own: ownOfOthers }) };
    };

    if (typeof chosen === 'string') return use(chosen, 'mapping') ?? wrong(noColumn(chosen));
    if (plain === DRY_RUN_FIELD)
      return wrong('Quite esta columna: todo el fichero se prueba antes de presentarse.');
    const name = known.nameOf(written);
    if (name !== undefined) {
      const read = use(name, 'name');
      const said = labels && label !== '' ? labelFault(label, name, known) : undefined;
      if (said !== undefined) mistakes.push({ row: labels!.row, column: shown, message: said });
      if (read) return read;
    }
    if (OPERATION_WORDS.has(spelled(written))) return use(OPERATION_HEADER, 'synonym');
    const { certain, likely } = known.meaning(whole);
    const [meant] = certain.values();
    if (meant !== undefined) {
      const read = use(meant, 'synonym', certain);
      if (read?.is === 'field' || read?.is === 'own') synonyms.push([shown, saidOf(read)]);
      return read;
    }
    found(likely.length > 0 ? 'proposal' : 'none', likely.length === 1 ? likely[0]! : null);
    return wrong(unknownHeader(plain, likely, known.names()));
  };
  const width = Math.max(cells.length, labels?.cells.length ?? 0);
  const uses = Array.from({ length: width }, (_, index) => useOf(index));
  const fixed = new Map<number, Cell>();
  for (const { column = '', value } of mapping) {
    if (value === undefined) continue;
    const fields = known.columns(plainHeader(column));
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
      uses[index] = fieldUse(fields, column);
      fixed.set(index, { text: value, kind: 'typed' });
    }
  }
  const decided = contested(columns);
  for (const [index, one] of columns.entries()) {
    if (one?.how !== 'proposal' || decided[index]?.how !== 'twice') continue;
    const rival = columns.find((other, place) => place !== index && other?.column === one.column);
    const mistake = mistakes.find(({ column }) => column === one.header);
    if (rival && mistake) mistake.message = bothMean(one.header, rival.header, one.column!);
  }
  if (operations.length !== 1 && !uses.some((use) => use?.is === 'operation'))
    mistakes.push({ row, message: `Falta la columna ${OPERATION_HEADER}, con el trámite de cada fila.` });
  return {
    headers: { row, uses, fixed },
    mistakes,
    columns: decided,
    notes: synonyms.length > 0 ? [recognised(synonyms)] : [],
  };
};

const noColumn = (name: string): string => `${name} no es una columna de este trámite: corrija mapping.`;

const bothMean = (first: string, second: string, header: string): string =>
  `«${first}» y «${second}» serían los dos ${header}: diga en mapping qué es cada uno, o deje uno.`;

/** The use of a column for a field. @param title its header, which may show how its amounts are written */
const fieldUse = (
  fields: ReadonlyMap<SheetOperation, Column>,
  title: string,
): Extract<Use, { is: 'field' }> => {
  const [first] = fields.values();
  const written = first!.kind === 'share' ? shareWrittenBy(title) : writtenBy(title);
  return {
    is: 'field',
    header: first!.header,
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
  columns.map((one, index) => {
    const isContested =
      one?.how === 'proposal' &&
      one.column !== null &&
      columns.some((other, place) => place !== index && other?.column === one.column);
    return isContested ? { ...one, how: 'twice' as const } : one;
  });

/** What a column means, in a clerk's words. */
const saidOf = (use: Extract<Use, { is: 'own' | 'field' }>): string => {
  if (use.is === 'own') return OWN_SAID.get(use.header) ?? use.header;
  const [column] = use.columns.values();
  // The capitals of a name such as CIF stay.
  return labelOf(column!).replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
};

const OWN_SAID: ReadonlyMap<string, string> = new Map(
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
const labelFault = (label: string, name: string, known: Known): string | undefined => {
  const [first = ''] = label.split(/[\r\n]/, 1);
  const plain = spelled(first);
  const own = known.own(name);
  const headers = own === undefined ? [...known.columns(name).values()] : [];
  const isOwn = own !== undefined || OPERATION_WORDS.has(plain);
  const isSame =
    isOwn ||
    known.nameOf(first) === name ||
    headers.some(
      (column) => plain === spelled(labelOf(column)) || plain === spelled(templateLabel(column)),
    ) ||
    headers.some((column) => [...known.meaning(label).certain.values()].includes(column.header));
  return isSame
    ? undefined
    : `La cabecera dice «${first.trim()}», y la fila de debajo, que puede estar oculta, dice ${name}: deje una de las dos.`;
};

/** Title of a column in the template, which begins with a capital. */
export const templateLabel = (column: Pick<Column, 'header' | 'description'>): string =>
  labelOf(column).replace(/^(.)/, (letter) => letter.toUpperCase());

/** The columns of results that are read again. */
const EARLIER = new Map((['state', 'filing'] as const).map((name) => [outcomeHeader(name), name]));

/** Usual names for the column of operations, as `spelled` writes them. */
const OPERATION_WORDS = new Set(['tramite', 'tipotramite']);

const unknownHeader = (plain: string, likely: string[], names: string[]): string => {
  const near = likely.length > 0 ? likely.slice(0, 3).join(' o ') : nearestName(plain, names);
  return `Columna desconocida${near ? `: ¿quiso decir ${near}?` : '.'} Diga en mapping qué es, use los nombres de la plantilla, o quítela.`;
};
