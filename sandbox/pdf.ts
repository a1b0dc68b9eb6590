import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';

/** A block of a document: lines with a title each, or a table. */
export interface Section {
  heading: string;
  lines?: [title: string, value: string][];
  table?: { headers: string[]; rows: string[][]; widths: number[] };
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
const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 48;
const LINE = 15;
const RED = rgb(0.75, 0.1, 0.1);
const GREY = rgb(0.35, 0.35, 0.35);
const PALE = rgb(0.94, 0.88, 0.88);

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
    const mark = { font: this.#bold, rotate: degrees(52), color: PALE, size: 30 };
    this.#page.drawText(MARK, { x: 110, y: 150, ...mark });
    this.#page.drawText(MARK, { x: MARGIN, y: HEIGHT - 30, font: this.#bold, size: 9, color: RED });
    this.#y = HEIGHT - 56;
  }

  /** Adds a page unless this height is free on the current one. */
  ensureRoom(height: number) {
    if (this.#y - height < MARGIN) this.#addPage();
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
  if (section.table) writeTable(writer, section.table);
}

function writeTable(writer: Writer, { headers, rows, widths }: NonNullable<Section['table']>) {
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, MARGIN));
  const row = (cells: string[], bold: boolean) =>
    writer.line(() => {
      for (const [index, cell] of cells.entries()) writer.text(cell, { x: starts[index]!, size: 8, bold });
    }, 13);
  row(headers, true);
  for (const cells of rows) row(cells, false);
}

/** Makes a PDF with extractable text. Every page is marked as not valid. */
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
