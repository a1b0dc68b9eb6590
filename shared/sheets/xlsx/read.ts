import { isBlank } from '../cell.ts';
import { SheetFault, type SheetLimits } from '../limits.ts';
import { FIRST_ROWS, isBlankRow, type OtherTab, type TableRow } from '../table-row.ts';
import { readBook } from './book.ts';
import { mergedRows } from './merges.ts';
import { damaged, Workbook } from './parts.ts';
import { sheetRows } from './rows.ts';
import { sharedStrings } from './strings.ts';
import { stylesOf } from './styles.ts';

/**
 * Reads workbooks of the format that Excel has had since 2007 (.xlsx). A row may be struck out, which means that it is not to be
 * filed: the package `@e965/xlsx` reads the fonts of a workbook, but does not say which cell has which. The package is there for
 * one file alone: the FIE of the Seguridad Social is a workbook of Excel 97 (.xls), which this reader does not know.
 */

/** A sheet of a workbook. Reading it throws SheetFault if it is damaged, or exceeds a limit. */
interface Tab extends OtherTab {
  /** Its rows, read while they are unpacked. */
  rows(): AsyncGenerator<TableRow>;
}

/**
 * The sheets of a workbook.
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
  return sheets.map(({ name, isHidden, part }) => ({
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
 * The sheet that is read, and the others: the first visible one that is a table. Hidden ones are for the programs and people
 * who made the workbook.
 * @param name the sheet that a person chose, which may be hidden
 * @throws SheetFault if there is no sheet, none of this name, or several that only differ from it by blanks
 */
export const chosenTab = async (
  tabs: readonly Tab[],
  name?: string,
): Promise<{ chosen: Tab; others: Tab[] }> => {
  if (name !== undefined) {
    const exact = tabs.filter((tab) => tab.name === name);
    const candidates =
      exact.length > 0 ? exact : tabs.filter((tab) => plainTabName(tab.name) === plainTabName(name));
    const [named] = candidates;
    if (candidates.length > 1)
      throw new SheetFault(
        `El libro tiene varias hojas que se llaman «${name.trim()}»: cambie el nombre de las que no son.`,
      );
    if (!named) throw new SheetFault(`El libro no tiene la hoja «${name}»: elija otra.`);
    return { chosen: named, others: tabs.filter((tab) => tab !== named) };
  }
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

/** A name of a sheet without what a person does not see: blanks at its ends, and how its accents are written. */
const plainTabName = (name: string): string => name.normalize('NFC').trim();

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
