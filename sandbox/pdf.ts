import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

/** A row of a table: its cells, and the width of each column in points; 499 are between the margins. */
interface Row {
  cells: string[];
  widths: number[];
}

/** A table with groups of rows, each below a head row. */
interface Groups {
  /** Rows at the top of the table, repeated on each further page. */
  headers: Row[];
  /** Groups; the head of a group is repeated on a further page, too. */
  groups: { head: Row; rows: Row[] }[];
}

/** A block of a document: titled lines, or a table. Text that does not fit in a cell is cut off. */
export interface Section {
  heading: string;
  lines?: [title: string, value: string][];
  table?: { headers: string[]; rows: string[][]; widths: number[] };
  groups?: Groups;
}

/** The content of an authority's PDF document. */
export interface PdfContent {
  authority: string;
  title: string;
  sections: Section[];
  /** Verification code, if the document has one. */
  code?: string;
  /** Creation time, `YYYY-MM-DDTHH:MM:SS`. Equal content gives equal bytes. */
  made: string;
}

const MARK = 'ENTORNO DE PRUEBAS - SIN VALIDEZ';
/** At the foot of each page. */
const FOOTER = `${MARK}. Documento ficticio del sandbox de Pasarela, que no es de ningún organismo.`;
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 48;
const LINE = 15;
const RED = rgb(0.75, 0.1, 0.1);
const GREY = rgb(0.35, 0.35, 0.35);
/** Font size of tables, and the gap between columns that lets text extraction tell them apart. */
const CELL = 7;
const GAP = 4;

/** The standard fonts have the Windows code page. Other letters lose their accent, or become a question mark. */
const writable = (text: string, font: PDFFont): string => {
  const known = new Set(font.getCharacterSet());
  const fits = (character: string) => known.has(character.codePointAt(0)!);
  return [...text.replace(/\s+/g, ' ')]
    .map((character) => {
      if (fits(character)) return character;
      const bare = character.normalize('NFD').charAt(0);
      return fits(bare) ? bare : '?';
    })
    .join('');
};

/** Writes from top to bottom, and adds a page when one is full. */
class Writer {
  readonly #document: PDFDocument;
  readonly #plain: PDFFont;
  readonly #bold: PDFFont;
  #page!: PDFPage;
  #y = 0;

  constructor(document: PDFDocument, plain: PDFFont, bold: PDFFont) {
    this.#document = document;
    this.#plain = plain;
    this.#bold = bold;
    this.#addPage();
  }

  #addPage() {
    this.#page = this.#document.addPage([WIDTH, HEIGHT]);
    // The mark is not across the page, because text extraction would mix it with the lines.
    const mark = { x: MARGIN, font: this.#bold, color: RED };
    this.#page.drawText(MARK, { ...mark, y: HEIGHT - 30, size: 9 });
    this.#page.drawText(FOOTER, { ...mark, y: 28, size: 8 });
    this.#y = HEIGHT - 56;
  }

  /** Adds a page unless this height is free on the current one. Returns whether it did. */
  ensureRoom(height: number): boolean {
    if (this.#y - height >= MARGIN) return false;
    this.#addPage();
    return true;
  }

  skip(height = LINE / 2) {
    this.#y -= height;
  }

  text(text: string, options: { x?: number; size?: number; bold?: boolean; grey?: boolean } = {}) {
    const font = options.bold ? this.#bold : this.#plain;
    const { x = MARGIN, size = 9 } = options;
    const color = options.grey ? GREY : rgb(0, 0, 0);
    this.#page.drawText(writable(text, font), { x, y: this.#y, font, size, color });
  }

  /** Cells of a table, side by side. */
  cells({ cells, widths }: Row, bold: boolean) {
    const font = bold ? this.#bold : this.#plain;
    let x = MARGIN;
    for (const [index, cell] of cells.entries()) {
      const width = widths[index]!;
      let text = writable(cell, font);
      while (font.widthOfTextAtSize(text, CELL) > width - GAP) text = text.slice(0, -1);
      this.text(text, { x, size: CELL, bold });
      x += width;
    }
  }

  line(write: () => void, height = LINE) {
    this.ensureRoom(height);
    write();
    this.#y -= height;
  }

  rule() {
    const end = { x: WIDTH - MARGIN, y: this.#y + 10 };
    this.#page.drawLine({ start: { x: MARGIN, y: this.#y + 10 }, end, thickness: 0.6, color: GREY });
  }
}

function writeSection(writer: Writer, section: Section) {
  writer.ensureRoom(3 * LINE);
  writer.skip();
  writer.line(() => writer.text(section.heading, { bold: true, size: 10 }));
  writer.rule();
  for (const [title, value] of section.lines ?? []) {
    writer.line(() => {
      writer.text(title, { grey: true });
      writer.text(value, { x: 250 });
    });
  }
  if (section.table) {
    const { headers, rows, widths } = section.table;
    writeTable(
      writer,
      [{ cells: headers, widths }],
      rows.map((cells) => ({ cells, widths })),
    );
  }
  if (section.groups) {
    const { headers, groups } = section.groups;
    writeRows(writer, headers, true);
    for (const { head, rows } of groups) writeTable(writer, [head], rows, headers);
  }
}

/** Height of a row of a table. */
const ROW = 13;

function writeRows(writer: Writer, rows: Row[], bold: boolean) {
  for (const row of rows) writer.line(() => writer.cells(row, bold), ROW);
}

/** Writes the rows below their heads. Each new page repeats `above` and the heads. */
function writeTable(writer: Writer, heads: Row[], rows: Row[], above: Row[] = []) {
  const isGroup = above.length > 0;
  const room = (heads.length + Math.min(rows.length, 1)) * ROW;
  if (writer.ensureRoom(room)) writeRows(writer, above, true);
  writeRows(writer, heads, !isGroup);
  for (const row of rows) {
    if (writer.ensureRoom(ROW)) {
      writeRows(writer, above, true);
      writeRows(writer, heads, !isGroup);
    }
    writeRows(writer, [row], false);
  }
}

/** Makes a PDF with extractable text. Every page says at its head and at its foot that it is not valid. */
export async function makePdf(content: PdfContent): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const made = new Date(`${content.made}Z`);
  document.setCreationDate(made);
  document.setModificationDate(made);
  document.setTitle(content.title);
  document.setProducer('Pasarela');
  const writer = new Writer(
    document,
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  );
  writer.line(() => writer.text(content.authority, { bold: true, size: 11 }), 20);
  writer.line(() => writer.text(content.title, { bold: true, size: 13 }), 20);
  for (const section of content.sections) writeSection(writer, section);
  writer.skip();
  const { code } = content;
  if (code) writer.line(() => writer.text(`CODIGO DE VERIFICACION: ${code}`, { bold: true }));
  return document.save();
}
