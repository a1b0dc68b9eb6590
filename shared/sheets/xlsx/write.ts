import { Zip, ZipDeflate } from 'fflate';

/** A sheet to write. All its cells are texts, so none is a formula. */
export interface WrittenSheet {
  name: string;
  /** Widths of its columns, in characters. */
  widths: readonly number[];
  /** Rows at the top that stay in view; 1 by default. */
  headerRows?: number;
  rows: AsyncIterable<WrittenRow>;
}

/** A row to write. */
export interface WrittenRow {
  cells: readonly string[];
  style?: 'header' | 'example';
  isHidden?: boolean;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers of the styles below. 49 is the text format, in which a program keeps leading zeros that a person types. */
const STYLE = { text: 1, header: 2, example: 3 };
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><i/><sz val="11"/><color rgb="FF7F7F7F"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

/** A fixed instant that a zip can hold, so that the same workbook always has the same bytes. */
const ZIP_TIME = new Date(2000, 0, 1);

/** The most characters of a cell (ECMA-376). */
const MOST_CHARACTERS = 32_767;

/** A workbook, written while its rows arrive. */
export async function* writeXlsx(sheets: readonly WrittenSheet[]): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const taken = () => {
    const made = chunks;
    chunks = [];
    return made;
  };
  for (const [name, text] of Object.entries(partsOf(sheets))) {
    partOf(zip, name).push(Buffer.from(text), true);
    yield* taken();
  }
  for (const [index, sheet] of sheets.entries()) {
    const part = partOf(zip, sheetPart(index));
    part.push(Buffer.from(openSheet(sheet)));
    let number = 0;
    for await (const row of sheet.rows) {
      number += 1;
      part.push(Buffer.from(rowXml(row, number)));
      yield* taken();
    }
    part.push(Buffer.from('</sheetData></worksheet>'), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

const partOf = (zip: Zip, name: string): ZipDeflate => {
  const part = new ZipDeflate(name, { level: 6 });
  part.mtime = ZIP_TIME;
  zip.add(part);
  return part;
};

const sheetPart = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;

const partsOf = (sheets: readonly WrittenSheet[]): Record<string, string> => {
  const each = (one: (sheet: WrittenSheet, number: number) => string) =>
    sheets.map((sheet, index) => one(sheet, index + 1)).join('');
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name }, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  };
};

/** The header stays in view, and cells below it have the text format. */
const openSheet = ({ widths, headerRows = 1 }: WrittenSheet): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRows}" topLeftCell="A${headerRows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map(
      (width, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${STYLE.text}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData>`;

const rowXml = ({ cells, style = undefined, isHidden = false }: WrittenRow, number: number): string =>
  `<row r="${number}"${isHidden ? ' hidden="1"' : ''}>${cells
    .map((text) =>
      text === ''
        ? '<c/>'
        : `<c s="${STYLE[style ?? 'text']}" t="inlineStr"><is><t xml:space="preserve">${escaped(shortened(text))}</t></is></c>`,
    )
    .join('')}</row>`;

const shortened = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text in an XML document. Characters that XML cannot contain are escaped as Excel does (ECMA-376 part 1, 22.9.2.19). */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot have, or changes
    .replace(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, (character) => `_x${hex(character)}_`)
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);

const hex = (character: string): string =>
  character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
