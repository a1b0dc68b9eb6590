import { strToU8, zipSync } from 'fflate';

/**
 * A hand-written workbook with one sheet, for features that libraries do not write, such as a value below a merged
 * cell.
 */
export interface Book {
  /** Texts of the cells; `''` writes no cell. */
  rows: string[][];
  /** Attributes of a row, by its number. */
  rowAttributes?: Record<number, string>;
  /** Numbers of the styles of a row's cells, by its number, and the XML of the part that describes styles. */
  rowStyles?: Record<number, number>;
  styles?: string;
  /** XML of the sheet before and after its rows. */
  before?: string;
  after?: string;
  /** Further sheets: their name, state and rows. */
  others?: { name: string; state?: string; rows: string[][] }[];
  /** Attributes of the first sheet in the list of sheets. */
  sheetAttributes?: string;
  /** Changes the names of parts in the package, and the targets of its relationships. */
  named?: { inPackage?(name: string): string; book?: string; target?(name: string): string };
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The bytes of a workbook. */
export const bookOf = ({ others = [], sheetAttributes, named, styles, ...first }: Book) => {
  const book = named?.book ?? 'xl/workbook.xml';
  const target = named?.target ?? ((name: string) => name);
  const [folder, file] = [book.slice(0, book.lastIndexOf('/') + 1), book.slice(book.lastIndexOf('/') + 1)];
  const sheets = [{ name: 'Datos', attributes: sheetAttributes ?? '' }, ...others];
  const relation = (id: string, type: string, to: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target(to)}"/>`;
  const parts: Record<string, string> = {
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', book)}</Relationships>`,
    [book]: `<workbook xmlns:r="${RELATIONS}"><sheets>${sheets
      .map(({ name, ...sheet }, index) => {
        const state = 'state' in sheet && sheet.state ? `state="${sheet.state}"` : '';
        return `<sheet name="${name}" r:id="s${index}" ${'attributes' in sheet ? sheet.attributes : state}/>`;
      })
      .join('')}</sheets></workbook>`,
    [`${folder}_rels/${file}.rels`]: `<Relationships>${sheets
      .map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
      .join('')}${styles === undefined ? '' : relation('styles', 'styles', 'styles.xml')}</Relationships>`,
    [`${folder}worksheets/sheet1.xml`]: sheetXml(first),
    ...(styles !== undefined && { [`${folder}styles.xml`]: styles }),
  };
  for (const [index, other] of others.entries())
    parts[`${folder}worksheets/sheet${index + 2}.xml`] = sheetXml({ rows: other.rows });
  const inPackage = named?.inPackage ?? ((name: string) => name);
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [inPackage(name), strToU8(text)])),
  );
};

const sheetXml = ({ rows, rowAttributes = {}, rowStyles = {}, before = '', after = '' }: Book): string => {
  const cell = (text: string, row: number, column: number) =>
    text === ''
      ? ''
      : `<c r="${String.fromCharCode(65 + column)}${row}" s="${rowStyles[row] ?? 0}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const body = rows.map((cells, index) => {
    const number = index + 1;
    const content = cells.map((text, column) => cell(text, number, column)).join('');
    return `<row r="${number}" ${rowAttributes[number] ?? ''}>${content}</row>`;
  });
  return `<worksheet>${before}<sheetData>${body.join('')}</sheetData>${after}</worksheet>`;
};

/** Styles of which number 1 is struck out, and 2 has a font that says that it is not. */
export const STRUCK_STYLES =
  '<styleSheet><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>';

/** The XML that merges cells of a sheet. */
export const merged = (...ranges: string[]): string =>
  `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;
