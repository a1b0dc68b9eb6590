import { allPublicCodes } from '../../../../shared/kernel/public-codes.ts';
import { sizeText } from '../../../../shared/kernel/text.ts';
import {
  type MonthFirst,
  mayHaveMonthFirst,
  mayHaveMonthFirstInWorkbook,
  monthFirstColumns,
} from '../../../../shared/sheets/date-order.ts';
import { LIMITS, SheetFault } from '../../../../shared/sheets/limits.ts';
import { HELP_SHEET } from './columns.ts';
import { headerScorer } from './header-names.ts';
import { rowOfFile } from './row.ts';
import { readTable } from './table.ts';
import type { Reading, ReadOptions, Row, SheetFormat } from './types.ts';

/**
 * The submissions of a file, while they are read. The content of a file never causes an error: a fault of the whole file is a
 * mistake of a row without operation and cells. Blank rows and the example of a template are left out.
 */
export async function* readRows(
  source: Uint8Array,
  {
    format,
    operations,
    limits,
    rowColumns = [],
    mapping = [],
    tab,
    headerRow,
    note = () => {},
    looked = () => {},
    found = () => {},
  }: ReadOptions,
): AsyncGenerator<Row> {
  const reading: Reading = {
    // An operation with several addresses counts once.
    operations: [...new Map(operations.map((operation) => [operation.id, operation])).values()],
    limits: { ...LIMITS, ...limits },
    rowColumns,
    mapping,
    tabName: tab,
    headerRow,
    note,
    looked,
    found,
  };
  try {
    if (
      (tab !== undefined && format !== 'xlsx') ||
      (headerRow !== undefined && !HAS_HEADERS.includes(format))
    )
      throw new SheetFault('Este fichero no tiene hojas ni cabeceras que elegir: quite tab y header_row.');
    if (source.length > reading.limits.bytes)
      throw new SheetFault(
        `El fichero no puede pasar de ${sizeText(reading.limits.bytes)}: repártalo en varios.`,
      );
    yield* READ[format](source, reading);
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error;
    yield rowOfFile(error.row, [{ row: error.row, message: error.message }]);
  }
}

/** Formats whose rows are below headers. */
const HAS_HEADERS: readonly SheetFormat[] = ['xlsx', 'csv'];

/** For files without a column whose dates have the month first. */
const NONE: ReadonlyMap<number, MonthFirst> = new Map();

/** Readers are loaded when they are needed. */
const READ: Record<SheetFormat, (source: Uint8Array, reading: Reading) => AsyncGenerator<Row>> = {
  async *xlsx(source, reading) {
    const { chosenTab, xlsxTabs } = await import('../../../../shared/sheets/xlsx/read.ts');
    const everyTab = await xlsxTabs(source, reading.limits);
    const tabs = everyTab.filter(({ name }) => name !== HELP_SHEET);
    const { chosen, others } = await chosenTab(tabs, reading.tabName);
    const monthFirst = mayHaveMonthFirstInWorkbook(source, reading.limits.unpacked)
      ? await monthFirstColumns(chosen.rows(), reading.limits)
      : NONE;
    yield* readTable(chosen.rows(), {
      ...reading,
      isLossy: false,
      monthFirst,
      again: () => chosen.rows(),
      lists: await allPublicCodes(),
      tab: { name: chosen.name, others, isGiven: reading.tabName !== undefined },
      tabs: tabs.map(({ name, isHidden }) => ({ name, isHidden })),
    });
  },
  async *csv(source, reading) {
    const { csvRows } = await import('../../../../shared/sheets/csv/read.ts');
    let score: ReturnType<typeof headerScorer> | undefined;
    const scoreOfHeaders = (texts: string[]) => {
      score ??= headerScorer(reading);
      return score(texts);
    };
    const rows = (note = reading.note) => csvRows(source, { limits: reading.limits, note, scoreOfHeaders });
    // Notes are given later, when the rows are read.
    const again = () => rows(() => {});
    const monthFirst = mayHaveMonthFirst(source) ? await monthFirstColumns(again(), reading.limits) : NONE;
    yield* readTable(rows(), { ...reading, isLossy: true, monthFirst, again, lists: await allPublicCodes() });
  },
  async *afi(source, reading) {
    const { afiRows } = await import('./afi.ts');
    yield* afiRows(source, reading);
  },
  async *'contrata-xml'(source, reading) {
    const { contrataRows } = await import('./contrata-xml.ts');
    yield* contrataRows(source, reading);
  },
  async *json(source, reading) {
    const { jsonRows } = await import('./json.ts');
    yield* jsonRows(source, reading);
  },
};
