import type { MappedColumn } from '../../../../shared/operation/sent-sheet.ts';
import { isBlank } from '../../../../shared/sheets/cell.ts';
import type { Column } from '../../../../shared/sheets/cells/column.ts';
import type { CellReading } from '../../../../shared/sheets/cells/readings.ts';
import type { HeaderScore } from '../../../../shared/sheets/header-row.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import type { TableRow } from '../../../../shared/sheets/table-row.ts';
import {
  columnFinder,
  columnsOf,
  DRY_RUN_FIELD,
  OPERATION_HEADER,
  plainHeader,
  RESULT_PREFIX,
} from './columns.ts';
import { type Meant, meaningFinder, WORKER_NAME } from './headers.ts';
import type { Reading, SheetOperation } from './types.ts';

/** The most characters of a header. */
const MOST_HEADER = 300;

/** All that is known about a sheet's columns before its rows are read. */
export class ColumnNames {
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
      mapping.flatMap((choice) => (choice.header === undefined ? [] : [[spelled(choice.header), choice]])),
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
    this.#meanings ??= new Map(
      this.#operations.map((operation) => [operation, meaningFinder(columnsOf(operation))]),
    );
    const certain = new Map<SheetOperation, string>();
    const likely = new Set<string>();
    for (const [operation, meaning] of this.#meanings) {
      const [whole, first] = [written.replace(/\s+/g, ' '), written.split(/[\r\n]/, 1)[0]!].map(meaning);
      const meant = whole!.certain !== undefined || whole!.likely.length > 0 ? whole! : first!;
      if (meant.certain !== undefined) certain.set(operation, meant.certain);
      for (const column of meant.likely) likely.add(column);
    }
    return { certain, likely: [...likely] };
  }

  /** The names of the columns of all operations. */
  all(): string[] {
    return this.#operations.flatMap(({ request }) =>
      Object.keys(request.shape).filter((name) => name !== DRY_RUN_FIELD),
    );
  }
}

/** How much a row looks like headers. The interface's names count more than labels. */
export const scoreOf = ({ cells }: TableRow, names: ColumnNames): HeaderScore => {
  const seen = new Set<string>();
  let [score, exact, filled] = [0, 0, 0];
  for (const cell of cells) {
    if (isBlank(cell)) continue;
    filled += 1;
    const text = cell!.text.trim();
    const key = spelled(text);
    if (text.length > MOST_HEADER || seen.has(key)) continue;
    seen.add(key);
    if (names.nameOf(text) !== undefined) {
      exact += 1;
      score += 1.01;
    } else if (names.chosen(text) !== undefined) score += 1;
    else {
      const { certain, likely } = names.meaning(text);
      score += certain.size > 0 ? 1 : likely.length > 0 ? 0.5 : 0;
    }
  }
  return { score, exact, filled };
};

/** Returns a function that tells how much texts look like headers. */
export const headerScorer = (reading: Pick<Reading, 'operations' | 'rowColumns' | 'mapping'>) => {
  const names = new ColumnNames(reading);
  return (texts: string[]): number =>
    scoreOf({ row: 0, cells: texts.map((text) => ({ text, kind: 'typed' })) }, names).score;
};
